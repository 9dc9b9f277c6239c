"""Values of the files of a run: checked where they are read, since a file may come from anywhere."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from vocabsmith_engine.corpus import shown
from vocabsmith_engine.errors import RunError, VocabsmithError
from vocabsmith_engine.formats.json_files import Place

T = TypeVar("T")


@contextmanager
def told_as_damage(path: Path) -> Iterator[None]:
    """Turn what a value raises that nothing can be made of into RunError."""
    try:
        yield
    except RunError:
        raise
    except VocabsmithError as error:
        raise RunError(shown(path), f"cannot be used: {error.value} {error.rule}", "Delete the run") from None


def text(place: Place) -> str:
    """A string."""
    value: str = place.of(str)
    return value


def truth(place: Place) -> bool:
    """True or false."""
    value: bool = place.of(bool)
    return value


def whole(place: Place) -> int:
    """A whole number that 64 bits hold, none below 0."""
    value: int = place.of(int)
    if not 0 <= value < 2**64:
        raise place.error("lies outside 0 to 2^64 - 1")
    return value


def real(place: Place) -> float:
    """A number, none below 0."""
    value: float = place.value
    if type(value) not in (int, float) or not 0 <= value < 2**64 or not math.isfinite(value):
        raise place.error("is no number from 0")
    return float(value)


def moment(place: Place) -> datetime:
    """A time with its zone."""
    try:
        value = datetime.fromisoformat(text(place))
    except ValueError:
        raise place.error("is no time") from None
    if value.tzinfo is None:
        raise place.error("has no time zone")
    return value


def path(place: Place) -> Path:
    """A path, whose name need not be text."""
    if type(place.value) is not str or "\0" in place.value:
        raise place.error("is no path")
    return Path(place.value)


def optional(place: Place, read: Callable[[Place], T]) -> T | None:
    """What `read` makes of the value, or None where that stands."""
    return None if place.value is None else read(place)


def several(place: Place, read: Callable[[Place], T]) -> tuple[T, ...]:
    """What `read` makes of each entry of a list."""
    return tuple(map(read, place.items()))
