"""All that is known of one token of a vocabulary."""

from __future__ import annotations

from dataclasses import dataclass

from vocabsmith.operations.list_tokens import Ids
from vocabsmith.operations.vocabulary_marks import Flag, Vocabulary
from vocabsmith_engine import Monitor
from vocabsmith_engine.analysis import MergeTree, merge_tree
from vocabsmith_engine.models import ScoredPairs, Unigram

MOST_SHOWN = 65_536
"""Bytes of a token whose merges and encoding are looked at."""


@dataclass(frozen=True, slots=True, eq=False)
class TokenStory:
    """One token.

    Attributes:
        id, bytes: the token.
        rank: of the first merge that makes it, None if none does.
        merges: how many the tokenizer has.
        learned: how often its pair occurred when it was learned, None where that is not known.
        uses: how often the corpus uses it, None until that has been counted.
        script, kind: see `VocabularyTable`.
        flags: what is to be said of it.
        encoded_as: the ids that its own text is encoded as, where that is not the token.
        tree: of what it was made, None where it was not merged.
        built_on: the tokens that merges make of it.
        by_scores: whether the model has scores in place of merges.
    """

    id: int
    bytes: bytes
    rank: int | None
    merges: int
    learned: int | None
    uses: int | None
    script: str
    kind: int
    flags: tuple[Flag, ...]
    encoded_as: tuple[int, ...]
    tree: MergeTree | None
    built_on: Ids
    by_scores: bool


def describe_token(*, vocabulary: Vocabulary, token: int, monitor: Monitor) -> TokenStory:
    """What is known of a token by now. Raises Stopped, and TokenizerError for a pattern that takes too long."""
    table, tokenizer = vocabulary.table, vocabulary.tokenizer
    rank, learned = int(table.ranks[token]), int(table.learned_counts[token])
    data = table.token(token)
    flags = vocabulary.flags_of(token)
    small = len(data) <= MOST_SHOWN
    encoded: tuple[int, ...] = ()
    if Flag.UNREACHABLE in flags and small:
        encoded = tuple(tokenizer.encode_bytes(table.texts[token], "as_text", monitor).tolist())
    monitor.raise_if_stopped()
    return TokenStory(
        id=token,
        bytes=data,
        rank=rank if rank >= 0 else None,
        merges=len(tokenizer.merges),
        learned=learned if learned >= 0 else None,
        uses=vocabulary.uses_of(token),
        script=table.script_names[int(table.scripts[token])],
        kind=int(table.kinds[token]),
        flags=flags,
        encoded_as=encoded,
        tree=merge_tree(tokenizer, token) if rank >= 0 and small else None,
        built_on=table.built_on(token),
        by_scores=isinstance(tokenizer.model, ScoredPairs | Unigram),
    )
