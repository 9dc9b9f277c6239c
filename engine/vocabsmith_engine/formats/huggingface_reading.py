"""Reading tokenizer.json: BPE of every shape that others write. What cannot be held exactly is refused by name."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.base import naming_file
from vocabsmith_engine.formats.chat_files import CONFIG_FILE, Config, read_config
from vocabsmith_engine.formats.huggingface_meaning import Meaning, read_meaning
from vocabsmith_engine.formats.json_files import Place, read_json, shown
from vocabsmith_engine.formats.side_file import read_side_file
from vocabsmith_engine.formats.side_file_of_json import refined
from vocabsmith_engine.formats.spelled_vocabulary import BYTE_NAMES, merge_ids, read_ids, read_merges, unspelled
from vocabsmith_engine.models import Characters
from vocabsmith_engine.tokenizer import Tokenizer

__all__ = ["CONFIG_FILE", "TOKENIZER_FILE", "load", "parts_besides_vocabulary"]

TOKENIZER_FILE: Final = "tokenizer.json"
_FLAGS: Final = ("single_word", "lstrip", "rstrip")
_LIMITS: Final = {"truncation": "cut to a length", "padding": "filled up to a length"}


def load(path: Path) -> Tokenizer:
    """The tokenizer in a tokenizer.json, or in the folder that holds one. Raises FormatError."""
    file = path / TOKENIZER_FILE if path.is_dir() else path
    root = Place(file, read_json(file))
    root.get("version", "1.0").require("1.0")
    model = _model_of(root)
    vocab: dict[str, Any] = model.get("vocab").of(dict)
    names = read_ids(model.get("vocab"))
    added = _added_tokens(root.get("added_tokens", []), vocab)
    names += [token.text for token in added if token.id >= len(vocab)]
    meaning = read_meaning(root, names, added)
    merges = _merges(model.get("merges"), vocab, _prefix(meaning))
    config = read_config(file.with_name(CONFIG_FILE))
    added = [dataclasses.replace(token, ordinary=_is_ordinary(token, meaning, vocab)) for token in added]
    tokens = _tokens(names, meaning, added, set(merges[:, 2].tolist()))
    side = read_side_file(file.parent)
    kept = refined(meaning, side if side and side.belongs_to(tokens, frozenset(token.id for token in added)) else None)
    with naming_file(file):
        return Tokenizer(
            tokens,
            merges,
            {token.text: token.id for token in added},
            kept.pretokenizer,
            whole_pieces_first=meaning.whole_pieces_first,
            recipe=kept.recipe,
            roles=_known_roles(config.roles, added),
            name=file.resolve().parent.name,
            notes=(*meaning.notes, *_notes(root, config, meaning, names), *(kept.notes if side else ())),
            added_tokens=None if all(token.plain for token in added) else tuple(added),
            normalizer=kept.normalizer,
            model=meaning.model,
            decoding=meaning.decoding,
            template=meaning.template,
            chat_template=config.chat_template,
            model_max_length=config.model_max_length,
            origin=json.dumps(parts_besides_vocabulary(root.value)),
        )


def parts_besides_vocabulary(content: Mapping[str, Any]) -> dict[str, Any]:
    """A tokenizer.json without merges, added tokens and vocabulary, of which the size is kept.

    Added tokens may stand behind the vocabulary, or in it as well.
    """
    parts = {key: value for key, value in content.items() if key != "added_tokens"}
    model = {key: value for key, value in content["model"].items() if key != "merges"}
    return parts | {"model": model | {"vocab": len(model["vocab"])}}


def _model_of(root: Place) -> Place:
    """The model, which must be BPE: others have another vocabulary, and none is no tokenizer at all."""
    if "model" not in root.of(dict):
        raise FormatError(str(root.path), "holds no model, so it is no tokenizer", f"Choose a {TOKENIZER_FILE}")
    root.get("model").get("type", "BPE").require("BPE")
    return root.get("model")


def _known_roles(roles: Mapping[str, str] | None, added: Sequence[AddedToken]) -> dict[str, str] | None:
    """Those that an added token plays."""
    texts = {token.text for token in added}
    return {role: text for role, text in (roles or {}).items() if text in texts} or None


def _prefix(meaning: Meaning) -> str:
    return meaning.model.continuing_prefix if isinstance(meaning.model, Characters) else ""


def _tokens(names: Sequence[str], meaning: Meaning, added: Sequence[AddedToken], made: set[int]) -> list[bytes]:
    """The bytes of each id. An added token has those of its text, unless merges make it as an ordinary one."""
    by_text = {token.id for token in added} - made
    if meaning.bytes_of_names:
        return unspelled(names, by_text)
    as_bytes = {name: bytes([byte]) for byte, name in enumerate(BYTE_NAMES)} if meaning.byte_tokens else {}
    return [as_bytes.get(name) or name.encode() for name in names]


def _is_ordinary(token: AddedToken, meaning: Meaning, vocab: Mapping[str, Any]) -> bool:
    """Whether the model gives the id of an added token where its text was not found as one.

    It may be a character, or be looked up as a whole piece. A token that is found wherever it stands comes to the model
    only when it is to be treated as text, and must then not be looked up; but not so where an edit can make its text.
    """
    if token.text not in vocab:
        return False
    if isinstance(meaning.model, Characters):
        unit = token.text.removeprefix(meaning.model.continuing_prefix).removesuffix(meaning.model.word_suffix)
        if len(unit) == 1:
            return True
    is_made_by_edits = bool(meaning.normalizer) or not meaning.pretokenizer.keeps_text
    return meaning.whole_pieces_first and (is_made_by_edits or not token.literal)


def _added_tokens(added: Place, vocab: Mapping[str, Any]) -> list[AddedToken]:
    tokens: dict[str, AddedToken] = {}
    places: dict[str, Place] = {}
    behind = len(vocab)
    for place in added.items():
        text = _read_text(place.get("content"))
        if text in tokens:
            raise place.error(f"repeats the text of {places[text].way}", "Keep one of them")
        token_id: int = place.get("id").of(int)
        expected = vocab.get(text, behind)
        if token_id != expected:
            rule = f"has another id in model.vocab, {shown(expected)}" if text in vocab else f"gets the id {behind}"
            raise place.error(rule, "Give it that id")
        behind += text not in vocab
        special = place.get("special", True).of(bool)
        flags = {flag: place.get(flag, False).of(bool) for flag in _FLAGS}
        normalized = place.get("normalized", False).of(bool)
        tokens[text] = AddedToken(text, token_id, special=special, normalized=normalized, **flags)
        places[text] = place
    return list(tokens.values())


def _read_text(content: Place) -> str:
    text: str = content.of(str)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise content.error("holds half a surrogate pair, which is not text") from None
    return text


def _merges(merges: Place, vocab: Mapping[str, int], prefix: str) -> npt.NDArray[np.uint32]:
    """Merges as (n, 3) ids: all at once, and one by one only to tell which of them is wrong."""
    parts = [entry.split(" ") if isinstance(entry, str) else entry for entry in merges.of(list)]
    if not prefix and set(map(type, parts)) == {list} and set(map(len, parts)) == {2}:
        flat = list(chain.from_iterable(parts))
        found = merge_ids(flat[::2], flat[1::2], vocab) if set(map(type, flat)) == {str} else None
        if found is not None:
            return found
    return read_merges(_merge_parts(merges), vocab, prefix)


def _merge_parts(merges: Place) -> Iterator[tuple[Place, str, str]]:
    """Each merge as its two parts; older files write them as one string with a space between."""
    for place in merges.items():
        parts = place.value.split(" ") if isinstance(place.value, str) else place.of(list)
        if len(parts) != 2 or not (isinstance(parts[0], str) and isinstance(parts[1], str)):
            raise place.error("is not a pair of tokens")
        yield place, parts[0], parts[1]


def _notes(root: Place, config: Config, meaning: Meaning, names: Sequence[str]) -> Iterator[str]:
    for field, what in _LIMITS.items():
        if root.get(field).value is not None:
            yield f"The file asks for ids to be {what} ({field}); Vocabsmith gives all ids of a text, and no others."
    yield from config.notes
    texts = {place.get("content").value for place in root.get("added_tokens", []).items()}
    for role, name in (config.roles or {}).items():
        if name not in texts:
            yield f"{CONFIG_FILE} names {shown(name)} as {role}, which is no added token; it is left out."
    template = meaning.template
    for role, wanted, ids in (
        ("bos", config.add_bos, template.prefix if template else ()),
        ("eos", config.add_eos, template.suffix if template else ()),
    ):
        text = (config.roles or {}).get(role)
        is_there = text is not None and text in (names[token_id] for token_id in ids)
        if wanted is not None and text is not None and wanted != is_there:
            yield (
                f"{CONFIG_FILE} says add_{role}_token {shown(wanted)}, and {TOKENIZER_FILE} does not; "
                f"ids are those of {TOKENIZER_FILE}."
            )
