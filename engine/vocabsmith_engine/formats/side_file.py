"""vocabsmith.json: what vocab.json, merges.txt and NAME.tiktoken cannot hold.

It stands beside them and tells the pattern, the special tokens and their roles, the recipe, and a digest of the
vocabulary it belongs to, so that it is never taken for that of other files in the folder.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.errors import FormatError, VocabsmithError
from vocabsmith_engine.formats.base import PlannedFile
from vocabsmith_engine.formats.json_files import Place, cut, read_json, to_json
from vocabsmith_engine.formats.pretokenizer_json import pretokenizer_of_splits
from vocabsmith_engine.pretokenization import NAMES, Pretokenizer
from vocabsmith_engine.recipe import Recipe
from vocabsmith_engine.tokenizer import Tokenizer

SIDE_FILE: Final = "vocabsmith.json"
_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class SideFile:
    """What a side file says. `digest` is that of the ordinary tokens it belongs to."""

    pretokenizer: Pretokenizer
    special_tokens: dict[str, int]
    roles: dict[str, str] | None
    whole_pieces_first: bool
    recipe: Recipe | None
    vocab_size: int
    digest: str

    def tokenizer(self, path: Path, tokens: Sequence[bytes], merges: npt.NDArray[np.uint32]) -> Tokenizer:
        """The tokenizer of `path` and this side file. Raises FormatError if they do not belong together."""
        special_ids = set(self.special_tokens.values())
        ordinary = [token for token_id, token in enumerate(tokens) if token_id not in special_ids]
        if len(tokens) != self.vocab_size or self.digest != vocabulary_digest(ordinary):
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
        )


def plan_side_file(tokenizer: Tokenizer) -> PlannedFile:
    """The side file of a tokenizer."""
    pretokenizer = tokenizer.pretokenizer
    content: dict[str, Any] = {
        "format": "vocabsmith",
        "version": _VERSION,
        "vocab_size": tokenizer.vocab_size,
        "vocabulary_sha256": vocabulary_digest(ordinary_tokens(tokenizer)),
        "pretokenizer": {"name": pretokenizer.name, "splits": list(pretokenizer.splits)},
        "special_tokens": [{"id": token_id, "text": text} for text, token_id in tokenizer.special_tokens.items()],
        "roles": None if tokenizer.roles is None else dict(tokenizer.roles),
        "whole_pieces_first": tokenizer.whole_pieces_first,
        "recipe": None if tokenizer.recipe is None else tokenizer.recipe.to_dict(),
    }
    return PlannedFile(SIDE_FILE, to_json(content))


def ordinary_tokens(tokenizer: Tokenizer) -> list[bytes]:
    """The bytes of all tokens that are not special, in the order of their ids."""
    special_ids = set(tokenizer.special_tokens.values())
    return [token for token_id, token in enumerate(tokenizer.tokens) if token_id not in special_ids]


def vocabulary_digest(ordinary: Sequence[bytes]) -> str:
    """A digest of tokens in their order, each with its length in front."""
    digest = hashlib.sha256()
    for token in ordinary:
        digest.update(len(token).to_bytes(8, "little") + token)
    return digest.hexdigest()


def read_side_file(folder: Path) -> SideFile | None:
    """The side file in `folder`, or None if there is none. Raises FormatError for one that says something else."""
    path = folder / SIDE_FILE
    if not path.exists():
        return None
    root = Place(path, read_json(path))
    root.get("format").require("vocabsmith")
    root.get("version").require(_VERSION)
    return SideFile(
        pretokenizer=_read_pretokenizer(root.get("pretokenizer")),
        special_tokens=_read_special_tokens(root.get("special_tokens")),
        roles=_read_roles(root.get("roles")),
        whole_pieces_first=root.get("whole_pieces_first").of(bool),
        recipe=_read_recipe(root.get("recipe")),
        vocab_size=root.get("vocab_size").of(int),
        digest=root.get("vocabulary_sha256").of(str),
    )


def _read_pretokenizer(place: Place) -> Pretokenizer:
    name: str = place.get("name").of(str)
    splits = tuple(entry.of(str) for entry in place.get("splits").items())
    if name not in NAMES:
        return pretokenizer_of_splits(splits, place)
    named = Pretokenizer.of(name)
    if named.splits != splits:
        raise place.error(f"lists other patterns than {name!r} stands for", "Save the tokenizer again")
    return named


def _read_special_tokens(place: Place) -> dict[str, int]:
    tokens: dict[str, int] = {}
    for entry in place.items():
        text: str = entry.get("text").of(str)
        if text in tokens:
            raise entry.error("is listed twice", "Remove one of them")
        tokens[text] = entry.get("id").of(int)
    return tokens


def _read_roles(place: Place) -> dict[str, str] | None:
    roles: dict[str, str] | None = place.of(dict, type(None))
    return None if roles is None else {role: place.get(role).of(str) for role in roles}


def _read_recipe(place: Place) -> Recipe | None:
    settings: dict[str, Any] | None = place.of(dict, type(None))
    try:
        return None if settings is None else Recipe.from_dict(settings)
    except VocabsmithError as error:
        raise FormatError(f"{place.path}: {place.way}: {cut(error.value)}", error.rule, error.remedy) from error
