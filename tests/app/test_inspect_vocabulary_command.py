"""`vocabsmith inspect --show vocabulary`: what is in a vocabulary, and one of its tokens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vocabsmith import cli
from vocabsmith_engine import Recipe, train_from_counts


@pytest.fixture
def trained(tmp_path: Path) -> Path:
    """Ids 256 to 259 are Ġt, he, Ġthe and Ġc; 260 is a special token."""
    recipe = Recipe(vocab_size=261, byte_order="value", special_tokens=["<|end|>"], min_frequency=1)
    result = train_from_counts([(b" the", 9), (b" cat", 5)], recipe)
    result.tokenizer.save(tmp_path / "out", formats=["huggingface"])
    return tmp_path / "out"


def shown(trained: Path, capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    assert cli.main(["inspect", "--tokenizer", str(trained), "--show", "vocabulary", *options]) == 0
    return capsys.readouterr().out.splitlines()


def facts(trained: Path, capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, object]:
    answer: dict[str, object] = json.loads("\n".join(shown(trained, capsys, "--json", *options)))
    return answer


def refused(trained: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert cli.main(["inspect", "--tokenizer", str(trained), *options]) != 0
    return " ".join(capsys.readouterr().err.split())


def test_the_whole_is_summed_up_above_the_tokens(trained: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(trained, capsys, "--sort", "length", "--reverse", "--limit", "4")
    assert lines == [
        "261 tokens: 256 byte, 4 learned, 1 special",
        "Scripts: partial 128, Symbols 60, Latin 57, Digits 10, White space 6",
        "Flags: 128 partial, 0 unreachable",
        "",
        " id  token    bytes                 length  rank  learned  uses  script  kind     flags",
        "260  <|end|>  3C 7C 65 6E 64 7C 3E       7     –        –     –  Latin   special",
        "258  Ġthe     20 74 68 65                4     2        –     –  Latin   learned",
        "256  Ġt       20 74                      2     0        –     –  Latin   learned",
        "257  he       68 65                      2     1        –     –  Latin   learned",
        "… and 257 more (--limit)",
    ]


def test_uses_in_texts_are_counted(trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "text.txt"
    text.write_text(" the the cat")
    lines = shown(trained, capsys, str(text), "--sort", "uses", "--reverse", "--limit", "1")
    assert lines[3] == "Texts: 12 B, 5 tokens, 2.40 bytes per token; 4 of 261 tokens are used"
    assert lines[6] == "258  Ġthe   20 74 68 65       4     2        –     2  Latin   learned"
    answer = facts(trained, capsys, str(text), "--find", " the")
    assert answer["found"] == 1
    assert answer["tokens"] == [
        {
            "id": 258,
            "token": "Ġthe",
            "hex": "20746865",
            "rank": 2,
            "learned": None,
            "uses": 2,
            "script": "Latin",
            "kind": "learned",
            "flags": [],
        }
    ]
    assert answer["texts"] == {"bytes": 12, "tokens": 5, "documents": 1, "used": 4, "residue_share": 0.02}


def test_tokens_are_found_by_text_bytes_and_expression(trained: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for options in (("the",), ("74 68 65", "--by", "bytes"), ("^.the$", "--by", "regex")):
        assert [token["id"] for token in facts(trained, capsys, "--find", *options)["tokens"]] == [258]  # type: ignore[attr-defined]
    assert "cannot be searched for" in refused(trained, capsys, "--show", "vocabulary", "--find", "(", "--by", "regex")


def test_a_token_is_told_with_its_parts_its_children_and_its_lines(
    trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text.txt"
    text.write_text("no\nsee the\tcat\n")
    for name in ("Ġthe", " the"):
        lines = shown(trained, capsys, "--token", name, str(text))
        assert lines[:4] == ["id: 258", "token: Ġthe", "bytes: 20 74 68 65", "rank: 2"]
        assert lines[lines.index("Made of:") + 1 :][:3] == [
            "  Ġthe = Ġt + he  (rank 2)",
            "  Ġt = Ġ + t  (rank 0)",
            "  he = h + e  (rank 1)",
        ]
        assert lines[-1] == f"  {text}:2: see[Ġthe]ĉcat"


def test_the_place_of_a_line_is_written_as_editors_read_it(
    trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text.txt"
    text.write_text("no\n" * 1_233 + "see the cat")
    assert shown(trained, capsys, "--token", " the", str(text))[-1] == f"  {text}:1234: see[Ġthe] cat"


def test_a_token_can_be_named_by_its_id_and_told_to_programs(
    trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text.jsonl"
    text.write_text('{"text": "x"}\n{"text": "the é the"}\n')
    answer = facts(trained, capsys, "--token", str(ord("t")), str(text))
    assert (answer["id"], answer["hex"], answer["kind"], answer["made_of"]) == (ord("t"), "74", "byte", [])
    assert answer["built_on"] == [256]
    answer = facts(trained, capsys, "--token", "195", str(text))
    assert answer["occurrences"] == [
        {
            "path": str(text),
            "record": 2,
            "left": "the ",
            "token": "é",
            "right": " the",
            "partial": True,
            "times": 1,
        }
    ]


def test_what_cannot_be_answered_is_refused(trained: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "'zebra': is no id and no token" in refused(trained, capsys, "--show", "vocabulary", "--token", "zebra")
    assert "261: is no id; the last is 260" in refused(trained, capsys, "--show", "vocabulary", "--token", "261")
    assert "is more than one id" in refused(trained, capsys, "--show", "vocabulary", "--token", "256-258")
    assert "--show vocabulary only" in refused(trained, capsys, "--find", "a")
    assert "--show vocabulary only" in refused(trained, capsys, "--token", "a")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--sort", "rank"), "--show vocabulary only"),
        (("--reverse",), "--show vocabulary only"),
        (("--show", "vocabulary", "--special", "refuse"), "--show tokens or trace only"),
        (("--show", "vocabulary", "--by", "regex"), "--find only"),
        (("--show", "vocabulary", "--sort", "uses"), "uses are counted in FILES"),
        (("--show", "vocabulary", "--token", "65", "--find", "a"), "--token shows one"),
    ],
)
def test_an_option_that_would_be_left_unheeded_is_refused(
    trained: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], words: str
) -> None:
    assert words in refused(trained, capsys, *options)


def test_the_tokenizer_of_a_kept_run_has_its_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "text.txt"
    text.write_text(" the the cat")
    run, out = str(tmp_path / "kept"), str(tmp_path / "out")
    assert (
        cli.main(["train", str(text), "--vocab-size", "257", "--min-frequency", "1", "--run", run, "--output", out])
        == 0
    )
    capsys.readouterr()
    answer = facts(Path(run), capsys, str(text), "--token", "256")
    assert (answer["learned"], answer["uses"]) == (2, 2)
