"""Recipes to start from, and recipes in files."""

import json

import pytest
from PySide6.QtWidgets import QFileDialog
from recipe_form import SECONDS, Edits, make_form

from vocabsmith.pages.build_page.recipe_draft import DEFAULTS
from vocabsmith.pages.build_page.starting_recipes import STARTING_RECIPES
from vocabsmith_engine import Recipe


@pytest.fixture
def form(qtbot, tasks, tmp_path, palette):
    return make_form(qtbot, tasks, tmp_path, palette)


def choose(form, words):
    form.menu.aboutToShow.emit()
    next(entry for entry in form.menu.actions() if entry.text().startswith(words)).trigger()


def is_offered(form, words):
    form.menu.aboutToShow.emit()
    return next(entry for entry in form.menu.actions() if entry.text().startswith(words)).isEnabled()


@pytest.mark.parametrize(
    ("name", "merges", "specials"),
    [
        ("Defaults", 31_743, 1),
        ("CS336", 31_743, 1),
        ("GPT-2", 50_000, 1),
        ("GPT-4 (cl100k)", 100_000, 5),
        ("GPT-4o (o200k)", 199_742, 2),
        ("Llama 3", 127_744, 256),
        ("Qwen 2", 151_387, 3),
    ],
)
def test_a_recipe_with_a_name_has_the_numbers_of_its_model(name, merges, specials):
    recipe = Recipe.from_dict(next(entry.settings for entry in STARTING_RECIPES if entry.name == name))
    assert (recipe.max_merges, len(recipe.special_tokens)) == (merges, specials)


def test_a_recipe_is_taken_in_one_edit_and_threads_and_memory_stay(form):
    form.set_draft({**DEFAULTS, "threads": 1, "memory": 10**9})
    edits = Edits(form)
    choose(form, "CS336")
    assert form.recipe() == Recipe.cs336(vocab_size=32_000, special_tokens=["<|endoftext|>"])
    assert (form.threads(), form.memory()) == (1, 10**9)
    assert len(edits.drafts) == 1
    choose(form, "Defaults")
    assert form.draft() == {**DEFAULTS, "threads": 1, "memory": 10**9}


def test_the_recipe_of_the_run_that_is_shown_can_be_taken(form):
    assert not is_offered(form, "Of the run that is shown")
    recipe = Recipe(vocab_size=777, pretokenizer="gpt2", normalization="NFC")
    form.recipes.offer_run(lambda: ("handbook 777", recipe))
    choose(form, "Of the run “handbook 777”")
    assert form.recipe() == recipe


def test_a_recipe_goes_to_a_file_and_comes_back(qtbot, form, tmp_path, monkeypatch):
    form.set_draft({**DEFAULTS, "vocab_size": 4_000, "pretokenizer": "regex:[^ ]+| ", "held_out": 0.01})
    qtbot.waitUntil(lambda: form.problem() == "", timeout=SECONDS)
    saved = form.recipe()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "mine"), ""))
    choose(form, "Save to a file…")
    qtbot.waitUntil(lambda: form.message.text() == "The recipe is saved as mine.json.", timeout=SECONDS)
    assert json.loads((tmp_path / "mine.json").read_text())["vocab_size"] == 4_000
    choose(form, "Defaults")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "mine.json"), ""))
    edits = Edits(form)
    choose(form, "Load from a file…")
    qtbot.waitUntil(lambda: bool(edits.drafts), timeout=SECONDS)
    assert form.recipe() == saved


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{", "the recipe: is not JSON"),
        (b"[]", "the recipe: is not a JSON object"),
        (b"\xff\xfe", "bad.json: is not text, so it is no recipe"),
        (b'{"vocab_size": 300, "colour": 1}', "setting 'colour': is not a setting of a recipe"),
        (b'{"vocab_size": 3}', "vocab_size 3: holds all 256 bytes"),
    ],
)
def test_a_file_that_is_no_recipe_is_refused_with_a_reason_and_the_form_stays(
    qtbot, form, tmp_path, monkeypatch, content, words
):
    (tmp_path / "bad.json").write_bytes(content)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "bad.json"), ""))
    choose(form, "Load from a file…")
    qtbot.waitUntil(lambda: form.message.text().startswith(words), timeout=SECONDS)
    assert form.message.level == "error"
    assert form.draft() == DEFAULTS


def test_a_form_that_is_no_recipe_cannot_be_saved(form):
    form.size_section.number.setValue(3)
    assert not is_offered(form, "Save to a file…")


def test_a_folder_that_cannot_be_written_is_told(qtbot, form, tmp_path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "gone" / "r.json"), ""))
    choose(form, "Save to a file…")
    qtbot.waitUntil(lambda: form.message.text().startswith("r.json: cannot be written ("), timeout=SECONDS)
