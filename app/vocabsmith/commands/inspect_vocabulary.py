"""The view of a vocabulary: what is in it as a whole, and its tokens one a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from vocabsmith.commands import inspect_token
from vocabsmith.commands.inspecting import Answer, Question, watched
from vocabsmith.commands.tables import table
from vocabsmith.commands.vocabulary_facts import Vocabulary, looked_at
from vocabsmith.visible_tokens import visible_token
from vocabsmith.wording import count, decimal, grouped, size
from vocabsmith_engine.analysis import KIND_NAMES, RESIDUE_SHARE, Kind, TokenUses, VocabularyTable
from vocabsmith_engine.corpus import shown
from vocabsmith_engine.text import Int64Array

SHOWN: Final = 50
"""Rows that are shown unless another number is asked for."""

_HEADS: Final = ("id", "token", "bytes", "length", "rank", "learned", "uses", "script", "kind", "flags")
_AT_THE_LEFT: Final = (1, 2, 7, 8, 9)
_MOST_BYTES: Final = 12
_MOST_SCRIPTS: Final = 8


def tokens_of_vocabulary(question: Question) -> Answer:
    """The vocabulary, or the one token that was asked for.

    Raises CorpusError for texts that cannot be read, AnalysisError for what cannot be searched for, TokenizerError for
    a token that there is not, Stopped.
    """
    if question.token is not None:
        return inspect_token.token_of_vocabulary(question)
    vocabulary = looked_at(question)
    ids = _listed(question, vocabulary)
    return Answer(
        lines=lambda: _lines(question, vocabulary, ids),
        facts=lambda: {
            "tokenizer": shown(question.path),
            **_summary_facts(vocabulary),
            "found": len(ids),
            "tokens": [vocabulary.facts_of(token_id) for token_id in ids[: question.limit].tolist()],
        },
    )


def _listed(question: Question, vocabulary: Vocabulary) -> Int64Array:
    """Ids of the tokens that were asked for, in order."""
    ids = _ordered(question, vocabulary)
    if question.find is None:
        return ids
    return ids[watched(lambda monitor: vocabulary.table.search(question.find or "", question.by, monitor))[ids]]


def _ordered(question: Question, vocabulary: Vocabulary) -> Int64Array:
    if question.sort != "uses":
        return vocabulary.table.order(question.sort, question.reverse)
    counts = np.zeros(len(vocabulary.table), np.int64) if vocabulary.uses is None else vocabulary.uses.counts
    return np.argsort(-counts if question.reverse else counts, kind="stable")


# --- for people


def _lines(question: Question, vocabulary: Vocabulary, ids: Int64Array) -> Iterator[str]:
    yield from _summary(vocabulary)
    limit = SHOWN if question.limit is None else question.limit
    if question.find is not None:
        yield f"{count(len(ids), 'token')} with {question.find!r}"
    if len(ids):
        yield ""
        yield from table([_HEADS, *(_row(vocabulary, token_id) for token_id in ids[:limit].tolist())], _AT_THE_LEFT)
    if len(ids) > limit:
        yield f"… and {grouped(len(ids) - limit)} more (--limit)"


def _summary(vocabulary: Vocabulary) -> Iterator[str]:
    table = vocabulary.table
    kinds = np.bincount(table.kinds, minlength=len(KIND_NAMES)).tolist()
    parts = [f"{grouped(number)} {KIND_NAMES[kind]}" for kind, number in enumerate(kinds) if number]
    yield f"{count(len(table), 'token')}: {', '.join(parts)}"
    scripts = _scripts(table)
    rest = sum(number for _, number in scripts[_MOST_SCRIPTS:])
    parts = [f"{name} {grouped(number)}" for name, number in scripts[:_MOST_SCRIPTS]]
    yield f"Scripts: {', '.join([*parts, *([f'others {grouped(rest)}'] if rest else [])])}"
    flags = [f"{grouped(int(mask.sum()))} {name}" for name, mask in vocabulary.flags.items()]
    yield f"Flags: {', '.join(flags)}"
    if vocabulary.uses is not None:
        yield _use(vocabulary.uses)


def _use(uses: TokenUses) -> str:
    ratio = decimal(uses.bytes / uses.tokens) if uses.tokens else "–"
    used = int(np.count_nonzero(uses.counts))
    return (
        f"Texts: {size(uses.bytes)}, {count(uses.tokens, 'token')}, {ratio} bytes per token; "
        f"{grouped(used)} of {grouped(len(uses.counts))} tokens are used"
    )


def _row(vocabulary: Vocabulary, token_id: int) -> tuple[str, ...]:
    table, token = vocabulary.table, vocabulary.table.token(token_id)
    hexadecimal = token[:_MOST_BYTES].hex(" ").upper()
    return (
        str(token_id),
        visible_token(token),
        hexadecimal if len(token) <= _MOST_BYTES else f"{hexadecimal} …",
        grouped(len(token)),
        _known(int(table.ranks[token_id])),
        _known(int(table.learned_counts[token_id])),
        "–" if vocabulary.uses is None else grouped(int(vocabulary.uses.counts[token_id])),
        table.script_names[table.scripts[token_id]],
        KIND_NAMES[table.kinds[token_id]],
        ", ".join(vocabulary.flags_of(token_id)),
    )


def _known(number: int) -> str:
    return "–" if number < 0 else grouped(number)


# --- for programs


def _summary_facts(vocabulary: Vocabulary) -> dict[str, Any]:
    table, uses = vocabulary.table, vocabulary.uses
    kinds = {kind.name.lower(): int((table.kinds == kind).sum()) for kind in Kind}
    facts: dict[str, Any] = {
        "vocab_size": len(table),
        "kinds": {name: number for name, number in kinds.items() if number},
        "scripts": dict(_scripts(table)),
        "flags": {name: int(mask.sum()) for name, mask in vocabulary.flags.items()},
    }
    if uses is not None:
        used = int(np.count_nonzero(uses.counts))
        facts["texts"] = {
            "bytes": uses.bytes,
            "tokens": uses.tokens,
            "documents": uses.documents,
            "used": used,
            "residue_share": RESIDUE_SHARE,
        }
    return facts


def _scripts(table: VocabularyTable) -> list[tuple[str, int]]:
    """Scripts and their numbers of tokens, the largest first."""
    numbers = np.bincount(table.scripts, minlength=len(table.script_names))
    order = np.argsort(-numbers, kind="stable").tolist()
    return [(table.script_names[place], int(numbers[place])) for place in order if numbers[place]]
