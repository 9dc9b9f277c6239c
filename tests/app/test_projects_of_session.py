"""The session's project: what counts as a change, and what opening one does."""

from pathlib import Path

import pytest

from vocabsmith.project import Project, ProjectContents
from vocabsmith.session import CorpusItem, Session

ONE = CorpusItem(Path("/one.txt"), "text", 100)
TWO = CorpusItem(Path("/two.txt"), "text", 200)
FORM = {"vocab_size": 32_000}
FILE = Path("/texts/handbook.vocabsmith")


@pytest.fixture
def session() -> Session:
    made = Session()
    made.edit_recipe(FORM)
    return made


def test_a_fresh_sitting_has_nothing_to_save(session: Session):
    assert session.project == Project(None, dirty=False)


def test_an_edit_is_a_change_and_undoing_it_is_none(session: Session):
    told: list[bool] = []
    session.project_changed.subscribe(lambda project: told.append(project.dirty))
    session.add_corpus([ONE])
    session.undo()
    session.edit_recipe({"vocab_size": 512})
    assert told == [True, False, True]


def test_what_was_found_out_is_no_change(session: Session):
    session.open_project(FILE, ProjectContents((CorpusItem(ONE.path, "", 0),), FORM))
    session.fill_in([ONE])
    assert session.corpus == (ONE,)
    assert session.project == Project(FILE, dirty=False)


def test_opening_replaces_everything_and_cannot_be_undone(session: Session):
    told: list[object] = []
    session.recipe_changed.subscribe(told.append)
    session.add_corpus([ONE])
    session.open_project(FILE, ProjectContents((TWO,), {"vocab_size": 512}, ("run",), ("run",)))
    assert (session.corpus, session.recipe_draft) == ((TWO,), {"vocab_size": 512})
    assert (session.project_runs, session.overlays) == (("run",), ("run",))
    assert told == [{"vocab_size": 512}]
    assert (session.can_undo, session.can_redo) == ("", "")
    assert not session.project.dirty


def test_a_project_without_a_recipe_leaves_the_form(session: Session):
    session.open_project(FILE, ProjectContents((TWO,)))
    assert session.recipe_draft == FORM


def test_a_new_project_is_empty_and_keeps_the_form(session: Session):
    session.open_project(FILE, ProjectContents((ONE,), {"vocab_size": 512}, ("run",)))
    session.new_project()
    assert (session.corpus, session.project_runs) == ((), ())
    assert session.recipe_draft == {"vocab_size": 512}
    assert session.project == Project(None, dirty=False)


def test_what_was_saved_is_no_change_any_more_but_what_came_meanwhile_is(session: Session):
    session.add_corpus([ONE])
    saved = session.contents()
    session.project_saved(FILE, saved)
    assert session.project == Project(FILE, dirty=False)
    session.add_corpus([TWO])
    session.project_saved(FILE, saved)
    assert session.project == Project(FILE, dirty=True)


def test_a_run_belongs_to_the_project_and_overlays_do_not_matter(session: Session):
    session.add_project_run("a")
    session.add_project_run("a")
    assert session.project_runs == ("a",)
    assert session.project.dirty
    session.project_saved(FILE, session.contents())
    session.overlays = ("a",)
    session.add_corpus([])
    assert not session.project.dirty


def test_unsaved_changes_come_back_as_one_edit(session: Session):
    session.open_project(FILE, ProjectContents((ONE,), FORM))
    session.bring_back(ProjectContents((TWO, ONE), {"vocab_size": 512}), "Bring back unsaved changes")
    assert (session.corpus, session.recipe_draft) == ((TWO, ONE), {"vocab_size": 512})
    assert session.project.dirty
    assert session.can_undo == "Bring back unsaved changes"
    session.undo()
    assert (session.corpus, session.recipe_draft) == ((ONE,), FORM)
    assert not session.project.dirty
    session.redo()
    assert (session.corpus, session.recipe_draft) == ((TWO, ONE), {"vocab_size": 512})


def test_work_without_a_file_comes_back_as_not_saved(session: Session):
    session.open_project(None, ProjectContents((ONE,), {"vocab_size": 512}), saved=False)
    assert session.project == Project(None, dirty=True)
    assert session.can_undo == ""


def test_the_first_form_of_a_project_that_has_none_is_no_change():
    session = Session()
    session.open_project(FILE, ProjectContents((ONE,)))
    session.edit_recipe(FORM)
    assert session.project == Project(FILE, dirty=False)
