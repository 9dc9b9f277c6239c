"""The line that shows how a pattern cuts."""

import pytest

from vocabsmith.operations.preview_pieces import EXAMPLE, preview_pieces
from vocabsmith_engine import Monitor, RecipeError, Source, TokenizerError


def test_without_a_corpus_an_example_is_cut():
    preview = preview_pieces(value="gpt2", sources=[], monitor=Monitor())
    assert preview.source == "Example line"
    assert "".join(preview.pieces) == EXAMPLE
    assert preview.pieces[:2] == ("Vocabsmith", " cuts")


def test_a_line_of_the_users_own_text_is_cut_and_named(tmp_path):
    line = "The driver doesn't need 4,096 entries: 打印文档 ok"
    (tmp_path / "notes.txt").write_text(f"short\n\n{line}\nplain words and nothing else in this line at all\n")
    preview = preview_pieces(value="whitespace", sources=[Source(tmp_path)], monitor=Monitor())
    assert preview.source == "notes.txt, line 3"
    assert preview.pieces == ("The", " driver", " doesn't", " need", " 4,096", " entries:", " 打印文档", " ok")


def test_an_expression_of_the_users_own_is_used():
    preview = preview_pieces(value="regex:[^ ]+| ", sources=[], monitor=Monitor())
    assert preview.pieces[:3] == ("Vocabsmith", " ", "cuts")


def test_a_wrong_expression_is_named():
    with pytest.raises(RecipeError, match="is not a regular expression"):
        preview_pieces(value="regex:(", sources=[], monitor=Monitor())


def test_an_expression_that_takes_for_ever_ends_with_what_to_do(tmp_path):
    (tmp_path / "a.txt").write_text("a" * 60 + "!")
    with pytest.raises(TokenizerError, match=r"more than 1 second on .* a repetition inside a repetition"):
        preview_pieces(value="regex:(?:a|aa)+$|!", sources=[Source(tmp_path)], monitor=Monitor())
