"""NAME.tiktoken: ranks without merges, and the files beside it."""

from __future__ import annotations

import ast
import random
from base64 import b64encode
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vocabsmith_engine import FormatError, Pretokenizer, Recipe, Tokenizer, formats, train_from_counts
from vocabsmith_engine.formats.tiktoken import ranks_of
from vocabsmith_engine.formats.tiktoken_reading import rebuilt_merges

BYTES = [bytes([value]) for value in range(256)]


def trained(piece: str, times: int, merges: int, *special_tokens: str, **settings: Any) -> Tokenizer:
    recipe = Recipe(vocab_size=256 + merges + len(special_tokens), special_tokens=special_tokens, **settings)
    return train_from_counts([(piece, times)], recipe).tokenizer


def written(path: Path, tokens: list[bytes]) -> Path:
    path.write_bytes(b"".join(b64encode(token) + b" %d\n" % rank for rank, token in enumerate(tokens)))
    return path


# --- written


def test_each_line_is_a_token_and_its_id_and_special_tokens_are_left_out(tmp_path: Path) -> None:
    trained("abab", 9, 2, "<s>", specials="start", pretokenizer="none").save(tmp_path / "my tok", ["tiktoken"])
    lines = (tmp_path / "my tok" / "my tok.tiktoken").read_bytes().split(b"\n")
    assert (lines[0], lines[-2], lines[-1], len(lines)) == (b"IQ== 1", b"YWJhYg== 258", b"", 259)
    assert sorted(entry.name for entry in (tmp_path / "my tok").iterdir()) == [
        "load_my_tok.py",
        "my tok.tiktoken",
        "vocabsmith.json",
    ]


def test_no_folder_name_can_put_code_into_the_loader(tmp_path: Path) -> None:
    name = '"""+print("run")+"""'
    trained("abab", 9, 1).save(tmp_path / name, ["tiktoken"])
    [loader] = (tmp_path / name).glob("load_*.py")
    assert loader.stem.isidentifier()
    calls = [node for node in ast.walk(ast.parse(loader.read_text())) if isinstance(node, ast.Call)]
    assert "print" not in {call.func.id for call in calls if isinstance(call.func, ast.Name)}


@pytest.mark.parametrize(
    ("pretokenizer", "pattern"),
    [
        ("none", r"(?s:.)+"),
        ("whitespace", r" ?\S+|(?:(?! ?\S+)(?s:.))+"),
        ("digits", r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?![^\s\p{N}])|\s+"),
        (r"\d\d?", r"\d\d?|(?:(?!\d\d?)(?s:.))+"),
    ],
)
def test_the_pattern_covers_all_text(pretokenizer: str, pattern: str, tmp_path: Path) -> None:
    trained("abab", 9, 1, pretokenizer=pretokenizer).save(tmp_path / "t", ["tiktoken"])
    assert f"PATTERN = {pattern!a}\n" in (tmp_path / "t" / "load_t.py").read_text()


def test_successive_splits_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="'deepseek3': is 3 successive splits, and tiktoken takes one expression"):
        trained("abab", 9, 1, pretokenizer="deepseek3").save(tmp_path / "t", ["huggingface", "tiktoken"])
    assert not (tmp_path / "t").exists()


def test_special_tokens_that_tiktoken_confuses_are_named(tmp_path: Path) -> None:
    report = trained("abab", 9, 1, "<d>x", "<e>", "<d>").save(tmp_path / "t", ["tiktoken"])
    assert [note.level for note in report.notes] == ["info", "warning"]
    assert "may find the special token '<d>' where '<d>x' stands" in report.notes[1].text


def test_merges_that_do_not_follow_from_the_ranks_are_refused(tmp_path: Path) -> None:
    tokens = [*BYTES, b"ab", b"bc", b"abc"]
    merges = np.array([[97, 98, 256], [98, 99, 257], [97, 257, 258]], np.uint32)
    tokenizer = Tokenizer(tokens, merges, {}, Pretokenizer.of("none"))
    with pytest.raises(FormatError, match="The merges do not follow from the order of the tokens"):
        tokenizer.save(tmp_path / "t", ["tiktoken"])


def test_ids_that_are_not_in_the_order_of_the_merges_are_refused(tmp_path: Path) -> None:
    tokens = [*BYTES, b"cd", b"ab"]
    merges = np.array([[97, 98, 257], [99, 100, 256]], np.uint32)
    with pytest.raises(FormatError, match="The merges do not follow from the order of the tokens"):
        Tokenizer(tokens, merges, {}, Pretokenizer.of("none")).save(tmp_path / "t", ["tiktoken"])


def test_a_pattern_that_never_ends_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vocabsmith_engine.formats.checking._SECONDS_FOR_PIECES", 0.05)
    with pytest.raises(FormatError, match=r"needed more than 0.05 seconds"):
        trained("abab", 9, 1, pretokenizer=r"(?:a|aa)+c|[\s\S]").save(tmp_path / "t", ["tiktoken"])


# --- read


def test_the_rebuilt_merges_are_the_trained_ones(tmp_path: Path) -> None:
    tokenizer = trained("-+-+ -+-+-+\n" * 4, 1, 4, pretokenizer="none")
    tokenizer.save(tmp_path / "t", ["tiktoken"])
    loaded = Tokenizer.load(tmp_path / "t" / "t.tiktoken")
    assert loaded.merges.tolist() == tokenizer.merges.tolist()
    assert (loaded.whole_pieces_first, loaded.notes) == (False, ())
    loaded.save(tmp_path / "hf", ["huggingface"])
    assert Tokenizer.load(tmp_path / "hf").merges.tolist() == tokenizer.merges.tolist()


@pytest.mark.parametrize("tie_break", ["hf", "bytes"])
def test_the_rebuild_finds_the_merges_of_random_runs(tie_break: str) -> None:
    chance = random.Random(3)
    for _ in range(150):
        counts = [("".join(chance.choices("ab-+é", k=chance.randint(2, 12))), chance.randint(1, 9)) for _ in range(6)]
        recipe = Recipe.from_dict({"vocab_size": 280, "min_frequency": 1, "tie_break": tie_break})
        tokenizer = train_from_counts(counts, recipe).tokenizer
        assert rebuilt_merges(ranks_of(tokenizer)).tolist() == tokenizer.merges.tolist()


def plainly_rebuilt(ranks: dict[bytes, int]) -> list[list[int]]:
    """The merges by the definition: tokens of lower rank merge the lowest, leftmost pair until two parts are left."""
    known = {token: rank for token, rank in ranks.items() if len(token) == 1}
    rows = []
    for token, rank in ranks.items():
        if len(token) == 1:
            continue
        parts = [token[at : at + 1] for at in range(len(token))]
        while len(parts) > 2:
            pairs = [(known[a + b], at) for at, (a, b) in enumerate(pairwise(parts)) if a + b in known]
            if not pairs:
                break
            _, at = min(pairs)
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        if len(parts) == 2 and parts[0] in known and parts[1] in known:
            rows.append([known[parts[0]], known[parts[1]], rank])
        known[token] = rank
    return rows


def test_the_rebuild_is_that_of_the_definition_on_random_tokens() -> None:
    chance = random.Random(5)
    for _ in range(300):
        tokens = {bytes(chance.choices(b"abc", k=chance.randint(1, 7))) for _ in range(chance.randint(0, 60))}
        by_rank = chance.sample(sorted(tokens), len(tokens))
        ranks = dict(zip(by_rank, sorted(chance.sample(range(200), len(tokens))), strict=True))
        assert rebuilt_merges(ranks).tolist() == plainly_rebuilt(ranks)


def test_the_rebuild_of_a_long_token_ends_soon() -> None:
    ranks = {bytes([value]): value for value in range(256)} | {b"a" * 2**n: 255 + n for n in range(1, 18)}
    assert rebuilt_merges(ranks)[-1].tolist() == [271, 271, 272]


def test_a_token_that_does_not_come_apart_is_used_for_whole_pieces(tmp_path: Path) -> None:
    loaded = Tokenizer.load(written(tmp_path / "t.tiktoken", [*BYTES, b"abc"]))
    assert (loaded.whole_pieces_only, loaded.whole_pieces_first, len(loaded.merges)) == ((256,), True, 0)
    assert loaded.encode("abc abcd") == [256, 32, 97, 98, 99, 100]
    assert loaded.notes == (
        "vocabsmith.json is missing: the pattern is taken to be GPT-2's, without special tokens.",
        "1 token does not come apart into two others, so only whole pieces become such a token.",
    )


def test_tokens_for_whole_pieces_are_saved_again(tmp_path: Path) -> None:
    loaded = Tokenizer.load(written(tmp_path / "t.tiktoken", [*BYTES, b"ab", b"xyz", b"abab"]))
    loaded.save(tmp_path / "again", ["tiktoken", "huggingface"])
    for path in (tmp_path / "again", tmp_path / "again" / "again.tiktoken"):
        assert Tokenizer.load(path).encode("xyz abab") == loaded.encode("xyz abab")


@pytest.mark.parametrize("place", ["start", "after-bytes", "end"])
def test_the_side_file_puts_special_tokens_back(place: str, tmp_path: Path) -> None:
    tokenizer = trained("abab", 9, 2, "<s>", "<t>", specials=place)
    tokenizer.save(tmp_path / "t", ["tiktoken"])
    loaded = Tokenizer.load(tmp_path / "t")
    assert (loaded.special_tokens, loaded.tokens) == (tokenizer.special_tokens, tokenizer.tokens)


def test_missing_ranks_point_to_the_side_file(tmp_path: Path) -> None:
    trained("abab", 9, 2, "<s>", specials="start").save(tmp_path / "t", ["tiktoken"])
    (tmp_path / "t" / "vocabsmith.json").unlink()
    with pytest.raises(FormatError, match=r"rank 0: belongs to no token. Put vocabsmith.json"):
        Tokenizer.load(tmp_path / "t")


def test_an_empty_line_is_skipped(tmp_path: Path) -> None:
    path = written(tmp_path / "t.tiktoken", BYTES)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n\r\n", 3) + b"\n\n")
    assert Tokenizer.load(path).vocab_size == 256


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"YQ== 0\n\n!!! 1\n", 'line 3 "!!! 1": is not base64'),
        ("ä 0\n".encode(), 'line 1 "ä 0": is not base64'),
        (b"YQ== 0\n 1\n", 'line 2 " 1": is a token without bytes'),
        (b"YQ== 0\nYg==\n", 'line 2 "Yg==": is not a token in base64, a space and a rank'),
        (b"YQ== x\n", 'line 1 "YQ== x": is not a token'),
        (b"YQ== -1\n", 'line 1 "YQ== -1": is not a token'),
        ("YQ== ٣\n".encode(), 'line 1 "YQ== ٣": is not a token'),
        (b"YQ== 99999999999999999999\n", "is not a token"),
        (b"YQ== 0\nYQ== 1\n", 'line 2 "YQ== 1": repeats the token of rank 0'),
        (b"YQ== 0\nYg== 0\n", 'line 2 "Yg== 0": repeats the rank of line 1'),
        (b"YQ== 0\n", "byte 0x00: has no token"),
        (b"\x80\x04pickle", "line 1"),
        (b"", "byte 0x00: has no token"),
    ],
)
def test_a_bad_line_is_refused_by_number(content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "t.tiktoken").write_bytes(content)
    with pytest.raises(FormatError) as refusal:
        Tokenizer.load(tmp_path / "t.tiktoken")
    assert message in str(refusal.value)
    assert str(refusal.value).startswith(f"{tmp_path}/t.tiktoken")


def test_of_several_files_one_must_be_chosen(tmp_path: Path) -> None:
    for name in ("a.tiktoken", "b.tiktoken"):
        written(tmp_path / name, BYTES)
    with pytest.raises(FormatError, match=r"holds 2 .tiktoken files, not one. Choose the file itself"):
        Tokenizer.load(tmp_path)
    assert Tokenizer.load(tmp_path / "a.tiktoken").name == "a"


def test_the_side_file_itself_leads_to_its_files(tmp_path: Path) -> None:
    trained("abab", 9, 2).save(tmp_path / "t", ["tiktoken"])
    assert Tokenizer.load(tmp_path / "t" / "vocabsmith.json").name == "t"


def test_sizes_in_the_preview_are_those_on_the_disk(tmp_path: Path) -> None:
    tokenizer = trained("abab", 9, 2, "<s>")
    preview = formats.preview(tokenizer, ["tiktoken", "gpt2"], "t")
    tokenizer.save(tmp_path / "t", ["tiktoken", "gpt2"])
    planned = {name: size for files in preview.files.values() for name, size in files}
    assert planned == {entry.name: entry.stat().st_size for entry in (tmp_path / "t").iterdir()}
