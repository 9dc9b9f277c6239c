"""What the side file knows better than the tokenizer.json beside it, as long as they do not contradict each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.huggingface_meaning import Meaning
from vocabsmith_engine.formats.normalizer_json import write_normalizer
from vocabsmith_engine.formats.pretokenizer_json import write_pretokenizer
from vocabsmith_engine.formats.side_file import SIDE_FILE, SideFile
from vocabsmith_engine.normalization import Normalizer
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.recipe import Recipe

Part = TypeVar("Part", Normalizer, Pretokenizer)

_OF_OTHERS: Final = f"{SIDE_FILE} belongs to another vocabulary and is not used."
_OTHERWISE: Final = f"{SIDE_FILE} tells pattern or normalisation otherwise, and is used for the recipe only."


@dataclass(frozen=True, slots=True)
class Refined:
    """Normaliser, pre-tokenizer and recipe with the side file taken into account."""

    normalizer: Normalizer
    pretokenizer: Pretokenizer
    recipe: Recipe | None
    notes: tuple[str, ...]


def refined(meaning: Meaning, side: SideFile | None) -> Refined:
    """What a tokenizer.json means together with the side file of the same vocabulary.

    A file holds a pattern in the words of Oniguruma, and a form of normalisation without the version of its tables. The
    side file says which was meant; where saving that would give another file, it is not believed.
    """
    if side is None:
        return Refined(meaning.normalizer, meaning.pretokenizer, None, (_OF_OTHERS,))
    normalizer = _better(meaning.normalizer, side.normalizer, write_normalizer)
    pretokenizer = _better(meaning.pretokenizer, side.pretokenizer, write_pretokenizer)
    agrees = (normalizer, pretokenizer) == (side.normalizer, side.pretokenizer)
    return Refined(normalizer, pretokenizer, side.recipe, () if agrees else (_OTHERWISE,))


def _better(of_json: Part, of_side_file: Part, write: Callable[[Part], Any]) -> Part:
    """What the side file says, if both are written alike."""
    if of_json == of_side_file:
        return of_json
    try:
        return of_side_file if write(of_json) == write(of_side_file) else of_json
    except FormatError:
        return of_json
