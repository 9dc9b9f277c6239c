"""tokenizer_config.json and what stands beside it: which tokens are bos and eos, the chat template, the longest text.

transformers 5 writes the template into chat_template.jinja, and others by name into a folder; older versions put it,
or a list of templates by name, into tokenizer_config.json. A file wins over the entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from vocabsmith_engine.formats.json_files import Place, read_json, read_text, shown
from vocabsmith_engine.vocabulary_checks import ROLES

CONFIG_FILE: Final = "tokenizer_config.json"
TEMPLATE_FILE: Final = "chat_template.jinja"
TEMPLATES_FOLDER: Final = "additional_chat_templates"
NO_LIMIT: Final = int(1e30)
"""What transformers takes for "as long as you like"."""
_DEFAULT: Final = "default"


@dataclass(frozen=True, slots=True)
class Config:
    """What the files beside a tokenizer.json say; fields as those of a Tokenizer.

    Attributes:
        add_bos: whether a bos is to be added; None where it is not said.
        add_eos: the same of the eos.
    """

    roles: dict[str, str] | None = None
    chat_template: str | None = None
    model_max_length: int | None = None
    add_bos: bool | None = None
    add_eos: bool | None = None
    notes: tuple[str, ...] = ()


def read_config(path: Path) -> Config:
    """What tokenizer_config.json at `path` and the files beside it say. Raises FormatError."""
    root = Place(path, read_json(path) if path.exists() else {})
    template, others = _read_templates(root.get("chat_template"))
    if (file := path.with_name(TEMPLATE_FILE)).exists():
        template = read_text(file)
    others += sorted(entry.stem for entry in path.with_name(TEMPLATES_FOLDER).glob("*.jinja"))
    named = f"Only the default chat template is carried, not those called {', '.join(map(shown, others))}."
    return Config(
        roles=_read_roles(root),
        chat_template=template,
        model_max_length=_read_length(root.get("model_max_length")),
        add_bos=root.get("add_bos_token").of(bool, type(None)),
        add_eos=root.get("add_eos_token").of(bool, type(None)),
        notes=(named,) if others else (),
    )


def _read_templates(place: Place) -> tuple[str | None, list[str]]:
    """The default template, and the names of the others."""
    if not isinstance(place.value, list):
        return place.of(str, type(None)), []
    templates = {entry.get("name").of(str): entry.get("template").of(str) for entry in place.items()}
    return templates.pop(_DEFAULT, None), list(templates)


def _read_length(place: Place) -> int | None:
    """Where there is no limit, transformers writes 1e30, as a whole number or as 1e+30."""
    if isinstance(place.value, float):
        return None
    length = place.of(int, type(None))
    return None if length is None or not 0 < length < 2**63 else int(length)


def _read_roles(root: Place) -> dict[str, str] | None:
    """Which special tokens are bos, eos, pad and unk, given as strings or as objects."""
    roles: dict[str, str] = {}
    for role in ROLES:
        place = root.get(f"{role}_token")
        if isinstance(place.value, dict):
            place = place.get("content")
        if place.value is not None:
            roles[role] = place.of(str)
    return roles or None


def config_content(roles: Mapping[str, str], chat_template: str | None, model_max_length: int | None) -> dict[str, Any]:
    """The content of tokenizer_config.json."""
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        **roles,
        "model_max_length": NO_LIMIT if model_max_length is None else model_max_length,
        "clean_up_tokenization_spaces": False,
        **({} if chat_template is None else {"chat_template": chat_template}),
    }
