"""Reading tokenizer.json: byte-level BPE as we and others write it. Whatever else it may ask for is refused by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from vocabsmith_engine.formats.base import naming_file
from vocabsmith_engine.formats.json_files import Place, read_json, shown
from vocabsmith_engine.formats.pretokenizer_json import read_pretokenizer
from vocabsmith_engine.formats.spelled_vocabulary import read_ids, read_merges, read_tokens
from vocabsmith_engine.tokenizer import Tokenizer
from vocabsmith_engine.vocabulary_checks import ROLES

TOKENIZER_FILE: Final = "tokenizer.json"
CONFIG_FILE: Final = "tokenizer_config.json"


def load(path: Path) -> Tokenizer:
    """The tokenizer in a tokenizer.json, or in the folder that holds one. Raises FormatError."""
    file = path / TOKENIZER_FILE if path.is_dir() else path
    root = Place(file, read_json(file))
    _require_plain(root)
    model = root.get("model")
    added = _added_tokens(root.get("added_tokens", []))
    names = _names_of_ids(model.get("vocab"), added)
    special_tokens = {text: place.get("id").value for text, place in added.items()}
    tokens = read_tokens(names, special_tokens, model.get("vocab"))
    ids = {name: token_id for token_id, name in enumerate(names)}
    with naming_file(file):
        return Tokenizer(
            tokens,
            read_merges(_merge_parts(model.get("merges")), ids),
            special_tokens,
            read_pretokenizer(root.get("pre_tokenizer")),
            whole_pieces_first=model.get("ignore_merges", False).of(bool),
            roles=_read_roles(file.with_name(CONFIG_FILE)),
            name=file.resolve().parent.name,
            notes=_notes(added),
        )


def _require_plain(root: Place) -> None:
    """Refuse, by name, what would change the ids or the text and is not understood here."""
    root.get("version", "1.0").require("1.0")
    model = root.get("model")
    model.get("type", "BPE").require("BPE")
    for field in ("truncation", "padding", "normalizer"):
        root.get(field).require(None)
    if root.get("post_processor").value is not None:
        root.get("post_processor").get("type").require("ByteLevel")  # trims offsets, changes no id
    root.get("decoder").get("type").require("ByteLevel")
    model.get("dropout").require(None, 0.0)
    for field in ("continuing_subword_prefix", "end_of_word_suffix"):
        model.get(field).require(None, "")
    model.get("byte_fallback", False).require(False)


def _added_tokens(added: Place) -> dict[str, Place]:
    tokens: dict[str, Place] = {}
    for place in added.items():
        for field in ("single_word", "lstrip", "rstrip"):
            place.get(field, False).require(False)
        place.get("id").of(int)
        text = _read_text(place.get("content"))
        if text in tokens:
            raise place.error(f"repeats the text of {tokens[text].way}", "Keep one of them")
        tokens[text] = place
    return tokens


def _read_text(content: Place) -> str:
    text: str = content.of(str)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise content.error("holds half a surrogate pair, which is not text") from None
    return text


def _names_of_ids(vocab: Place, added: Mapping[str, Place]) -> list[str]:
    """The name of each id, from the model and from added tokens that stand behind it."""
    entries = dict(vocab.of(dict))
    for text, place in added.items():
        if entries.setdefault(text, place.get("id").value) != place.get("id").value:
            raise place.error(f"has another id in model.vocab, {shown(entries[text])}", "Give it one id")
    return read_ids(Place(vocab.path, entries, vocab.way))


def _merge_parts(merges: Place) -> Iterator[tuple[Place, str, str]]:
    """Each merge as its two parts; older files write them as one string with a space between."""
    for place in merges.items():
        parts = place.value.split(" ") if isinstance(place.value, str) else place.of(list)
        if len(parts) != 2 or not all(isinstance(part, str) for part in parts):
            raise place.error("is not a pair of tokens")
        yield place, parts[0], parts[1]


def _read_roles(config: Path) -> dict[str, str] | None:
    """Which special tokens are bos, eos, pad and unk; tokenizer_config.json gives them as strings or as objects."""
    if not config.exists():
        return None
    root = Place(config, read_json(config))
    roles: dict[str, str] = {}
    for role in ROLES:
        place = root.get(f"{role}_token")
        if isinstance(place.value, dict):
            place = place.get("content")
        if place.value is not None:
            roles[role] = place.of(str)
    return roles or None


def _notes(added: Mapping[str, Place]) -> tuple[str, ...]:
    plain = [text for text, place in added.items() if place.get("special", True).value is False]
    if not plain:
        return ()
    listed = ", ".join(map(shown, plain[:5])) + (" …" if len(plain) > 5 else "")
    return (f"Added tokens that are not marked special are treated as special tokens: {listed}.",)
