"""The window for those who use it with keys alone or by ear: names, order of Tab, visible focus, announcements."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QToolButton, QWidget
from walked_window import BOXES, PAGES, STATES, WalkedWindow, controls, on_screen, picture_of, walk

from vocabsmith.pages.build_page.reading_dialog import ReadingDialog
from vocabsmith.pages.export_dialog import ExportDialog
from vocabsmith.widgets import inline_question, job_bar, messages
from vocabsmith_resources.themes.palette import contrast

IN_EVERY_STATE = pytest.mark.parametrize("state", STATES)
ROLE, NAME = QAccessible.Role, QAccessible.Text.Name


@pytest.fixture
def walked(qtbot, look, tmp_path):
    made = WalkedWindow(qtbot, look, tmp_path)
    yield made
    made.close()


def face(widget: QWidget):
    """What screen readers are told of a widget."""
    return QAccessible.queryAccessibleInterface(widget)


def name_of(widget: QWidget) -> str:
    """Screen readers on Linux take the name of a list to choose from of its label, elsewhere of the list itself."""
    return widget.accessibleName() if isinstance(widget, QComboBox) else face(widget).text(NAME)


# --- names


@IN_EVERY_STATE
def test_every_control_has_a_name_of_its_own(walked, state: str):
    walked.go_to(state)
    names = Counter((type(widget).__name__, name_of(widget)) for widget in controls(walked.window))
    assert len(names) >= 12
    assert [kind for kind, name in names if not name] == []
    assert [pair for pair, times in names.items() if times > 1] == []


@IN_EVERY_STATE
def test_a_control_without_words_says_what_it_does(walked, state: str):
    walked.go_to(state)
    wordless = [each for each in controls(walked.window) if isinstance(each, QAbstractButton) and not each.text()]
    assert wordless
    assert [name_of(each) for each in wordless if len(each.toolTip().split()) < 2] == []


def test_lists_to_choose_from_have_a_label_that_belongs_to_them(walked):
    walked.go_to("inspect")
    labels = [label for label in walked.window.findChildren(QLabel) if label.buddy() is not None]
    buddies = {label.buddy() for label in labels}
    assert {walked.window.top_bar.tokenizers, walked.inspect.text.policy} <= buddies
    more = walked.build.recipe.more.rows.values()
    assert {row.field for row in more} <= buddies


# --- roles and states


def test_alternatives_are_radio_buttons_of_which_one_is_checked(walked):
    walked.go_to("done")
    switch = walked.build.run.runs.switch
    merges, runs = switch.button("merges"), switch.button("runs")
    assert [face(each).role() for each in (merges, runs)] == [ROLE.RadioButton, ROLE.RadioButton]
    assert [bool(face(each).state().checked) for each in (merges, runs)] == [False, True]


def test_the_pages_are_tabs_of_which_the_open_one_is_checked(walked):
    tabs = walked.window.rail.findChildren(QToolButton)
    build, inspect = tabs[:2]
    assert [face(each).role() for each in tabs] == 5 * [ROLE.PageTab]
    assert [bool(face(each).state().checked) for each in tabs] == [True, False, False, False, False]
    assert face(build).text(NAME) == "Build"
    actions = face(inspect).actionInterface()
    assert "Press" in actions.actionNames()
    actions.doAction("Press")
    assert walked.window.page == "inspect"


def test_charts_are_charts_with_their_data_in_words(walked):
    walked.go_to("done")
    for chart in walked.build.run.charts.all:
        told = face(chart.view)
        assert told.role() == ROLE.Chart
        assert told.text(NAME) == chart.name
        assert any(figure.isdecimal() for figure in told.text(QAccessible.Text.Description))


def test_rows_of_the_lists_are_read_out(walked):
    walked.go_to("done")
    corpus, runs = face(walked.build.corpus.list), face(walked.build.run.runs.list)
    assert (corpus.role(), runs.role()) == (ROLE.Table, ROLE.List)
    said = [corpus.child(place).text(NAME) for place in range(corpus.childCount())]
    assert any("words.txt" in text for text in said)
    row = runs.child(0)
    assert "300" in row.text(NAME)
    assert row.state().checkable


def test_what_cannot_be_done_is_disabled_and_says_why(walked):
    start = walked.build.recipe.start
    assert face(start).state().disabled
    assert face(start).text(QAccessible.Text.Description) == "Add text first, on the left."


def test_bars_are_named_after_what_they_measure(walked):
    walked.go_to("running")
    bars = [walked.window.job_bar.bar, *(bar.bar for bar in walked.build.run.stages.bars.values())]
    assert all(face(bar).role() == ROLE.ProgressBar and face(bar).text(NAME) for bar in bars)


# --- the way of Tab


def pane_of(walked: WalkedWindow, widget: QWidget) -> int:
    """Number of the part of the window that a control is in, in reading order."""
    window = walked.window
    parts = (window.rail, window.top_bar, *panes_of(walked), window.job_bar)
    return next(number for number, part in enumerate(parts) if part is widget or part.isAncestorOf(widget))


def panes_of(walked: WalkedWindow) -> tuple[QWidget, ...]:
    """The parts of the page that is shown."""
    build, inspect, vocabulary, laboratory = walked.build, walked.inspect, walked.vocabulary, walked.laboratory
    compare = walked.compare
    over_table = (vocabulary.search, vocabulary.filters, vocabulary.corpus)
    return {
        "build": (build.corpus, build.recipe, build.run),
        "inspect": (inspect.text, inspect.tokens, inspect.details),
        "vocabulary": (*over_table, vocabulary.table, vocabulary.charts, vocabulary.details),
        "compare": (compare.texts, compare.metrics, compare.groups, compare.cuts),
        "laboratory": (*laboratory.choosers, laboratory.bar, *laboratory.views, laboratory.findings),
    }[walked.window.page]


@IN_EVERY_STATE
def test_tab_goes_once_through_everything_in_reading_order(walked, state: str):
    walked.go_to(state)
    stops = walk(walked.window)
    assert all(stop.isVisible() and stop.isEnabled() for stop in stops)
    reachable = {each for each in controls(walked.window) if each.isEnabled() and takes_tab(each)}
    assert {name_of(each) for each in reachable - set(stops)} == set()
    panes = [pane_of(walked, stop) for stop in stops]
    first = panes.index(min(panes))
    assert [*panes[first:], *panes[:first]] == sorted(panes)


@IN_EVERY_STATE
def test_within_a_pane_tab_goes_down(walked, state: str):
    walked.go_to(state)
    stops = walk(walked.window)
    for before, after in pairwise(stops):
        if pane_of(walked, before) == pane_of(walked, after) and not beside(walked, before, after):
            assert on_screen(after).bottom() > on_screen(before).top(), (name_of(before), name_of(after))


def beside(walked: WalkedWindow, before: QWidget, after: QWidget) -> bool:
    """Whether two controls are in different cells of charts, which stand beside each other."""
    cells = [cell for cell, _chart in walked.build.run.chart_cells] + [walked.build.run.runs]
    cells += [cell for cell, _chart in walked.vocabulary.charts.cells]
    homes = [next((cell for cell in cells if cell.isAncestorOf(each)), None) for each in (before, after)]
    return homes[0] is not homes[1]


@IN_EVERY_STATE
def test_shift_tab_goes_the_same_way_back(walked, state: str):
    walked.go_to(state)
    forth = walk(walked.window)
    back = walk(walked.window, Qt.Key.Key_Backtab)
    assert set(back) == set(forth)
    turned = list(reversed(forth))
    start = turned.index(back[0])
    assert back == [*turned[start:], *turned[:start]]


def takes_tab(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


# --- the focus is seen

STRONG = 3.0  # contrast between a pixel with and without the focus
LEAST = 40  # pixels that have to differ so much


def strongly_changed(before: QImage, after: QImage) -> int:
    """Number of pixels whose colour with the focus stands out from that without it."""
    pairs = np.stack([pixels(before), pixels(after)], axis=-1).reshape(-1, 2)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    kinds, times = np.unique(pairs, axis=0, return_counts=True)
    strong = [contrast(f"#{one:06X}", f"#{other:06X}") >= STRONG for one, other in kinds]
    return int(times[strong].sum()) if len(kinds) else 0


def pixels(picture: QImage) -> np.ndarray:
    found = np.frombuffer(picture.constBits(), np.uint32).reshape(picture.height(), -1)
    return found[:, : picture.width()] & 0xFFFFFF


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("state", ["empty", "running", "done", *PAGES, *BOXES])
def test_the_focus_is_seen_wherever_it_is(walked, state: str, theme: str):
    QApplication.setCursorFlashTime(0)  # a caret alone would be enough to see, and is not always there
    walked.window.set_theme(theme)
    walked.go_to(state)
    window = walked.window
    weak = []
    for stop in walk(window):
        room = on_screen(stop).adjusted(-14, -4, 4, 4)
        stop.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        with_focus = picture_of(window, room)
        stop.clearFocus()
        QApplication.processEvents()
        if strongly_changed(picture_of(window, room), with_focus) < LEAST:
            weak.append(name_of(stop))
    assert weak == []


# --- dialogs


def open_dialog(walked: WalkedWindow, kind: type[QWidget]) -> QWidget:
    walked.settle()
    dialog = next(each for each in QApplication.topLevelWidgets() if isinstance(each, kind) and each.isVisible())
    dialog.activateWindow()
    walked.qtbot.waitActive(dialog)
    return dialog


def check_dialog(dialog: QWidget) -> None:
    """Names, and a way through all of it."""
    found = [each for each in controls(dialog) if each.isEnabled()]
    assert [type(each).__name__ for each in found if not name_of(each)] == []
    names = [name_of(each) for each in found]
    assert len(set(names)) == len(names)
    stops = walk(dialog)
    assert {name_of(each) for each in found if takes_tab(each)} - {name_of(each) for each in stops} == set()


def test_the_export_dialog_can_be_gone_through(walked):
    walked.go_to("done")
    walked.window.export()
    dialog = open_dialog(walked, ExportDialog)
    check_dialog(dialog)
    dialog.close()


def test_the_dialog_on_reading_can_be_gone_through(walked):
    walked.go_to("corpus")
    walked.build.corpus.list.choose([2])
    walked.build.corpus.editing.choose_reading()
    dialog = open_dialog(walked, ReadingDialog)
    check_dialog(dialog)
    dialog.close()


# --- what is read out by itself


@pytest.fixture
def told(monkeypatch) -> list[str]:
    """What screen readers were told without being asked."""
    said: list[str] = []
    for module in (inline_question, job_bar, messages):
        monkeypatch.setattr(module, "announce", lambda _widget, text, urgent=False: said.append((text, urgent)))
    return said


def test_stages_and_results_are_told_once_each(walked, told):
    walked.go_to("done")
    texts = [text for text, _urgent in told]
    assert len(texts) == len(set(texts))
    assert len(texts) < 12
    assert texts[0] == "words 300"
    assert any(text.startswith("Run finished") for text in texts)


def test_errors_are_told_at_once(walked, told):
    walked.build.run.show_failure("words.txt has gone.")
    assert ("Error: words.txt has gone.", True) in told


def test_a_question_is_told_with_its_answers(walked, told):
    walked.go_to("done")
    walked.build.library.ask_to_delete(walked.session.runs[0])
    text, urgent = told[-1]
    assert urgent
    assert text.endswith("Delete? Keep it?")
