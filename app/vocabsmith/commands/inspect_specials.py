"""The view of the special tokens: their rules, and what each collides with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from vocabsmith.commands.inspecting import Answer, Question, watched
from vocabsmith.commands.tables import table
from vocabsmith.visible_tokens import visible_token
from vocabsmith.wording import count
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.analysis import Collision, special_collisions
from vocabsmith_engine.corpus import shown

_HEADS = ("id", "token", "kind", "rules")


def specials_of_tokenizer(question: Question) -> Answer:
    """The special tokens of the tokenizer, and how often they stand in the files that are named. Raises CorpusError."""
    tokens = question.tokenizer.all_added_tokens
    collisions = watched(
        lambda monitor: special_collisions(tokens, question.tokenizer, sources=question.files, monitor=monitor)
    )
    return Answer(
        lines=lambda: _lines(tokens, collisions),
        facts=lambda: {
            "tokenizer": shown(question.path),
            "tokens": [_token_facts(token) for token in tokens],
            "collisions": [_collision_facts(collision, tokens) for collision in collisions],
        },
    )


# --- for people


def _lines(tokens: Sequence[AddedToken], collisions: Sequence[Collision]) -> Iterator[str]:
    yield count(len(tokens), "special token")
    if tokens:
        yield from table([_HEADS, *(_row(token) for token in tokens)], (1, 2, 3))
    yield ""
    yield count(len(collisions), "collision") if collisions else "Nothing collides."
    for collision in collisions:
        yield f"  {collision.severity}: {_visible(collision.token)}: {collision.sentence} {collision.remedy}"


def _row(token: AddedToken) -> tuple[str, ...]:
    return (
        str(token.id),
        _visible(token.text),
        "special" if token.special else "added",
        ", ".join(_rules(token)) or "–",
    )


def _rules(token: AddedToken) -> list[str]:
    return [name for name in ("lstrip", "rstrip", "single_word", "normalized") if getattr(token, name)]


def _visible(text: str) -> str:
    return text if text.isprintable() else visible_token(text.encode(errors="replace"))


# --- for programs


def _token_facts(token: AddedToken) -> dict[str, Any]:
    return {"id": token.id, "token": token.text, "special": token.special, "rules": _rules(token)}


def _collision_facts(collision: Collision, tokens: Sequence[AddedToken]) -> dict[str, Any]:
    return {
        "id": tokens[collision.place].id,
        "token": collision.token,
        "kind": collision.kind,
        "severity": collision.severity,
        "sentence": collision.sentence,
        "remedy": collision.remedy,
        "other": collision.other or None,
        "count": collision.count or None,
    }
