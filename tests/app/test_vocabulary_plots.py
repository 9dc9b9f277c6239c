"""The charts of a vocabulary: lengths, scripts, use by rank."""

import random
from xml.etree import ElementTree as Xml

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt

from vocabsmith.plots import ScriptPlot, UseByRankPlot, UsePlaces, VocabularyLengthPlot, save_chart
from vocabsmith.plots.dots import CELL, Cloud
from vocabsmith_resources.themes.palette import LIGHT

LEFT = Qt.MouseButton.LeftButton
NAMES = ("Symbols", "Latin", "Han", *(f"script {number}" for number in range(10)))
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def shown(qtbot):
    def show(plot):
        qtbot.addWidget(plot)
        plot.resize(340, 240)
        plot.apply_theme(LIGHT)
        plot.show()
        qtbot.waitExposed(plot)
        qtbot.wait(1)
        return plot

    return show


def pixel_of(plot, x: float, y: float) -> QPoint:
    return plot.view.mapFromScene(plot.box.mapViewToScene(QPointF(x, y)))


def click(qtbot, plot, x: float, y: float) -> None:
    qtbot.mouseMove(plot.view.viewport(), pixel_of(plot, x, y))
    qtbot.mouseClick(plot.view.viewport(), LEFT, pos=pixel_of(plot, x, y))


def rows(plot) -> list[list[str]]:
    return [line.split(",") for line in plot.table().csv().decode().splitlines()]


# --- lengths


def test_lengths_are_counted_and_long_ones_share_a_bar(shown) -> None:
    plot = shown(VocabularyLengthPlot())
    plot.show_lengths(np.array([1, 1, 3, 20, 25, 9000]), None)
    assert (plot.tokens[1], plot.tokens[3], plot.tokens[20], plot.tokens[2]) == (2, 1, 3, 0)
    assert rows(plot)[-1] == ["9000", "1", "1"]


def test_the_listed_tokens_stand_before_all(shown, qtbot) -> None:
    plot = shown(VocabularyLengthPlot())
    plot.show_lengths(np.array([3, 3, 3, 4]), np.array([3]))
    plot.view.setFocus()
    for _ in range(3):
        qtbot.keyClick(plot.view, Qt.Key.Key_Right)
    assert plot.read_out == ("3 tokens", "of 3 bytes", "1 listed")
    assert rows(plot)[1:] == [["3", "3", "1"], ["4", "1", "0"]]


def test_an_empty_chart_says_what_will_appear(shown) -> None:
    for kind in (VocabularyLengthPlot, ScriptPlot, UseByRankPlot):
        plot = shown(kind())
        assert plot.empty
        assert "yet" in plot.description or "counted" in plot.description


# --- scripts


def test_the_scripts_with_most_tokens_have_bars_and_the_others_one_together(shown) -> None:
    plot = shown(ScriptPlot())
    counts = np.array([5, 90, 40, *range(1, 11)])
    plot.show_scripts(NAMES, counts, None)
    told = plot.description
    assert told.startswith("Tokens by script: Latin 90, Han 40, script 9 10, script 8 9, ")
    assert told.endswith("6 others 20")
    assert sum(int(row[1]) for row in rows(plot)[1:]) == counts.sum()


@pytest.mark.parametrize("width", [200, 300, 600])
def test_the_longest_bar_leaves_room_for_its_number(shown, qtbot, width: int) -> None:
    plot = shown(ScriptPlot())
    plot.resize(width, 200)
    plot.show_scripts(NAMES[:3], np.array([5, 1_000_000, 40]), None)
    qtbot.wait(1)
    number = plot._numbers[0]
    right = number.mapRectToScene(number.boundingRect()).right()
    assert number.toPlainText() == "1,000,000"
    assert right <= plot.box.sceneBoundingRect().right() + 4  # a number has an empty edge


def test_a_click_on_a_bar_chooses_its_script(shown, qtbot) -> None:
    plot = shown(ScriptPlot())
    plot.show_scripts(NAMES[:3], np.array([5, 90, 40]), None)
    with qtbot.waitSignal(plot.chosen) as told:
        click(qtbot, plot, 10, -1)
    assert told.args == [(2,)]


def test_the_bar_of_the_others_chooses_all_of_them(shown, qtbot) -> None:
    plot = shown(ScriptPlot())
    plot.show_scripts(NAMES, np.array([5, 90, 40, *range(1, 11)]), None)
    plot.view.setFocus()
    qtbot.keyClick(plot.view, Qt.Key.Key_End)
    with qtbot.waitSignal(plot.chosen) as told:
        qtbot.keyClick(plot.view, Qt.Key.Key_Return)
    assert set(told.args[0]) == {0, 3, 4, 5, 6, 7}


def test_up_and_down_lead_from_bar_to_bar(shown, qtbot) -> None:
    plot = shown(ScriptPlot())
    plot.show_scripts(NAMES[:3], np.array([5, 90, 40]), np.array([0, 9, 0]))
    plot.view.setFocus()
    qtbot.keyClick(plot.view, Qt.Key.Key_Down)
    assert plot.read_out == ("Latin: 90 tokens", "9 listed")
    qtbot.keyClick(plot.view, Qt.Key.Key_Down)
    assert plot.read_out[0] == "Han: 40 tokens"


# --- use by rank


def places(ranks, learned, uses) -> UsePlaces:
    of = [None if numbers is None else np.array(numbers) for numbers in (ranks, learned, uses)]
    return UsePlaces.of(*of)


def test_tokens_stand_by_their_rank_and_bytes_have_no_place() -> None:
    made = places([-1, 2, 0, 1], [-1, 10, 1000, 100], [9, 0, 100, 10])
    assert made.ids.tolist() == [2, 3, 1]
    assert made.cloud.x.round(6).tolist() == [0, round(np.log10(2), 6), round(np.log10(3), 6)]
    assert made.cloud.y.tolist() == [2, 1, -0.45]  # what is never used lies below what is used once
    assert made.learned.tolist() == [1000, 100, 10]


def test_ids_take_the_place_of_ranks_where_there_are_no_merges() -> None:
    made = places([-1, -1], [-1, -1], [5, 50])
    assert (made.across, made.ids.tolist(), made.learned) == ("Id", [0, 1], None)


def test_of_dots_that_pixels_cannot_tell_apart_one_is_drawn() -> None:
    rng = random.Random(7)
    cloud = Cloud(
        np.array([rng.uniform(-1, 6) for _ in range(5000)]), np.array([rng.uniform(-1, 4) for _ in range(5000)])
    )
    seen, width, height = QRectF(0, 0, 5, 3), 100.0, 60.0
    naive: dict[tuple[int, int], int] = {}
    for index, (x, y) in enumerate(zip(cloud.x.tolist(), cloud.y.tolist(), strict=True)):
        if 0 <= x < 5 and 0 <= y < 3:
            naive.setdefault((int(x / 5 * (width // CELL)), int(y / 3 * (height // CELL))), index)
    assert cloud.thinned(seen, width, height).tolist() == sorted(naive.values())


def test_a_click_chooses_the_token_of_the_nearest_dot(shown, qtbot) -> None:
    plot = shown(UseByRankPlot())
    plot.show_tokens(places([-1, 0, 99], [-1, 5000, 50], [9, 3000, 40]), lambda token: f"token {token}")
    with qtbot.waitSignal(plot.chosen) as told:
        click(qtbot, plot, 1.9, 1.5)
    assert told.args == [2]
    assert plot.read_out == ("token 2", "rank 99", "40 now", "50 when learned")


def test_keys_lead_from_dot_to_dot(shown, qtbot) -> None:
    plot = shown(UseByRankPlot())
    plot.show_tokens(places([0, 9, 99], [900, 90, 9], [800, 80, 8]), str)
    plot.view.setFocus()
    qtbot.keyClick(plot.view, Qt.Key.Key_Home)
    assert plot.read_out[:2] == ("0", "rank 0")
    qtbot.keyClick(plot.view, Qt.Key.Key_Right)
    assert plot.read_out[:2] == ("1", "rank 9")
    with qtbot.waitSignal(plot.chosen) as told:
        qtbot.keyClick(plot.view, Qt.Key.Key_Return)
    assert told.args == [1]
    qtbot.keyClick(plot.view, Qt.Key.Key_End)
    qtbot.keyClick(plot.view, Qt.Key.Key_Left)
    assert plot.read_out[:2] == ("1", "rank 9")


def test_only_the_dots_of_listed_tokens_are_bright(shown) -> None:
    plot = shown(UseByRankPlot())
    plot.show_tokens(places([0, 9, 99], [900, 90, 9], [800, 80, 8]), str)
    assert plot.dots.tolist() == [0, 1, 2]
    plot.show_listed(np.array([False, True, False]))
    assert plot.dots.tolist() == [1]
    plot.show_listed(None)
    assert plot.dots.tolist() == [0, 1, 2]


def test_before_uses_are_counted_there_is_a_curve_alone(shown) -> None:
    plot = shown(UseByRankPlot())
    plot.show_tokens(places([0, 9], [900, 90], None), str)
    assert [entry.name for entry in plot.legend_shown] == ["learned"]
    assert "not been counted" in plot.description


# --- files


@pytest.mark.parametrize("suffix", [".svg", ".png", ".csv"])
def test_every_chart_can_be_saved(shown, tmp_path, suffix: str) -> None:
    lengths, scripts, uses = shown(VocabularyLengthPlot()), shown(ScriptPlot()), shown(UseByRankPlot())
    lengths.show_lengths(np.array([1, 2, 2]), None)
    scripts.show_scripts(NAMES[:3], np.array([5, 90, 40]), None)
    uses.show_tokens(places([0, 9, 99], [900, 90, 9], [800, 80, 8]), str)
    for number, plot in enumerate((lengths, scripts, uses)):
        path = tmp_path / f"{number}{suffix}"
        save_chart(plot, path)
        assert path.stat().st_size > 20


def test_a_drawing_has_names_numbers_and_dots(shown, tmp_path) -> None:
    scripts, uses = shown(ScriptPlot()), shown(UseByRankPlot())
    scripts.show_scripts(NAMES[:3], np.array([5, 12_090, 40]), None)
    uses.show_tokens(places([0, 9, 99], [900, 90, 9], [800, 80, 8]), str)
    for plot, name in ((scripts, "scripts.svg"), (uses, "uses.svg")):
        save_chart(plot, tmp_path / name)
    texts = [text.text for text in Xml.parse(tmp_path / "scripts.svg").iter(f"{SVG}text")]
    assert {"Latin", "Han", "Symbols", "12,090", "40", "5"} <= set(texts)
    assert len(list(Xml.parse(tmp_path / "uses.svg").iter(f"{SVG}circle"))) == 3
