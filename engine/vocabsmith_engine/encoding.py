"""Text to ids, step by step: added tokens are cut out, the rest is normalised, cut into pieces and encoded.

    text ─► added tokens │ stretches ─► normaliser ─► normalised added tokens │ stretches ─► pieces ─► model ─► ids

What the core can do in one call is left to it; everything here gives the same ids for the same text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import _native
from vocabsmith_engine.added_tokens import AddedToken, AddedTokenFinder
from vocabsmith_engine.dividing import Divider
from vocabsmith_engine.errors import TokenizerError, told_by_the_engine
from vocabsmith_engine.models import ByteLevel
from vocabsmith_engine.normalization import AlignedText
from vocabsmith_engine.normalization.aligned_text import UnplacedText, WorkingText
from vocabsmith_engine.offsets import EncodedText, OriginalText, Placed, place_all, place_tokens
from vocabsmith_engine.piece_encoders import ByteLevelPieces, IdArray, PieceEncoder, byte_level_core, model_pieces
from vocabsmith_engine.pretokenization import CutBytes

if TYPE_CHECKING:
    from vocabsmith_engine.monitor import Monitor
    from vocabsmith_engine.templates import Template
    from vocabsmith_engine.tokenizer import Tokenizer

SpecialPolicy = Literal["allow", "as_text", "refuse"]


def check_policy(special: str) -> None:
    """Raises TokenizerError unless `special` is a known way to treat special tokens in text."""
    if special not in get_args(SpecialPolicy):
        raise TokenizerError(f"special {special!r}", "is not a known policy", "Use allow, as_text or refuse")


class Found(NamedTuple):
    """An added token in a text, and its place in the original in characters, where places are wanted."""

    token: AddedToken
    begin: int
    end: int


class Rules(NamedTuple):
    """How one text is to be encoded.

    Attributes:
        special: what is done with special tokens.
        monitor: what is told to stop, or None.
        timeout: seconds for an expression over 65,536 matches, or None.
        characters_before: of the text it is a part of; errors tell places with these.
    """

    special: SpecialPolicy
    monitor: Monitor | None
    timeout: float | None
    characters_before: int = 0


class TextEncoder:
    """Encodes with everything that a tokenizer says about text. Any number of threads may use one.

    Attributes:
        core: the encoder of the C++ core for a byte-level model, otherwise None.
        pieces: the encoder of pieces.
    """

    def __init__(self, tokenizer: Tokenizer, ordinary_ids: frozenset[int]) -> None:
        """`ordinary_ids`: added tokens that the model knows as well."""
        added = [token for token in tokenizer.all_added_tokens if token.in_text]
        self._added = added
        only_added = [token.id for token in tokenizer.all_added_tokens if token.id not in ordinary_ids]
        self._normalizer = tokenizer.normalizer
        self._pretokenizer = tokenizer.pretokenizer
        raw = [token for token in added if not token.normalized]
        normalized = [token for token in added if token.normalized]
        self._raw = AddedTokenFinder(raw, [token.text for token in raw])
        self._normalized = AddedTokenFinder(normalized, [self._normalizer.text(token.text) for token in normalized])
        self._all_special = all(token.special for token in added)
        self._literal = all(token.literal for token in added)
        self.core: _native.Encoder | None = None
        self.pieces: PieceEncoder
        if isinstance(tokenizer.model, ByteLevel):
            self.core = byte_level_core(tokenizer, only_added)
            lengths = np.fromiter(map(len, tokenizer.tokens), dtype=np.int64, count=tokenizer.vocab_size)
            self.pieces = ByteLevelPieces(self.core, lengths)
        else:
            self.pieces = model_pieces(tokenizer, only_added, whole_pieces_first=tokenizer.whole_pieces_first)
        # The core cuts what it knows as special, literally and all of them at once.
        self._core_cuts = (
            self._literal
            and not (raw and normalized)
            and len(added) == len(only_added) == len(tokenizer.all_added_tokens)
        )
        self._scanners = self._scanners_by_policy()
        self._edits = bool(self._normalizer) or not self._pretokenizer.keeps_text

    @property
    def added_token_finders(self) -> tuple[AddedTokenFinder, AddedTokenFinder]:
        """What finds added tokens in the text as it is, and what finds others in the normalised text."""
        return self._raw, self._normalized

    # --- what the core can do alone

    def scanner_for(self, special: str) -> str | None:
        """The scanner with which one call of the core encodes whole texts under this policy, or None."""
        return self._scanners.get(special)

    @property
    def spelled_lengths(self) -> npt.NDArray[np.int64] | None:
        """(vocabulary) bytes of each id, where the ids of a text always spell it byte for byte; otherwise None."""
        if not isinstance(self.pieces, ByteLevelPieces) or not self._literal or self._edits:
            return None
        return self.pieces.lengths

    def _scanners_by_policy(self) -> dict[str, str]:
        scanner = self._pretokenizer.scanner
        if self.core is None or self._normalizer or scanner is None:
            return {}
        alone = {"allow": self._core_cuts, "as_text": self._all_special}
        return {special: scanner for special, is_alone in alone.items() if is_alone}

    # --- ids

    def ids(self, data: bytes, rules: Rules) -> IdArray:
        """The ids of the text `data`."""
        rules = self._settled(data, rules)
        if scanner := self.scanner_for(rules.special):
            assert self.core is not None
            with told_by_the_engine():
                return self.core.encode(data, scanner, rules.special == "allow", rules.monitor)
        parts = [
            np.array([item.token.id], dtype=np.uint32) if isinstance(item, Found) else self._ids_of(item, rules)
            for item in self.items(data, None, rules)
        ]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.uint32)

    def _ids_of(self, cut: CutBytes, rules: Rules) -> IdArray:
        with told_by_the_engine():
            return self.pieces.ids(cut.data, cut.ends, rules.monitor)

    def _settled(self, data: bytes, rules: Rules) -> Rules:
        """Where the core encodes alone, a text that holds nothing to refuse is one that allows all."""
        if rules.special != "refuse" or "allow" not in self._scanners:
            return rules
        self.refuse(data, rules.characters_before)
        return rules._replace(special="allow")

    def narrow_ids(self, data: bytes | memoryview, rules: Rules) -> npt.NDArray[np.uint16]:
        """The same for a vocabulary of at most 65,536 tokens."""
        if scanner := self.scanner_for(rules.special):
            assert self.core is not None
            with told_by_the_engine():
                return self.core.encode_narrow(data, scanner, rules.special == "allow", rules.monitor)
        return self.ids(bytes(data), rules).astype(np.uint16)

    # --- ids with their places

    def placed(self, text: str, data: bytes, rules: Rules, around: Template | None = None) -> EncodedText:
        """The ids of `text`, whose bytes are `data`, each with its place; those of a template have empty places."""
        lengths = self.spelled_lengths
        if lengths is not None and not around:
            ids = self.ids(data, rules)
            return place_tokens(text, data, ids, lengths[ids])
        original = OriginalText.of(text, data)
        placed = [
            original.place_ids([item.token.id], item.begin, item.end)
            if isinstance(item, Found)
            else self._placed(item, original, rules)
            for item in self.items(data, original, rules)
        ]
        if around:
            placed.insert(0, original.place_ids(around.prefix, 0, 0))
            placed.append(original.place_ids(around.suffix, original.characters, original.characters))
        return place_all(placed, original)

    def _placed(self, cut: CutBytes, original: OriginalText, rules: Rules) -> Placed:
        assert isinstance(cut.text, AlignedText)
        with told_by_the_engine():
            ids, spans = self.pieces.ids_and_spans(cut.data, cut.ends, rules.monitor)
        return original.place(cut.text, cut.data, ids, spans)

    # --- the steps

    def items(
        self, data: bytes, original: OriginalText | Literal[True] | None, rules: Rules
    ) -> Iterator[Found | CutBytes]:
        """Added tokens, and the rest in pieces, in the order of the text; with places unless `original` is None."""
        characters = _CharacterCounter(data, rules.characters_before)
        for begin, end, token in self._raw.split(data, cut_special=rules.special != "as_text"):
            if rules.monitor is not None:
                rules.monitor.raise_if_stopped()
            if token is None:
                yield from self._items_of_stretch(data[begin:end], begin, characters, original is not None, rules)
                continue
            if rules.special == "refuse" and token.special:
                raise _refused(token, characters.before(begin))
            place = (0, 0) if original is None else (characters.before(begin), characters.before(end))
            yield Found(token, *place)

    def _items_of_stretch(
        self, stretch: bytes, begin: int, characters: _CharacterCounter, places: bool, rules: Rules
    ) -> Iterator[Found | CutBytes]:
        """The same for a stretch without added tokens of the text as it is, which begins at the byte `begin`."""
        if not (places or self._edits or self._normalized):
            ends = self._pretokenizer.piece_ends(stretch, rules.timeout, rules.monitor)
            yield CutBytes(UnplacedText(""), stretch, ends)
            return
        text = stretch.decode("utf-8", "surrogateescape")
        placed = places or self._needs_places(rules)
        working: WorkingText = AlignedText.of(text, characters.before(begin)) if placed else UnplacedText(text)
        working = working.after(self._normalizer.steps, begin == 0)
        yield from self._normalised_items(working, begin == 0, rules)

    def _needs_places(self, rules: Rules) -> bool:
        """Whether something is done by the place in the original, although nobody asked for places."""
        if self._normalized and rules.special == "refuse":
            return True
        return bool(self._normalizer) and self._pretokenizer.looks_at_places

    def _normalised_items(self, working: WorkingText, begins_text: bool, rules: Rules) -> Iterator[Found | CutBytes]:
        """The same for a stretch that is normalised."""
        if not self._normalized:
            yield self._pretokenizer.cut(working, begins_text, rules.timeout, rules.monitor)
            return
        data = working.text.encode("utf-8", "surrogateescape")
        characters = _CharacterCounter(data)
        for begin, end, token in self._normalized.split(data, cut_special=rules.special != "as_text"):
            first = characters.before(begin)
            part = working.part(first, characters.before(end))
            if token is None:
                yield self._pretokenizer.cut(part, begins_text and first == 0, rules.timeout, rules.monitor)
                continue
            place = (int(part.begins[0]), int(part.ends[-1])) if isinstance(part, AlignedText) else (0, 0)
            if rules.special == "refuse" and token.special:
                raise _refused(token, place[0])
            yield Found(token, *place)

    @property
    def bytes_per_byte(self) -> int:
        """Memory that encoding takes for each byte of a text that is not divided, where merging takes no more.

        The text, a copy and its ids; or what Python needs for its characters, pieces and places.
        """
        return 3 if self.core is not None and not self._edits else 50

    def divider(self, special: str) -> Divider:
        """Where texts may be divided that are encoded under this policy."""
        return Divider(self._added, self._normalizer, self._pretokenizer, cut_special=special != "as_text")

    def refuse(self, data: bytes, characters_before: int = 0) -> None:
        """Raises TokenizerError that names the first special token in `data` and its place in characters."""
        for begin, _, token in self._raw.split(data):
            if token is not None and token.special:
                raise _refused(token, characters_before + len(data[:begin].decode(errors="replace")))
        if self._normalized:
            for _ in self.items(data, None, Rules("refuse", None, None, characters_before)):
                pass


class _CharacterCounter:
    """Counts the characters before places that mostly rise; a byte that is not UTF-8 is one."""

    def __init__(self, data: bytes, start: int = 0) -> None:
        self._data = data
        self._start = start
        self._byte, self._character = 0, start

    def before(self, byte: int) -> int:
        """How many characters there are before this byte."""
        if byte < self._byte:  # a token took white space along that is the beginning of the next one
            self._byte, self._character = 0, self._start
        self._character += len(self._data[self._byte : byte].decode("utf-8", "surrogateescape"))
        self._byte = byte
        return self._character


def _refused(token: AddedToken, character: int) -> TokenizerError:
    return TokenizerError(
        f"special token {token.text!r} at character {character}",
        "is refused in this text",
        "Remove it, or encode with special='allow' or 'as_text'",
    )
