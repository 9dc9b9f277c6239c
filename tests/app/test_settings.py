"""What is remembered between starts survives damage, and never stops the program."""

import json
from pathlib import Path

import pytest

from vocabsmith.settings import Settings, SettingsStore


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_without_a_file_the_usual_values_hold(file: Path):
    store = SettingsStore(file)
    assert store.values == Settings()
    assert store.notice == ""
    assert not file.exists()


def test_what_was_changed_is_there_at_the_next_start(file: Path):
    SettingsStore(file).update(theme="dark", text_size=125, last_recipe={"vocab_size": 512})
    values = SettingsStore(file).values
    assert values == Settings(theme="dark", text_size=125, last_recipe={"vocab_size": 512})


def test_saving_leaves_no_other_file_behind(file: Path):
    SettingsStore(file).update(page="inspect")
    assert [path.name for path in file.parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    "damaged",
    [
        "",
        "{",
        "[]",
        "null",
        '{"theme": "purple"}',
        '{"text_size": "big"}',
        '{"recent": 3}',
        '{"text_size": 101}',
        "\udcff",
    ],
)
def test_a_damaged_file_is_set_aside_with_a_notice(file: Path, damaged: str):
    file.write_bytes(damaged.encode(errors="surrogateescape"))
    store = SettingsStore(file)
    assert store.values == Settings()
    assert "set aside as settings.json.damaged" in store.notice
    assert not file.exists()
    assert (file.parent / "settings.json.damaged").exists()


def test_names_of_a_newer_version_are_left_out(file: Path):
    file.write_text(json.dumps({"theme": "light", "sounds": True}))
    assert SettingsStore(file).values == Settings(theme="light")


def test_the_newest_recent_file_comes_first_and_only_once(file: Path):
    store = SettingsStore(file)
    for name in ("a.json", "b.json", "a.json"):
        store.add_recent(Path(name))
    assert store.values.recent == ("a.json", "b.json")


def test_at_most_ten_files_are_remembered(file: Path):
    store = SettingsStore(file)
    for number in range(12):
        store.add_recent(Path(f"{number}.json"))
    assert len(store.values.recent) == 10
    assert store.values.recent[0] == "11.json"


def test_a_folder_that_is_missing_is_made(tmp_path: Path):
    SettingsStore(tmp_path / "new" / "settings.json").update(theme="dark")
    assert SettingsStore(tmp_path / "new" / "settings.json").values.theme == "dark"


def test_a_folder_that_cannot_be_written_is_told_once(tmp_path: Path):
    (tmp_path / "file").touch()
    store = SettingsStore(tmp_path / "file" / "settings.json")
    told: list[str] = []
    store.on_notice = told.append
    store.update(theme="dark")
    store.update(theme="light")
    assert store.values.theme == "light"
    assert len(told) == 1
    assert "cannot be written" in told[0]


def test_programs_that_run_at_once_keep_what_each_of_them_changed(file: Path):
    first, second = SettingsStore(file), SettingsStore(file)
    first.update(theme="dark")
    second.update(page="inspect")
    assert second.values.theme == "system"
    assert SettingsStore(file).values == Settings(theme="dark", page="inspect")


def test_recent_files_of_programs_that_run_at_once_are_listed_together(file: Path):
    first, second = SettingsStore(file), SettingsStore(file)
    first.add_recent_project(Path("a.vocabsmith"))
    second.add_recent_project(Path("b.vocabsmith"))
    first.add_recent(Path("a.json"))
    second.add_recent(Path("b.json"))
    values = SettingsStore(file).values
    assert values.recent_projects == ("b.vocabsmith", "a.vocabsmith")
    assert values.recent == ("b.json", "a.json")
    assert values.last_project == "b.vocabsmith"


def test_a_recent_file_may_have_any_name(file: Path):
    SettingsStore(file).add_recent(Path("\udcf0.json"))
    assert SettingsStore(file).values.recent == ("\udcf0.json",)
