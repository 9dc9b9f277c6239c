"""The shared parts, each by itself."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QImage, QPainter
from PySide6.QtWidgets import QApplication, QLabel

from vocabsmith.widgets.chips import Chip, ChipFlow, Mark, chip_width, ground_of, paint_chip, paint_merge
from vocabsmith.widgets.fuzzy import fuzzy_score
from vocabsmith.widgets.icon import pixmap
from vocabsmith.widgets.job_bar import JobBar, JobState
from vocabsmith.widgets.labels import ElidedLabel
from vocabsmith.widgets.messages import InlineMessage
from vocabsmith.widgets.segmented import SegmentedControl
from vocabsmith.widgets.stage_bar import StageBar, ThinBar
from vocabsmith_resources.icons import ICONS, svg
from vocabsmith_resources.themes.palette import LIGHT

pytestmark = pytest.mark.usefixtures("look")


def painted(draw) -> QImage:
    picture = QImage(200, 40, QImage.Format.Format_RGB32)
    picture.fill(QColor("#FFFFFF"))
    painter = QPainter(picture)
    draw(painter)
    painter.end()
    return picture


def drag(kind, widget, payload: QMimeData):
    position = QPoint(10, 10)
    args = (Qt.DropAction.CopyAction, payload, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    event = kind(QPointF(position) if kind is QDropEvent else position, *args)
    QApplication.sendEvent(widget, event)
    return event


def files(*paths: Path) -> QMimeData:
    payload = QMimeData()
    payload.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return payload


@pytest.mark.parametrize("name", sorted(ICONS))
def test_every_icon_draws_something(name: str):
    picture = pixmap(name, "#FF0000", 16, 2.0).toImage()
    inked = sum(picture.pixelColor(x, y).alpha() > 128 for x in range(32) for y in range(32))
    assert inked >= 10
    assert b"#FF0000" in svg(name, "#FF0000")


def test_a_chip_has_the_ground_of_its_place():
    picture = painted(lambda painter: paint_chip(painter, QPointF(2, 4), Chip("Ġthe", 3), LIGHT))
    assert picture.pixelColor(5, 7).name().upper() == LIGHT.token_grounds[3]


def test_a_chip_is_as_wide_as_it_says():
    widths: list[float] = []
    painted(lambda painter: widths.append(paint_chip(painter, QPointF(0, 0), Chip("Ġthe"), LIGHT)))
    assert widths == [chip_width("Ġthe")]


def test_a_chip_never_outgrows_the_room_it_is_given():
    widths: list[float] = []
    painted(lambda painter: widths.append(paint_chip(painter, QPointF(0, 0), Chip("x" * 200), LIGHT, max_width=80)))
    assert widths[0] <= 80


def test_marks_are_told_apart_without_colour():
    pictures = [
        painted(lambda painter, mark=mark: paint_chip(painter, QPointF(2, 4), Chip("a", 0, mark), LIGHT))
        for mark in Mark
    ]
    assert all(pictures[i] != pictures[j] for i in range(len(pictures)) for j in range(i))


def test_neighbours_never_share_a_ground():
    assert [ground_of(index) for index in range(9)] == [0, 1, 2, 3, 4, 5, 6, 7, 0]


def test_a_merge_is_painted_from_left_to_right():
    widths: list[float] = []
    merge = (Chip("Ġt", 0), Chip("he", 1), Chip("Ġthe", 2))
    painted(lambda painter: widths.append(paint_merge(painter, QPointF(0, 0), merge, LIGHT)))
    assert widths[0] > sum(chip_width(chip.text) for chip in merge)


def test_chips_wrap_into_rows(qtbot):
    flow = ChipFlow([Chip("token", ground_of(place)) for place in range(20)])
    qtbot.addWidget(flow)
    assert flow.heightForWidth(2000) == 20
    assert flow.heightForWidth(200) > 100


def test_progress_beyond_32_bits_is_scaled(qtbot):
    bar = ThinBar()
    qtbot.addWidget(bar)
    bar.set_fraction(3_000_000_000 / 5_000_000_000)
    assert bar.value() / bar.maximum() == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("fraction", "share"), [(0.0, "0 %"), (0.574, "57 %"), (0.9999, "99 %"), (1.0, "100 %"), (1.3, "100 %")]
)
def test_a_stage_shows_its_share_rounded_down(qtbot, fraction: float, share: str):
    stage = StageBar("Merging", "joins the most frequent pair, again")
    qtbot.addWidget(stage)
    stage.set_running(fraction, "18,211 of 31,743 merges")
    assert (stage.state, stage.share()) == ("running", share)


def test_a_stage_without_a_known_end_shows_no_share(qtbot):
    stage = StageBar("Reading and counting", "cuts text into pieces, counts them")
    qtbot.addWidget(stage)
    stage.set_running(None, "12.1 MB")
    assert stage.share() == ""
    assert stage.line() == "12.1 MB"
    stage.set_waiting()
    assert stage.line() == "cuts text into pieces, counts them"


def test_a_long_line_gives_way_and_its_tooltip_is_whole(qtbot):
    label = ElidedLabel("a rather long name of a file that has no room.txt")
    qtbot.addWidget(label)
    label.show()
    label.resize(80, 20)
    assert "…" in label.text()
    assert label.toolTip() == "a rather long name of a file that has no room.txt"
    label.resize(800, 20)
    assert label.text() == label.whole_text()
    assert label.toolTip() == ""


def test_markup_in_a_file_name_is_shown_as_it_is(qtbot):
    label = ElidedLabel("<b>bold</b>.txt")
    qtbot.addWidget(label)
    assert label.textFormat() == Qt.TextFormat.PlainText


def test_arrow_keys_move_between_segments(qtbot):
    control = SegmentedControl([("tokens", "Tokens"), ("ids", "Ids"), ("code", "Code")])
    qtbot.addWidget(control)
    control.show()
    control.choose("tokens")
    chosen: list[str] = []
    control.chosen.connect(chosen.append)
    qtbot.keyClick(control.button("tokens"), Qt.Key.Key_Right)
    qtbot.keyClick(control.button("ids"), Qt.Key.Key_Right)
    qtbot.keyClick(control.button("code"), Qt.Key.Key_Right)
    qtbot.keyClick(control.button("code"), Qt.Key.Key_Left)
    assert chosen == ["ids", "code", "ids"]
    assert control.key() == "ids"


def test_choosing_by_program_tells_nobody(qtbot):
    control = SegmentedControl([("a", "A"), ("b", "B")])
    qtbot.addWidget(control)
    chosen: list[str] = []
    control.chosen.connect(chosen.append)
    control.choose("b")
    control.choose("")
    assert chosen == []
    assert control.key() == ""


def test_a_message_is_there_only_while_it_says_something(qtbot):
    message = InlineMessage()
    qtbot.addWidget(message)
    assert message.isHidden()
    message.show_message("error", "vocab_size 100: at least 257 are needed. Ask for more.")
    assert not message.isHidden()
    assert message.level == "error"
    message.clear()
    assert message.isHidden()
    assert message.text() == ""


def test_the_job_bar_shows_a_job_and_then_the_last_word(qtbot):
    bar = JobBar()
    qtbot.addWidget(bar)
    bar.resize(1440, 40)
    bar.begin_job("Training")
    bar.show_job(JobState("Merging", 0.57, "18,211 of 31,743", "1,086 merges/s", "about 12 s left"))
    assert bar.texts() == JobState("Merging", None, "18,211 of 31,743", "1,086 merges/s", "about 12 s left")
    bar.say("good", "Run finished in 38.4 s")
    bar.end_job()
    assert bar.sentence() == "Run finished in 38.4 s"


def test_a_narrow_job_bar_leaves_the_rate_out_first(qtbot):
    bar = JobBar()
    qtbot.addWidget(bar)
    bar.apply_theme(LIGHT)
    bar.resize(760, 40)
    bar.show()
    bar.begin_job("Training")
    bar.show_job(JobState("Merging", 0.57, "18,211 of 31,743", "1,086 merges/s", "about 12 s left"))
    shown = [label.text() for label in bar.findChildren(QLabel) if label.isVisible() and label.text()]
    assert "1,086 merges/s" not in shown
    assert "about 12 s left" in shown


def test_buttons_stand_still_while_numbers_grow(qtbot):
    bar = JobBar()
    qtbot.addWidget(bar)
    bar.apply_theme(LIGHT)
    bar.resize(1440, 40)
    bar.show()
    bar.begin_job("Training")
    bar.show_job(JobState("Merging", 0.5, "18,211 of 31,743", "1,086 merges/s", "about 12 s left"))
    QApplication.processEvents()
    before = bar._stop.geometry()
    bar.show_job(JobState("Merging", 0.5, "18,212 of 31,743", "986 merges/s", "about 9 s left"))
    QApplication.processEvents()
    assert bar._stop.geometry() == before
    assert isinstance(before, QRect)


def test_finding_by_the_first_letters_of_words():
    assert fuzzy_score("ot", "Open tokenizer…") > fuzzy_score("ot", "Stop the run that works now")
    assert fuzzy_score("xyz", "Open tokenizer…") is None
    assert fuzzy_score("", "anything") is not None
    assert fuzzy_score("exp ort", "Export…") is not None
