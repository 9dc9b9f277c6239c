"""Cuts text with the `regex` module, exactly as the Unicode 16.0 sets of a pattern say.

Each pattern is kept in two forms. The one as written is fast, and right for every text without a code point that the
module's own tables class otherwise; the explicit one is right for all text. Each text goes to the faster right one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain, islice
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.errors import RecipeError, TokenizerError
from vocabsmith_engine.named_patterns import NAMED_SPLITS
from vocabsmith_engine.unicode_sets import contested, regex_module, translate

MATCHES_AT_ONCE: Final = 65_536
SECONDS_PER_BATCH: Final = 60.0
"""Time for so many matches, a thousand times what a sound expression needs."""
_NAMED: Final = frozenset(pattern for splits in NAMED_SPLITS.values() for pattern in splits)
_PROBES: Final = ("", "Aa b1\u0301,\r\n  'é中😀\t_-")
_PROBE_SECONDS: Final = 2.0


class Splitter:
    """One pattern, ready to cut text. Raises RecipeError for a pattern that cannot serve."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self._translation = translate(pattern)
        self._as_written = _compiled(pattern, pattern)
        self._always_explicit = self._translation.folds_properties and pattern not in _NAMED

    @property
    def left_to_regex(self) -> tuple[str, ...]:
        """Classes of the pattern that follow the tables of the `regex` module."""
        return tuple(dict.fromkeys(self._translation.left))

    def check(self) -> None:
        """Raises RecipeError for a pattern that searches backwards or can match the empty string."""
        if self._as_written.flags & regex_module().REVERSE:
            raise RecipeError(
                f"expression {self.pattern!r}", "searches from the end of the text", "Remove the flag (?r)"
            )
        for probe in _PROBES:
            try:
                self.ends(probe, _PROBE_SECONDS)
            except TokenizerError as error:
                raise RecipeError(error.value, error.rule, error.remedy) from None

    def ends(self, text: str, timeout: float | None = None) -> list[int]:
        """End of each piece of `text` in code points; what stands between matches is a piece of its own."""
        return list(chain.from_iterable(self.batches(text, timeout)))

    def batches(self, text: str, timeout: float | None = None) -> Iterator[list[int]]:
        """The same in lists, one for each 65,536 matches, each of which may take `timeout` seconds."""
        pattern = self._pattern_for(text)
        done = 0
        while spans := self._next_spans(pattern, text, done, timeout):
            ends = self._with_gaps(spans, done)
            yield ends
            done = ends[-1]
        if done < len(text):
            yield [len(text)]

    def matches(self, text: str, timeout: float | None = None) -> Iterator[tuple[int, int]]:
        """Begin and end of each match in code points, none of them empty; `timeout` as in `batches`."""
        pattern = self._pattern_for(text)
        done = 0
        while spans := self._next_spans(pattern, text, done, timeout):
            for begin, done in spans:
                if begin == done:
                    raise self._matches_nothing()
                yield begin, done

    def _next_spans(self, pattern: Any, text: str, done: int, timeout: float | None) -> list[tuple[int, int]]:
        try:
            return [match.span() for match in islice(pattern.finditer(text, done, timeout=timeout), MATCHES_AT_ONCE)]
        except TimeoutError:
            raise self._too_slow(timeout) from None
        except (MemoryError, RecursionError):
            raise self._too_large() from None

    def _with_gaps(self, spans: list[tuple[int, int]], done: int) -> list[int]:
        ends: list[int] = []
        for begin, end in spans:
            if begin == end:
                raise self._matches_nothing()
            if begin > done:
                ends.append(begin)
            ends.append(end)
            done = end
        return ends

    def _pattern_for(self, text: str) -> Any:
        if self._always_explicit:
            return self._explicit
        if text.isascii() or not self._contested[code_points(text)].any():
            return self._as_written
        return self._explicit

    @cached_property
    def _explicit(self) -> Any:
        return _compiled(self.pattern, self._translation.explicit)

    @cached_property
    def _contested(self) -> npt.NDArray[np.bool_]:
        return contested(frozenset(self._translation.properties))

    def _matches_nothing(self) -> RecipeError:
        return RecipeError(
            f"expression {self.pattern!r}",
            "can match the empty string, which is no piece",
            "Use + in place of *, or make a part compulsory",
        )

    def _too_slow(self, timeout: float | None) -> TokenizerError:
        return TokenizerError(
            f"expression {self.pattern!r}",
            f"needed more than {timeout:g} second{'' if timeout == 1 else 's'} on a stretch of text",
            "Simplify it: a repetition inside a repetition, as in (a+)+, takes very long",
        )

    def _too_large(self) -> TokenizerError:
        return TokenizerError(
            f"expression {self.pattern!r}",
            "needed more memory than there is on a stretch of text",
            "Simplify it: a group that calls itself, as in (?R), may go down without end",
        )


@lru_cache(maxsize=64)
def splitter(pattern: str) -> Splitter:
    """The splitter of `pattern`, made once. Raises RecipeError."""
    return Splitter(pattern)


def split_batches(text: str, splits: Sequence[str], timeout: float | None = None) -> Iterator[list[int]]:
    """Ends in code points after successive splits: each pattern cuts every piece of the one before as if alone.

    In lists, so that a text of any length needs little memory and can show how far it is. A user's expression is one
    split; those of a name are what its native scanner is compared with.
    """
    first, *later = splits
    begin = 0
    for batch in splitter(first).batches(text, timeout):
        ends = batch
        for pattern in later:
            ends = _cut_again(text, begin, ends, splitter(pattern), timeout)
        yield ends
        begin = ends[-1]


def _cut_again(text: str, begin: int, ends: list[int], by: Splitter, timeout: float | None) -> list[int]:
    finer: list[int] = []
    for end in ends:
        finer.extend(begin + inner for inner in by.ends(text[begin:end], timeout))
        begin = end
    return finer


def code_points(text: str) -> npt.NDArray[np.uint32]:
    """The code points of `text`, shape (len(text),). Lone surrogates are code points like any other."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")


def byte_offsets(text: str, places: Sequence[int]) -> npt.NDArray[np.uint64]:
    """Places in `text`, in code points, as places in its bytes; an escaped byte (surrogateescape) is one byte long."""
    if text.isascii():
        return np.asarray(places, np.uint64)
    codes = code_points(text)
    lengths = 1 + (codes >= 0x80).astype(np.uint64) + (codes >= 0x800) + (codes >= 0x10000)
    lengths[(codes >= 0xDC80) & (codes <= 0xDCFF)] = 1
    starts = np.concatenate((np.zeros(1, np.uint64), np.cumsum(lengths, dtype=np.uint64)))
    return starts[np.asarray(places, np.int64)]


def _compiled(pattern: str, form: str) -> Any:
    regex = regex_module()
    try:
        return regex.compile(form)
    except (regex.error, ValueError, OverflowError, RecursionError) as error:
        raise RecipeError(
            f"expression {pattern!r}",
            f"is not a regular expression: {error}",
            "Correct it, or choose a pattern by name",
        ) from None
