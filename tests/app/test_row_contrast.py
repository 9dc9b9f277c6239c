"""What is painted in the rows of lists, and on tooltips, stands out from its ground in both themes."""

from dataclasses import replace
from pathlib import Path

import pytest
from measured_contrast import ENOUGH, pixels_of, strongest_contrast
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QToolTip
from run_bench import make_run

from vocabsmith.corpus_items import NOT_TEXT, CorpusItem
from vocabsmith.pages.build_page.corpus_list import CorpusList
from vocabsmith.pages.build_page.corpus_model import CorpusModel
from vocabsmith.pages.build_page.run_list import name_rect

BOTH = pytest.mark.parametrize("theme", ["light", "dark"])


def one_of_each_look() -> list[CorpusItem]:
    plain = CorpusItem(Path("/texts/handbook.txt"), "text", 12_345, what="UTF-8 text", digest="1", documents=3)
    return [
        plain,
        replace(plain, path=Path("/texts/notes.jsonl"), digest="2", kind="jsonl", found_field="text"),
        replace(plain, path=Path("/texts/bytes.txt"), digest="3", note="12 bad bytes were replaced."),
        CorpusItem(Path("/texts/picture.png"), NOT_TEXT, 99, what="a picture"),
        replace(plain, path=Path("/texts/copy.txt")),
    ]


@pytest.fixture
def corpus(qtbot, look, session):
    def show(theme: str) -> CorpusList:
        look.set_theme(theme)
        session.add_corpus(one_of_each_look())
        model = CorpusModel()
        rows = CorpusList(model)
        model.setParent(rows)
        qtbot.addWidget(rows)
        rows.apply_theme(look.palette)
        rows.resize(312, 480)
        rows.show()
        model.show_rows(session.corpus, session.counted)
        QApplication.processEvents()
        return rows

    return show


def places_in(rows: CorpusList, row: int) -> dict[str, QRect]:
    """Where something is written in a row."""
    metrics, delegate = rows._delegate.metrics, rows._delegate
    shown, room = rows.model().row(row), rows.visualRect(rows.model().index(row, 0))
    left = metrics.text_left(room)
    name = QRect(left, room.top() + 10, room.right() - 16 - left, metrics.line)
    known = {
        "name": name,
        "kind": QRect(left, name.bottom() + 1, name.width(), metrics.small_line),
        "picker": metrics.picker(shown, room),
        "note": metrics.note(shown, room, delegate.most_lines) if shown.note else QRect(),
        "step": metrics.step(shown, room),
    }
    return {part: place for part, place in known.items() if not place.isEmpty()}


@BOTH
@pytest.mark.parametrize("selected", [False, True])
def test_every_line_of_the_corpus_list(corpus, theme, selected):
    rows = corpus(theme)
    if selected:
        rows.selectAll()
    written = {(row, part): place for row in range(5) for part, place in places_in(rows, row).items()}
    assert {part for _, part in written} == {"name", "kind", "picker", "note", "step"}
    pixels = pixels_of(rows.viewport())
    for (row, part), place in written.items():
        assert strongest_contrast(pixels, place) >= ENOUGH, (rows.model().row(row).name, part)


@BOTH
def test_both_lines_of_the_list_of_runs(bench, look, store, tmp_path, theme):
    (tmp_path / "a.txt").write_text("aaabdaaabac")
    make_run(store, tmp_path / "a.txt", "sound")
    make_run(store, tmp_path / "a.txt", "damaged")
    (store.runs()[0].folder / "run.json").write_text("{}")
    bench.library.refresh()
    bench.settle()
    look.set_theme(theme)
    bench.pane.apply_theme(look.palette)
    bench.pane.runs.show_list("runs")
    bench.select("sound")
    rows = bench.pane.runs.list
    pixels = pixels_of(rows.viewport())
    for place in range(2):
        line = name_rect(rows.visualRect(rows.model().index(place, 0)))
        assert strongest_contrast(pixels, line) >= ENOUGH
        assert strongest_contrast(pixels, line.translated(0, line.height())) >= ENOUGH


@BOTH
def test_a_tooltip(qtbot, look, theme):
    look.set_theme(theme)
    QToolTip.showText(QPoint(10, 10), "The whole path of a source")
    qtbot.waitUntil(QToolTip.isVisible)
    [tip] = [widget for widget in QApplication.topLevelWidgets() if widget.inherits("QTipLabel")]
    assert strongest_contrast(pixels_of(tip), tip.rect()) >= ENOUGH
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
