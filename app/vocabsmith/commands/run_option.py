"""`--run FOLDER`: a run that survives. It is begun there, or gone on with if it was cut off."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from vocabsmith.commands.options import named_path
from vocabsmith.commands.recipe_options import Preset, recipe_of
from vocabsmith.commands.streams import note
from vocabsmith_engine import CorpusError, Monitor, Recipe, RecipeError, Source, Stopped, TrainingResult, train
from vocabsmith_engine.corpus import shown
from vocabsmith_engine.runs import (
    LiveRun,
    RunError,
    RunInfo,
    RunState,
    absolute,
    begin_in,
    info_in,
    reopen_in,
    result_in,
)


def _named_folder(text: str) -> Path:
    """A run's folder; where a link leads to, if it is one."""
    folder = named_path(text)
    return folder.resolve() if folder.is_symlink() else folder


RunOption = Annotated[
    Path | None,
    typer.Option(
        "--run",
        metavar="FOLDER",
        parser=_named_folder,
        help="Keep the run in this folder while it works, and go on with it there if it was cut off; then neither "
        "FILES nor the recipe need be said again.",
    ),
]


@dataclass(frozen=True, slots=True)
class RecipeGiven:
    """What the options say of the recipe; `choices` that are None were not made."""

    preset: Preset | None
    vocab_size: int | None
    special_tokens: tuple[str, ...]
    choices: Mapping[str, Any]
    reserve: int
    multiple: int | None

    @property
    def nothing(self) -> bool:
        """Whether they say nothing; a multiple alone is for the finished vocabulary."""
        made = any(value is not None for value in self.choices.values())
        return not (made or self.preset or self.vocab_size is not None or self.special_tokens or self.reserve)


@dataclass(frozen=True, slots=True)
class CorpusGiven:
    """What the options say of the corpus."""

    sources: tuple[Source, ...]
    names: tuple[str, ...] | None
    skip_bad: bool


def kept_run(folder: Path | None) -> RunInfo | None:
    """The run that a folder holds; None if there is none yet. Raises RunError if it is damaged."""
    info = info_in(folder) if folder else None
    if info is not None and info.state is RunState.DAMAGED:
        raise RunError(shown(info.folder), f"holds a damaged run ({info.problem})", "Choose another folder")
    return info


def recipe_for(kept: RunInfo | None, given: RecipeGiven) -> Recipe:
    """The recipe of the options, or that of the run in the folder if they say nothing.

    Raises RecipeError if a size is missing, or if the run in the folder has another recipe.
    """
    of_run = kept.recipe if kept else None
    if of_run and given.nothing:
        return of_run
    size = of_run.vocab_size if of_run and given.vocab_size is None else given.vocab_size
    if size is None:
        raise RecipeError("--vocab-size", "is missing", "Say how many entries the vocabulary has, such as 32000")
    recipe = recipe_of(
        given.preset, size, list(given.special_tokens), given.choices, reserve=given.reserve, multiple=given.multiple
    )
    if kept:
        _check_same_recipe(kept, recipe)
    return recipe


def _check_same_recipe(kept: RunInfo, recipe: Recipe) -> None:
    settings = kept.recipe.to_dict() if kept.recipe else {}
    for name, value in recipe.to_dict().items():
        if settings.get(name) != value:
            rule = f"contradicts the run in {shown(kept.folder)}, which has {settings.get(name)!r}"
            raise RecipeError(f"{name} {value!r}", rule, "Leave the recipe out, or choose another folder")


def check_same_files(kept: RunInfo, given: CorpusGiven, *, says_how: bool) -> None:
    """Raise CorpusError unless the run in the folder is learned from what is given, as far as that says anything.

    `says_how`: options say how FILES are to be read.
    """
    run = f"the run in {shown(kept.folder)}"
    remedy = "Leave FILES out, or choose another folder"
    if not given.sources and says_how:
        raise CorpusError("--kind, --encoding or --field", "say how FILES are read, and there are none", "Leave it out")
    sources = tuple(map(absolute, given.sources))
    if sources and sources != kept.sources:
        other = next((shown(source.path) for source in sources if source not in set(kept.sources)), "FILES")
        raise CorpusError(
            other, f"contradicts {run}, which learns from other files or reads them in another way", remedy
        )
    if given.names is not None and given.names != kept.names:
        raise CorpusError(f"--names {' '.join(given.names)}", f"contradicts {run}", remedy)
    if given.skip_bad and not kept.skip_bad:
        raise CorpusError("--skip-bad", f"contradicts {run}", remedy)


@dataclass(frozen=True, slots=True)
class Work:
    """What the command does.

    Attributes:
        result: trains, or reads what was learned before.
        suspend: stops the run and leaves it to be gone on with; None where nothing is kept.
        finish: takes seconds and bytes of memory once all is saved.
        stopped: what to raise when saving was stopped; None for the error as it is.
    """

    result: Callable[[Monitor], TrainingResult]
    suspend: Callable[[], None] | None = None
    finish: Callable[[float, int | None], None] = lambda _seconds, _memory: None
    stopped: Stopped | None = None


@contextmanager
def run_of(
    given: CorpusGiven,
    recipe: Recipe,
    folder: Path | None,
    kept: RunInfo | None,
    *,
    output: Path,
    threads: int | None,
    memory: int | None,
) -> Iterator[Work]:
    """The work for these options: plain training, or a run in `folder`, which holds `kept`. Raises RunError."""
    options: dict[str, Any] = {"threads": threads, "memory": memory}
    how: dict[str, Any] = {**options, "names": given.names, "skip_bad": given.skip_bad}
    if folder is None:
        yield Work(lambda monitor: train(given.sources, recipe, monitor, **how))
    elif kept and kept.state is RunState.FINISHED:
        yield Work(lambda monitor: _read_before(folder, monitor), stopped=_kept_in(folder, output))
    else:
        begun = (
            reopen_in(folder, **options)
            if kept
            else begin_in(folder, folder.absolute().name, given.sources, recipe, **how)
        )
        with begun as live:
            yield Work(
                lambda monitor: _trained(live, folder, output, monitor),
                live.suspend,
                lambda seconds, peak: _finish(live, seconds, threads, peak),
                _kept_in(folder, output),
            )


def _read_before(folder: Path, monitor: Monitor) -> TrainingResult:
    monitor.note(f"The run in {shown(folder)} has ended before: its result is saved.")
    return result_in(folder)


def _trained(live: LiveRun, folder: Path, output: Path, monitor: Monitor) -> TrainingResult:
    """Raises Stopped that says how to go on."""
    try:
        return live.train(monitor)
    except Stopped:
        raise _kept_in(folder, output) from None


def _kept_in(folder: Path, output: Path) -> Stopped:
    """Says where the run is, and how to go on with it."""
    command = shlex.join(["vocabsmith", "train", "--run", str(folder), "--output", str(output)])
    return Stopped("the run", f"is kept in {shown(folder)}", f"Go on with: {command}")


def _finish(live: LiveRun, seconds: float, threads: int | None, peak_memory: int | None) -> None:
    """The tokenizer is saved: that there is no room for the run is no more than a note."""
    try:
        live.finish(seconds=seconds, threads=threads, peak_memory=peak_memory, check="")
    except RunError as error:
        note(str(error))
