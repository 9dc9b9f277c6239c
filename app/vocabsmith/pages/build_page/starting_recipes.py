"""Recipes to start from: this program's own defaults, those of a course, and those of models in use. Free of Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from vocabsmith.pages.build_page.recipe_draft import DEFAULTS
from vocabsmith_engine import Recipe
from vocabsmith_engine.reserved_tokens import with_reserved


@dataclass(frozen=True, slots=True)
class StartingRecipe:
    """A recipe with a name.

    Attributes:
        name: what the menu shows.
        about: in a few words what is special about it.
        settings: in the terms of `Recipe.to_dict`.
    """

    name: str
    about: str
    settings: dict[str, Any]


def _like(name: str, about: str, vocab_size: int, pretokenizer: str, special_tokens: tuple[str, ...]) -> StartingRecipe:
    recipe = Recipe(vocab_size=vocab_size, pretokenizer=pretokenizer, special_tokens=special_tokens)
    return StartingRecipe(name, about, recipe.to_dict())


_END: Final = "<|endoftext|>"
_FILL_IN: Final = ("<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>")
_LLAMA_3: Final = ("<|begin_of_text|>", "<|end_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>")

STARTING_RECIPES: Final = (
    StartingRecipe(
        "Defaults",
        "32,000 tokens, GPT-4's pieces, one special token",
        {name: DEFAULTS[name] for name in Recipe(vocab_size=256).to_dict()},
    ),
    StartingRecipe(
        "CS336",
        "The rules of the Stanford course: GPT-2's pieces, bytes by value, ties to the greater bytes",
        Recipe.cs336(vocab_size=32_000, special_tokens=(_END,)).to_dict(),
    ),
    _like("GPT-2", "50,257 tokens, GPT-2's pieces, one special token", 50_257, "gpt2", (_END,)),
    _like(
        "GPT-4 (cl100k)",
        "100,000 merges, pieces of cl100k, five special tokens",
        100_261,
        "cl100k",
        (_END, *_FILL_IN, "<|endofprompt|>"),
    ),
    _like(
        "GPT-4o (o200k)",
        "199,742 merges, pieces of o200k, two special tokens",
        200_000,
        "o200k",
        (_END, "<|endofprompt|>"),
    ),
    _like(
        "Llama 3",
        "127,744 merges, 256 special tokens, 251 of them reserved",
        128_256,
        "llama3",
        with_reserved(_LLAMA_3, 251),
    ),
    _like(
        "Qwen 2",
        "151,387 merges, a piece for each digit, three special tokens",
        151_646,
        "qwen2",
        (_END, "<|im_start|>", "<|im_end|>"),
    ),
)
