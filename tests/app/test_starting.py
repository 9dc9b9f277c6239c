"""What a start begins with, and which programs may take it over."""

from pathlib import Path

import pytest

from vocabsmith.settings import SettingsStore
from vocabsmith.starting import Start, start_of

PROJECT, LAST, TEXT = Path("/w/handbook.vocabsmith"), Path("/w/last.vocabsmith"), Path("/w/a.txt")


@pytest.fixture
def settings(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.json")


def test_the_first_start_of_all_has_no_project(settings):
    assert start_of([], settings) == Start(None, (), (None,))


def test_without_files_the_last_project_is_opened(settings):
    settings.add_recent_project(LAST)
    assert start_of([], settings) == Start(LAST, (), (LAST,))


def test_a_project_is_opened_with_the_files_beside_it(settings):
    settings.add_recent_project(LAST)
    assert start_of([str(TEXT), str(PROJECT)], settings) == Start(PROJECT, (TEXT,), (PROJECT,))


def test_files_alone_go_to_the_last_project_or_to_what_has_none(settings):
    settings.add_recent_project(LAST)
    assert start_of([str(TEXT)], settings) == Start(None, (TEXT,), (LAST, None))


def test_names_are_taken_from_where_the_program_was_started(settings, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert start_of(["a.txt"], settings).files == (tmp_path / "a.txt",)
