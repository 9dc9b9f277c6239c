"""Undo and redo of what is done to corpus and recipe."""

from dataclasses import replace
from pathlib import Path

import pytest

from vocabsmith.session import CorpusItem, Session

ONE = CorpusItem(Path("one.txt"), "text", 100)
TWO = CorpusItem(Path("two"), "folder", 250, files=3)
THREE = CorpusItem(Path("three.txt"), "text", 300)
FOUR = CorpusItem(Path("four.jsonl"), "jsonl", 400)
FORM = {"vocab_size": 32_000, "min_frequency": 2}


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def session(clock: Clock) -> Session:
    made = Session(clock)
    made.edit_recipe(FORM)
    return made


def test_at_the_start_there_is_nothing_to_undo(session: Session):
    assert (session.can_undo, session.can_redo) == ("", "")
    session.undo()
    session.redo()
    assert session.recipe_draft == FORM


def test_what_was_removed_comes_back_to_its_place(session: Session):
    session.add_corpus([ONE, TWO, THREE, FOUR])
    session.remove_corpus([TWO, FOUR])
    assert session.can_undo == "Remove 2 sources"
    session.undo()
    assert session.corpus == (ONE, TWO, THREE, FOUR)
    assert session.can_redo == "Remove 2 sources"
    session.redo()
    assert session.corpus == (ONE, THREE)


def test_each_edit_is_taken_back_in_turn(session: Session):
    session.add_corpus([ONE])
    session.add_corpus([TWO, THREE])
    session.remove_corpus([ONE])
    texts = []
    while session.can_undo:
        texts.append(session.can_undo)
        session.undo()
    assert texts == ["Remove one.txt", "Add 2 sources", "Add one.txt"]
    assert session.corpus == ()


def test_a_new_edit_ends_redoing(session: Session):
    session.add_corpus([ONE])
    session.undo()
    session.add_corpus([TWO])
    assert session.can_redo == ""
    session.redo()
    assert session.corpus == (TWO,)


def test_what_was_found_out_is_no_edit_and_is_not_forgotten(session: Session):
    session.add_corpus([ONE, TWO])
    known = replace(ONE, documents=7, what="Text")
    session.fill_in([known])
    assert session.corpus == (known, TWO)
    assert session.can_undo == "Add 2 sources"
    session.undo()
    session.redo()
    assert session.corpus == (known, TWO)


def test_what_was_found_out_too_late_is_left(session: Session):
    session.add_corpus([ONE])
    session.replace_corpus(ONE, replace(ONE, encoding="cp1252"))
    session.fill_in([replace(ONE, documents=7), replace(TWO, documents=1)])
    assert session.corpus == (replace(ONE, encoding="cp1252"),)


def test_another_way_of_reading_is_an_edit(session: Session):
    session.add_corpus([ONE, FOUR, TWO])
    other = replace(FOUR, field="body")
    session.replace_corpus(FOUR, other)
    assert session.can_undo == "Change how four.jsonl is read"
    assert session.corpus == (ONE, other, TWO)
    session.undo()
    assert session.corpus == (ONE, FOUR, TWO)


def test_the_form_comes_back_and_is_told_to_follow(session: Session):
    told: list[object] = []
    session.recipe_changed.subscribe(told.append)
    session.edit_recipe(FORM | {"vocab_size": 512})
    assert told == []
    assert session.can_undo == "Change vocabulary size"
    session.undo()
    assert told == [FORM]
    session.redo()
    assert session.recipe_draft == FORM | {"vocab_size": 512}


def test_what_the_form_says_while_it_follows_is_no_edit(session: Session):
    session.recipe_changed.subscribe(lambda _: session.edit_recipe(FORM | {"vocab_size": 1}))
    session.edit_recipe(FORM | {"vocab_size": 512})
    session.undo()
    assert session.recipe_draft == FORM
    assert (session.can_undo, session.can_redo) == ("", "Change vocabulary size")


def test_quick_edits_of_one_field_are_one_step(session: Session, clock: Clock):
    for clock.now, size in [(10, 5), (11, 51), (12.5, 512)]:
        session.edit_recipe(FORM | {"vocab_size": size})
    session.undo()
    assert session.recipe_draft == FORM


def test_slow_edits_and_those_of_other_fields_are_steps_of_their_own(session: Session, clock: Clock):
    session.edit_recipe({"vocab_size": 300, "min_frequency": 2})
    clock.now = 2.5
    session.edit_recipe({"vocab_size": 400, "min_frequency": 2})
    session.edit_recipe({"vocab_size": 400, "min_frequency": 9})
    texts = []
    while session.can_undo:
        texts.append((session.can_undo, session.recipe_draft["vocab_size"]))
        session.undo()
    assert texts == [
        ("Change minimum frequency", 400),
        ("Change vocabulary size", 400),
        ("Change vocabulary size", 300),
    ]


def test_a_field_that_is_back_where_it_was_leaves_no_step(session: Session):
    session.edit_recipe(FORM | {"vocab_size": 512})
    session.edit_recipe(FORM)
    assert session.can_undo == ""


def test_several_fields_at_once_are_the_recipe(session: Session):
    session.edit_recipe({"vocab_size": 512, "min_frequency": 1})
    assert session.can_undo == "Change the recipe"


def test_the_oldest_steps_are_forgotten(session: Session, clock: Clock):
    for size in range(300):
        clock.now += 10
        session.edit_recipe(FORM | {"vocab_size": size + 1})
    steps = 0
    while session.can_undo:
        session.undo()
        steps += 1
    assert steps == 200


def test_every_change_of_the_history_is_told(session: Session):
    told: list[tuple[str, str]] = []
    session.history_changed.subscribe(lambda _: told.append((session.can_undo, session.can_redo)))
    session.add_corpus([ONE])
    session.undo()
    assert told == [("Add one.txt", ""), ("", "Add one.txt")]
