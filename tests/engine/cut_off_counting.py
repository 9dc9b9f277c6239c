"""Counting that ends after a number of checkpoints, as if the program had been killed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from vocabsmith_engine import CorpusCounts, Monitor, Recipe, count_pieces, saving_counting
from vocabsmith_engine.checkpoints import Checkpoints

WINDOW = 1000


class Killed(BaseException):
    """The program ends here."""


def recipe(**settings: object) -> Recipe:
    return Recipe.from_dict({"vocab_size": 300} | settings)


def counted(
    sources: object, how: Recipe, checkpoints: Checkpoints | None = None, monitor: Monitor | None = None, **more: object
) -> CorpusCounts:
    options = {"threads": 2, "window": WINDOW} | more
    return count_pieces(sources, how, monitor, checkpoints=checkpoints, **options)  # type: ignore[arg-type]


def every_chunk(folder: Path) -> Checkpoints:
    return Checkpoints(folder / "checkpoint", seconds=0.0)


def cut_off_after(monkeypatch: pytest.MonkeyPatch, saved: int, count: Callable[[], object]) -> None:
    """Count until so many checkpoints were taken."""
    real = saving_counting.Saving.save
    taken = 0

    def save(self: saving_counting.Saving, executor: object) -> None:
        nonlocal taken
        real(self, executor)  # type: ignore[arg-type]
        taken += 1
        if taken == saved:
            self._settle()
            raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(saving_counting.Saving, "save", save)
        patch.setattr(saving_counting.Saving, "is_due", True)
        with pytest.raises(Killed):
            count()


def texts(folder: Path, number: int = 3, size: int = 5000) -> list[Path]:
    paths = []
    for place in range(number):
        path = folder / f"{place}.txt"
        path.write_text("".join(f"word{(place + 3) * i % 997} and\n" for i in range(size // 12)), "utf-8")
        paths.append(path)
    return paths


def same(a: CorpusCounts, b: CorpusCounts) -> bool:
    return said_by(a) == said_by(b)


def said_by(corpus: CorpusCounts) -> tuple[object, ...]:
    skipped = list(map(str, corpus.skipped))
    return dict(corpus.counts.items()), corpus.documents, corpus.bytes, corpus.files, skipped


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())
