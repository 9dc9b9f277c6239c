"""The metrics of a comparison: what each is called, what it says, which way is better, and who has it from where.

The window, the command line and docs/metrics.md take their words from here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from types import MappingProxyType
from typing import Final, Literal

from vocabsmith_engine.analysis.evaluation import RENYI_ALPHA, Evaluation

Better = Literal["more", "fewer", "neither"]
Unit = Literal["tokens", "bytes", "share", "times", "number"]


@dataclass(frozen=True, slots=True)
class Metric:
    """One figure that is told of a tokenizer.

    Attributes:
        key: what programs call it.
        title: what people call it.
        unit: what the number counts: `share` is 0 to 1 and shown in per cent, `times` a ratio, `number` has no unit.
        better: whether more of it is better, or fewer; `neither` for a diagnostic.
        definition: one sentence.
        source: author, title and year of where it comes from; "" for what needs none.
        of: the value for some text; None for what compares groups of texts, which `Comparison` has.
    """

    key: str
    title: str
    unit: Unit
    better: Better
    definition: str
    source: str = ""
    of: Callable[[Evaluation], float] | None = None


_METRICS: Final = (
    Metric(
        "tokens",
        "Tokens",
        "tokens",
        "fewer",
        "Ids that the text becomes, without those that a template puts around it.",
        "Gallé, Investigating the Effectiveness of BPE: The Power of Shorter Sequences (2019)",
        attrgetter("tokens"),
    ),
    Metric(
        "bytes_per_token",
        "Bytes per token",
        "bytes",
        "more",
        "Bytes of the text as UTF-8, divided by its tokens.",
        "Gallé, Investigating the Effectiveness of BPE: The Power of Shorter Sequences (2019)",
        attrgetter("bytes_per_token"),
    ),
    Metric(
        "tokens_per_word",
        "Tokens per word",
        "tokens",
        "fewer",
        "Fertility: tokens that hold any part of a word, each counted for every word it touches, divided by the words; "
        "a word is a run of letters and marks.",
        "Rust and others, How Good is Your Tokenizer? On the Monolingual Performance of Multilingual Language Models "
        "(2021)",
        attrgetter("tokens_per_word"),
    ),
    Metric(
        "continued_word_share",
        "Continued words",
        "share",
        "fewer",
        "Share of the words that two or more tokens touch.",
        "Rust and others, How Good is Your Tokenizer? On the Monolingual Performance of Multilingual Language Models "
        "(2021)",
        attrgetter("continued_word_share"),
    ),
    Metric(
        "whole_word_share",
        "Words kept whole",
        "share",
        "more",
        "Share of the words that one token alone touches, whatever else it holds; every occurrence counts.",
        "Nayeem and others, Beyond Fertility: Analyzing STRR as a Metric for Multilingual Tokenization Evaluation "
        "(2025)",
        attrgetter("whole_word_share"),
    ),
    Metric(
        "character_coverage",
        "Characters kept whole",
        "share",
        "more",
        "Share of the code points that lie whole in one token; the rest is spread over tokens for their bytes, became "
        "the unknown token, or no token.",
        "after the character coverage of Kudo and Richardson, SentencePiece (2018)",
        attrgetter("character_coverage"),
    ),
    Metric(
        "unknown_character_share",
        "Unknown characters",
        "share",
        "fewer",
        "Share of the code points that became the unknown token, or no token; none where every byte has a token.",
        "after the character coverage of Kudo and Richardson, SentencePiece (2018)",
        attrgetter("unknown_character_share"),
    ),
    Metric(
        "vocabulary_share",
        "Vocabulary used",
        "share",
        "neither",
        "Share of the ids that the text uses at all, special tokens among them; it grows with the text.",
        "",
        attrgetter("vocabulary_share"),
    ),
    Metric(
        "renyi_efficiency",
        "Rényi efficiency",
        "number",
        "neither",
        f"Rényi entropy of order α of the use of tokens, α {RENYI_ALPHA} unless another is chosen, divided by the "
        "logarithm of the size of the vocabulary: 1 if every id is used alike.",
        "Zouhar and others, Tokenization and the Noiseless Channel (2023)",
        Evaluation.renyi_efficiency,
    ),
    Metric(
        "premium",
        "Premium",
        "times",
        "fewer",
        "Parity: what a group costs, divided by what the reference group costs, or the cheapest one; the cost is "
        "tokens of the whole text if all groups say the same in other languages, otherwise tokens per byte, character "
        "or word.",
        "Petrov and others, Language Model Tokenizers Introduce Unfairness Between Languages (2023)",
    ),
    Metric(
        "spread",
        "Spread",
        "times",
        "fewer",
        "Cost of the dearest group, divided by that of the cheapest one.",
        "Petrov and others, Language Model Tokenizers Introduce Unfairness Between Languages (2023)",
    ),
    Metric(
        "gini",
        "Gini coefficient",
        "number",
        "fewer",
        "How unequal the costs of the n groups are: the sum of their differences, each with each, divided by 2 n² "
        "times their mean; 0 if all cost the same.",
        "Foroutan and others, Parity-Aware Byte-Pair Encoding: Improving Cross-lingual Fairness in Tokenization (2025)",
    ),
)

METRICS: Final[Mapping[str, Metric]] = MappingProxyType({metric.key: metric for metric in _METRICS})
"""All metrics by their keys, in the order in which they are shown."""
