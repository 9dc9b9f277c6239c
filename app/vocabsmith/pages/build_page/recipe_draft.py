"""What the form holds, before it is a Recipe: what would come of it, and what keeps it from starting. Free of Qt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from vocabsmith import wording
from vocabsmith_engine import Recipe, RecipeError, minimum_vocab_size

MACHINE: Final[dict[str, Any]] = {"threads": None, "memory": None}
"""What a draft holds beside a recipe: how many threads a run may use and how many bytes; None for the usual."""

DEFAULTS: Final[dict[str, Any]] = {
    **Recipe(vocab_size=32_000, pretokenizer="cl100k", special_tokens=("<|endoftext|>",)).to_dict(),
    **MACHINE,
}
"""The form at the very first start."""


def usable_draft(remembered: Mapping[str, Any]) -> dict[str, Any]:
    """A remembered form, or the defaults where it is no recipe of this version."""
    try:
        return {**recipe_of(remembered).to_dict(), **_machine_of(remembered)} if remembered else dict(DEFAULTS)
    except (RecipeError, TypeError):
        return dict(DEFAULTS)


def recipe_of(draft: Mapping[str, Any]) -> Recipe:
    """The recipe in a draft. Raises RecipeError."""
    return Recipe.from_dict({name: value for name, value in draft.items() if name not in MACHINE})


def _machine_of(draft: Mapping[str, Any]) -> dict[str, Any]:
    """Threads and memory; what is no number of them is the usual."""
    given = {name: draft.get(name) for name in MACHINE}
    return {name: value if type(value) is int and value > 0 else None for name, value in given.items()}


def size_problem(draft: Mapping[str, Any]) -> str:
    """Why the vocabulary cannot have that size, "" if it can."""
    minimum = minimum_vocab_size(draft["special_tokens"])
    if draft["vocab_size"] >= minimum:
        return ""
    specials = wording.count(minimum - 256, "special token")
    holds = "256 bytes" if minimum == 256 else f"256 bytes and {specials}"
    return f"{minimum:,} is the minimum: {holds}. Choose {minimum:,} or more."


def plan_of(draft: Mapping[str, Any]) -> str:
    """What a run will do: "256 bytes + 1 special + up to 31,743 merges"."""
    specials = minimum_vocab_size(draft["special_tokens"]) - 256
    room = max(0, draft["vocab_size"] - 256 - specials)
    special = f" + {specials:,} special" if specials else ""
    if not room:
        return f"256 bytes{special} + no merges"
    if draft["base"] == "characters":  # how many of them are tokens is known when the text is counted
        return f"256 bytes{special} + characters and merges, up to {room:,} of both"
    return f"256 bytes{special} + up to {wording.count(room, 'merge')}"


def note_on_normalization(form: Any) -> str:
    """What a user should know of a Unicode form, "" for none."""
    return " ".join(Recipe(vocab_size=256, normalization=form).notes)
