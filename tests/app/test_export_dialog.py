"""The Export dialog with a real mouse and real keys: what it says beforehand, what it writes, what goes wrong."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMainWindow

from vocabsmith.operations.export_tokenizer import folder_name, usual_roles
from vocabsmith.pages.export_dialog import ExportDialog
from vocabsmith.pages.export_dialog.loading_code import LoadingCode
from vocabsmith.session import Session
from vocabsmith.settings import SettingsStore
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith_engine import Recipe, Tokenizer, train_from_counts

LEFT = Qt.MouseButton.LeftButton
SECONDS = 30_000  # milliseconds: a hang guard, not a bound


def small_tokenizer(*specials: str) -> Tokenizer:
    return train_from_counts([(b" ab", 5)], Recipe(vocab_size=258 + len(specials), special_tokens=specials)).tokenizer


@pytest.fixture
def opened(qtbot, palette, tmp_path):
    """Opens the dialog on a tokenizer, with the folder `saved` typed in, and waits for its preview."""
    tasks, window = TaskRunner(), QMainWindow()
    qtbot.addWidget(window)
    window.resize(1440, 900)
    window.show()
    settings = SettingsStore(tmp_path / "settings.json")

    def open_dialog(tokenizer: Tokenizer, folder: Path = tmp_path / "saved") -> ExportDialog:
        session = Session()
        session.add_tokenizer("handbook 32k", tokenizer)
        dialog = ExportDialog(session, tasks, settings, palette, window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        dialog.open()
        type_folder(qtbot, dialog, folder)
        return dialog

    yield open_dialog
    assert tasks.wait_all(10)


def type_folder(qtbot, dialog: ExportDialog, folder: Path) -> None:
    dialog.folder.selectAll()
    qtbot.keyClicks(dialog.folder, str(folder))
    qtbot.waitUntil(lambda: dialog.export_button.isEnabled() or bool(dialog.message.text()), timeout=SECONDS)


def export(qtbot, dialog: ExportDialog) -> None:
    qtbot.mouseClick(dialog.export_button, LEFT)
    qtbot.waitUntil(lambda: dialog.close_button.text() == "Close", timeout=SECONDS)


def shown_files(dialog: ExportDialog) -> list[str]:
    return [line.name for line in dialog.files.lines()]


def test_files_of_the_chosen_formats_are_listed_before_anything_is_written(qtbot, opened, tmp_path):
    dialog = opened(small_tokenizer())
    qtbot.mouseClick(dialog.formats.rows["huggingface"].box, LEFT)
    qtbot.mouseClick(dialog.formats.rows["tiktoken"].box, LEFT)
    assert shown_files(dialog) == ["vocab.json", "merges.txt", "vocabsmith.json"]
    assert not (tmp_path / "saved").exists()


def test_without_a_format_there_is_nothing_to_export(qtbot, opened):
    dialog = opened(small_tokenizer())
    for name in dialog.formats.chosen():
        qtbot.mouseClick(dialog.formats.rows[name].box, LEFT)
    assert not dialog.export_button.isEnabled()


def test_export_writes_and_checks_every_file(qtbot, opened, tmp_path):
    dialog = opened(small_tokenizer("<|endoftext|>"))
    export(qtbot, dialog)
    assert sorted(path.name for path in (tmp_path / "saved").iterdir()) == sorted(shown_files(dialog))
    assert all(line.icon == "check" and line.remark for line in dialog.files.lines())
    assert dialog.export_button.text() == "Show in folder"


def test_the_lines_shown_load_what_was_saved(qtbot, opened):
    dialog = opened(small_tokenizer())
    export(qtbot, dialog)
    code = dialog.findChild(LoadingCode)
    qtbot.mouseClick(code.libraries.button("tokenizers"), LEFT)
    qtbot.mouseClick(code.copy, LEFT)
    copied = QApplication.clipboard().text()
    ran = subprocess.run(
        [sys.executable, "-c", f"{copied}\nprint(tok.encode(' ab').ids)"], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "[257]"


def test_end_of_text_ends_a_text_unless_told_otherwise(qtbot, opened, tmp_path):
    dialog = opened(small_tokenizer("<|endoftext|>", "<pad>"))
    dialog.roles.choose("pad", "<pad>")
    qtbot.waitUntil(dialog.export_button.isEnabled, timeout=SECONDS)
    export(qtbot, dialog)
    config = json.loads((tmp_path / "saved" / "tokenizer_config.json").read_text())
    assert (config["eos_token"], config["pad_token"]) == ("<|endoftext|>", "<pad>")
    assert config.get("bos_token") is None


def test_special_tokens_that_a_library_confuses_are_warned_about(opened):
    dialog = opened(small_tokenizer("<d>", "<d>x"))
    assert any("<d>x" in note for note in dialog.formats.rows["tiktoken"].notes())


def test_a_format_that_cannot_take_the_tokenizer_says_why_and_cannot_be_ticked(opened):
    dialog = opened(small_tokenizer("Ġab"))
    row = dialog.formats.rows["huggingface"]
    assert not row.box.isEnabled()
    assert any("Ġab" in note for note in row.notes())
    assert "tokenizer.json" not in shown_files(dialog)


def test_files_that_are_there_are_said_to_be_replaced(opened, tmp_path):
    (tmp_path / "saved").mkdir()
    (tmp_path / "saved" / "merges.txt").write_text("old")
    dialog = opened(small_tokenizer())
    remarks = {line.name: line.remark for line in dialog.files.lines()}
    assert remarks["merges.txt"] == "replaces the file that is there"
    assert remarks["vocab.json"] == ""


@pytest.mark.parametrize("kind", ["file", "missing parent"])
def test_a_folder_that_cannot_be_written_is_refused_before_writing(opened, tmp_path, kind):
    (tmp_path / "file").write_text("old")
    folder = tmp_path / "file" if kind == "file" else tmp_path / "no" / "such" / "place"
    dialog = opened(small_tokenizer(), folder)
    assert dialog.message.level == "error"
    assert not dialog.export_button.isEnabled()
    assert (tmp_path / "file").read_text() == "old"


@pytest.mark.skipif(sys.platform != "linux", reason="there is no /proc")
def test_a_folder_that_even_root_cannot_make_is_said_so(qtbot, opened):
    dialog = opened(small_tokenizer(), Path("/proc/saved"))
    if dialog.export_button.isEnabled():  # root is told only when the folder is to be made
        export(qtbot, dialog)
    assert dialog.message.level == "error"
    assert "/proc" in dialog.message.text()
    assert dialog.export_button.text() == "Export"


def test_the_home_of_nobody_is_the_name_of_a_folder(opened):
    dialog = opened(small_tokenizer(), Path("~nobody-of-that-name/saved"))
    assert "~nobody-of-that-name: does not exist" in dialog.message.text()
    assert not dialog.export_button.isEnabled()


def test_without_a_folder_nothing_can_be_exported(qtbot, opened):
    dialog = opened(small_tokenizer())
    dialog.folder.selectAll()
    qtbot.keyClick(dialog.folder, Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: dialog.message.text() == "Name a folder to save into.", timeout=SECONDS)
    assert not dialog.export_button.isEnabled()


def test_a_folder_with_an_odd_name_takes_every_format(qtbot, opened, tmp_path):
    folder = tmp_path / "мои тексты, №1 (a+b) 100%"
    dialog = opened(small_tokenizer("<|endoftext|>"))
    dialog.folder.setText(str(folder))  # qtbot has no keys for other scripts
    qtbot.waitUntil(dialog.export_button.isEnabled, timeout=SECONDS)
    export(qtbot, dialog)
    assert Tokenizer.load(folder).vocab_size == 259


def test_the_window_answers_while_it_saves(qtbot, opened):
    counts = [(f" {number:06}".encode(), 1 + number % 7) for number in range(40_000)]
    dialog = opened(train_from_counts(counts, Recipe(vocab_size=12_000, min_frequency=1)).tokenizer)
    gaps, last = [], time.monotonic()

    def saved() -> bool:
        nonlocal last
        gaps.append(time.monotonic() - last)
        last = time.monotonic()
        return dialog.export_button.text() == "Show in folder"

    qtbot.mouseClick(dialog.export_button, LEFT)
    qtbot.waitUntil(saved, timeout=3 * SECONDS)
    assert max(gaps) < 2.5  # a hang guard: ten times the bound


def test_after_a_wrong_folder_another_one_works(qtbot, opened, tmp_path):
    dialog = opened(small_tokenizer(), tmp_path / "no" / "such" / "place")
    dialog.folder.selectAll()
    qtbot.keyClicks(dialog.folder, str(tmp_path / "better"))
    qtbot.waitUntil(dialog.export_button.isEnabled, timeout=SECONDS)
    export(qtbot, dialog)
    assert (tmp_path / "better" / "tokenizer.json").exists()


def test_a_full_disk_leaves_the_old_file_and_the_tokenizer_for_another_try(qtbot, opened, tmp_path):
    resource = pytest.importorskip("resource")  # limits of POSIX
    folder = tmp_path / "saved"
    folder.mkdir()
    (folder / "tokenizer.json").write_bytes(b"good and old")
    counts = [(f" {number:06}".encode(), 1 + number % 7) for number in range(5_000)]
    dialog = opened(train_from_counts(counts, Recipe(vocab_size=2_000, min_frequency=1)).tokenizer)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, before[1]))
    try:
        export(qtbot, dialog)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert dialog.message.level == "error"
    assert "cannot be written to (File too large)" in dialog.message.text()
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"tokenizer.json": b"good and old"}
    type_folder(qtbot, dialog, tmp_path / "better")
    export(qtbot, dialog)
    assert Tokenizer.load(tmp_path / "better").vocab_size == 2_000


def test_a_set_saved_twice_is_saved_again(qtbot, opened, tmp_path):
    dialog = opened(small_tokenizer())
    export(qtbot, dialog)
    type_folder(qtbot, dialog, tmp_path / "saved")
    qtbot.waitUntil(lambda: dialog.export_button.text() == "Export" and dialog.export_button.isEnabled())
    export(qtbot, dialog)
    assert dialog.export_button.text() == "Show in folder"


def test_stop_leaves_no_file_and_the_next_export_is_whole(qtbot, opened, tmp_path):
    counts = [(f" {number:06}".encode(), 1 + number % 7) for number in range(10_000)]
    tokenizer = train_from_counts(counts, Recipe(vocab_size=4000, min_frequency=1)).tokenizer
    dialog = opened(tokenizer)
    qtbot.mouseClick(dialog.export_button, LEFT)
    qtbot.mouseClick(dialog.close_button, LEFT)
    qtbot.waitUntil(lambda: dialog.close_button.text() == "Close", timeout=SECONDS)
    assert dialog.isVisible()
    assert not list(tmp_path.glob("*saved*"))
    qtbot.waitUntil(dialog.export_button.isEnabled, timeout=SECONDS)
    export(qtbot, dialog)
    assert sorted(path.name for path in (tmp_path / "saved").iterdir()) == sorted(shown_files(dialog))
    tokenizer.save(tmp_path / "fresh", ["huggingface"])
    assert (tmp_path / "saved" / "tokenizer.json").read_bytes() == (tmp_path / "fresh" / "tokenizer.json").read_bytes()


def test_it_fits_into_a_small_window(qtbot, palette, tmp_path):
    session, tasks, window = Session(), TaskRunner(), QMainWindow()
    qtbot.addWidget(window)
    window.resize(1024, 700)
    session.add_tokenizer("small", small_tokenizer("<|endoftext|>"))
    dialog = ExportDialog(session, tasks, SettingsStore(tmp_path / "settings.json"), palette, window)
    assert dialog.width() <= 1024
    assert dialog.height() <= 700
    assert tasks.wait_all(10)
    dialog.deleteLater()


def test_names_become_folder_names():
    assert folder_name("handbook 32k") == "handbook-32k"
    assert folder_name("мои тексты, №1 (a+b) 100% 4k") == "мои-тексты-1-a+b-100-4k"
    assert folder_name("../..") == "tokenizer"


def test_roles_of_an_opened_tokenizer_are_kept():
    tokenizer = small_tokenizer("<s>", "<|endoftext|>")
    assert usual_roles(tokenizer) == {"eos": "<|endoftext|>"}
    assert usual_roles(small_tokenizer("<s>")) == {}


def test_files_of_another_tokenizer_that_stay_in_the_folder_are_named(qtbot, opened, tmp_path):
    small_tokenizer().save(tmp_path / "saved", ["sentencepiece"])
    dialog = opened(small_tokenizer())
    export(qtbot, dialog)
    texts = [message.text() for message in dialog.findChildren(InlineMessage) if message.level == "warning"]
    assert [text.startswith("The folder also holds saved.model from elsewhere") for text in texts] == [True]
