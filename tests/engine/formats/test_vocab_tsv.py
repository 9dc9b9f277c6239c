"""vocab.tsv: a line for each token, from which the bytes can be told."""

from __future__ import annotations

import csv
import dataclasses
import random
from pathlib import Path

import numpy as np
import pytest

from vocabsmith_engine import FormatError, Pretokenizer, Recipe, Tokenizer, formats, train_from_counts
from vocabsmith_engine.formats.token_kinds import kinds_of
from vocabsmith_engine.formats.vocab_tsv import escaped, unescaped
from vocabsmith_engine.models import Unigram


def trained(piece: str, times: int, merges: int, *special_tokens: str) -> Tokenizer:
    recipe = Recipe(vocab_size=256 + merges + len(special_tokens), special_tokens=special_tokens, pretokenizer="none")
    return train_from_counts([(piece, times)], recipe).tokenizer


def test_each_line_says_id_bytes_text_count_and_kind(tmp_path: Path) -> None:
    trained("a\tb a\tb", 3, 2, "<s>").save(tmp_path, ["vocab_tsv"])
    lines = (tmp_path / "vocab.tsv").read_text("utf-8").split("\n")
    assert [lines[0], lines[1], *lines[-4:]] == [
        "id\tbytes\ttext\tcount\tkind",
        "0\t21\t!\t\tbyte",
        "256\t6109\ta\\t\t6\tmerge",
        "257\t610962\ta\\tb\t6\tmerge",
        "258\t3c733e\t<s>\t\tspecial",
        "",
    ]


@pytest.mark.parametrize(
    ("token", "text"),
    [
        (b"\t\n\r", r"\t\n\r"),
        (b"\\t", r"\\t"),
        (b"\0\x1f\x7f", r"\x00\x1F\x7F"),
        (b"\xf0\x9f\x98", r"\xF0\x9F\x98"),
        ("\x85\u2028\ufeff".encode(), r"\xC2\x85\xE2\x80\xA8\xEF\xBB\xBF"),
        (' "Größe"'.encode(), ' "Größe"'),
    ],
)
def test_what_breaks_lines_or_is_no_text_is_escaped(token: bytes, text: str) -> None:
    assert escaped(token) == text
    assert unescaped(text) == token


def test_every_token_can_be_told_from_its_text() -> None:
    dice = random.Random(1)
    for _ in range(5_000):
        token = bytes(dice.choices(b"\\tnrx09AF\t\n\r\0\x80\xc3\xa9\xe2\x80\xa8 ", k=dice.randint(1, 12)))
        assert unescaped(escaped(token)) == token
        assert len(escaped(token).splitlines()) == 1


def test_python_reads_the_table_as_it_is_told_to(tmp_path: Path) -> None:
    tokenizer = trained('"a" "a" ', 3, 3)
    tokenizer.save(tmp_path, ["vocab_tsv"])
    names: dict[str, object] = {}
    exec(formats.loading_code("vocab_tsv", tmp_path)["csv"], names)
    rows = names["rows"]
    assert isinstance(rows, list)
    assert [bytes.fromhex(row["bytes"]) for row in rows] == list(tokenizer.tokens)
    assert csv.QUOTE_NONE == 3


def test_it_is_not_loaded(tmp_path: Path) -> None:
    trained("abab", 3, 1).save(tmp_path, ["vocab_tsv"])
    for path in (tmp_path, tmp_path / "vocab.tsv"):
        with pytest.raises(FormatError, match=r"vocab\.tsv, which holds neither merges nor a pattern"):
            Tokenizer.load(path)


def kinds(tokenizer: Tokenizer) -> dict[str, str]:
    """What each token is, by its text; of several with one text, the last."""
    return {
        token.decode(errors="replace"): kind for token, kind in zip(tokenizer.tokens, kinds_of(tokenizer), strict=True)
    }


def test_characters_are_told_from_bytes_and_merges() -> None:
    recipe = Recipe(vocab_size=300, base="characters", min_frequency=1, special_tokens=("<s>",))
    tokenizer = train_from_counts([("é中".encode(), 5)], recipe).tokenizer
    assert kinds_of(tokenizer)[:256] == ["byte"] * 256
    assert kinds(tokenizer) | {"é": "character", "中": "character", "é中": "merge", "<s>": "special"} == kinds(
        tokenizer
    )


def test_pieces_of_sentencepiece_have_its_types() -> None:
    base = trained("abab", 3, 1)
    whole = dataclasses.replace(base, tokens=[*base.tokens, b"xyz"], whole_pieces_first=True)
    assert kinds_of(whole)[-2:] == ["merge", "whole"]
    scores, types = np.array([0, -1, 0, 0, 0], dtype=np.float32), np.array([2, 1, 3, 4, 5], dtype=np.uint8)
    model = Unigram(scores, types, None, 0)
    tokens = [b"<unk>", b"a", b"<s>", b"<x>", b"y"]
    tokenizer = Tokenizer(tokens, np.zeros((0, 3), dtype=np.uint32), {}, Pretokenizer.of("none"), model=model)
    assert kinds_of(tokenizer) == ["unknown", "normal", "control", "user-defined", "unused"]
