"""What the form holds, before it is a Recipe: what would come of it, and what keeps it from starting. Free of Qt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vocabsmith import wording
from vocabsmith_engine import Recipe, RecipeError, minimum_vocab_size

DEFAULTS: dict[str, Any] = Recipe(vocab_size=32_000, pretokenizer="cl100k", special_tokens=("<|endoftext|>",)).to_dict()
"""The form at the very first start."""

CS336: dict[str, Any] = Recipe.cs336(vocab_size=32_000, special_tokens=("<|endoftext|>",)).to_dict()


def usable_draft(remembered: Mapping[str, Any]) -> dict[str, Any]:
    """A remembered form, or the defaults where it is no recipe of this version."""
    try:
        return Recipe.from_dict(remembered).to_dict() if remembered else dict(DEFAULTS)
    except (RecipeError, TypeError):
        return dict(DEFAULTS)


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
    merges = max(0, draft["vocab_size"] - 256 - specials)
    special = f" + {specials:,} special" if specials else ""
    up_to = f"up to {wording.count(merges, 'merge')}" if merges else "no merges"
    return f"256 bytes{special} + {up_to}"
