"""vocabsmith.json: what vocab.json, merges.txt and NAME.tiktoken cannot hold, and tokenizer.json only in part.

It stands beside them and tells the pattern, the special tokens with their rules and roles, the normalisation, what is
put around a text, the recipe, and a digest of the vocabulary it belongs to, so that it is never taken for that of other
files in the folder.

Version 1 had no more than pattern, special tokens, roles and recipe, and is written where that says everything: a
reader of that version would pass over the rest.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.base import PlannedFile, naming_place
from vocabsmith_engine.formats.json_files import Place, read_json, to_json
from vocabsmith_engine.formats.pretokenizer_json import pretokenizer_of_splits
from vocabsmith_engine.normalization import NO_NORMALIZATION, Normalizer, Step
from vocabsmith_engine.normalization.normalizer import step_from_dict, step_to_dict
from vocabsmith_engine.piece_cutting import Entry, Split
from vocabsmith_engine.pretokenization import NAMES, Pretokenizer
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.templates import Template
from vocabsmith_engine.tokenizer import Tokenizer

SIDE_FILE: Final = "vocabsmith.json"
_FIRST_VERSION: Final = 1
_VERSION: Final = 2
_FLAGS: Final = ("special", "single_word", "lstrip", "rstrip", "normalized", "ordinary")


@dataclass(frozen=True, slots=True)
class SideFile:
    """What a side file says. `digest` is that of the ordinary tokens it belongs to."""

    pretokenizer: Pretokenizer
    added_tokens: tuple[AddedToken, ...]
    roles: dict[str, str] | None
    whole_pieces_first: bool
    recipe: Recipe | None
    vocab_size: int
    digest: str
    normalizer: Normalizer = NO_NORMALIZATION
    template: Template | None = None
    chat_template: str | None = None
    model_max_length: int | None = None
    origin: str | None = None

    @property
    def special_tokens(self) -> dict[str, int]:
        """Text and id of the added tokens."""
        return {token.text: token.id for token in self.added_tokens}

    def belongs_to(self, tokens: Sequence[bytes], special_ids: frozenset[int]) -> bool:
        """Whether it was saved with these tokens."""
        return len(tokens) == self.vocab_size and self.digest == vocabulary_digest(_ordinary(tokens, special_ids))

    def tokenizer(self, path: Path, tokens: Sequence[bytes], merges: npt.NDArray[np.uint32]) -> Tokenizer:
        """The tokenizer of `path` and this side file. Raises FormatError if they do not belong together."""
        if not self.belongs_to(tokens, frozenset(self.special_tokens.values())):
            raise FormatError(
                str(path.with_name(SIDE_FILE)),
                f"belongs to another vocabulary than {path.name}",
                "Put the files of one save together, or remove the side file",
            )
        return Tokenizer(
            tokens,
            merges,
            self.special_tokens,
            self.pretokenizer,
            whole_pieces_first=self.whole_pieces_first,
            recipe=self.recipe,
            roles=self.roles,
            name=path.resolve().parent.name,
            added_tokens=None if all(token.plain for token in self.added_tokens) else self.added_tokens,
            normalizer=self.normalizer,
            template=self.template,
            chat_template=self.chat_template,
            model_max_length=self.model_max_length,
            origin=self.origin,
        )


def plan_side_file(tokenizer: Tokenizer) -> PlannedFile:
    """The side file of a tokenizer."""
    pretokenizer = tokenizer.pretokenizer
    later = {name: value for name, value in _of_version_2(tokenizer).items() if value is not None}
    plain = all(map(_is_plain_entry, pretokenizer.splits)) and all(token.plain for token in tokenizer.all_added_tokens)
    content: dict[str, Any] = {
        "format": "vocabsmith",
        "version": _FIRST_VERSION if plain and not later else _VERSION,
        "vocab_size": tokenizer.vocab_size,
        "vocabulary_sha256": vocabulary_digest(ordinary_tokens(tokenizer)),
        "pretokenizer": {"name": pretokenizer.name, "splits": [_written_entry(each) for each in pretokenizer.splits]},
        "special_tokens": [_written_token(token) for token in tokenizer.all_added_tokens],
        "roles": None if tokenizer.roles is None else dict(tokenizer.roles),
        "whole_pieces_first": tokenizer.whole_pieces_first,
        "recipe": None if tokenizer.recipe is None else tokenizer.recipe.to_dict(),
        **later,
    }
    return PlannedFile(SIDE_FILE, to_json(content))


def _of_version_2(tokenizer: Tokenizer) -> dict[str, Any]:
    template = tokenizer.template
    return {
        "normalizer": tokenizer.normalizer.to_list() or None,
        "template": template and {"prefix": list(template.prefix), "suffix": list(template.suffix)},
        "chat_template": tokenizer.chat_template,
        "model_max_length": tokenizer.model_max_length,
        "origin": tokenizer.origin,
    }


def _is_plain_entry(entry: Entry) -> bool:
    return isinstance(entry, str)


def _written_entry(entry: Entry) -> str | dict[str, Any]:
    if isinstance(entry, Split):
        return {"split": entry.pattern, "behavior": entry.behavior, "invert": entry.invert}
    return entry if isinstance(entry, str) else step_to_dict(entry)


def _written_token(token: AddedToken) -> dict[str, Any]:
    """Id and text; of a token that is not a plain special one every rule as well."""
    rules = {} if token.plain else {flag: getattr(token, flag) for flag in _FLAGS}
    return {"id": token.id, "text": token.text, **rules}


def ordinary_tokens(tokenizer: Tokenizer) -> list[bytes]:
    """The bytes of all tokens that are not added ones, in the order of their ids."""
    return _ordinary(tokenizer.tokens, frozenset(tokenizer.special_tokens.values()))


def _ordinary(tokens: Sequence[bytes], special_ids: frozenset[int]) -> list[bytes]:
    return [token for token_id, token in enumerate(tokens) if token_id not in special_ids]


def vocabulary_digest(ordinary: Sequence[bytes]) -> str:
    """A digest of tokens in their order, each with its length in front."""
    lengths = [length.to_bytes(8, "little") for length in range(max(map(len, ordinary), default=0) + 1)]
    return hashlib.sha256(b"".join([lengths[len(token)] + token for token in ordinary])).hexdigest()


def read_side_file(folder: Path) -> SideFile | None:
    """The side file in `folder`, or None if there is none. Raises FormatError for one that says something else."""
    path = folder / SIDE_FILE
    if not path.exists():
        return None
    root = Place(path, read_json(path))
    root.get("format").require("vocabsmith")
    root.get("version").require(_FIRST_VERSION, _VERSION)
    return SideFile(
        pretokenizer=_read_pretokenizer(root.get("pretokenizer")),
        added_tokens=_read_added_tokens(root.get("special_tokens")),
        roles=_read_roles(root.get("roles")),
        whole_pieces_first=root.get("whole_pieces_first").of(bool),
        recipe=_read_recipe(root.get("recipe")),
        vocab_size=root.get("vocab_size").of(int),
        digest=root.get("vocabulary_sha256").of(str),
        normalizer=_read_normalizer(root.get("normalizer", [])),
        template=_read_template(root.get("template")),
        chat_template=root.get("chat_template").of(str, type(None)),
        model_max_length=root.get("model_max_length").of(int, type(None)),
        origin=root.get("origin").of(str, type(None)),
    )


def _read_pretokenizer(place: Place) -> Pretokenizer:
    name: str = place.get("name").of(str)
    splits = tuple(map(_read_entry, place.get("splits").items()))
    if name not in NAMES:
        return pretokenizer_of_splits(splits, place)
    named = Pretokenizer.of(name)
    if named.splits != splits:
        raise place.error(f"lists other patterns than {name!r} stands for", "Save the tokenizer again")
    return named


def _read_entry(place: Place) -> Entry:
    if isinstance(place.value, str):
        return place.value
    if "split" not in place.of(dict, str):
        return _read_step(place)
    behavior, invert = place.get("behavior").of(str), place.get("invert").of(bool)
    with naming_place(place):
        return Split(place.get("split").of(str), behavior, invert)


def _read_step(place: Place) -> Step:
    with naming_place(place):
        return step_from_dict(place.of(dict))


def _read_normalizer(place: Place) -> Normalizer:
    return Normalizer(tuple(map(_read_step, place.items())))


def _read_added_tokens(place: Place) -> tuple[AddedToken, ...]:
    tokens: dict[str, AddedToken] = {}
    for entry in place.items():
        text: str = entry.get("text").of(str)
        if text in tokens:
            raise entry.error("is listed twice", "Remove one of them")
        plain = AddedToken(text, entry.get("id").of(int))
        rules = {flag: entry.get(flag, getattr(plain, flag)).of(bool) for flag in _FLAGS}
        tokens[text] = dataclasses.replace(plain, **rules)
    return tuple(tokens.values())


def _read_template(place: Place) -> Template | None:
    if place.value is None:
        return None
    prefix, suffix = (tuple(entry.of(int) for entry in place.get(side).items()) for side in ("prefix", "suffix"))
    return Template(prefix, suffix)


def _read_roles(place: Place) -> dict[str, str] | None:
    roles: dict[str, str] | None = place.of(dict, type(None))
    return None if roles is None else {role: place.get(role).of(str) for role in roles}


def _read_recipe(place: Place) -> Recipe | None:
    settings: dict[str, Any] | None = place.of(dict, type(None))
    with naming_place(place):
        return None if settings is None else Recipe.from_dict(settings)
