"""Reading the tokenizer in a GGUF file: byte-level BPE whose pattern llama.cpp knows by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.byte_alphabet import unspell
from vocabsmith_engine.errors import FormatError, TokenizerError
from vocabsmith_engine.formats import gguf_names as names
from vocabsmith_engine.formats.base import naming_file
from vocabsmith_engine.formats.gguf_values import read_values
from vocabsmith_engine.formats.json_files import Place
from vocabsmith_engine.formats.spelled_vocabulary import read_merges
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.templates import Template
from vocabsmith_engine.tokenizer import Tokenizer

_SPECIAL: Final = (names.CONTROL, names.USER_DEFINED, names.UNKNOWN)


def load(path: Path) -> Tokenizer:
    """The tokenizer in a .gguf file, or in the folder that holds one. Raises FormatError.

    Only keys and values are read, so a whole model is as quickly read as its vocabulary alone.
    """
    file = _the_file_in(path) if path.is_dir() else path
    root = Place(file, read_values(file))
    root.get(names.MODEL).require(names.BYTE_LEVEL)
    name, pattern = _read_pattern(root.get(names.PRE))
    texts = _texts(root.get(names.TOKENS))
    added = _added_tokens(texts, root.get(names.TOKEN_TYPES))
    with naming_file(file):
        return Tokenizer(
            _tokens(texts, added, root.get(names.TOKENS)),
            _read_merges(root.get(names.MERGES, []), texts),
            {token.text: token.id for token in added},
            Pretokenizer.of(name),
            added_tokens=added,
            whole_pieces_first=pattern.llama3,
            roles=_read_roles(root, texts),
            template=_read_template(root, pattern),
            chat_template=root.get(names.CHAT_TEMPLATE).of(str, type(None)),
            name=file.stem,
        )


def _the_file_in(folder: Path) -> Path:
    files = sorted(folder.glob("*.gguf"))
    if len(files) != 1:
        raise FormatError(str(folder), f"holds {len(files)} .gguf files, not one", "Choose the file itself")
    return files[0]


def _read_pattern(pre: Place) -> tuple[str, names.Pattern]:
    """The pattern that llama.cpp calls so. Raises FormatError for one that is not known here."""
    known = {pattern.pre: (name, pattern) for name, pattern in reversed(names.PATTERNS.items())}
    pre.require(*known)
    return known[pre.value]


def _texts(tokens: Place) -> list[str]:
    texts: list[str] = [entry.of(str) for entry in tokens.items()]
    first: dict[str, int] = {}
    for token_id, text in enumerate(texts):
        if first.setdefault(text, token_id) != token_id:
            raise tokens.error(f"lists {text!r} twice, as {first[text]} and {token_id}", "Keep one of them")
    return texts


def _added_tokens(texts: Sequence[str], types: Place) -> tuple[AddedToken, ...]:
    kinds = types.of(list)
    if len(kinds) != len(texts):
        raise types.error(f"holds {len(kinds)} types for {len(texts)} tokens")
    return tuple(
        AddedToken(text, token_id, special=kind != names.USER_DEFINED)
        for token_id, (text, kind) in enumerate(zip(texts, kinds, strict=True))
        if kind in _SPECIAL
    )


def _tokens(texts: Sequence[str], added: Sequence[AddedToken], place: Place) -> list[bytes]:
    special = {token.id for token in added}
    try:
        return [text.encode() if token_id in special else unspell(text) for token_id, text in enumerate(texts)]
    except TokenizerError as error:
        raise FormatError(f"{place.path}: {place.way}: {error.value}", error.rule, error.remedy) from None


def _read_merges(merges: Place, texts: Sequence[str]) -> npt.NDArray[np.uint32]:
    ids: Mapping[str, int] = {text: token_id for token_id, text in enumerate(texts)}
    return read_merges(_merge_parts(merges), ids)


def _merge_parts(merges: Place) -> Iterator[tuple[Place, str, str]]:
    for place in merges.items():
        parts = place.of(str).split(" ")
        if len(parts) != 2:
            raise place.error("is not two tokens with one space between them")
        yield place, parts[0], parts[1]


def _read_roles(root: Place, texts: Sequence[str]) -> dict[str, str] | None:
    roles: dict[str, str] = {}
    for role, key in names.ROLE_KEYS.items():
        place = root.get(key)
        if place.value is None:
            continue
        token_id = place.of(int)
        if not 0 <= token_id < len(texts):
            raise place.error(f"is no id, since there are {len(texts)} tokens", "Use an id of the file")
        roles[role] = texts[token_id]
    return roles or None


def _read_template(root: Place, pattern: names.Pattern) -> Template | None:
    """What stands around a text: bos and eos, where the file, or llama.cpp by default, puts them there."""
    ids: list[tuple[int, ...]] = []
    for key, role, by_default in ((names.ADD_BOS, "bos", pattern.llama3), (names.ADD_EOS, "eos", False)):
        adds = root.get(key, by_default).of(bool)
        place = root.get(names.ROLE_KEYS[role])
        if adds and place.value is None:
            raise place.error(f"is missing, though {key} is true or left out", f"Name the id of {role}, or set {key}")
        ids.append((place.of(int),) if adds else ())
    return Template(*ids) if any(ids) else None
