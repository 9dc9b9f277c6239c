"""Project files: what they hold, where their paths lead, and what is refused."""

import json
import os
import stat
import sys
from pathlib import Path

import pytest

from vocabsmith.corpus_items import CorpusItem
from vocabsmith.project import (
    Project,
    ProjectChangedError,
    ProjectContents,
    ProjectError,
    load_project,
    save_project,
)
from vocabsmith_engine import Recipe

FORM = Recipe(vocab_size=32_000, pretokenizer="cl100k", special_tokens=("<|endoftext|>",)).to_dict() | {
    "threads": 3,
    "memory": None,
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    return folder / "handbook.vocabsmith"


def written(file: Path, **changes: object) -> Path:
    """A project of version 1 with other values in it."""
    file.write_text(json.dumps({"vocabsmith_project": 1} | changes))
    return file


def test_what_was_saved_is_read_again(file: Path, tmp_path: Path):
    contents = ProjectContents(
        corpus=(
            CorpusItem(file.parent / "texts" / "a.txt", "text", 10, weight=3),
            CorpusItem(tmp_path / "b.jsonl", "jsonl", 20, documents=7, field="body", encoding="cp1252"),
        ),
        recipe=FORM,
        runs=("20261130-101500-aaaaaaaa",),
        overlays=("20261130-101500-aaaaaaaa",),
    )
    save_project(file, contents, known=None)
    read = load_project(file).contents
    assert [item.reading for item in read.corpus] == [item.reading for item in contents.corpus]
    assert [item.kind for item in read.corpus] == ["", ""]
    assert read.recipe == FORM
    assert (read.runs, read.overlays) == (contents.runs, contents.overlays)


def test_paths_below_the_project_are_relative_and_move_with_it(file: Path, tmp_path: Path):
    items = (CorpusItem(file.parent / "texts" / "a.txt", "text", 1), CorpusItem(tmp_path / "b.txt", "text", 1))
    save_project(file, ProjectContents(items), known=None)
    assert [entry["path"] for entry in json.loads(file.read_text())["corpus"]] == [
        "texts/a.txt",
        str(tmp_path / "b.txt"),
    ]
    file.parent.rename(tmp_path / "moved")
    read = load_project(tmp_path / "moved" / file.name).contents
    assert [item.path for item in read.corpus] == [tmp_path / "moved" / "texts" / "a.txt", tmp_path / "b.txt"]


def test_a_name_that_is_not_unicode_survives(file: Path):
    odd = Path(os.fsdecode(b"/texts/\xf0.txt"))
    save_project(file, ProjectContents((CorpusItem(odd, "text", 1),)), known=None)
    assert load_project(file).contents.corpus[0].path == odd


def test_a_name_in_any_script_can_be_read_in_the_file(file: Path):
    save_project(file, ProjectContents((CorpusItem(Path("/мои тексты, №1 (a+b) 100%.txt"), "text", 1),)), known=None)
    assert "мои тексты, №1 (a+b) 100%.txt" in file.read_text(encoding="utf-8")


def test_a_form_that_is_no_recipe_yet_is_kept_as_it_is(file: Path):
    form = FORM | {"vocab_size": 12, "special_tokens": ["", "<s>", "<s>"], "pretokenizer": "regex:("}
    save_project(file, ProjectContents(recipe=form), known=None)
    assert load_project(file).contents.recipe == form


def test_an_empty_project_says_nothing_of_the_recipe(file: Path):
    assert load_project(written(file)).contents == ProjectContents()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"corpus": {}}, '"corpus" is no list'),
        ({"corpus": ["a.txt"]}, "a source is no object"),
        ({"corpus": [{"weight": 2}]}, "a source has no path"),
        ({"corpus": [{"path": "a\0b"}]}, "a source has no path"),
        ({"corpus": [{"path": "a\ud800"}]}, "a source has no path"),
        ({"corpus": [{"path": "a", "weight": 0}]}, "weight 0 of"),
        ({"corpus": [{"path": "a", "weight": True}]}, "weight True of"),
        ({"corpus": [{"path": "a", "field": 3}]}, "a field or an encoding that is no text"),
        ({"corpus": [{"path": "a", "encoding": "no-such"}]}, "no-such"),
        ({"recipe": []}, "the recipe is no object"),
        ({"recipe": {"vocab_size": "big"}}, "a setting of the recipe is of the wrong kind"),
        ({"recipe": {"threads": 2.5}}, "a setting of the recipe is of the wrong kind"),
        ({"recipe": {"tie_break": "coin"}}, "coin"),
        ({"recipe": {"min_frequency": -1}}, "min_frequency"),
        ({"recipe": {"special_tokens": [1]}}, '"special_tokens" holds what is no text'),
        ({"runs": [3]}, '"runs" holds what is no text'),
    ],
)
def test_what_is_damaged_is_refused_with_the_place(file: Path, changes: dict[str, object], words: str):
    with pytest.raises(ProjectError, match="is damaged") as raised:
        load_project(written(file, **changes))
    assert words in str(raised.value)
    assert str(raised.value).endswith("Choose a file that Vocabsmith has saved.")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b"{}", b'{"vocabsmith_project": "1"}', b"\xff\xfe", b"[" * 9999]
)
def test_what_is_no_project_is_refused(file: Path, content: bytes):
    file.write_bytes(content)
    with pytest.raises(ProjectError, match="is damaged or no project of Vocabsmith"):
        load_project(file)


def test_a_newer_project_is_refused_with_its_version(file: Path):
    with pytest.raises(ProjectError) as raised:
        load_project(written(file, vocabsmith_project=2))
    assert "is of version 2, and this program reads version 1. Open it with a newer Vocabsmith." in str(raised.value)


def test_a_project_that_is_not_there_is_told(file: Path):
    with pytest.raises(ProjectError, match=r"cannot be read \(No such file or directory\)"):
        load_project(file)


def test_a_source_listed_twice_is_listed_once(file: Path):
    read = load_project(written(file, corpus=[{"path": "a"}, {"path": "x/../a"}])).contents
    assert [item.path for item in read.corpus] == [file.parent / "a"]


def test_a_file_that_another_program_has_written_is_not_written_over(file: Path):
    opened = save_project(file, ProjectContents(), known=None)
    file.write_text('{"vocabsmith_project": 1, "runs": ["theirs"]}')
    with pytest.raises(ProjectChangedError, match="was changed by another program since it was opened"):
        save_project(file, ProjectContents(runs=("ours",)), known=opened.digest)
    assert load_project(file).contents.runs == ("theirs",)
    save_project(file, ProjectContents(runs=("ours",)), known=None)
    assert load_project(file).contents.runs == ("ours",)


def test_saving_again_needs_no_question_and_neither_does_a_file_that_is_gone(file: Path):
    first = save_project(file, ProjectContents(), known=None)
    second = save_project(file, ProjectContents(runs=("a",)), known=first.digest)
    file.unlink()
    save_project(file, ProjectContents(runs=("b",)), known=second.digest)
    assert load_project(file).contents.runs == ("b",)


def test_saving_leaves_no_other_file_behind(file: Path):
    save_project(file, ProjectContents(), known=None)
    assert list(file.parent.iterdir()) == [file]


def test_a_project_that_cannot_be_written_stays_as_it_was(file: Path):
    save_project(file, ProjectContents(runs=("old",)), known=None)
    before = file.read_bytes()
    with pytest.raises(ProjectError, match=r"cannot be written \(.*\)\. Save it in another folder"):
        save_project(file / "below.vocabsmith", ProjectContents(), known=None)
    assert file.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_the_rights_of_a_file_stay_and_a_link_stays_a_link(file: Path, tmp_path: Path):
    save_project(file, ProjectContents(), known=None)
    file.chmod(0o640)
    link = tmp_path / "link.vocabsmith"
    link.symlink_to(file)
    save_project(link, ProjectContents(runs=("a",)), known=None)
    assert link.is_symlink()
    assert load_project(file).contents.runs == ("a",)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_project_is_called_after_its_file():
    assert Project().name == "Untitled"
    assert Project(Path("/texts/handbook.vocabsmith")).name == "handbook"
    assert Project(Path(os.fsdecode(b"/texts/\xf0.vocabsmith"))).name == "\ufffd"
