"""What was trained from characters gives the same ids in the libraries whose files can hold it, on 100,000 strings."""

import random
from pathlib import Path

import pytest
import sentencepiece
import tokenizers

from vocabsmith_engine import Recipe, Tokenizer, train
from vocabsmith_resources.samples import sample_path

SAMPLE = sample_path().read_text(encoding="utf-8")
STRINGS = 100_000


def some_text(dice: random.Random) -> str:
    begin = dice.randrange(len(SAMPLE))
    return SAMPLE[begin : begin + dice.randrange(1, 40)]


def shuffled_text(dice: random.Random) -> str:
    return "".join(dice.choices(SAMPLE, k=dice.randrange(1, 40)))


def few_letters(dice: random.Random) -> str:
    return "".join(dice.choices("ab the  \n\t", k=dice.randrange(1, 40)))


def any_characters(dice: random.Random) -> str:
    limits = (0x80, 0x3000, 0xD800, 0x110000)
    characters = (chr(dice.randrange(dice.choice(limits))) for _ in range(dice.randrange(1, 20)))
    return "".join(character for character in characters if not "\ud800" <= character <= "\udfff")


def random_strings() -> list[str]:
    """Without ▁, which is a space to sentencepiece."""
    dice = random.Random(7)
    kinds = (some_text, shuffled_text, few_letters, any_characters)
    return [kinds[number % len(kinds)](dice).replace("▁", "") for number in range(STRINGS)]


@pytest.fixture(scope="module")
def strings() -> list[str]:
    return random_strings()


def trained(**settings: object) -> Tokenizer:
    return train([sample_path()], Recipe(vocab_size=6000, base="characters", **settings)).tokenizer


def differences(strings: list[str], ours: list[list[int]], theirs: list[list[int]]) -> list[str]:
    return [text for text, own, other in zip(strings, ours, theirs, strict=True) if own != other]


@pytest.mark.parametrize("coverage", [0.9995, 0.97])
def test_sentencepiece_gives_the_same_ids_and_the_text_back(
    coverage: float, strings: list[str], tmp_path: Path
) -> None:
    tokenizer = trained(pretokenizer="none", character_coverage=coverage)
    tokenizer.save(tmp_path, ["sentencepiece"])
    library = sentencepiece.SentencePieceProcessor(model_file=str(next(tmp_path.glob("*.model"))))
    ids = tokenizer.encode_batch(strings)
    assert differences(strings, ids, library.encode(strings)) == []
    assert library.decode(ids) == strings


@pytest.mark.parametrize("pretokenizer", ["gpt2", "none"])
def test_tokenizers_gives_the_same_ids(pretokenizer: str, strings: list[str], tmp_path: Path) -> None:
    tokenizer = trained(pretokenizer=pretokenizer)
    tokenizer.save(tmp_path, ["huggingface"])
    library = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    theirs = [encoding.ids for encoding in library.encode_batch_fast(strings)]
    assert differences(strings, tokenizer.encode_batch(strings), theirs) == []
