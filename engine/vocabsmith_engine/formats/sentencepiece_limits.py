"""What a .model file cannot say, and on how many texts it gives the same ids nevertheless."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np

from vocabsmith_engine.formats import sentencepiece_proto as proto
from vocabsmith_engine.formats.base import Note
from vocabsmith_engine.formats.checking import note_if_missing
from vocabsmith_engine.formats.json_files import shown
from vocabsmith_engine.formats.nasty_strings import nasty_strings
from vocabsmith_engine.formats.sentencepiece_reading import tokenizer_of
from vocabsmith_engine.formats.sentencepiece_writing import (
    byte_ids_of,
    is_text,
    model_of,
    spells_space_by_its_byte,
)
from vocabsmith_engine.models import Characters, ScoredPairs, Unigram
from vocabsmith_engine.normalization import SentencePieceText
from vocabsmith_engine.normalization.sentencepiece_text import SPACE
from vocabsmith_engine.tokenizer import Tokenizer

_CROSSES: Final = re.compile(r"\S\s|[^\S ]\S|\s (?!\s)")
_EXAMPLES: Final = 4
_MOST_MERGES: Final = 2**24  # a score is a float of 32 bits: larger ranks would fall together


def cannot_carry(tokenizer: Tokenizer) -> tuple[Note, ...]:
    """What is refused, what is lost, and how far the ids agree."""
    scored = isinstance(tokenizer.model, ScoredPairs | Unigram)
    refused = _refused(tokenizer) or (_refused_loaded(tokenizer) if scored else _refused_trained(tokenizer))
    if refused is not None:
        return (Note("refused", refused),)
    lost = (
        *_lost("chat template", tokenizer.chat_template),
        *_lost("greatest length", tokenizer.model_max_length),
        *note_if_missing("sentencepiece"),
    )
    return lost if scored else (*_on_ids(tokenizer), *_on_agreement(tokenizer), *lost)


def _lost(what: str, value: object) -> tuple[Note, ...]:
    return () if value is None else (Note("warning", f"A .model file holds no {what}: it is left out."),)


def _refused(tokenizer: Tokenizer) -> str | None:
    if tokenizer.template is not None:
        return "A .model file cannot carry tokens that encoding puts around a text."
    for token in tokenizer.all_added_tokens:
        if token.single_word or token.lstrip or token.rstrip or token.normalized:
            return f"A .model file cannot carry how the added token {token.text!r} is found in a text."
    return None


def _refused_loaded(tokenizer: Tokenizer) -> str | None:
    """What was done to a tokenizer of sentencepiece's own kinds that its file cannot say."""
    steps = tokenizer.normalizer.steps
    if len(steps) > 1 or not all(isinstance(step, SentencePieceText) for step in steps):
        return "A .model file cannot carry this normaliser."
    if tokenizer.pretokenizer.splits:
        return "A .model file holds no pattern."
    found = next((token.text for token in tokenizer.all_added_tokens if token.in_text), None)
    return found and f"A .model file cannot carry the added token {found!r} beside its pieces."


def _refused_trained(tokenizer: Tokenizer) -> str | None:
    """What a model of another kind may not have."""
    model = tokenizer.model
    marked = isinstance(model, Characters) and bool(model.continuing_prefix or model.word_suffix)
    reasons = {
        "A .model file cannot carry this normalisation: its tables are sentencepiece's own, not Unicode's.": bool(
            tokenizer.normalizer
        ),
        "A .model file that keeps all text needs a token for each of the 256 bytes.": len(byte_ids_of(tokenizer))
        != 256,
        "A .model file has no piece that is both a byte and a special token.": not set(
            byte_ids_of(tokenizer)
        ).isdisjoint(tokenizer.special_tokens.values()),
        "A .model file cannot carry marks at the ends of words.": marked,
        "A .model file cannot carry this way of decoding.": bool(tokenizer.decoding),
        "A .model file cannot carry what the pre-tokenizer adds to a text or leaves out of it.": not (
            tokenizer.pretokenizer.keeps_text
        ),
        f"A .model file tells at most {_MOST_MERGES:,} merges apart.": len(tokenizer.merges) > _MOST_MERGES,
    }
    return next((reason for reason, holds in reasons.items() if holds), _refused_special(tokenizer))


def _refused_special(tokenizer: Tokenizer) -> str | None:
    for text in tokenizer.special_tokens:
        if "\0" in text or SPACE in text or len(text.replace(" ", SPACE).encode()) > proto.LONGEST_PIECE:
            return f"Special token {shown(text)} holds NUL or {SPACE}, or is longer than a piece may be."
    return None


def _on_ids(tokenizer: Tokenizer) -> Iterator[Note]:
    """How ids stay what they are, and what becomes of special tokens and of ▁."""
    wanted = "a byte piece for the space and a piece" if spells_space_by_its_byte(tokenizer) else "a piece"
    yield Note(
        "info",
        f"All ids stay. Behind them, from id {tokenizer.vocab_size} on, stands what sentencepiece insists on and never "
        f"gives: {wanted} for the unknown.",
        of_learned=True,
    )
    if tokenizer.special_tokens:
        yield Note(
            "info",
            "Special tokens become user-defined pieces, as the library finds no other kind in a text; "
            "its bos_id(), eos_id() and pad_id() are -1.",
        )
    yield Note(
        "warning", f"sentencepiece takes {SPACE} (U+2581) for a space: text that holds it comes back with spaces."
    )


def _on_agreement(tokenizer: Tokenizer) -> tuple[Note, ...]:
    reason = why_inexact(tokenizer)
    if reason is None:
        return ()
    same, total = agreement(tokenizer)
    text = (
        f"{reason} {same} of {total} sample lines encode the same. "
        "Learning from characters with byte fallback (base characters, pieces none) gives a .model that always agrees."
    )
    return (Note("warning", text, of_learned=True),)


def why_inexact(tokenizer: Tokenizer) -> str | None:
    """Why the library may give other ids; None where it is proven that it does not.

    The library joins any neighbours that spell a piece, the one of the lowest rank first. Where every token is reached
    by merging its own characters, no neighbours ever spell one that no merge joins: alone, these characters would have
    stopped there. So within a piece the ids are the same, and only borders of pieces make a difference.
    """
    lost = tokens_lost(tokenizer)
    if lost:
        examples = ", ".join(tokenizer.tokens[token_id][:16].hex(" ").upper() for token_id in lost[:_EXAMPLES])
        more = " …" if len(lost) > _EXAMPLES else ""
        tokens = "1 token" if len(lost) == 1 else f"{len(lost):,} tokens"
        return f"{tokens} cannot be text pieces (bytes {examples}{more})."
    if not isinstance(tokenizer.model, Characters):
        return "Merges of bytes are not merges of characters."
    if tokenizer.whole_pieces_only or len(np.unique(tokenizer.merges[:, 2])) < len(tokenizer.merges):
        return "Some tokens are not reached by merging, or by several merges."
    if tokenizer.pretokenizer.splits and not _borders_hold(tokenizer):
        label = tokenizer.pretokenizer.label
        return f"A .model file holds no pattern, so tokens can cross the borders of pieces ({label})."
    return None


def tokens_lost(tokenizer: Tokenizer) -> list[int]:
    """The ids of ordinary tokens of more than a byte that are no text."""
    kept = {*byte_ids_of(tokenizer), *tokenizer.special_tokens.values()}
    return [i for i, token in enumerate(tokenizer.tokens) if i not in kept and not is_text(token)]


def _borders_hold(tokenizer: Tokenizer) -> bool:
    """Whether no token can lie across a border of pieces, whatever stands beside it.

    With `whitespace` a border lies before white space that follows anything else, before a word that follows white
    space other than a space, and before the last space in front of a word. Tokens that end with such a space count,
    since a word may follow.
    """
    if tokenizer.pretokenizer.name != "whitespace":
        return False
    return not any(_CROSSES.search(token.decode(errors="replace")) for token in tokenizer.tokens)


@lru_cache(maxsize=2)
def agreement(tokenizer: Tokenizer) -> tuple[int, int]:
    """On how many texts of how many the file gives the ids of the tokenizer."""
    theirs = tokenizer_of(model_of(tokenizer), "sample")
    lines = [text for text in nasty_strings(tokenizer.special_tokens) if SPACE not in text]
    return sum(tokenizer.encode(text) == theirs.encode(text) for text in lines), len(lines)
