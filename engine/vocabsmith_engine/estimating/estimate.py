"""What a run is expected to take, and how the expectation is corrected while the run goes on."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import Final

from vocabsmith_engine.monitor import Progress

_STAGES: Final = {
    "reading": "counting_seconds",
    "merging": "merging_seconds",
    "measuring": "measuring_seconds",
    "checking": "checking_seconds",
}
_TRUSTED_AFTER: Final = 1.0  # second of work: from then on what was observed counts for more than what was expected


@dataclass(frozen=True, slots=True)
class Estimate:
    """Time and memory of a run.

    Attributes:
        counting_seconds: to find, read and count all files.
        merging_seconds: to learn the merges.
        measuring_seconds: to measure what was held out; 0 if nothing is.
        checking_seconds: to encode and decode a part of the text again, as a front end may; 0 if it does not.
        memory: bytes that the run takes at one time, at most, beside what the program has before it begins.
        corpus_bytes: size of all files.
        measured_bytes: how many of them were read for the estimate.
        merges: merges that the text will give; fewer than the recipe asks for where pairs run out.
        merging_course: how merging goes on: rising pairs of merges made, and the share of its time that they take.
    """

    counting_seconds: float
    merging_seconds: float
    measuring_seconds: float
    checking_seconds: float
    memory: int
    corpus_bytes: int
    measured_bytes: int
    merges: int
    merging_course: tuple[tuple[int, float], ...]

    @property
    def seconds(self) -> float:
        """The whole run."""
        return self.counting_seconds + self.merging_seconds + self.measuring_seconds + self.checking_seconds

    def corrected(self, progress: Progress, elapsed: float) -> Estimate:
        """The same with what a run has shown since.

        Args:
            progress: of the run.
            elapsed: seconds that it has worked, pauses left out.

        To be asked of the estimate from before the run. Stages that have ended have the time that they took, the
        present one goes on as it does, the sooner the longer it has worked; the others stay as they were expected.
        """
        if progress.stage not in _STAGES:
            return self
        names = list(_STAGES.values())
        present = _STAGES[progress.stage]
        ended = names[: names.index(present)]
        worked = min(progress.done / progress.per_second, elapsed) if progress.per_second else 0.0
        expected_before = sum(getattr(self, name) for name in ended)
        slower = (elapsed - worked) / expected_before if expected_before else 0.0
        seconds = {name: getattr(self, name) * slower for name in ended}
        seconds[present] = worked + self._left_of(progress, worked)
        return replace(self, **seconds)

    def left(self, progress: Progress, elapsed: float) -> float:
        """Seconds until the whole run ends; arguments as of `corrected`."""
        if progress.stage not in _STAGES:
            return 0.0 if progress.stage in ("saving", "finished") else self.seconds
        return max(self.corrected(progress, elapsed).seconds - elapsed, 0.0)

    def _left_of(self, progress: Progress, worked: float) -> float:
        """Seconds left in the present stage, in which it has `worked`."""
        share = self._share_done(progress)
        expected: float = getattr(self, _STAGES[progress.stage])
        if share <= 0:
            return expected
        observed = worked / share
        trust = max(share, worked / (worked + _TRUSTED_AFTER))
        return (1 - share) * (trust * observed + (1 - trust) * expected)

    def _share_done(self, progress: Progress) -> float:
        """Part of the present stage that is done, measured in time."""
        if progress.stage != "merging":
            return progress.fraction or 0.0
        course = self.merging_course
        after = bisect_right(course, (progress.done, 1.0))
        if after == len(course):
            return 1.0
        (made, share), (later, more) = course[after - 1] if after else (0, 0.0), course[after]
        return share + (more - share) * (progress.done - made) / max(later - made, 1)
