"""A vocabulary and its merges in the byte alphabet, as vocab.json and tokenizer.json hold them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from operator import add
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.byte_alphabet import BYTE_OF_GLYPH, spell, unspell, unspell_all
from vocabsmith_engine.errors import FormatError, TokenizerError
from vocabsmith_engine.formats.base import Note
from vocabsmith_engine.formats.json_files import Place, shown
from vocabsmith_engine.models import ByteLevel
from vocabsmith_engine.tokenizer import Tokenizer

_REMEDY: Final = "Use a file that Vocabsmith or its library wrote"

BYTE_NAMES: Final = tuple(f"<0x{byte:02X}>" for byte in range(256))
"""What a token that stands for one byte of a character is called where all others are text."""


def spelled_tokens(tokenizer: Tokenizer) -> list[str]:
    """What each id is called: added tokens by their text, all others in the byte alphabet, or as the text they are."""
    names = {token_id: text for text, token_id in tokenizer.special_tokens.items()}
    if isinstance(tokenizer.model, ByteLevel):
        return [names.get(token_id) or spell(token) for token_id, token in enumerate(tokenizer.tokens)]
    names |= dict(zip(tokenizer.model.byte_ids or (), BYTE_NAMES, strict=False))
    return [
        names.get(token_id) or token.decode("utf-8", "surrogateescape")
        for token_id, token in enumerate(tokenizer.tokens)
    ]


def spelled_merges(tokenizer: Tokenizer) -> list[tuple[str, str]]:
    """The two parts of each merge in the byte alphabet, by rank."""
    names = spelled_tokens(tokenizer)
    return [(names[left], names[right]) for left, right, _ in tokenizer.merges.tolist()]


def special_token_notes(tokenizer: Tokenizer) -> tuple[Note, ...]:
    """What becomes of special tokens whose text can be mistaken for the spelling of bytes."""
    if not isinstance(tokenizer.model, ByteLevel):
        return ()
    special_ids = set(tokenizer.special_tokens.values())
    spelled = {text: unspell(text) for text in tokenizer.special_tokens if all(map(BYTE_OF_GLYPH.__contains__, text))}
    wanted = set(spelled.values())
    taken = {token for i, token in enumerate(tokenizer.tokens) if token in wanted and i not in special_ids}
    return (
        *(_taken(text) for text, token in spelled.items() if token in taken),
        *(_decoded_wrongly(text) for text, token in spelled.items() if token not in taken and not text.isascii()),
    )


def _taken(text: str) -> Note:
    return Note(
        "refused", f"Special token {text!r} is also the spelling of an ordinary token. Rename the special token."
    )


def _decoded_wrongly(text: str) -> Note:
    return Note(
        "warning",
        f"Special token {text!r} is decoded wrongly by the tokenizers library, which takes it for spelled bytes. "
        "A special token in ASCII is safe.",
    )


def read_ids(vocab: Place) -> list[str]:
    """The name of each id 0…n-1. Raises FormatError for ids that repeat, are missing or are no ids."""
    in_order = _names_by_id(vocab.of(dict))
    if in_order is not None:
        return in_order
    names: dict[int, str] = {}
    for name, token_id in vocab.of(dict).items():
        if type(token_id) is not int or token_id < 0:
            raise vocab.get(name).error("is no id", _REMEDY)
        if token_id in names:
            raise FormatError(
                f"{vocab.path}: {vocab.way} id {token_id}",
                f"belongs to both {shown(names[token_id])} and {shown(name)}",
                "Give each token its own id",
            )
        names[token_id] = name
    missing = next((token_id for token_id in range(len(names)) if token_id not in names), None)
    if missing is not None:
        rule = f"belongs to no token, though there are {len(names)} tokens"
        raise FormatError(f"{vocab.path}: {vocab.way} id {missing}", rule, "Number the tokens from 0 without a hole")
    return [names[token_id] for token_id in range(len(names))]


def _names_by_id(vocab: Mapping[str, Any]) -> list[str] | None:
    """The name of each id 0…n-1, found in one go; None if the ids are others."""
    if set(map(type, vocab.values())) != {int} or not 0 <= min(vocab.values()) <= max(vocab.values()) < len(vocab):
        return None
    ids = np.fromiter(vocab.values(), dtype=np.int64, count=len(vocab))
    if (np.bincount(ids, minlength=len(vocab)) != 1).any():
        return None
    return list(map(list(vocab).__getitem__, np.argsort(ids).tolist()))


def read_tokens(names: list[str], special_tokens: Mapping[str, int], vocab: Place) -> list[bytes]:
    """The bytes of each id. Raises FormatError for a name that is not in the byte alphabet."""
    special_ids = set(special_tokens.values())
    try:
        return unspelled(names, special_ids)
    except TokenizerError as error:
        raise FormatError(f"{vocab.path}: {vocab.way}: {error.value}", error.rule, error.remedy) from None


def unspelled(names: Sequence[str], as_text: Container[int]) -> list[bytes]:
    """The bytes of each id: those that its name spells, or those of the name itself for the ids in `as_text`.

    Raises TokenizerError for a name that is not in the byte alphabet.
    """
    tokens = unspell_all(["" if i in as_text else name for i, name in enumerate(names)])
    return [token or name.encode() for token, name in zip(tokens, names, strict=True)]


def merge_ids(left: Sequence[str], right: Sequence[str], ids: Mapping[str, int]) -> npt.NDArray[np.uint32] | None:
    """Merges as (n, 3) ids from their two parts, found in one go; None if a part or what they make is no token."""
    try:
        columns = [np.fromiter(map(ids.__getitem__, names), np.uint32, len(left)) for names in (left, right)]
        columns.append(np.fromiter(map(ids.__getitem__, map(add, left, right)), np.uint32, len(left)))
    except KeyError:
        return None
    return np.stack(columns, axis=1)


def read_merges(
    pairs: Iterable[tuple[Place, str, str]], ids: Mapping[str, int], prefix: str = ""
) -> npt.NDArray[np.uint32]:
    """Merges as (n, 3) ids from places with their two parts. Raises FormatError for a part that is no token.

    `prefix` stands before every token that does not begin a piece; the right part of a merge loses it.
    """
    rows: list[int] = []  # three for each merge
    for place, left, right in pairs:
        if prefix and not right.startswith(prefix):
            raise place.error(f"has a right part without {shown(prefix)}", _REMEDY)
        try:
            rows += (ids[left], ids[right], ids[left + right[len(prefix) :]])
        except KeyError as error:
            raise place.error(f"needs {shown(error.args[0])}, which is not in the vocabulary", _REMEDY) from None
    return np.array(rows, dtype=np.uint32).reshape(-1, 3)
