"""The changes that the user has put together in the dialog, with their own undo. Free of Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vocabsmith.operations.describe_edit import short
from vocabsmith.wording import count, grouped
from vocabsmith_engine import Tokenizer
from vocabsmith_engine.editing import EditPlan, Holes


@dataclass(frozen=True, slots=True)
class Removal:
    """Tokens to be taken away, by id."""

    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Addition:
    """A special token to be added."""

    text: str


@dataclass(frozen=True, slots=True)
class Cut:
    """A size to be cut to."""

    size: int


Step = Removal | Addition | Cut


@dataclass(frozen=True, slots=True)
class Changes:
    """The steps in the order they came, and what becomes of the ids."""

    steps: tuple[Step, ...] = ()
    holes: Holes = "close"

    def plan(self) -> EditPlan:
        """All of it as one edit."""
        removed = dict.fromkeys(token_id for step in self.steps if isinstance(step, Removal) for token_id in step.ids)
        texts = tuple(step.text for step in self.steps if isinstance(step, Addition))
        sizes = [step.size for step in self.steps if isinstance(step, Cut)]
        return EditPlan(tuple(removed), texts, sizes[-1] if sizes else None, self.holes)

    def with_step(self, step: Step) -> Changes:
        """One more step. Ids that are listed already are left out; a new size takes the place of the one before."""
        if isinstance(step, Removal):
            known = {token_id for each in self.steps if isinstance(each, Removal) for token_id in each.ids}
            step = Removal(tuple([token_id for token_id in step.ids if token_id not in known])) if known else step
            if not step.ids:
                return self
        if isinstance(step, Cut):
            return replace(self, steps=(*(each for each in self.steps if not isinstance(each, Cut)), step))
        return self if step in self.steps else replace(self, steps=(*self.steps, step))

    def without(self, place: int) -> Changes:
        """Without the step at that place."""
        return replace(self, steps=self.steps[:place] + self.steps[place + 1 :])


def told(step: Step, tokenizer: Tokenizer) -> str:
    """A step in words."""
    if isinstance(step, Addition):
        return f"Add {short(step.text.encode(errors='surrogatepass'))}"
    if isinstance(step, Cut):
        return f"Cut to {count(step.size, 'token')}"
    if len(step.ids) == 1:
        return f"Remove {short(tokenizer.tokens[step.ids[0]])}, id {grouped(step.ids[0])}"
    shown = ", ".join(short(tokenizer.tokens[token_id]) for token_id in step.ids[:3])
    return f"Remove {count(len(step.ids), 'token')}: {shown}{', …' if len(step.ids) > 3 else ''}"


class ChangesHistory:
    """The changes as they are, as they were, and as they were before something was taken back."""

    def __init__(self, first: Changes) -> None:
        self.now = first
        self._back: list[Changes] = []
        self._forward: list[Changes] = []

    @property
    def can_undo(self) -> bool:
        """Whether something can be taken back."""
        return bool(self._back)

    @property
    def can_redo(self) -> bool:
        """Whether something that was taken back can be done again."""
        return bool(self._forward)

    def change(self, changes: Changes) -> bool:
        """Goes on with `changes`; False if they are what they were."""
        if changes == self.now:
            return False
        self._back.append(self.now)
        self._forward.clear()
        self.now = changes
        return True

    def undo(self) -> None:
        """Takes the last change back, if there is one."""
        if self._back:
            self._forward.append(self.now)
            self.now = self._back.pop()

    def redo(self) -> None:
        """Does again what was taken back last, if nothing was changed since."""
        if self._forward:
            self._back.append(self.now)
            self.now = self._forward.pop()
