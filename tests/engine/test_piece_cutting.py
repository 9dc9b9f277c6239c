"""Splits and edits that follow one another, as the pre-tokenizers of other makers do."""

from __future__ import annotations

import itertools
import random
from typing import Final

import pytest
import tokenizers
from tokenizers import pre_tokenizers as theirs

from vocabsmith_engine import Monitor, Pretokenizer, RecipeError, Stopped
from vocabsmith_engine.normalization import AlignedText, ByteGlyphs, Prefix, Replace
from vocabsmith_engine.normalization.aligned_text import UnplacedText, WorkingText
from vocabsmith_engine.piece_cutting import Behavior, Entry, Split

BEHAVIORS: Final[dict[Behavior, str]] = {
    "Isolated": "isolated",
    "Removed": "removed",
    "MergedWithPrevious": "merged_with_previous",
    "MergedWithNext": "merged_with_next",
    "Contiguous": "contiguous",
}
GPT2: Final = Pretokenizer.of("gpt2").pattern
ALPHABET: Final = ["a", "b", "1", "2", " ", "  ", ".", ",", "é", "\n", "\u3000", "▁", "中", "😀"]


def random_texts(number: int) -> list[str]:
    rng = random.Random(2)
    return ["".join(rng.choices(ALPHABET, k=rng.randrange(12))) for _ in range(number)]


def pieces_of(peer: theirs.PreTokenizer, text: str) -> list[str]:
    return [piece for piece, _ in peer.pre_tokenize_str(text)]


@pytest.mark.parametrize(
    ("behavior", "pieces"),
    [
        ("Isolated", ["a", "-", "-", "b", "-"]),
        ("Removed", ["a", "b"]),
        ("MergedWithPrevious", ["a-", "-", "b-"]),
        ("MergedWithNext", ["a", "-", "-b", "-"]),
        ("Contiguous", ["a", "--", "b", "-"]),
    ],
)
def test_a_delimiter_goes_where_the_behaviour_says(behavior: Behavior, pieces: list[str]) -> None:
    assert Pretokenizer.of_splits([Split("-", behavior)]).split("a--b-") == pieces


def test_an_inverted_split_takes_what_lies_between_for_delimiters() -> None:
    assert Pretokenizer.of_splits([Split(r"\w+", "Removed", invert=True)]).split("ab, c!") == ["ab", "c"]


@pytest.mark.parametrize("pattern", [r"\d", r"\d+", "[ab]", r"\s+", "a|ab", "."])
@pytest.mark.parametrize("behavior", BEHAVIORS)
@pytest.mark.parametrize("invert", [False, True])
def test_splits_cut_as_tokenizers_does(pattern: str, behavior: Behavior, invert: bool) -> None:
    peer = theirs.Split(tokenizers.Regex(pattern), BEHAVIORS[behavior], invert=invert)
    pretokenizer = Pretokenizer.of_splits([Split(pattern, behavior, invert)])
    for text in random_texts(200):
        assert pretokenizer.split(text) == pieces_of(peer, text), repr(text)


SEQUENCES: Final[list[tuple[theirs.PreTokenizer, list[Entry]]]] = [
    (theirs.Metaspace("▁", "always"), [Replace(" ", "▁"), Prefix("▁"), Split("▁", "MergedWithNext")]),
    (theirs.Metaspace("▁", "first"), [Replace(" ", "▁"), Prefix("▁", first_only=True), Split("▁", "MergedWithNext")]),
    (theirs.Metaspace("▁", "never"), [Replace(" ", "▁"), Split("▁", "MergedWithNext")]),
    (theirs.Metaspace("▁", "always", split=False), [Replace(" ", "▁"), Prefix("▁")]),
    (theirs.ByteLevel(add_prefix_space=True), [Prefix(" "), GPT2, ByteGlyphs()]),
    (
        theirs.Sequence([theirs.Split(tokenizers.Regex(r"\d"), "isolated"), theirs.ByteLevel(add_prefix_space=True)]),
        [r"\d", Prefix(" "), GPT2, ByteGlyphs()],
    ),
    (
        theirs.Sequence([theirs.WhitespaceSplit(), theirs.Metaspace("▁", "first")]),
        [Split(r"\s", "Removed"), Replace(" ", "▁"), Prefix("▁", first_only=True), Split("▁", "MergedWithNext")],
    ),
]


@pytest.mark.parametrize(("peer", "entries"), SEQUENCES, ids=lambda value: str(value)[:40])
def test_sequences_cut_and_edit_as_tokenizers_does(peer: theirs.PreTokenizer, entries: list[Entry]) -> None:
    pretokenizer = Pretokenizer.of_splits(entries)
    for text in random_texts(500):
        _, data, ends = pretokenizer.cut(AlignedText.of(text))
        pieces = [data[begin:end].decode() for begin, end in itertools.pairwise((0, *ends.tolist()))]
        assert pieces == pieces_of(peer, text), repr(text)
        if not pretokenizer.looks_at_places:
            assert pretokenizer.split(text) == pieces, repr(text)


def test_edits_in_front_of_a_named_pattern_leave_it_to_its_scanner() -> None:
    edited = Pretokenizer.of_splits([Prefix(" "), GPT2])
    assert edited.split("I'll go") == [" I", "'ll", " go"]
    assert edited.split("") == []


def test_splits_with_a_name_get_it() -> None:
    assert Pretokenizer.of_splits([GPT2]) == Pretokenizer.of("gpt2")
    assert Pretokenizer.of_splits([r"\p{N}", Split(GPT2)]) == Pretokenizer.of("digits")
    assert Pretokenizer.of_splits([]) == Pretokenizer.of("none")
    assert Pretokenizer.of_splits(["a+"]) == Pretokenizer.of("regex:a+")


def test_a_sequence_is_no_setting_of_a_recipe() -> None:
    sequence = Pretokenizer.of_splits([Split("a", "Removed"), "b"])
    assert (sequence.name, sequence.label) == ("sequence", "2 steps of another maker")
    with pytest.raises(RecipeError, match="is 2 successive patterns, not one"):
        _ = sequence.value


def test_text_that_is_left_out_ends_as_pieces_do() -> None:
    assert Pretokenizer.of_splits([Split(" +", "Removed")]).piece_ends(b"a  bc ").tolist() == [1, 3, 5, 6]


def test_edits_do_not_move_the_ends_of_pieces() -> None:
    pretokenizer = Pretokenizer.of_splits([Replace(" ", "▁"), Prefix("▁"), Split("▁", "MergedWithNext")])
    assert pretokenizer.piece_ends("é b".encode()).tolist() == [2, 4]


def test_an_unknown_behaviour_is_refused() -> None:
    with pytest.raises(RecipeError, match="split 'Dropped': is not a known behaviour"):
        Split("a", "Dropped")  # type: ignore[arg-type]


def test_a_split_that_can_match_nothing_is_refused() -> None:
    with pytest.raises(RecipeError, match="can match the empty string"):
        Split("a*")


class StoppedSoon(Monitor):
    """Asked to stop while a long text is being worked on: between the fourth and the fifth look."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = 0

    def raise_if_stopped(self) -> None:
        self.looks += 1
        if self.looks == 5:
            self.stop()
        super().raise_if_stopped()


@pytest.mark.parametrize("entry", [Prefix("_"), "b", Split("b", "Removed")], ids=["edit", "pattern", "split"])
@pytest.mark.parametrize("text", [AlignedText.of("ab " * 2000), UnplacedText("ab " * 2000)], ids=["placed", "unplaced"])
def test_a_stop_ends_the_work_on_a_long_row_of_pieces(text: WorkingText, entry: Entry) -> None:
    pretokenizer = Pretokenizer.of_splits([Split(" ", "Removed"), entry])
    assert len(pretokenizer.cut(text).ends) >= 2000
    with pytest.raises(Stopped):
        pretokenizer.cut(text, monitor=StoppedSoon())


def test_a_stop_ends_the_search_for_matches_in_one_long_piece() -> None:
    with pytest.raises(Stopped):
        Pretokenizer.of_splits([Split("a", "Removed")]).cut(AlignedText.of("a" * 2000), monitor=StoppedSoon())
