"""A tokenizer that was made of another one is one step of the history, beside those of corpus and recipe."""

from pathlib import Path

from vocabsmith.session import CorpusItem, Session

ONE = CorpusItem(Path("one.txt"), "text", 100)


def change(session: Session, name: str, made: object) -> None:
    session.change_tokenizer(name, made, Path("kept"), (session.current_name, session.shelf[session.current_name]))


def changed() -> tuple[Session, object, object]:
    session, base, made = Session(), object(), object()
    session.add_tokenizer("gpt2", base)
    change(session, "gpt2 smaller", made)
    return session, base, made


def test_what_was_made_is_the_current_one_and_can_be_had_again():
    session, _, made = changed()
    assert (session.current_name, session.tokenizer) == ("gpt2 smaller", made)
    assert session.shelf["gpt2 smaller"].path == Path("kept")
    assert session.can_undo == "Change of gpt2"


def test_undo_shows_what_it_was_made_of_and_redo_what_was_made():
    session, base, made = changed()
    session.undo()
    assert (session.current_name, session.tokenizer) == ("gpt2", base)
    assert list(session.tokenizers) == ["gpt2"]
    assert (session.can_undo, session.can_redo) == ("", "Change of gpt2")
    session.redo()
    assert (session.current_name, session.tokenizer) == ("gpt2 smaller", made)
    assert list(session.tokenizers) == ["gpt2", "gpt2 smaller"]


def test_undo_leaves_another_tokenizer_in_view_and_tells_the_lists():
    session, base, _ = changed()
    session.choose("gpt2")
    told: list[object] = []
    session.tokenizer_changed.subscribe(told.append)
    session.undo()
    assert list(session.tokenizers) == ["gpt2"]
    assert told == [base]


def test_undo_brings_back_a_base_that_has_left_memory():
    session = Session()
    session.add_tokenizer("file", base := object(), path=Path("file.json"))
    change(session, "smaller", object())
    for number in range(6):
        session.add_tokenizer(f"other {number}", object(), path=Path(f"{number}.json"))
        session.choose("smaller")
    assert "file" not in session.tokenizers
    session.undo()
    assert (session.current_name, session.tokenizer) == ("file", base)


def test_undo_finds_a_base_under_its_new_name():
    class Kept:
        id, name = "a", "final"

    session = Session()
    session.add_tokenizer("run", object(), run_id="a")
    change(session, "smaller", object())
    session.set_runs([Kept()])
    session.undo()
    assert list(session.tokenizers) == ["final"]
    assert session.current_name == "final"


def test_redo_takes_a_free_name():
    session, _, made = changed()
    session.undo()
    session.add_tokenizer("gpt2 smaller", other := object())
    session.redo()
    assert session.tokenizers["gpt2 smaller"] is other
    assert (session.current_name, session.tokenizer) == ("gpt2 smaller 2", made)
    session.undo()
    assert list(session.tokenizers) == ["gpt2", "gpt2 smaller"]


def test_it_is_no_change_of_the_project():
    session, _, _ = changed()
    assert not session.project.dirty
    session.undo()
    assert not session.project.dirty


def test_steps_of_the_corpus_are_undone_in_their_order():
    session, base, made = changed()
    session.add_corpus([ONE])
    session.undo()
    assert (session.corpus, session.tokenizer) == ((), made)
    session.undo()
    assert session.tokenizer is base
    session.redo()
    session.redo()
    assert (session.corpus, session.tokenizer) == ((ONE,), made)
