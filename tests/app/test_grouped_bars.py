"""The chart of groups: bars, the best written out, ticks at round values, and how it is told."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from vocabsmith.widgets.grouped_bars import BarData, BarGroup, GroupedBars, ticks_to
from vocabsmith_resources.themes.palette import Palette

DATA = BarData(
    "Bytes per token",
    ("ours", "theirs"),
    (BarGroup("English", (4.0, 2.0), best=0), BarGroup("Hindi", (None, 3.0)), BarGroup("Code", (1.0, 1.0))),
)


@pytest.fixture
def bars(qtbot, palette):
    made = GroupedBars()
    qtbot.addWidget(made)
    made.apply_theme(palette)
    made.show_data(DATA)
    made.resize(400, made.sizeHint().height())
    made.show()
    return made


def lengths(bars: GroupedBars, palette: Palette, number: int) -> list[int]:
    """Pixels of each bar of a series, from the top."""
    picture = bars.grab().toImage()
    colour = QColor(palette.curve_hues[number]).rgb()
    rows = [sum(picture.pixel(x, y) == colour for x in range(picture.width())) for y in range(picture.height())]
    found, longest = [], 0
    for row in [*rows, 0]:
        if row:
            longest = max(longest, row)
        elif longest:
            found.append(longest)
            longest = 0
    return found


def test_bars_are_as_long_as_their_values(bars, palette):
    four, one = lengths(bars, palette, 0)
    two, three, other = lengths(bars, palette, 1)
    assert [round(4 * length / four, 1) for length in (two, three, one, other)] == [2.0, 3.0, 1.0, 1.0]


def test_a_group_is_told_with_what_is_best(bars):
    assert [bars.told(place) for place in range(3)] == [
        "English: ours 4.00, best, theirs 2.00",
        "Hindi: ours –, theirs 3.00",
        "Code: ours 1.00, theirs 1.00",
    ]
    assert bars.accessibleName() == "Bytes per token by group"
    assert "Hindi: ours –" in bars.accessibleDescription()


def test_keys_go_from_group_to_group(qtbot, bars):
    bars.setFocus()
    assert bars.current == 0
    for key, place in ((Qt.Key.Key_Down, 1), (Qt.Key.Key_End, 2), (Qt.Key.Key_Down, 2), (Qt.Key.Key_Home, 0)):
        qtbot.keyClick(bars, key)
        assert bars.current == place


def test_a_click_chooses_a_group(qtbot, bars):
    qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=QPoint(50, bars.height() - 20))
    assert bars.current == 2


def test_more_groups_make_it_higher(bars):
    before = bars.minimumSizeHint().height()
    bars.show_data(BarData(DATA.title, DATA.series, DATA.groups * 10))
    assert bars.minimumSizeHint().height() > 9 * before / 2


def test_a_group_that_is_gone_is_told_no_longer(qtbot, bars):
    bars.setFocus()
    qtbot.keyClick(bars, Qt.Key.Key_End)
    bars.show_data(BarData(DATA.title, DATA.series, DATA.groups[:1]))
    assert bars.current is None


def test_without_groups_nothing_is_painted(bars, palette):
    bars.show_data(BarData("Tokens", (), ()))
    picture = QImage(50, 50, QImage.Format.Format_RGB32)
    picture.fill(QColor("#123456"))
    painter = QPainter(picture)
    bars.paint(painter, picture.rect().toRectF(), palette)
    painter.end()
    assert {picture.pixelColor(x, y).name() for x in range(50) for y in range(50)} == {"#123456"}


@pytest.mark.parametrize(
    ("most", "number", "ticks"),
    [
        (4.97, 5, (0, 1, 2, 3, 4)),
        (1.0, 5, (0, 0.2, 0.4, 0.6, 0.8, 1.0)),
        (593_583, 3, (0, 200_000, 400_000)),
        (0.07, 4, (0, 0.02, 0.04, 0.06)),
    ],
)
def test_ticks_are_round(most: float, number: int, ticks: tuple[float, ...]):
    assert ticks_to(most, number) == pytest.approx(ticks)
