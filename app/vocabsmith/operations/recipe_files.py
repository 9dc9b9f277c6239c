"""Recipes in files of their own: JSON, as the command line and the library write it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from vocabsmith.project import write_whole
from vocabsmith_engine import Monitor, Recipe, RecipeError

_LARGEST: Final = 64_000_000  # bytes; a recipe with a million special tokens takes half of it


def load_recipe(*, path: Path, monitor: Monitor) -> Recipe:
    """Read a recipe. Raises RecipeError for a file that cannot be read or is none, Stopped."""
    monitor.raise_if_stopped()
    try:
        if path.stat().st_size > _LARGEST:
            raise RecipeError(path.name, "is larger than any recipe", "Choose a file that Vocabsmith has saved")
        text = path.read_bytes().decode()
    except OSError as error:
        raise RecipeError(path.name, f"cannot be read ({error.strerror})", "Choose another file") from None
    except UnicodeDecodeError:
        rule, remedy = "is not text, so it is no recipe", "Choose a file that Vocabsmith has saved"
        raise RecipeError(path.name, rule, remedy) from None
    return Recipe.from_json(text)


def save_recipe(*, path: Path, recipe: Recipe, monitor: Monitor) -> None:
    """Write a recipe, whole or not at all. Raises RecipeError for a file that cannot be written, Stopped."""
    monitor.raise_if_stopped()
    try:
        write_whole(path, (recipe.to_json() + "\n").encode())
    except OSError as error:
        raise RecipeError(path.name, f"cannot be written ({error.strerror})", "Save it in another folder") from None
