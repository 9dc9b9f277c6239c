"""A row of steps, and how a file stores it."""

from __future__ import annotations

import base64
import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.normalization.aligned_text import AlignedText, UnplacedText
from vocabsmith_engine.normalization.character_map import CharacterMap
from vocabsmith_engine.normalization.huggingface_steps import (
    BertChinese,
    BertClean,
    BertStripAccents,
    LibraryForm,
    LibraryStripAccents,
)
from vocabsmith_engine.normalization.sentencepiece_text import SentencePieceText
from vocabsmith_engine.normalization.step import Step
from vocabsmith_engine.normalization.steps import (
    ByteGlyphs,
    Lowercase,
    Nmt,
    Prefix,
    Prepend,
    Replace,
    Strip,
    StripAccents,
)
from vocabsmith_engine.normalization.unicode_form import UnicodeForm

_STEPS: Final[dict[str, type[Step]]] = {
    step.__name__: step
    for step in (
        BertChinese,
        BertClean,
        BertStripAccents,
        ByteGlyphs,
        CharacterMap,
        LibraryForm,
        LibraryStripAccents,
        Lowercase,
        Nmt,
        Prefix,
        Prepend,
        Replace,
        SentencePieceText,
        Strip,
        StripAccents,
        UnicodeForm,
    )
}
_REMEDY: Final = "Save the tokenizer again"


@dataclass(frozen=True, slots=True)
class Normalizer:
    """What is done to a text before it is cut into pieces; without steps, nothing.

        Normalizer((UnicodeForm("NFC"), Lowercase())).text("É")    # "é"

    A byte that is not UTF-8 is given as an escaped one (surrogateescape), and stays what it is.
    """

    steps: tuple[Step, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", tuple(self.steps))

    def __bool__(self) -> bool:
        return bool(self.steps)

    @property
    def reversible(self) -> bool:
        """Whether the text can be told from its result."""
        return all(step.reversible for step in self.steps)

    @property
    def local(self) -> bool:
        """Whether a text may be divided at its line ends without a change to the result."""
        return all(step.local for step in self.steps)

    def text(self, text: str, begins_text: bool = True) -> str:
        """`text` after all steps. `begins_text`: nothing of the original stands before it."""
        return UnplacedText(text).after(self.steps, begins_text).text

    def aligned(self, text: str | AlignedText, begins_text: bool = True) -> AlignedText:
        """The same, with the place in the original, in code points, of every character."""
        return (AlignedText.of(text) if isinstance(text, str) else text).after(self.steps, begins_text)

    def to_list(self) -> list[dict[str, Any]]:
        """The steps as JSON can hold them."""
        return [step_to_dict(step) for step in self.steps]

    @classmethod
    def from_list(cls, steps: Iterable[Mapping[str, Any]]) -> Normalizer:
        """What `to_list` gave. Raises TokenizerError for a step that is unknown or has other fields."""
        return cls(tuple(step_from_dict(step) for step in steps))


NO_NORMALIZATION: Final = Normalizer()


def step_to_dict(step: Step) -> dict[str, Any]:
    """The name of a step and its fields; bytes in base64."""
    assert dataclasses.is_dataclass(step)
    fields = {field.name: _to_json(getattr(step, field.name)) for field in dataclasses.fields(step)}
    return {"step": type(step).__name__, **fields}


def step_from_dict(entry: Mapping[str, Any]) -> Step:
    """What `step_to_dict` gave. Raises TokenizerError."""
    name = entry.get("step")
    kind = _STEPS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise TokenizerError(f"normalisation step {name!r:.80}", "is not known", f"Use one of {', '.join(_STEPS)}")
    types = {field.name: str(field.type) for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    given = {field: value for field, value in entry.items() if field != "step"}
    for field, value in given.items():
        if field not in types:
            raise TokenizerError(f"normalisation step {name}", f"has no field {field!r:.80}", _REMEDY)
        given[field] = _from_json(value, types[field], f"{field} of normalisation step {name}")
    try:
        return kind(**given)
    except TypeError:
        raise TokenizerError(f"normalisation step {name}", f"needs {', '.join(types)}", _REMEDY) from None


def _to_json(value: object) -> object:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return list(value) if isinstance(value, tuple) else value


def _from_json(value: Any, type_name: str, place: str) -> Any:
    """A field of the type that its dataclass names."""
    if type_name == "bytes" and isinstance(value, str):
        try:
            return base64.b64decode(value, validate=True)
        except ValueError:
            raise TokenizerError(place, "is not base64", _REMEDY) from None
    if type_name == "bool" and isinstance(value, bool):
        return value
    if type_name in ("str", "Form") and isinstance(value, str):
        return value
    if type_name == "tuple[str, ...]" and isinstance(value, list) and all(isinstance(each, str) for each in value):
        return tuple(value)
    raise TokenizerError(f"{place}, {value!r:.80},", f"is not {type_name}", _REMEDY)
