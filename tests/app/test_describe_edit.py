"""An edit in words."""

import numpy as np
import pytest

from vocabsmith.operations.describe_edit import change_in_words, described, ids_in_words
from vocabsmith_engine import Pretokenizer, Tokenizer
from vocabsmith_engine.editing import EditPlan, preview_edit

A, B, C = 97, 98, 99
TOKENS = [*(bytes([value]) for value in range(256)), b"ab", b"abc", b"bc", b"<end>"]
MERGES = np.array([(A, B, 256), (256, C, 257), (B, C, 258)], np.uint32)


def tokenizer() -> Tokenizer:
    return Tokenizer(TOKENS, MERGES, {"<end>": 259}, Pretokenizer.of("none"))


def words(plan: EditPlan) -> list[str]:
    return described(tokenizer(), preview_edit(tokenizer(), plan))


def test_one_token_that_is_removed() -> None:
    assert words(EditPlan(remove=(258,))) == [
        "259 tokens, 260 before",
        "1 token goes",
        "1 of 3 merges goes",
        "Id 259 moves down by 1; 258 stay",
    ]


def test_tokens_that_go_for_several_reasons() -> None:
    assert words(EditPlan(remove=(256,), size=257))[1] == (
        "3 tokens go: 1 removed, 1 because every merge that made them needs one that goes, 1 past the size"
    )


def test_a_cut_alone() -> None:
    assert words(EditPlan(size=258))[1] == "2 tokens go: past the size"


def test_ids_that_stay() -> None:
    assert words(EditPlan(remove=(256,), holes="reserve", add_specials=("<x>",))) == [
        "260 tokens, as before",
        "2 tokens go: 1 removed, 1 because every merge that made them needs one that goes",
        "2 of 3 merges go",
        "No id moves; 258 tokens keep their ids",
        "Added: <x> (256)",
        "Reserved in free ids: <|unused_0|> (257)",
    ]


def test_many_added_tokens_are_cut_short() -> None:
    texts = tuple(f"<{letter}>" for letter in "abcde")
    assert words(EditPlan(add_specials=texts))[-1] == "Added: <a> (260), <b> (261), <c> (262) and 2 more"


def test_ids_that_move_by_several_numbers() -> None:
    assert ids_in_words(preview_edit(tokenizer(), EditPlan(remove=(256, 258)))) == ("Id 259 moves down by 3; 256 stay")
    assert ids_in_words(preview_edit(tokenizer(), EditPlan(remove=(257,)))) == (
        "2 ids between 258 and 259 move down by 1; 257 stay"
    )


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [(2.0, 3.0, "+50.00 %"), (3.0, 1.5, "−50.00 %"), (1.0, 1.0, "same"), (0.0, 1.0, "new"), (0.0, 0.0, "same")],
)
def test_changes_of_a_figure(before: float, after: float, said: str) -> None:
    assert change_in_words(before, after) == said
