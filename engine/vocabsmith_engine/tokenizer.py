"""Tokenizer: a finished vocabulary that turns text into ids and ids into text."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.added_tokens import AddedToken, check_added_tokens, plain_tokens
from vocabsmith_engine.corpus import Source
from vocabsmith_engine.decoding import AS_THEY_ARE, Decoding, SpokenTokens, TokenJoiner
from vocabsmith_engine.encoding import Rules, SpecialPolicy, TextEncoder, check_policy
from vocabsmith_engine.encoding_batches import encode_groups
from vocabsmith_engine.encoding_files import encode_file
from vocabsmith_engine.ids import IdSource, checked_id, checked_ids
from vocabsmith_engine.models import BYTE_LEVEL, ByteLevel, ModelSettings
from vocabsmith_engine.normalization import NO_NORMALIZATION, Normalizer
from vocabsmith_engine.offsets import EncodedText
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.regex_splitting import SECONDS_PER_BATCH
from vocabsmith_engine.streaming import StreamingDecoder
from vocabsmith_engine.templates import Template, check_template, surrounded
from vocabsmith_engine.text import to_bytes
from vocabsmith_engine.truncation import truncated
from vocabsmith_engine.vocabulary_checks import check_roles, check_vocabulary, ordinary_ids
from vocabsmith_engine.whole_pieces import whole_pieces_only

if TYPE_CHECKING:
    from vocabsmith_engine.formats import SaveReport
    from vocabsmith_engine.monitor import Monitor

__all__ = ["SpecialPolicy", "Tokenizer", "check_policy"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Tokenizer:
    """An immutable vocabulary with everything that encoding needs.

    Attributes:
        tokens: the bytes of each id, special tokens included; ids are 0…n-1.
        merges: (n, 3) uint32 of left, right and resulting id, by rank.
        special_tokens: text and id of the tokens that are cut out of a text before anything else.
        pretokenizer: cuts text into the pieces that merges stay inside.
        whole_pieces_first: look a whole piece up in the vocabulary before merging (.tiktoken files, `ignore_merges`).
        recipe: the settings it was trained with, where they are known.
        merge_counts: (n) uint64, each merge's count in the corpus when it was chosen, where they are known.
        roles: which special tokens are bos, eos, pad and unk, where that was said.
        name: what the user calls it; "" if nothing.
        notes: what a user should know about where it came from.
        added_tokens: the same tokens as `special_tokens` with the rules by which they are found; without it all are
            special ones that are matched literally.
        normalizer: what is done to a text, between the added tokens found in it as it is and the pieces.
        model: how a piece becomes ids.
        decoding: how the bytes of tokens become text again.
        template: ids that `encode` puts around a text, or None.
        chat_template: the Jinja template of a chat model, only carried along.
        model_max_length: tokens that the model takes, only carried along.
        origin: the parts of the tokenizer.json it was read from besides the vocabulary, as JSON; they are written again
            where they still mean the same.

    Raises TokenizerError when tokens, merges and special tokens do not fit together, or when a byte of a byte-level
    model has no token.
    """

    tokens: Sequence[bytes]
    merges: npt.NDArray[np.uint32]
    special_tokens: Mapping[str, int]
    pretokenizer: Pretokenizer
    _: dataclasses.KW_ONLY
    whole_pieces_first: bool = False
    recipe: Recipe | None = None
    merge_counts: npt.NDArray[np.uint64] | None = None
    roles: Mapping[str, str] | None = None
    name: str = ""
    notes: tuple[str, ...] = ()
    added_tokens: tuple[AddedToken, ...] | None = None
    normalizer: Normalizer = NO_NORMALIZATION
    model: ModelSettings = BYTE_LEVEL
    decoding: Decoding = AS_THEY_ARE
    template: Template | None = None
    chat_template: str | None = None
    model_max_length: int | None = None
    origin: str | None = None
    _encoder: TextEncoder = field(init=False)
    _spoken: SpokenTokens | None = field(init=False)
    _special_ids: frozenset[int] = field(init=False)
    _first_rank: npt.NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        merges = _own_array(np.asarray(self.merges, dtype=np.uint32).reshape(-1, 3))
        self._set(tokens=tuple(self.tokens), merges=merges)
        self._set(special_tokens=MappingProxyType(dict(self.special_tokens)), roles=_own_mapping(self.roles))
        if self.added_tokens is not None:
            self._set(added_tokens=tuple(self.added_tokens))
        if self.merge_counts is not None:
            self._set(merge_counts=_own_array(np.asarray(self.merge_counts, dtype=np.uint64)))
        self._prepare()

    def _prepare(self) -> None:
        check_added_tokens(self.all_added_tokens, self.special_tokens)
        ordinary = ordinary_ids(self.tokens, self.merges, self.added_tokens or (), self.model)
        check_vocabulary(self.tokens, self.merges, self.special_tokens, ordinary=ordinary, model=self.model)
        check_roles(self.roles, self.special_tokens)
        check_template(self.template, self.vocab_size)
        first_rank = np.full(len(self.tokens), -1, dtype=np.int64)
        first_rank[self.merges[::-1, 2]] = np.arange(len(self.merges))[::-1]
        self._set(_first_rank=first_rank, _special_ids=frozenset(self.special_tokens.values()))
        self._set(_encoder=TextEncoder(self, ordinary), _spoken=None if self._joins_bytes else self._spoken_tokens())

    def _set(self, **values: object) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def _joins_bytes(self) -> bool:
        """Whether decoding is nothing but joining the bytes of tokens."""
        return isinstance(self.model, ByteLevel) and not self.decoding

    def _spoken_tokens(self) -> SpokenTokens:
        spelled_bytes = () if isinstance(self.model, ByteLevel) else self.model.byte_ids or ()
        return SpokenTokens(self.decoding, self.tokens, {*self._special_ids, *spelled_bytes})

    def __repr__(self) -> str:
        of = "" if isinstance(self.model, ByteLevel) else f" of {type(self.model).__name__}"
        return (
            f"<Tokenizer {self.name!r}{of}: {self.vocab_size:,} tokens, {len(self.merges):,} merges, "
            f"{len(self.special_tokens)} special, pieces {self.pretokenizer.label}>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        settings = {each.name: getattr(self, each.name) for each in dataclasses.fields(self) if each.init}
        settings |= {"special_tokens": dict(self.special_tokens), "roles": self.roles and dict(self.roles)}
        return partial(type(self), **settings), ()

    # --- the vocabulary

    @property
    def vocab_size(self) -> int:
        """Number of tokens, special tokens included."""
        return len(self.tokens)

    @property
    def all_added_tokens(self) -> tuple[AddedToken, ...]:
        """The added tokens, where none were given a plain one for each special token."""
        return plain_tokens(self.special_tokens) if self.added_tokens is None else self.added_tokens

    def token_bytes(self, token_id: SupportsIndex) -> bytes:
        """The bytes of one token. Raises TokenizerError for an unknown id."""
        return self.tokens[checked_id(token_id, self.vocab_size)]

    def is_special(self, token_id: SupportsIndex) -> bool:
        """Whether this is the id of a special token. Raises TokenizerError for an unknown id."""
        return checked_id(token_id, self.vocab_size) in self._special_ids

    def rank_of(self, token_id: SupportsIndex) -> int | None:
        """The rank, from 0, of the first merge that makes this token; None if no merge does."""
        rank = int(self._first_rank[checked_id(token_id, self.vocab_size)])
        return None if rank < 0 else rank

    def merge_of(self, token_id: SupportsIndex) -> tuple[int, int] | None:
        """The ids (left, right) that the first merge making this token joins; None if no merge does."""
        rank = self.rank_of(token_id)
        return None if rank is None else (int(self.merges[rank, 0]), int(self.merges[rank, 1]))

    @property
    def whole_pieces_only(self) -> tuple[int, ...]:
        """Ids of the ordinary tokens that merging their bytes does not give; none in a trained vocabulary."""
        return whole_pieces_only(self)

    def truncated(self, vocab_size: int) -> Tokenizer:
        """The tokenizer that the same run had given with fewer merges. Special tokens at the end are renumbered.

        Raises TokenizerError if `vocab_size` is below the bytes and special tokens, or above the present size.
        """
        return truncated(self, vocab_size)

    # --- text to ids

    def encode(self, text: str, special: SpecialPolicy = "allow", *, template: bool = True) -> list[int]:
        """The ids of `text`.

        Args:
            text: any string; halves of surrogate pairs are joined, and one alone is encoded as U+FFFD.
            special: what to do where the text holds a special token: `allow` gives its one id, `as_text` treats it as
                ordinary text, `refuse` raises TokenizerError. Added tokens that are not special are always cut.
            template: whether the ids of the tokenizer's template, if it has one, are put around those of the text.
        """
        ids: list[int] = self.encode_array(text, special, template=template).tolist()
        return ids

    def encode_array(
        self, text: str, special: SpecialPolicy = "allow", *, template: bool = True
    ) -> npt.NDArray[np.uint32]:
        """The same as an array of uint32."""
        ids = self.encode_bytes(to_bytes(text), special)
        return surrounded(ids, self.template) if template else ids

    def encode_batch(
        self,
        texts: Iterable[str],
        special: SpecialPolicy = "allow",
        *,
        template: bool = True,
        threads: int | None = None,
    ) -> list[list[int]]:
        """The ids of each text, in order; the same as of one text after the other.

        Args:
            texts: any strings.
            special: as in `encode`.
            template: as in `encode`.
            threads: how many threads encode, by default one for each processor. What is not done by the core alone, as
                with a pattern without a native scanner or with a normaliser, is done on the calling thread.

        Raises TokenizerError; where one text is to blame, the error says which, counted from 0.
        """
        check_policy(special)
        around = (self.template if template else None) or Template()
        groups = encode_groups(self, texts, special, threads)
        return [[*around.prefix, *ids, *around.suffix] if around else ids for group in groups for ids in group.lists()]

    def encode_batch_arrays(
        self,
        texts: Iterable[str],
        special: SpecialPolicy = "allow",
        *,
        template: bool = True,
        threads: int | None = None,
    ) -> list[npt.NDArray[np.uint32]]:
        """The same as arrays of uint32."""
        check_policy(special)
        around = self.template if template else None
        groups = encode_groups(self, texts, special, threads)
        return [surrounded(ids, around) for group in groups for ids in group.arrays()]

    def count_tokens(self, text: str, special: SpecialPolicy = "allow", *, template: bool = True) -> int:
        """How many ids `encode` gives."""
        return len(self.encode_array(text, special, template=template))

    def encode_bytes(
        self,
        data: bytes,
        special: SpecialPolicy = "allow",
        monitor: Monitor | None = None,
        timeout: float | None = SECONDS_PER_BATCH,
    ) -> npt.NDArray[np.uint32]:
        """The ids of text that is bytes already, without a template.

        Bytes that are not UTF-8 are kept, each a character of no class. Raises Stopped when the monitor is told to
        stop, TokenizerError when an expression takes longer than `timeout` seconds over 65,536 pieces.
        """
        check_policy(special)
        return self._encoder.ids(data, Rules(special, monitor, timeout))

    def encode_narrow(
        self, data: bytes | memoryview, special: SpecialPolicy, monitor: Monitor | None = None
    ) -> npt.NDArray[np.uint16] | npt.NDArray[np.uint32]:
        """The same in the narrowest type that holds every id of the vocabulary: uint16 up to 65,536 tokens."""
        if self.vocab_size > 2**16:
            return self.encode_bytes(bytes(data), special, monitor)
        return self._encoder.narrow_ids(data, Rules(special, monitor, SECONDS_PER_BATCH))

    @property
    def text_encoder(self) -> TextEncoder:
        """What encodes, step by step: for modules that encode many texts, or one in parts."""
        return self._encoder

    def encode_with_offsets(
        self,
        text: str,
        special: SpecialPolicy = "allow",
        *,
        template: bool = True,
        timeout: float | None = SECONDS_PER_BATCH,
    ) -> EncodedText:
        """The ids of `text`, each with its place in the string as it was given. `timeout` as in `encode_bytes`."""
        check_policy(special)
        around = self.template if template else None
        return self._encoder.placed(text, to_bytes(text), Rules(special, None, timeout), around)

    def encode_file(
        self,
        path: str | Path | Source,
        out: str | Path,
        special: SpecialPolicy = "allow",
        *,
        monitor: Monitor | None = None,
        threads: int | None = None,
    ) -> int:
        """Encode a text file of any size into `out`, a `.npy` or `.bin` file, in bounded memory; returns how many ids.

        Ids are uint16 up to 65,536 tokens, else uint32; they are those of the whole text at once, whatever the number
        of `threads` (by default one for each processor), with the tokenizer's template around them. A text that nothing
        divides is held whole. The file may be compressed, and in another encoding, which a `Source` can name. `out`
        appears when it is complete. Raises TokenizerError for another ending of `out`, CorpusError for a file that
        cannot be read, or that holds records or files, Stopped when the monitor is told to stop.
        """
        check_policy(special)
        text = path if isinstance(path, Source) else Source(Path(path))
        return encode_file(self, text, Path(out), special, monitor, threads=threads)

    # --- ids to text

    def decode_bytes(self, ids: IdSource) -> bytes:
        """The bytes that `ids` stand for, read as `decoding` says; by default exactly those of the tokens.

        Raises TokenizerError naming position and value of an unknown id.
        """
        numbers = checked_ids(ids, self.vocab_size)
        if self._spoken is None:
            assert self._encoder.core is not None
            return self._encoder.core.decode(numbers)
        return TokenJoiner(self._spoken).joined(numbers.tolist())

    def decode(self, ids: IdSource) -> str:
        """The text that `ids` stand for, with U+FFFD where the bytes are not UTF-8. Errors as `decode_bytes`."""
        return self.decoding.to_text(self.decode_bytes(ids))

    def streaming_decoder(self) -> StreamingDecoder:
        """A decoder for ids that arrive one at a time."""
        return StreamingDecoder(TokenJoiner(self._spoken or self._spoken_tokens()), self.vocab_size)

    # --- files

    def save(self, folder: str | Path, formats: Iterable[str], *, roles: Mapping[str, str] | None = None) -> SaveReport:
        """Save into `folder` (made if only it is missing) in every format named; all files appear, or none.

        `roles` says which special tokens are bos, eos, pad and unk, in place of the tokenizer's own roles.
        Raises FormatError. See `vocabsmith_engine.formats.save`.
        """
        from vocabsmith_engine import formats as file_formats  # noqa: PLC0415 - the formats build tokenizers

        return file_formats.save(self, folder, formats, roles=roles)

    @classmethod
    def load(cls, path: str | Path) -> Tokenizer:
        """Load a tokenizer file, or the folder that holds one, in any format. Raises FormatError."""
        from vocabsmith_engine import formats as file_formats  # noqa: PLC0415 - the formats build tokenizers

        return file_formats.load(path)


def _own_array(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A copy that nobody can write to."""
    own = np.array(array, order="C")
    own.flags.writeable = False
    return own


def _own_mapping(mapping: Mapping[str, str] | None) -> Mapping[str, str] | None:
    return None if mapping is None else MappingProxyType(dict(mapping))
