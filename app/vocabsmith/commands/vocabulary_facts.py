"""What is known of a vocabulary: its columns, its flags, and its uses in texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vocabsmith.commands.inspecting import Question, watched
from vocabsmith.visible_tokens import visible_token
from vocabsmith_engine import Monitor, Source
from vocabsmith_engine.analysis import KIND_NAMES, TokenUses, VocabularyTable, count_uses, residue, unreachable
from vocabsmith_engine.analysis.byte_rows import Mask


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A vocabulary.

    Attributes:
        table: its tokens.
        flags: name of each flag, and (tokens) which have it.
        uses: of each token in the texts that were named; None if none were.
    """

    table: VocabularyTable
    flags: dict[str, Mask]
    uses: TokenUses | None

    def flags_of(self, token_id: int) -> list[str]:
        """The names of the flags of one token."""
        return [name for name, mask in self.flags.items() if mask[token_id]]

    def facts_of(self, token_id: int) -> dict[str, Any]:
        """All of it about one token, as JSON holds it."""
        table, token = self.table, self.table.token(token_id)
        return {
            "id": token_id,
            "token": visible_token(token),
            "hex": token.hex(),
            "rank": _number(int(table.ranks[token_id])),
            "learned": _number(int(table.learned_counts[token_id])),
            "uses": None if self.uses is None else int(self.uses.counts[token_id]),
            "script": table.script_names[table.scripts[token_id]],
            "kind": KIND_NAMES[table.kinds[token_id]],
            "flags": self.flags_of(token_id),
        }


def looked_at(question: Question) -> Vocabulary:
    """The vocabulary that was asked about, with the uses in the texts that were named. Raises CorpusError, Stopped."""
    tokenizer = question.tokenizer

    def work(monitor: Monitor) -> Vocabulary:
        table = VocabularyTable.of(tokenizer)
        flags = {"partial": table.partial, "unreachable": unreachable(tokenizer, monitor)}
        if not question.files:
            return Vocabulary(table, flags, None)
        uses = count_uses(tokenizer, [Source(path) for path in question.files], monitor)
        if (table.learned_counts >= 0).any():
            flags["residue"] = residue(table, uses)
        return Vocabulary(table, flags, uses)

    return watched(work, bar=bool(question.files))


def _number(number: int) -> int | None:
    return None if number < 0 else number
