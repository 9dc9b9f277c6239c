"""run.json: what a run is, and once it has ended, how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from vocabsmith_engine.formats.json_files import Place
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.runs.files import read_sealed, write_sealed
from vocabsmith_engine.runs.values import moment, optional, real, several, text, told_as_damage, truth, whole
from vocabsmith_engine.training_result import StopReason

KIND: Final = "run"


@dataclass(frozen=True, slots=True)
class HeldOutFacts:
    """The held-out text in numbers; `digest`: of the file with its curve."""

    documents: int
    bytes: int
    tokens: int
    digest: str


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended, and what its result has besides the merges; `digest`: of the log that has these."""

    at: datetime
    stop_reason: StopReason
    merges: int
    vocab_size: int
    counted_bytes: int
    bytes_per_token: float
    stages: Mapping[str, float]
    notes: tuple[str, ...]
    digest: str
    held_out: HeldOutFacts | None


@dataclass(frozen=True, slots=True)
class FrontEndFacts:
    """What only the front end knows of a run, see `LiveRun.finish`."""

    seconds: float
    threads: int | None
    peak_memory: int | None
    check: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """Everything that run.json says."""

    name: str
    project: str
    created: datetime
    recipe: Recipe
    threads: int | None
    memory: int | None
    names: tuple[str, ...] | None
    skip_bad: bool
    problem: str = ""
    ending: Ending | None = None
    facts: FrontEndFacts | None = None

    def save(self, path: Path) -> None:
        """Raises OSError."""
        content = {
            **{name: getattr(self, name) for name in ("name", "project", "threads", "memory", "skip_bad", "problem")},
            "created": self.created.isoformat(),
            "recipe": self.recipe.to_dict(),
            "names": None if self.names is None else list(self.names),
            "ending": self.ending and {**asdict(self.ending), "at": self.ending.at.isoformat()},
            "facts": self.facts and asdict(self.facts),
        }
        write_sealed(path, KIND, content)


def load_record(path: Path) -> RunRecord:
    """The inverse of `RunRecord.save`. Raises RunError."""
    place = read_sealed(path, KIND)
    with told_as_damage(path):
        return RunRecord(
            name=text(place.get("name")),
            project=text(place.get("project")),
            created=moment(place.get("created")),
            recipe=Recipe.from_dict(_mapping(place.get("recipe"))),
            threads=optional(place.get("threads"), whole),
            memory=optional(place.get("memory"), whole),
            names=optional(place.get("names"), _texts),
            skip_bad=truth(place.get("skip_bad")),
            problem=text(place.get("problem")),
            ending=optional(place.get("ending"), _ending),
            facts=optional(place.get("facts"), _facts),
        )


def _ending(place: Place) -> Ending:
    return Ending(
        at=moment(place.get("at")),
        stop_reason=_stop_reason(place.get("stop_reason")),
        merges=whole(place.get("merges")),
        vocab_size=whole(place.get("vocab_size")),
        counted_bytes=whole(place.get("counted_bytes")),
        bytes_per_token=real(place.get("bytes_per_token")),
        stages={name: real(Place(place.path, value, name)) for name, value in _mapping(place.get("stages")).items()},
        notes=_texts(place.get("notes")),
        digest=text(place.get("digest")),
        held_out=optional(place.get("held_out"), _held_out),
    )


def _held_out(place: Place) -> HeldOutFacts:
    return HeldOutFacts(
        whole(place.get("documents")),
        whole(place.get("bytes")),
        whole(place.get("tokens")),
        text(place.get("digest")),
    )


def _facts(place: Place) -> FrontEndFacts:
    return FrontEndFacts(
        real(place.get("seconds")),
        optional(place.get("threads"), whole),
        optional(place.get("peak_memory"), whole),
        text(place.get("check")),
        _texts(place.get("notes")),
    )


def _stop_reason(place: Place) -> StopReason:
    if text(place) not in list(StopReason):
        raise place.error("is no reason why a run ends")
    return StopReason(place.value)


def _texts(place: Place) -> tuple[str, ...]:
    return several(place, text)


def _mapping(place: Place) -> dict[str, Any]:
    mapping: dict[str, Any] = place.of(dict)
    return mapping
