"""The errors of Vocabsmith. Each is one line that names the value, the rule and the remedy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class VocabsmithError(Exception):
    """Anything a user can put right. `str(error)` is one line, fit to be shown as it is."""

    def __init__(self, value: str, rule: str, remedy: str) -> None:
        self.value = value
        self.rule = rule
        self.remedy = remedy
        super().__init__(" ".join(f"{value}: {rule}. {remedy}.".split()))


class RecipeError(VocabsmithError):
    """A setting that no run can be started with."""


class CorpusError(VocabsmithError):
    """A source that cannot be read, or holds nothing to learn from."""


class TokenizerError(VocabsmithError):
    """Text, ids or special tokens that a tokenizer cannot work with."""


class FormatError(VocabsmithError):
    """A tokenizer file that cannot be read, or a tokenizer that a format cannot carry."""


class RunError(VocabsmithError):
    """A run that cannot be kept on the disk, or not be gone on with or read from there."""


class AnalysisError(VocabsmithError):
    """A question about a tokenizer or a text that cannot be answered as it was asked."""


class Stopped(VocabsmithError):
    """The user stopped the work before there was a result to keep."""


@contextmanager
def told_by_the_engine() -> Iterator[None]:
    """What the core says of a stop, or of too long a piece, in the words of the engine."""
    try:
        yield
    except InterruptedError:
        raise Stopped("the encoding", "was stopped", "Start it again when you like") from None
    except OverflowError as error:
        raise TokenizerError("the text", str(error), "Encode it in parts, or cut it by a pattern") from None
