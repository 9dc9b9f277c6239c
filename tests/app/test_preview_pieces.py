"""The line that shows how a pattern cuts."""

import pytest

from vocabsmith.operations.preview_pieces import (
    EXAMPLE,
    Piece,
    most_telling,
    place_of_problem,
    preview_pieces,
    sample_lines,
)
from vocabsmith_engine import Monitor, RecipeError, Source, Stopped, TokenizerError


def cut(value, text=EXAMPLE, **around):
    return [piece.text for piece in preview_pieces(value=value, text=text, monitor=Monitor(), **around).pieces]


def lines_of(*paths):
    return [(line.source, line.text) for line in sample_lines(sources=map(Source, paths), monitor=Monitor())]


def test_the_pieces_of_a_text_are_the_text():
    assert "".join(cut("gpt2")) == EXAMPLE
    assert cut("gpt2")[:2] == ["Vocabsmith", " cuts"]


def test_an_expression_of_the_users_own_is_used():
    assert cut("regex:[^ ]+| ", "one two") == ["one", " ", "two"]


def test_special_tokens_are_cut_out_first_the_longest_of_those_that_begin_alike():
    preview = preview_pieces(value="none", text="a<|x|>b<|x|>>c", special_tokens=["<|x|>", "<|x|>>"], monitor=Monitor())
    specials = [piece for piece in preview.pieces if piece.special]
    assert specials == [Piece("<|x|>", special=True), Piece("<|x|>>", special=True)]
    assert [piece.text for piece in preview.pieces] == ["a", "<|x|>", "b", "<|x|>>", "c"]


def test_what_is_typed_for_a_special_token_may_be_none_yet():
    assert cut("none", "a", special_tokens=["", "\ud800"]) == ["a"]


def test_text_is_cut_in_its_unicode_form_but_special_tokens_are_not():
    assert cut("whitespace", "ﬁn ﬁ", special_tokens=["ﬁ"], normalization="NFKC") == ["ﬁ", "n", " ", "ﬁ"]
    assert cut("whitespace", "ﬁn ﬁ", normalization="NFKC") == ["fin", " fi"]


def test_a_text_of_any_length_is_cut_at_its_beginning():
    assert sum(map(len, cut("whitespace", "ab " * 100_000))) == 2_000


def test_a_wrong_expression_is_named():
    with pytest.raises(RecipeError, match="is not a regular expression"):
        cut("regex:(")


def test_an_expression_that_takes_for_ever_ends_with_what_to_do():
    with pytest.raises(TokenizerError, match=r"more than 1 second on .* a repetition inside a repetition"):
        cut("regex:(?:a|aa)+$|!", "a" * 60 + "!")


def test_the_place_that_an_error_names():
    assert place_of_problem("is not a regular expression: missing ) at position 7") == 7
    assert place_of_problem("can match the empty string, which is no piece") is None


# --- lines of the corpus


def test_the_lines_of_the_first_files_are_named_and_blank_ones_left_out(tmp_path):
    (tmp_path / "a.txt").write_text("one\n\n  \ntwo\n")
    (tmp_path / "b.txt").write_text("three")
    (tmp_path / "empty.txt").write_text("")
    assert lines_of(tmp_path) == [("a.txt, line 1", "one"), ("a.txt, line 4", "two"), ("b.txt, line 1", "three")]


def test_of_a_table_the_text_of_its_records_is_shown(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"text": "one"}\n{"text": "two"}\n')
    assert [text for _, text in lines_of(tmp_path / "a.jsonl")] == ["one", "two"]


def test_what_cannot_be_read_has_no_lines(tmp_path):
    (tmp_path / "a.gz").write_bytes(b"\x1f\x8b\x08broken")
    assert lines_of(tmp_path / "a.gz", tmp_path / "gone.txt") == []


def test_the_most_telling_line_has_many_kinds_of_characters_and_a_good_length(tmp_path):
    line = "The driver doesn't need 4,096 entries: 打印文档 ok"
    (tmp_path / "notes.txt").write_text(f"short\n\n{line}\nplain words and nothing else in this line at all\n")
    lines = sample_lines(sources=[Source(tmp_path)], monitor=Monitor())
    assert lines[most_telling(lines)].source == "notes.txt, line 3"
    assert most_telling(()) == 0


def test_a_stop_ends_the_looking(tmp_path):
    (tmp_path / "a.txt").write_text("one")
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        sample_lines(sources=[Source(tmp_path / "a.txt")], monitor=monitor)
