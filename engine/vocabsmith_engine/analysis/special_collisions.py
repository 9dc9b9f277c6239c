"""Where special tokens get in each other's way, in the way of a text, of the vocabulary, or of other programs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from vocabsmith_engine.added_tokens import AddedToken, AddedTokenFinder
from vocabsmith_engine.analysis.byte_rows import ByteRows
from vocabsmith_engine.byte_alphabet import BYTE_OF_GLYPH, unspell
from vocabsmith_engine.corpus import SourceLike
from vocabsmith_engine.models import ByteLevel
from vocabsmith_engine.monitor import Monitor
from vocabsmith_engine.normalization import NO_NORMALIZATION, Normalizer
from vocabsmith_engine.special_token_counts import count_special_tokens
from vocabsmith_engine.text import WHITE_SPACE, is_well_formed, to_bytes

if TYPE_CHECKING:
    from vocabsmith_engine.tokenizer import Tokenizer

CollisionKind = Literal[
    "empty",
    "no text",
    "repeated",
    "prefix",
    "suffix",
    "part",
    "overlap",
    "look-alike",
    "in text",
    "learned",
    "in learned",
    "spelled",
    "byte glyphs",
    "white space",
    "normalised",
    "takes white space",
    "single word",
]
Severity = Literal["error", "warning", "info"]
SEVERITY: Final[Mapping[CollisionKind, Severity]] = {
    "empty": "error",
    "no text": "error",
    "repeated": "warning",
    "prefix": "info",
    "suffix": "info",
    "part": "info",
    "overlap": "info",
    "look-alike": "warning",
    "in text": "warning",
    "learned": "warning",
    "in learned": "warning",
    "spelled": "warning",
    "byte glyphs": "warning",
    "white space": "warning",
    "normalised": "warning",
    "takes white space": "info",
    "single word": "info",
}
_ORDER: Final = ("error", "warning", "info")


@dataclass(frozen=True, slots=True)
class Collision:
    """One thing to know about one special token.

    Attributes:
        place: of the token in the list that was given, from 0.
        token: its text.
        kind: what it is, a key of `SEVERITY`.
        sentence: what happens.
        remedy: what to do about it.
        other: the other token it is about, "" if about none.
        count: how often, where that is counted; 0 otherwise.
    """

    place: int
    token: str
    kind: CollisionKind
    sentence: str
    remedy: str
    other: str = ""
    count: int = 0

    @property
    def severity(self) -> Severity:
        """How bad it is: no run can have such a token (error), something goes wrong (warning), good to know (info)."""
        return SEVERITY[self.kind]


def special_collisions(
    tokens: Iterable[str | AddedToken],
    tokenizer: Tokenizer | None = None,
    text: str | None = None,
    *,
    sources: Sequence[SourceLike] = (),
    normalizer: Normalizer | None = None,
    monitor: Monitor | None = None,
) -> tuple[Collision, ...]:
    """What is to be known of each of `tokens`, the most serious first for each, in their order.

    Args:
        tokens: texts, or added tokens with the rules by which they are found.
        tokenizer: with it, learned tokens are looked at, and its normaliser is the one in question.
        text: is looked through for the tokens, as encoding does: leftmost, the longest first.
        sources: files of a corpus that are looked through as well, each once.
        normalizer: what is done to text, in place of the tokenizer's.

    Raises CorpusError, Stopped.
    """
    listed = [AddedToken(token, -1) if isinstance(token, str) else token for token in tokens]
    if normalizer is None:
        normalizer = NO_NORMALIZATION if tokenizer is None else tokenizer.normalizer
    found = [
        *_unusable(listed),
        *_between(listed),
        *_in_texts(listed, text, sources, monitor),
        *_in_vocabulary(listed, tokenizer, monitor),
        *_by_themselves(listed, normalizer, spelled=tokenizer is None or isinstance(tokenizer.model, ByteLevel)),
    ]
    return tuple(sorted(found, key=lambda each: (each.place, _ORDER.index(each.severity))))


def _is_usable(token: AddedToken) -> bool:
    return bool(token.text) and "\0" not in token.text and is_well_formed(token.text)


# --- by itself


def _unusable(tokens: Sequence[AddedToken]) -> Iterator[Collision]:
    for place, token in enumerate(tokens):
        if not token.text:
            yield Collision(place, "", "empty", "It is empty and would match everywhere.", "Type a text or remove it.")
        elif not is_well_formed(token.text):
            sentence = "It holds half of a character, which is not text."
            yield Collision(place, token.text, "no text", sentence, "Type the whole character.")
        elif "\0" in token.text:
            sentence = "It holds the character NUL, which no run can have."
            yield Collision(place, token.text, "no text", sentence, "Remove the NUL.")


def _by_themselves(tokens: Sequence[AddedToken], normalizer: Normalizer, *, spelled: bool) -> Iterator[Collision]:
    for place, token in enumerate(tokens):
        if not _is_usable(token):
            continue
        text = token.text
        if text[0] in WHITE_SPACE or text[-1] in WHITE_SPACE:
            sentence = "It begins or ends with white space, which is easily lost on the way to it."
            yield Collision(place, text, "white space", sentence, "Remove the white space.")
        if spelled and (read := _read_as_bytes(text)) is not None:
            sentence = f"Hugging Face's tokenizers decode it as {read!r}: its letters stand for bytes there."
            yield Collision(place, text, "byte glyphs", sentence, "Write it in ASCII, or with a space in it.")
        yield from _by_rules(place, token)
        changed = normalizer.text(text) if normalizer else text
        if changed != text:
            yield Collision(place, text, "normalised", *_on_normalised(token, changed))


def _read_as_bytes(text: str) -> str | None:
    """What a decoder of the byte alphabet makes of it; None if it leaves it alone."""
    if text.isascii() or not all(letter in BYTE_OF_GLYPH for letter in text):
        return None
    return unspell(text).decode(errors="replace")


def _by_rules(place: int, token: AddedToken) -> Iterator[Collision]:
    sides = [side for side, taken in (("before", token.lstrip), ("behind", token.rstrip)) if taken]
    if sides:
        sentence = f"It takes the white space {' and '.join(sides)} it along, which does not come back in decoding."
        remedy = f"Switch {' and '.join({'before': 'lstrip', 'behind': 'rstrip'}[side] for side in sides)} off."
        yield Collision(place, token.text, "takes white space", sentence, remedy)
    if token.single_word:
        sentence = f"It is found only where no letter, digit or _ stands beside it: not in a{token.text}b."
        yield Collision(place, token.text, "single word", sentence, "Switch single_word off.")


def _on_normalised(token: AddedToken, changed: str) -> tuple[str, str]:
    if token.normalized:
        return f"It is looked for in normalised text, as {changed!r}.", "Write it as the normaliser leaves it."
    return (
        f"The normaliser makes {changed!r} of it: where it is taken as text, it does not come back.",
        "Write it as the normaliser leaves it.",
    )


# --- one against the others


def _between(tokens: Sequence[AddedToken]) -> Iterator[Collision]:
    """Repetitions, tokens inside others, tokens whose ends overlap, and tokens that look alike."""
    first: dict[str, int] = {}
    for place, token in enumerate(tokens):
        if not _is_usable(token):
            continue
        if token.text in first:
            yield Collision(place, token.text, "repeated", "It is there already; it is kept once.", "Remove one.")
        else:
            first[token.text] = place
    yield from _inside_others(first)
    yield from _overlapping(first)
    yield from _looking_alike(first)


def _inside_others(places: Mapping[str, int]) -> Iterator[Collision]:
    """The first longer token that each stands in."""
    lengths = sorted({len(text) for text in places})
    told: set[str] = set()
    for longer in places:
        for length in lengths:
            for begin in range(len(longer) - length + 1 if length < len(longer) else 0):
                part = longer[begin : begin + length]
                if part in places and part not in told:
                    told.add(part)
                    yield _inside(places[part], part, longer, begin)


def _inside(place: int, part: str, longer: str, begin: int) -> Collision:
    if begin == 0:
        sentence = f"{longer} begins with it; where both fit, the longer one is found."
        return Collision(place, part, "prefix", sentence, "Nothing, if that is meant.", longer)
    kind: CollisionKind = "suffix" if begin + len(part) == len(longer) else "part"
    verb = "ends with it" if kind == "suffix" else "holds it"
    sentence = f"{longer} {verb}; there the longer one is found, which begins earlier."
    return Collision(place, part, kind, sentence, "Nothing, if that is meant.", longer)


def _overlapping(places: Mapping[str, int]) -> Iterator[Collision]:
    """For each token another one that begins with its end: where they overlap, only the earlier is found."""
    beginnings: dict[str, list[str]] = defaultdict(list)
    for text in places:
        for length in range(1, len(text)):
            if len(beginnings[text[:length]]) < 2:  # one of two is another token
                beginnings[text[:length]].append(text)
    for text, place in places.items():
        ends = (text[-length:] for length in range(len(text) - 1, 0, -1))
        others = ((end, other) for end in ends for other in beginnings.get(end, ()) if other != text)
        end, other = next(others, ("", ""))
        if not other:
            continue
        sentence = f"Its end {end!r} begins {other}: in {text + other[len(end) :]} only the first of the two is found."
        yield Collision(place, text, "overlap", sentence, "Begin and end all tokens with signs of their own.", other)


def _looking_alike(places: Mapping[str, int]) -> Iterator[Collision]:
    groups: dict[str, list[str]] = defaultdict(list)
    for text in places:
        groups["".join(text.casefold().split())].append(text)
    for group in groups.values():
        for text in group[1:]:
            sentence = f"It differs from {group[0]} only in case or white space."
            yield Collision(places[text], text, "look-alike", sentence, "Keep one of the two.", group[0])


# --- against texts and the vocabulary


def _in_texts(
    tokens: Sequence[AddedToken], text: str | None, sources: Sequence[SourceLike], monitor: Monitor | None
) -> Iterator[Collision]:
    usable = [token for token in tokens if _is_usable(token)]
    counts = Counter[str]()
    if text:
        counts += _counts_in(text, usable)
    if sources:
        counts += count_special_tokens(sources, [token.text for token in usable], monitor=monitor)
    told: set[str] = set()
    for place, token in enumerate(tokens):
        if (times := counts[token.text]) and token.text not in told:
            told.add(token.text)
            sentence = f"It stands in the text {_times(times, 'time')}, and becomes one id there."
            remedy = "Encode text from outside with special tokens as text, or choose another."
            yield Collision(place, token.text, "in text", sentence, remedy, count=times)


def _counts_in(text: str, tokens: Sequence[AddedToken]) -> Counter[str]:
    """How often each is cut out of `text`, with its rules; what is looked for in normalised text is taken as it is."""
    unique = list({token.text: token for token in tokens}.values())
    finder = AddedTokenFinder(unique, [token.text for token in unique])
    return Counter(cut.token.text for cut in finder.split(to_bytes(text)) if cut.token is not None)


def _in_vocabulary(
    tokens: Sequence[AddedToken], tokenizer: Tokenizer | None, monitor: Monitor | None
) -> Iterator[Collision]:
    if tokenizer is None:
        return
    learned = _Learned(tokenizer)
    for place, token in enumerate(tokens):
        if not _is_usable(token):
            continue
        if monitor is not None:
            monitor.raise_if_stopped()
        yield from _learned(place, token.text, learned)
        if isinstance(tokenizer.model, ByteLevel):
            yield from _spelled(place, token.text, learned)


class _Learned:
    """All tokens but the added ones, as the model has them, in one buffer that is quickly searched."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        added = {*tokenizer.special_tokens.values()}
        self._ids = [token_id for token_id in range(tokenizer.vocab_size) if token_id not in added]
        self._rows = ByteRows.of([tokenizer.tokens[each] for each in self._ids])
        self.tokens = tokenizer.tokens

    def holding(self, part: bytes) -> list[int]:
        """The ids of those that hold `part`, which is not empty, rising."""
        return [self._ids[row] for row in np.flatnonzero(self._rows.holding(part)).tolist()]

    def equal_to(self, token: bytes) -> int | None:
        """The first id of those that are just this."""
        return next((each for each in self.holding(token) if self.tokens[each] == token), None)


def _learned(place: int, text: str, learned: _Learned) -> Iterator[Collision]:
    data = text.encode()
    holding = learned.holding(data)
    same = [each for each in holding if learned.tokens[each] == data]
    if same:
        sentence = f"Token {same[0]:,} of the vocabulary has the same text: taken as text, it becomes that token."
        yield Collision(place, text, "learned", sentence, "Choose another, or learn again from text without it.")
    others = [each for each in holding if each not in same]
    if others and len(data) > 1:  # of one byte that is no news
        example = learned.tokens[others[0]].decode(errors="replace")
        sentence = f"{_times(len(others), 'learned token')} hold{'s' * (len(others) == 1)} it, such as {example!r}."
        remedy = "Name it as a special token before learning, so that no merge runs across it."
        yield Collision(place, text, "in learned", sentence, remedy, count=len(others))


def _spelled(place: int, text: str, learned: _Learned) -> Iterator[Collision]:
    """A text in the byte alphabet that is the spelling of another token."""
    if text.isascii() or not all(letter in BYTE_OF_GLYPH for letter in text):
        return
    same = learned.equal_to(unspell(text))
    if same is not None:
        sentence = f"In a tokenizer.json, token {same:,} is written in the same way, so the format refuses it."
        yield Collision(place, text, "spelled", sentence, "Rename it, in ASCII.")


def _times(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
