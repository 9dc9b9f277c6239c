"""What is dragged over the window: taken, or refused while it hovers, with the reason."""

import os
import sys
from pathlib import Path

import pytest
from corpus_on_page import PNG, drop, hover, payload_of
from PySide6.QtCore import QEvent, QMimeData, QUrl
from PySide6.QtGui import QDragLeaveEvent, QImage
from PySide6.QtWidgets import QApplication, QWidget

from vocabsmith.widgets.drop_payload import DroppedPaths, offer_for
from vocabsmith.widgets.drop_zone import DropCover, DropTarget, paths_of


@pytest.fixture
def target(qtbot):
    """A widget that takes drops, what was dropped on it, and what it says while something hovers."""
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(300, 300)
    widget.show()
    widget.dropped = []
    cover = DropCover(widget)
    DropTarget(widget, widget.dropped.append, cover.show_offer)
    widget.cover = cover
    return widget


def test_files_are_taken_and_arrive_after_the_drop(qtbot, target, tmp_path: Path):
    odd = tmp_path / "мои тексты, №1 (a+b) 100%.txt"
    assert hover(target, payload_of(odd, tmp_path))
    assert drop(target, payload_of(odd, tmp_path))
    assert target.dropped == [], "the drop event has to end first"
    qtbot.waitUntil(lambda: bool(target.dropped), timeout=5000)
    assert [list(paths) for paths in target.dropped] == [[odd, tmp_path]]


def no_file(kind: str) -> QMimeData:
    payload = QMimeData()
    if kind == "text":
        payload.setText("marked text")
    elif kind == "link":
        payload.setUrls([QUrl("https://example.org/corpus.txt")])
    elif kind == "picture":
        payload.setImageData(QImage(2, 2, QImage.Format.Format_RGB32))
    return payload


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("text", "Marked text is no file"),
        ("link", "A link is no file"),
        ("picture", "Pictures hold no text"),
        ("empty", "There is no file in it"),
    ],
)
def test_what_is_no_file_is_refused_while_it_hovers_with_the_reason(target, kind, reason):
    assert not hover(target, no_file(kind))
    assert target.cover.isVisible()
    assert target.cover.offer.title == reason
    assert target.cover.accessibleName().startswith(reason)
    assert not drop(target, no_file(kind))
    assert target.dropped == []
    assert paths_of(no_file(kind)) == []


@pytest.mark.parametrize(("name", "reason"), [("a.png", "Pictures hold no text"), ("a.mp3", "Sound holds no text")])
def test_files_of_other_kinds_are_refused_by_their_names(target, tmp_path, name, reason):
    (tmp_path / name).write_bytes(PNG)
    assert not hover(target, payload_of(tmp_path / name))
    assert target.cover.offer.title == reason


def test_a_picture_among_texts_is_no_reason_to_refuse_them(target, tmp_path):
    assert hover(target, payload_of(tmp_path / "a.png", tmp_path / "b.txt"))


@pytest.mark.parametrize("name", ["drawing.svg", "module.ts", "unknown.xyz", "README"])
def test_names_that_may_be_text_are_taken(target, tmp_path, name):
    assert hover(target, payload_of(tmp_path / name))


def test_what_will_happen_is_said_while_files_hover(target, tmp_path):
    (tmp_path / "texts").mkdir()
    (tmp_path / "a.txt").write_text("a")
    assert hover(target, payload_of(tmp_path / "texts"))
    assert target.cover.offer.title == "Add the folder texts"
    hover(target, payload_of(tmp_path / "a.txt"))
    assert target.cover.offer.title == "Add a.txt"
    hover(target, payload_of(tmp_path / "a.txt", tmp_path / "texts", tmp_path / "b.txt"))
    assert target.cover.offer.title == "Add 2 files and 1 folder"


def test_a_widget_without_a_place_for_the_words_is_covered_with_them(qtbot, tmp_path):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    DropTarget(widget, lambda _paths: None, verb="Open")
    hover(widget, payload_of(tmp_path / "a.txt"))
    assert widget.findChild(DropCover).isVisible()
    assert widget.findChild(DropCover).offer.title == "Open a.txt"


def test_the_words_go_when_files_leave(target, tmp_path):
    hover(target, payload_of(tmp_path / "a.txt"))
    assert target.cover.isVisible()
    QApplication.sendEvent(target, QDragLeaveEvent())
    assert target.cover.isHidden()


def test_the_reason_goes_when_what_was_refused_leaves_the_window(target):
    hover(target, no_file("text"))
    QApplication.sendEvent(target.window().windowHandle(), QEvent(QEvent.Type.DragLeave))
    assert target.cover.isHidden()


def test_50_000_files_hover_without_being_gone_through():
    payload = QMimeData()
    payload.setData("text/uri-list", b"".join(b"file:///no/such/place/%d.txt\r\n" % n for n in range(50_000)))
    assert offer_for(payload).title == "Add 50,000 files"
    assert DroppedPaths.of(payload)[49_999] == Path("/no/such/place/49999.txt")


@pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
def test_a_name_that_is_no_text_is_kept_byte_for_byte():
    payload = QMimeData()
    payload.setData("text/uri-list", b"file:///tmp/raw%F0name.txt\r\nfile://localhost/tmp/a%20b.txt\r\n")
    assert paths_of(payload) == [Path(os.fsdecode(b"/tmp/raw\xf0name.txt")), Path("/tmp/a b.txt")]
    assert offer_for(payload).title == "Add 2 files"
