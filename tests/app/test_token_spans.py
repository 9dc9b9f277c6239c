"""Spans of tokens while their text is typed in, and the cells they are painted on."""

import numpy as np

from vocabsmith.widgets.token_cells import Cell, divide
from vocabsmith.widgets.token_spans import TokenSpans


def spans(*pairs: tuple[int, int]) -> TokenSpans:
    nothing = np.zeros(len(pairs), dtype=np.bool_)
    return TokenSpans.of(np.array(pairs).reshape(-1, 2), nothing, nothing)


def pairs(found: TokenSpans) -> list[tuple[int, int]]:
    return list(zip(found.begins.tolist(), found.ends.tolist(), strict=True))


def test_typing_between_two_tokens_moves_the_later_one() -> None:
    assert pairs(spans((0, 3), (3, 6)).moved(3, 0, 2)) == [(0, 3), (5, 8)]


def test_typing_inside_a_token_takes_it_away() -> None:
    moved = spans((0, 3), (3, 6), (6, 7)).moved(4, 0, 1)
    assert pairs(moved) == [(0, 3), (7, 8)]
    assert moved.places.tolist() == [0, 2]


def test_deleting_takes_away_what_it_touched() -> None:
    assert pairs(spans((0, 3), (3, 6), (6, 9)).moved(2, 2, 0)) == [(0, 3), (4, 7)][1:]


def test_a_change_behind_the_last_token_changes_nothing() -> None:
    assert pairs(spans((0, 3)).moved(3, 5, 9)) == [(0, 3)]


def test_a_token_keeps_its_place_in_the_whole_text() -> None:
    moved = spans((0, 3), (3, 6), (6, 9)).moved(0, 1, 0)
    assert (moved.row_of(0), moved.row_of(1), moved.row_of(2), moved.row_of(3)) == (None, 0, 1, None)


def test_all_tokens_of_a_split_character_overlap_it() -> None:
    emoji = spans((0, 1), (1, 3), (1, 3), (1, 3), (1, 3), (3, 4))
    assert list(emoji.overlapping(1, 3)) == [1, 2, 3, 4]
    assert list(emoji.overlapping(3, 4)) == [5]


def test_a_character_split_in_four_has_four_slices() -> None:
    assert divide([(0, 1), (1, 3), (1, 3), (1, 3), (1, 3), (3, 4)]) == [
        Cell(0, 0, 1),
        Cell(1, 1, 3, 0, 4),
        Cell(2, 1, 3, 1, 4),
        Cell(3, 1, 3, 2, 4),
        Cell(4, 1, 3, 3, 4),
        Cell(5, 3, 4),
    ]


def test_a_token_has_its_own_characters_and_a_slice_of_the_one_it_shares() -> None:
    assert divide([(0, 3), (2, 3), (2, 6)]) == [
        Cell(0, 2, 3, 0, 3),
        Cell(0, 0, 2),
        Cell(1, 2, 3, 1, 3),
        Cell(2, 2, 3, 2, 3),
        Cell(2, 3, 6),
    ]


def test_a_token_can_share_a_character_at_either_end() -> None:
    assert divide([(0, 1), (0, 3), (2, 3)]) == [
        Cell(0, 0, 1, 0, 2),
        Cell(1, 0, 1, 1, 2),
        Cell(1, 2, 3, 0, 2),
        Cell(1, 1, 2),
        Cell(2, 2, 3, 1, 2),
    ]
