"""What one tokenizer makes of some text, as sums that can be added, and the metrics that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine.errors import TokenizerError
from vocabsmith_engine.text import Int64Array

RENYI_ALPHA: Final = 2.5
"""The order of the Rényi entropy unless another is chosen; see `Evaluation.renyi_efficiency`."""

COLUMNS: Final = (
    "bytes",
    "characters",
    "words",
    "tokens",
    "word_tokens",
    "whole_words",
    "continued_words",
    "whole_characters",
    "cut_characters",
)
"""What is summed up of a text, and of each document in it: attributes of `Evaluation` of the same name."""


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """What one tokenizer makes of some text. Evaluations of the same tokenizer can be added.

    Attributes:
        bytes: of the text, as UTF-8.
        characters: code points of the text.
        words: runs of letters and their marks.
        tokens: ids that the text becomes, without what a template puts around it.
        word_tokens: tokens that hold any part of a word, each counted for every word that it touches.
        whole_words: words that one token alone touches.
        continued_words: words that two or more tokens touch. A word whose letters all became nothing is neither.
        whole_characters: code points that lie in one token, which is not the one for unknown text.
        cut_characters: code points that several tokens share, none of which holds all of its bytes. What is left are
            those that became the unknown token, or no token.
        vocab_size: ids of the tokenizer.
        used_ids: (used) uint32, the ids that occur, rising.
        use_counts: (used) how often each of them occurs.
    """

    bytes: int
    characters: int
    words: int
    tokens: int
    word_tokens: int
    whole_words: int
    continued_words: int
    whole_characters: int
    cut_characters: int
    vocab_size: int
    used_ids: npt.NDArray[np.uint32]
    use_counts: Int64Array

    @classmethod
    def from_sums(cls, sums: Int64Array, uses: Int64Array) -> Evaluation:
        """From the sums (9) named in `COLUMNS`, and how often each id (vocabulary) occurs."""
        used = np.flatnonzero(uses)
        return cls.from_used(sums, len(uses), used.astype(np.uint32), uses[used].astype(np.int64))

    @classmethod
    def from_used(
        cls, sums: Int64Array, vocab_size: int, used_ids: npt.NDArray[np.uint32], use_counts: Int64Array
    ) -> Evaluation:
        """The same from the ids that occur, rising, and how often each of them does."""
        size, characters, words, tokens, *of_words, whole_characters, cut_characters = sums.tolist()
        word_tokens, whole_words, continued_words = of_words
        return cls(
            bytes=size,
            characters=characters,
            words=words,
            tokens=tokens,
            word_tokens=word_tokens,
            whole_words=whole_words,
            continued_words=continued_words,
            whole_characters=whole_characters,
            cut_characters=cut_characters,
            vocab_size=vocab_size,
            used_ids=used_ids,
            use_counts=use_counts,
        )

    @classmethod
    def total(cls, evaluations: Sequence[Evaluation]) -> Evaluation:
        """The sum of one or more of the same tokenizer."""
        evaluations = [each for each in evaluations if each.bytes] or evaluations[:1]
        if len(evaluations) == 1:
            return evaluations[0]
        uses = np.zeros(evaluations[0].vocab_size, dtype=np.int64)
        for each in evaluations:
            uses[each.used_ids] += each.use_counts
        return cls.from_sums(reduce(add, (each.sums for each in evaluations)), uses)

    def __add__(self, other: Evaluation) -> Evaluation:
        return Evaluation.total([self, other])

    @property
    def sums(self) -> Int64Array:
        """(9) what `COLUMNS` names."""
        return np.array([getattr(self, name) for name in COLUMNS], dtype=np.int64)

    @property
    def uses(self) -> Int64Array:
        """(vocabulary) how often each id occurs."""
        uses = np.zeros(self.vocab_size, dtype=np.int64)
        uses[self.used_ids] = self.use_counts
        return uses

    @property
    def bytes_per_token(self) -> float:
        """`bytes / tokens`: how much text a token holds on average; 0 without tokens."""
        return _share(self.bytes, self.tokens)

    @property
    def tokens_per_word(self) -> float:
        """`word_tokens / words`: how many tokens a word is spread over on average ("fertility"); 0 without words."""
        return _share(self.word_tokens, self.words)

    @property
    def continued_word_share(self) -> float:
        """`continued_words / words`: share of the words that are cut; 0 without words."""
        return _share(self.continued_words, self.words)

    @property
    def whole_word_share(self) -> float:
        """`whole_words / words`: share of the words that are not cut; 0 without words."""
        return _share(self.whole_words, self.words)

    @property
    def character_coverage(self) -> float:
        """`whole_characters / characters`: share of the code points that lie whole in a token; 0 without text."""
        return _share(self.whole_characters, self.characters)

    @property
    def unknown_character_share(self) -> float:
        """Share of the code points that became the unknown token, or no token; 0 without text, and for byte-level."""
        return _share(self.characters - self.whole_characters - self.cut_characters, self.characters)

    @property
    def vocabulary_share(self) -> float:
        """Share of the vocabulary, special tokens included, that the text uses at all."""
        return _share(len(self.used_ids), self.vocab_size)

    def renyi_efficiency(self, alpha: float = RENYI_ALPHA) -> float:
        """How evenly the vocabulary is used: the Rényi entropy of the tokens beside that of using every id alike.

        With p the share of each id in the tokens and V the size of the vocabulary, log(sum(p**alpha)) / (1 - alpha) /
        log V; for alpha 1 its limit, Shannon's entropy, and for infinity -log(max p) / log V. 0 to 1; 0 for no text. A
        diagnostic: tokenizers can be made that raise it and are worse (Cognetta and others, 2024).

        `alpha`: 0 or more; raises TokenizerError for another. From Zouhar and others, Tokenization and the Noiseless
        Channel (2023), who found 2.5 to go best with translation.
        """
        if not alpha >= 0:
            raise TokenizerError(f"alpha {alpha!r}", "is no order of an entropy", "Choose 0 or more, such as 2.5")
        if self.vocab_size < 2 or not len(self.use_counts):
            return 0.0
        # Adding 0 makes 0 of the -0 that one token used alone would give.
        return float(_renyi_entropy(self.use_counts / self.use_counts.sum(), alpha) / np.log(self.vocab_size)) + 0.0


def _renyi_entropy(shares: npt.NDArray[np.float64], alpha: float) -> float:
    if alpha == 1:
        return float(-(shares * np.log(shares)).sum())
    if np.isinf(alpha):
        return float(-np.log(shares.max()))
    most = shares.max()  # a share to a high power would be nothing
    return float((np.log(((shares / most) ** alpha).sum()) + alpha * np.log(most)) / (1 - alpha))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class FileEvaluation:
    """One file, or one text that was typed, as each of the tokenizers cuts it, in their order.

    Attributes:
        path: the file, or the name of the text.
        evaluations: one for each tokenizer.
        documents: (tokenizers, documents, 9) the sums named in `COLUMNS` of parts of the text that may be drawn anew by
            a bootstrap: see `evaluate`.
    """

    path: Path
    evaluations: tuple[Evaluation, ...]
    documents: Int64Array


def totals_of(evaluated: Iterable[FileEvaluation]) -> tuple[Evaluation, ...]:
    """One for each tokenizer, over all files."""
    return tuple(map(Evaluation.total, zip(*(file.evaluations for file in evaluated), strict=True)))
