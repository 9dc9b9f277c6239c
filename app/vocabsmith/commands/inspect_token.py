"""The view of one token: what it is, what it was made of, what is made of it, and where texts use it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from vocabsmith.commands.inspecting import Answer, Question, watched
from vocabsmith.commands.vocabulary_facts import Vocabulary, looked_at
from vocabsmith.operations.find_tokens import find_token
from vocabsmith.visible_tokens import visible_token
from vocabsmith.wording import count, grouped
from vocabsmith_engine import Source
from vocabsmith_engine.analysis import MergeTree, Occurrence, merge_tree, occurrences
from vocabsmith_engine.corpus import shown

LINES: Final = 20
"""Occurrences and merges that are shown unless another number is asked for."""

_AROUND: Final = 40  # characters on each side of a token in a line


@dataclass(frozen=True, slots=True)
class _Inspected:
    id: int
    vocabulary: Vocabulary
    tree: MergeTree
    built_on: list[int]
    found: list[Occurrence]


def token_of_vocabulary(question: Question) -> Answer:
    """The token whose id or text was named. Raises TokenizerError if there is none, and as `looked_at`."""
    token = _inspected(question)
    return Answer(lines=lambda: _lines(question, token), facts=lambda: _facts(question, token))


def _inspected(question: Question) -> _Inspected:
    tokenizer, limit = question.tokenizer, question.limit or LINES
    token_id = find_token(tokenizer, question.token or "")
    vocabulary = looked_at(question)
    sources = [Source(path) for path in question.files]
    found = watched(lambda monitor: occurrences(tokenizer, sources, token_id, monitor, limit)) if sources else []
    built_on = vocabulary.table.built_on(token_id).tolist()
    return _Inspected(token_id, vocabulary, merge_tree(tokenizer, token_id), built_on, found)


# --- for people


def _lines(question: Question, token: _Inspected) -> Iterator[str]:
    facts = token.vocabulary.facts_of(token.id)
    names = ("rank", "learned", "uses", "script", "kind")
    yield f"id: {token.id}"
    yield f"token: {facts['token']}"
    yield f"bytes: {bytes.fromhex(facts['hex']).hex(' ').upper()}"
    yield from (f"{name}: {_shown(facts[name])}" for name in names if facts[name] is not None)
    yield from ([f"flags: {', '.join(facts['flags'])}"] if facts["flags"] else [])
    limit = question.limit or LINES
    made = [node for node in _nodes(token.tree) if node.left and node.right]
    if made:
        yield from ("", "Made of:")
        yield from (f"  {_merge(node)}" for node in made[:limit])
    if token.built_on:
        built = [visible_token(token.vocabulary.table.token(each)) for each in token.built_on[:limit]]
        more = [f"and {grouped(len(token.built_on) - limit)} more"] if len(token.built_on) > limit else []
        yield from ("", f"Used by {count(len(token.built_on), 'merge')}: {', '.join([*built, *more])}")
    if question.files:
        yield from ("", f"Lines with it{'' if len(token.found) < limit else f', the first {limit}'}:")
        yield from (f"  {_line(each)}" for each in token.found)


def _shown(value: object) -> str:
    return grouped(value) if isinstance(value, int) else str(value)


def _nodes(tree: MergeTree) -> Iterator[MergeTree]:
    """The tree and what it was made of, each token once, from the whole to its parts."""
    waiting, seen = [tree], {tree.token}
    while waiting:
        node = waiting.pop(0)
        yield node
        for part in (node.left, node.right):
            if part is not None and part.token not in seen:
                seen.add(part.token)
                waiting.append(part)


def _merge(node: MergeTree) -> str:
    assert node.left is not None and node.right is not None and node.rank is not None
    parts = f"{visible_token(node.left.bytes)} + {visible_token(node.right.bytes)}"
    return f"{visible_token(node.bytes)} = {parts}  (rank {grouped(node.rank)})"


def _line(found: Occurrence) -> str:
    place = "record " if found.is_record else ""
    left = "…" * (len(found.left) > _AROUND) + found.left[-_AROUND:]
    right = found.right[:_AROUND] + "…" * (len(found.right) > _AROUND)
    token = visible_token(found.token.encode())
    return f"{shown(found.path)}:{place}{found.line}: {_on_one_line(left)}[{token}]{_on_one_line(right)}"


def _on_one_line(text: str) -> str:
    """The text as it is but for what moves the cursor or is not seen."""
    return "".join(each if each.isprintable() else visible_token(each.encode()) for each in text)


# --- for programs


def _facts(question: Question, token: _Inspected) -> dict[str, Any]:
    return {
        "tokenizer": shown(question.path),
        **token.vocabulary.facts_of(token.id),
        "made_of": [
            {"id": node.token, "left": node.left.token, "right": node.right.token, "rank": node.rank}
            for node in _nodes(token.tree)
            if node.left and node.right
        ],
        "built_on": token.built_on,
        "occurrences": [_occurrence_facts(each) for each in token.found],
    }


def _occurrence_facts(found: Occurrence) -> dict[str, Any]:
    return {
        "path": shown(found.path),
        "record" if found.is_record else "line": found.line,
        "left": found.left,
        "token": found.token,
        "right": found.right,
        "partial": found.partial,
        "times": found.times,
    }
