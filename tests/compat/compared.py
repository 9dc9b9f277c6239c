"""A tokenizer of the library and the same loaded by Vocabsmith, text by text."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import tokenizers

from vocabsmith_engine import Tokenizer, VocabsmithError

CODE_POINTS: Final = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
COMMON: Final = (
    *(
        "<s>",
        "</s>",
        "<mask>",
        "<unk>",
        "▁",
        " ",
        "  ",
        "\n",
        "\n\n",
        "\t",
        "<L>",
        " <R> ",
        "<LR>",
        "<A>",
        "<bc>",
        " <pad>",
    ),
    *(
        "word",
        "Word",
        "the",
        "The",
        "er",
        "<|x y|>",
        "<tool_call>",
        "<|im_start|>",
        "<start_of_turn>",
        "12345",
        "é",
        "e\u0301",
    ),
    *(
        "É",
        "Ё",
        "ﬁ",
        "中文",
        "😀",
        "Ġ",
        "</w>",
        "##",
        "don't",
        "I'LL",
        "<0x0A>",
        "__",
        "٣٤",
        "ＡＢ½",
        "किसान",
        "👨\u200d👩\u200d👧",
    ),
)


@dataclass
class Difference:
    """The shortest text that came out otherwise, and what both said."""

    texts: int = 0
    example: str = ""

    def add(self, text: str, ours: object, theirs: object) -> None:
        self.texts += 1
        if not self.example or len(text) < len(self.example.split("\n")[0]):
            self.example = f"{text!r}\n  here      {ours!r:.300}\n  library   {theirs!r:.300}"


@dataclass
class Comparison:
    """How many texts were compared, and in how many ids, text or places differ."""

    texts: int = 0
    ids: Difference = field(default_factory=Difference)
    decoded: Difference = field(default_factory=Difference)
    places: Difference = field(default_factory=Difference)


def random_texts(seed: int, count: int, words: Sequence[str]) -> Iterator[str]:
    """Texts of all code points, of common ones, and of words with what matters to tokenizers between them."""
    dice = random.Random(seed)
    for _ in range(count):
        kind = dice.random()
        if kind < 0.25:
            yield "".join(dice.choices(CODE_POINTS, k=dice.randrange(1, 20)))
        elif kind < 0.4:
            yield "".join(dice.choices(CODE_POINTS[:0x3100], k=dice.randrange(1, 30)))
        else:
            parts = (dice.choice((dice.choice(words), dice.choice(COMMON), " ")) for _ in range(dice.randrange(1, 12)))
            yield dice.choice(("", "", " ")).join(parts)


def compare(ours: Tokenizer, theirs: tokenizers.Tokenizer, texts: Iterable[str]) -> Comparison:
    """Ids with the template, the text they stand for, and the places of tokens, for each of `texts`."""
    found = Comparison()
    for text in texts:
        found.texts += 1
        expected = theirs.encode(text)
        try:
            encoded = ours.encode_with_offsets(text)
        except VocabsmithError as error:
            found.ids.add(text, error, expected.ids)
            continue
        ids = encoded.ids.tolist()
        if ids != expected.ids:
            found.ids.add(text, ids, expected.ids)
            continue
        read = theirs.decode(ids, skip_special_tokens=False)
        if ours.decode(ids) != read:
            found.decoded.add(text, ours.decode(ids), read)
        places = _without_template(ours, [tuple(span) for span in encoded.code_points.tolist()])
        if places != (wanted := _without_template(ours, expected.offsets)):
            found.places.add(text, places, wanted)
    return found


def _without_template(ours: Tokenizer, spans: list[Any]) -> list[Any]:
    template = ours.template
    return spans[len(template.prefix) : len(spans) - len(template.suffix)] if template else spans
