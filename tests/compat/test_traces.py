"""The stages of a text are those that `tokenizers` goes through with the same file."""

from __future__ import annotations

from pathlib import Path

import pytest
import tokenizers
from compared import random_texts
from library_files import CJK, DEEPSEEK, SHAPES
from mixed_shapes import mixed_shape
from tokenizers import Regex, pre_tokenizers

from vocabsmith_engine import FormatError, Pretokenizer, Tokenizer
from vocabsmith_engine.analysis import TextTrace, trace
from vocabsmith_engine.byte_alphabet import unspell
from vocabsmith_engine.models import ByteLevel


def both(theirs: tokenizers.Tokenizer, folder: Path) -> tuple[Tokenizer, tokenizers.Tokenizer]:
    theirs.save(str(folder / "tokenizer.json"))
    return Tokenizer.load(folder), tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))


def normalised(theirs: tokenizers.Tokenizer, text: str) -> str:
    return text if theirs.normalizer is None else theirs.normalizer.normalize_str(text)


def pieces(theirs: tokenizers.Tokenizer, text: str) -> list[str]:
    """What the library gives to its model: pieces that are empty are dropped there too."""
    if theirs.pre_tokenizer is None:
        return [text] if text else []
    return [piece for piece, _ in theirs.pre_tokenizer.pre_tokenize_str(text) if piece]


def compare(ours: Tokenizer, theirs: tokenizers.Tokenizer, texts: list[str]) -> int:
    """How many texts without an added token were compared."""
    compared = 0
    for text in texts:
        traced = trace(ours, text)
        if any(stage.added.any() for stage in traced.stages):
            continue
        compared += 1
        spelled = pieces(theirs, normalised(theirs, text))
        expected = [unspell(piece).decode() for piece in spelled] if isinstance(ours.model, ByteLevel) else spelled
        assert traced.pieces() == expected, repr(text)
        assert normalised_here(ours, traced) == normalised_there(ours, theirs, text), repr(text)
    return compared


def normalised_here(ours: Tokenizer, traced: TextTrace) -> str:
    """What stands behind the last step of the normaliser."""
    edits = [stage for stage in traced.stages if stage.kind == "edit"][: len(ours.normalizer.steps)]
    return edits[-1].text.text if edits else traced.stages[0].text.text


def normalised_there(ours: Tokenizer, theirs: tokenizers.Tokenizer, text: str) -> str:
    """The byte alphabet as a normaliser is no step here, where a byte-level model takes bytes as they are."""
    result = normalised(theirs, text)
    if isinstance(ours.model, ByteLevel) and theirs.normalizer is not None and "ByteLevel" in str(theirs.normalizer):
        return unspell(result).decode()
    return result


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_traced_as_the_library_goes(
    name: str, sample_lines: list[str], texts: tuple[str, ...], tmp_path: Path
) -> None:
    ours, theirs = both(SHAPES[name].trained(sample_lines), tmp_path)
    assert compare(ours, theirs, ["", *texts[::4], *random_texts(7, 200, sample_lines[0].split())]) > 200


@pytest.mark.parametrize("seed", range(200, 225))
def test_parts_in_any_mixture_are_traced_as_the_library_goes(
    seed: int, sample_lines: list[str], tmp_path: Path
) -> None:
    try:
        ours, theirs = both(mixed_shape(seed).trained(sample_lines[:400]), tmp_path)
    except FormatError as refusal:
        assert "tokenizer.json: " in str(refusal)
        return
    compare(ours, theirs, ["", *sample_lines[::30], *random_texts(seed, 100, sample_lines[0].split())])


STEPS = (
    (pre_tokenizers.Split(Regex(r"\p{N}{1,3}"), "isolated"), r"\p{N}{1,3}"),
    (pre_tokenizers.Split(Regex(CJK), "isolated"), CJK),
    (pre_tokenizers.Split(Regex(DEEPSEEK), "isolated"), DEEPSEEK),
)


def test_every_split_of_a_sequence_is_a_stage(sample_lines: list[str]) -> None:
    pretokenizer = Pretokenizer.of_splits([pattern for _, pattern in STEPS])
    tokenizer = Tokenizer([bytes([byte]) for byte in range(256)], [], {}, pretokenizer)
    for text in (*sample_lines[::10], "价格 12345 元, it's 3.14!"):
        stages = trace(tokenizer, text).stages
        assert len(stages) == 1 + len(STEPS)
        for number, stage in enumerate(stages[1:], 1):
            theirs = pre_tokenizers.Sequence([step for step, _ in STEPS[:number]])
            assert stage.parts() == [piece for piece, _ in theirs.pre_tokenize_str(text)]
