"""What llama.cpp cannot be told in a GGUF file, and where it does otherwise than we do."""

from __future__ import annotations

from typing import Final

import unicodedata2

from vocabsmith_engine.formats import gguf_names as names
from vocabsmith_engine.formats.base import Note
from vocabsmith_engine.formats.checking import note_if_missing, whole_pieces_matter
from vocabsmith_engine.formats.spelled_vocabulary import special_token_notes
from vocabsmith_engine.models import ByteLevel
from vocabsmith_engine.templates import Template
from vocabsmith_engine.tokenizer import Tokenizer

_STAND_IN: Final = 11  # the bos and eos that llama.cpp takes for a byte-level vocabulary which names none


def cannot_carry(tokenizer: Tokenizer) -> tuple[Note, ...]:
    """What llama.cpp does not know, and where it does otherwise than the pattern says."""
    refused = _refused(tokenizer)
    if refused is not None:
        return (Note("refused", refused),)
    return (
        *special_token_notes(tokenizer),
        *_on_length(tokenizer),
        *_on_ends(tokenizer),
        *_on_marks(tokenizer),
        *_on_overlaps(tokenizer),
        *note_if_missing(names.LIBRARY),
    )


def _refused(tokenizer: Tokenizer) -> str | None:
    """Why the tokenizer cannot be saved, if so."""
    pattern = names.PATTERNS.get(tokenizer.pretokenizer.name)
    if not isinstance(tokenizer.model, ByteLevel):
        return f"Only byte-level BPE is saved as GGUF, not {type(tokenizer.model).__name__}."
    if pattern is None:
        known = ", ".join(names.PATTERNS)
        label = tokenizer.pretokenizer.label
        return f"GGUF holds only the name of a pattern, and llama.cpp has none for {label}; {known} have one."
    for what, given in (
        ("a normaliser", bool(tokenizer.normalizer)),
        ("a way of decoding of its own", bool(tokenizer.decoding)),
        ("tokens other than bos and eos that encoding puts around a text", not _is_bos_and_eos(tokenizer)),
    ):
        if given:
            return f"GGUF cannot carry {what}."
    if whole_pieces_matter(tokenizer) != (pattern.llama3 and bool(tokenizer.whole_pieces_only)):
        looks = "looks" if pattern.llama3 else "does not look"
        return (
            f"With the pattern {pattern.pre}, llama.cpp {looks} whole pieces up before merging, which changes ids here."
        )
    return _refused_token(tokenizer)


def _is_bos_and_eos(tokenizer: Tokenizer) -> bool:
    """Whether nothing but bos is put before a text and nothing but eos behind it."""
    template = tokenizer.template or Template()
    ids = {role: (tokenizer.special_tokens[text],) for role, text in (tokenizer.roles or {}).items()}
    return template.prefix in ((), ids.get("bos")) and template.suffix in ((), ids.get("eos"))


def _refused_token(tokenizer: Tokenizer) -> str | None:
    for token in tokenizer.all_added_tokens:
        if token.single_word or token.lstrip or token.rstrip or token.normalized:
            return f"GGUF cannot carry how the added token {token.text!r} is found in a text."
        if "\0" in token.text:
            return f"llama.cpp ends the special token {token.text!r} at its NUL."
    return None


def _on_length(tokenizer: Tokenizer) -> tuple[Note, ...]:
    if tokenizer.model_max_length is None:
        return ()
    return (Note("warning", "A vocabulary in GGUF does not say how many tokens the model takes: it is left out."),)


def _on_ends(tokenizer: Tokenizer) -> tuple[Note, ...]:
    missing = [role for role in ("bos", "eos") if role not in (tokenizer.roles or {})]
    if not missing or tokenizer.vocab_size <= _STAND_IN:
        return ()
    token = tokenizer.tokens[_STAND_IN]
    text = (
        f"No token is named {' or '.join(missing)}: llama.cpp then takes id {_STAND_IN} ({token!r}), "
        "and ends its answers there. Name the tokens by their roles."
    )
    return (Note("warning", text),)


def _on_marks(tokenizer: Tokenizer) -> tuple[Note, ...]:
    if tokenizer.pretokenizer.name != "o200k":
        return ()
    text = (
        "llama.cpp's own version of this pattern (gpt-4o) ends a word at a combining mark: text in scripts with marks, "
        "such as Hindi, Thai or Tamil, gets other ids there and was not compared."
    )
    return (Note("warning", text),)


def _on_overlaps(tokenizer: Tokenizer) -> tuple[Note, ...]:
    pair = overlapping_pair(tokenizer)
    if pair is None:
        return ()
    text = (
        f"llama.cpp looks for longer special tokens first, all over the text: where {pair[0]!r} and {pair[1]!r} "
        "overlap it may cut otherwise, and texts with special tokens were not compared."
    )
    return (Note("warning", text),)


def overlapping_pair(tokenizer: Tokenizer) -> tuple[str, str] | None:
    """Two special tokens of which the second is as long or longer and begins inside the first."""
    by_prefix: dict[str, str] = {}
    for text in sorted(tokenizer.special_tokens, key=len):
        by_prefix |= {text[:end]: text for end in range(1, len(text))}
    for text in tokenizer.special_tokens:
        for begin in range(1, len(text)):
            other = by_prefix.get(text[begin:])
            if other is not None and other != text and len(other) >= len(text):
                return text, other
    return None


def comparable(tokenizer: Tokenizer, text: str) -> bool:
    """Whether llama.cpp should give this text the same ids."""
    if tokenizer.pretokenizer.name == "o200k" and any(map(_is_mark, text)):
        return False
    return overlapping_pair(tokenizer) is None or not any(token in text for token in tokenizer.special_tokens)


def _is_mark(character: str) -> bool:
    category: str = unicodedata2.category(character)
    return category.startswith("M")
