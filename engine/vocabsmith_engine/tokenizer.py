"""Tokenizer: a finished vocabulary that turns text into ids and ids into text."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, get_args

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import _native, machine
from vocabsmith_engine.added_tokens import AddedToken, check_added_tokens, plain_tokens
from vocabsmith_engine.decoding import AS_THEY_ARE, Decoding
from vocabsmith_engine.encoding_batches import encode_groups
from vocabsmith_engine.encoding_files import encode_file
from vocabsmith_engine.errors import TokenizerError, told_by_the_engine
from vocabsmith_engine.ids import IdSource, checked_id, checked_ids
from vocabsmith_engine.models import BYTE_LEVEL, ModelSettings
from vocabsmith_engine.normalization import NO_NORMALIZATION, Normalizer
from vocabsmith_engine.offsets import EncodedText, place_tokens
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.regex_splitting import SECONDS_PER_BATCH
from vocabsmith_engine.streaming import StreamingDecoder
from vocabsmith_engine.templates import Template
from vocabsmith_engine.text import to_bytes
from vocabsmith_engine.truncation import truncated
from vocabsmith_engine.vocabulary_checks import byte_ids, check_roles, check_vocabulary
from vocabsmith_engine.whole_pieces import whole_pieces_only

if TYPE_CHECKING:
    from vocabsmith_engine.formats import SaveReport
    from vocabsmith_engine.monitor import Monitor

SpecialPolicy = Literal["allow", "as_text", "refuse"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Tokenizer:
    """An immutable byte-level BPE vocabulary with everything that encoding needs.

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

    Raises TokenizerError when tokens, merges and special tokens do not fit together, or when a byte has no token.
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
    _encoder: _native.Encoder = field(init=False)
    _specials: _native.SpecialTokens = field(init=False)
    _special_ids: frozenset[int] = field(init=False)
    _lengths: npt.NDArray[np.int64] = field(init=False)
    _first_rank: npt.NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        merges = _own_array(np.asarray(self.merges, dtype=np.uint32).reshape(-1, 3))
        self._set(tokens=tuple(self.tokens), merges=merges)
        self._set(special_tokens=MappingProxyType(dict(self.special_tokens)), roles=_own_mapping(self.roles))
        if self.added_tokens is not None:
            self._set(added_tokens=tuple(self.added_tokens))
        if self.merge_counts is not None:
            self._set(merge_counts=_own_array(np.asarray(self.merge_counts, dtype=np.uint64)))
        check_vocabulary(self.tokens, merges, self.special_tokens)
        check_added_tokens(self.all_added_tokens, self.special_tokens)
        check_roles(self.roles, self.special_tokens)
        self._prepare_encoder()
        self._prepare_look_ups()

    def _set(self, **values: object) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _prepare_encoder(self) -> None:
        encoder = _native.Encoder(
            self.tokens,
            byte_ids(self.tokens, self.special_tokens),
            self.merges,
            list(self.special_tokens.values()),
            self.whole_pieces_first,
            machine.memory() or 0,
        )
        specials = _native.SpecialTokens([text.encode() for text in self.special_tokens])
        self._set(_encoder=encoder, _specials=specials)

    def _prepare_look_ups(self) -> None:
        lengths = np.fromiter(map(len, self.tokens), dtype=np.int64, count=len(self.tokens))
        first_rank = np.full(len(self.tokens), -1, dtype=np.int64)
        first_rank[self.merges[::-1, 2]] = np.arange(len(self.merges))[::-1]
        self._set(_lengths=lengths, _first_rank=first_rank, _special_ids=frozenset(self.special_tokens.values()))

    def __repr__(self) -> str:
        return (
            f"<Tokenizer {self.name!r}: {self.vocab_size:,} tokens, {len(self.merges):,} merges, "
            f"{len(self.special_tokens)} special, pieces {self.pretokenizer.label}>"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        settings: dict[str, Any] = {
            "whole_pieces_first": self.whole_pieces_first,
            "recipe": self.recipe,
            "merge_counts": self.merge_counts,
            "roles": self.roles and dict(self.roles),
            "name": self.name,
            "notes": self.notes,
            "added_tokens": self.added_tokens,
            "normalizer": self.normalizer,
            "model": self.model,
            "decoding": self.decoding,
            "template": self.template,
            "chat_template": self.chat_template,
            "model_max_length": self.model_max_length,
            "origin": self.origin,
        }
        return partial(type(self), **settings), (self.tokens, self.merges, dict(self.special_tokens), self.pretokenizer)

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

    def encode(self, text: str, special: SpecialPolicy = "allow") -> list[int]:
        """The ids of `text`.

        Args:
            text: any string; halves of surrogate pairs are joined, and one alone is encoded as U+FFFD.
            special: what to do where the text holds a special token: `allow` gives its one id, `as_text` treats it as
                ordinary text, `refuse` raises TokenizerError.
        """
        ids: list[int] = self.encode_array(text, special).tolist()
        return ids

    def encode_array(self, text: str, special: SpecialPolicy = "allow") -> npt.NDArray[np.uint32]:
        """The same as an array of uint32."""
        return self.encode_bytes(to_bytes(text), special)

    def encode_batch(
        self, texts: Iterable[str], special: SpecialPolicy = "allow", *, threads: int | None = None
    ) -> list[list[int]]:
        """The ids of each text, in order; the same as of one text after the other.

        Args:
            texts: any strings.
            special: as in `encode`.
            threads: how many threads encode, by default one for each processor. A pattern without a native scanner
                is matched on the calling thread.

        Raises TokenizerError; where one text is to blame, the error says which, counted from 0.
        """
        check_policy(special)
        groups = encode_groups(self, self._encoder, texts, special, threads)
        return [ids for group in groups for ids in group.lists()]

    def encode_batch_arrays(
        self, texts: Iterable[str], special: SpecialPolicy = "allow", *, threads: int | None = None
    ) -> list[npt.NDArray[np.uint32]]:
        """The same as arrays of uint32."""
        check_policy(special)
        groups = encode_groups(self, self._encoder, texts, special, threads)
        return [ids for group in groups for ids in group.arrays()]

    def count_tokens(self, text: str, special: SpecialPolicy = "allow") -> int:
        """How many ids `encode` gives."""
        return len(self.encode_array(text, special))

    def encode_bytes(
        self,
        data: bytes,
        special: SpecialPolicy = "allow",
        monitor: Monitor | None = None,
        timeout: float | None = SECONDS_PER_BATCH,
    ) -> npt.NDArray[np.uint32]:
        """The ids of text that is bytes already. Bytes that are not UTF-8 are kept, each a character of no class.

        Raises Stopped when the monitor is told to stop, TokenizerError when an expression takes longer than `timeout`
        seconds over 65,536 pieces.
        """
        self._check_policy(data, special)
        if scanner := self.pretokenizer.scanner:
            return self._encode_scanned(data, scanner, special == "allow", monitor)
        return self._encode_split(data, special == "allow", monitor, timeout)

    def encode_narrow(
        self, data: bytes | memoryview, special: SpecialPolicy, monitor: Monitor | None = None
    ) -> npt.NDArray[np.uint16] | npt.NDArray[np.uint32]:
        """The same in the narrowest type that holds every id of the vocabulary: uint16 up to 65,536 tokens."""
        scanner = self.pretokenizer.scanner
        if scanner is None or special == "refuse" or self.vocab_size > 2**16:
            ids = self.encode_bytes(bytes(data), special, monitor)
            return ids if self.vocab_size > 2**16 else ids.astype(np.uint16)
        with told_by_the_engine():
            return self._encoder.encode_narrow(data, scanner, special == "allow", monitor)

    def _encode_scanned(
        self, data: bytes, scanner: str, allow_specials: bool, monitor: Monitor | None
    ) -> npt.NDArray[np.uint32]:
        with told_by_the_engine():
            return self._encoder.encode(data, scanner, allow_specials, monitor)

    def _encode_split(
        self, data: bytes, allow_specials: bool, monitor: Monitor | None, timeout: float | None
    ) -> npt.NDArray[np.uint32]:
        """Encode with a pattern that is not scanned natively: cut at special tokens, then into pieces."""
        special_rows = np.array(list(self.special_tokens.values()), dtype=np.uint32).reshape(-1, 1)
        spans = self._specials.split(data) if allow_specials else [(0, len(data), -1)]
        parts: list[npt.NDArray[np.uint32]] = []
        for begin, end, index in spans:
            if monitor is not None:
                monitor.raise_if_stopped()
            parts.append(self._encode_ordinary(data[begin:end], monitor, timeout) if index < 0 else special_rows[index])
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.uint32)

    def _encode_ordinary(self, data: bytes, monitor: Monitor | None, timeout: float | None) -> npt.NDArray[np.uint32]:
        ends = self.pretokenizer.piece_ends(data, timeout, monitor)
        with told_by_the_engine():
            return self._encoder.encode_pieces(data, ends, monitor)

    def _check_policy(self, data: bytes, special: SpecialPolicy) -> None:
        check_policy(special)
        if special == "refuse":
            self.refuse_specials(data)

    def refuse_specials(self, data: bytes, characters_before: int = 0) -> None:
        """Raises TokenizerError that names the first special token in `data` and its place in characters."""
        for begin, end, index in self._specials.split(data):
            if index >= 0:
                offset = characters_before + len(data[:begin].decode(errors="replace"))
                raise TokenizerError(
                    f"special token {data[begin:end].decode()!r} at character {offset}",
                    "is refused in this text",
                    "Remove it, or encode with special='allow' or 'as_text'",
                )

    def encode_with_offsets(
        self,
        text: str,
        special: SpecialPolicy = "allow",
        *,
        template: bool = True,
        timeout: float | None = SECONDS_PER_BATCH,
    ) -> EncodedText:
        """The ids of `text`, each with its place in the string as it was given. `timeout` as in `encode_bytes`."""
        data = to_bytes(text)
        ids = self.encode_bytes(data, special, timeout=timeout)
        return place_tokens(text, data, ids, self._lengths[ids])

    def encode_file(
        self,
        path: str | Path,
        out: str | Path,
        special: SpecialPolicy = "allow",
        *,
        monitor: Monitor | None = None,
        threads: int | None = None,
    ) -> int:
        """Encode a text file of any size into `out`, a `.npy` or `.bin` file, in bounded memory; returns how many ids.

        Ids are uint16 up to 65,536 tokens, else uint32; they are those of the whole text at once, whatever the number
        of `threads` (by default one for each processor). `out` appears when it is complete. Raises TokenizerError for
        another ending of `out`, CorpusError for a file that cannot be read, Stopped when the monitor is told to stop.
        """
        check_policy(special)
        return encode_file(self, Path(path), Path(out), special, monitor, threads=threads)

    # --- ids to text

    def decode_bytes(self, ids: IdSource) -> bytes:
        """Exactly the bytes that `ids` stand for. Raises TokenizerError naming position and value of an unknown id."""
        return self._encoder.decode(checked_ids(ids, self.vocab_size))

    def decode(self, ids: IdSource) -> str:
        """The text that `ids` stand for, with U+FFFD where the bytes are not UTF-8. Errors as `decode_bytes`."""
        return self.decode_bytes(ids).decode(errors="replace")

    def streaming_decoder(self) -> StreamingDecoder:
        """A decoder for ids that arrive one at a time."""
        return StreamingDecoder(self.token_bytes)

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


def check_policy(special: str) -> None:
    """Raises TokenizerError unless `special` is a known way to treat special tokens in text."""
    if special not in get_args(SpecialPolicy):
        raise TokenizerError(f"special {special!r}", "is not a known policy", "Use allow, as_text or refuse")


def _own_array(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A copy that nobody can write to."""
    own = np.array(array, order="C")
    own.flags.writeable = False
    return own


def _own_mapping(mapping: Mapping[str, str] | None) -> Mapping[str, str] | None:
    return None if mapping is None else MappingProxyType(dict(mapping))
