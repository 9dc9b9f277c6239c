"""Charts as files: every number exactly, pictures that anything can show, and never half a file."""

import csv
import io
import os
from pathlib import Path
from xml.etree import ElementTree as Xml

import numpy as np
import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from vocabsmith.plots import (
    BytesPerTokenPlot,
    MergeCountPlot,
    Overlay,
    RunCurves,
    TokenLengthPlot,
    prepare_export,
    save_chart,
)
from vocabsmith.plots.clipping import clipped
from vocabsmith_engine import VocabsmithError
from vocabsmith_resources.themes.palette import DARK, LIGHT

SVG = "{http://www.w3.org/2000/svg}"
KINDS = [MergeCountPlot, BytesPerTokenPlot, TokenLengthPlot]


def curves(
    *counts: int, tokens: tuple[int, ...], lengths: tuple[int, ...], held_out: tuple[int, ...] = ()
) -> RunCurves:
    return RunCurves(
        base=256,
        counts=np.array(counts, dtype=np.uint64),
        counted_bytes=tokens[0],
        tokens_left=np.array(tokens, dtype=np.uint64),
        lengths=np.array(lengths, dtype=np.int64),
        held_out_bytes=30 if held_out else 0,
        held_out_tokens_left=np.array(held_out, dtype=np.uint64),
    )


OWN = curves(
    3_000_000_000, 4, tokens=(9_000_000_000, 6_000_000_000, 5_999_999_996), lengths=(2, 40), held_out=(30, 20, 9)
)
EARLIER = curves(7, 1, tokens=(10, 3, 2), lengths=(2, 2))


@pytest.fixture
def chart(qtbot):
    def make(kind, palette=LIGHT, earlier: str = "12 Nov, 24k"):
        plot = kind()
        qtbot.addWidget(plot)
        plot.resize(340, 300)
        plot.apply_theme(palette)
        plot.show()
        qtbot.waitExposed(plot)
        qtbot.wait(1)
        if kind is MergeCountPlot:
            plot.show_run(OWN, lambda rank: f"merge {rank}")
        else:
            plot.show_run(OWN)
        if earlier:
            plot.set_overlays([Overlay("a", earlier, 1, EARLIER)])
        return plot

    return make


# --- CSV


def test_counts_as_a_table(chart, tmp_path: Path):
    save_chart(chart(MergeCountPlot), tmp_path / "counts.csv")
    assert (tmp_path / "counts.csv").read_bytes().decode() == (
        "run,rank of the merge,vocabulary size (tokens),count (occurrences)\n"
        "this run,1,257,3000000000\n"
        "this run,2,258,4\n"
        '"12 Nov, 24k",1,257,7\n'
        '"12 Nov, 24k",2,258,1\n'
    )


def test_bytes_per_token_as_a_table(chart, tmp_path: Path):
    save_chart(chart(BytesPerTokenPlot), tmp_path / "bytes.csv")
    assert (tmp_path / "bytes.csv").read_bytes().decode() == (
        "run,text,vocabulary size (tokens),text (bytes),text (tokens),bytes per token\n"
        "this run,learned from,256,9000000000,9000000000,1.0\n"
        "this run,learned from,257,9000000000,6000000000,1.5\n"
        "this run,learned from,258,9000000000,5999999996,1.500000001\n"
        "this run,held out,256,30,30,1.0\n"
        "this run,held out,257,30,20,1.5\n"
        "this run,held out,258,30,9,3.3333333333333335\n"
        '"12 Nov, 24k",learned from,256,10,10,1.0\n'
        '"12 Nov, 24k",learned from,257,10,3,3.3333333333333335\n'
        '"12 Nov, 24k",learned from,258,10,2,5.0\n'
    )


def test_lengths_as_a_table_also_those_that_share_a_bar(chart, tmp_path: Path):
    save_chart(chart(TokenLengthPlot), tmp_path / "lengths.csv")
    assert (tmp_path / "lengths.csv").read_bytes().decode() == (
        'run,length (bytes),tokens\nthis run,2,1\nthis run,40,1\n"12 Nov, 24k",2,2\n'
    )


def test_a_table_has_every_point_of_a_long_run(chart, tmp_path: Path):
    plot = chart(MergeCountPlot)
    counts = np.arange(250_000, 0, -1).astype(np.uint64)
    tokens = np.arange(250_001, 0, -1).astype(np.uint64)
    long = RunCurves(256, counts, 250_001, tokens, np.full(250_000, 2), 0, np.empty(0, dtype=np.uint64))
    plot.show_run(long, lambda _rank: "")
    save_chart(plot, tmp_path / "counts.csv")
    rows = list(csv.reader(io.StringIO((tmp_path / "counts.csv").read_text("utf-8"))))
    assert [int(row[3]) for row in rows[1:-2]] == counts.tolist()


# --- pictures


@pytest.mark.parametrize("kind", KINDS)
def test_an_svg_has_its_text_as_text(chart, tmp_path: Path, kind):
    plot = chart(kind)
    save_chart(plot, tmp_path / "chart.svg")
    root = Xml.fromstring((tmp_path / "chart.svg").read_bytes())
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {plot.name, plot.unit, plot.across, "this run", "12 Nov, 24k"} <= {*texts}
    assert root.find(f"{SVG}title").text == plot.name
    assert root.find(f"{SVG}desc").text == plot.description


@pytest.mark.parametrize("kind", KINDS)
def test_an_svg_shows_what_the_window_shows(chart, tmp_path: Path, kind):
    plot = chart(kind)
    save_chart(plot, tmp_path / "chart.svg")
    picture = rendered((tmp_path / "chart.svg").read_bytes())
    colours = {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}
    assert {LIGHT.surface.lower(), LIGHT.curve_hues[1].lower(), LIGHT.line.lower()} <= colours


def rendered(svg: bytes) -> QImage:
    drawing = QSvgRenderer(QByteArray(svg))
    assert drawing.isValid()
    image = QImage(drawing.defaultSize(), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    drawing.render(painter)
    painter.end()
    return image


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_a_zoomed_chart_leaves_its_axes(chart, tmp_path: Path, kind):
    plot = chart(kind)
    for _ in range(3):
        plot._zoom(0.8)
    save_chart(plot, tmp_path / "chart.svg")
    root = Xml.fromstring((tmp_path / "chart.svg").read_bytes())
    lines = [_points(line) for line in root.iter(f"{SVG}polyline")]
    axes = next(line for line in lines if len(line) == 3 and line[0][0] == line[1][0])
    (left, top), _, (right, bottom) = axes
    below_the_head = [line for line in lines if line[0][1] > top - 1]
    assert all(left - 1 <= x <= right + 1 and top - 1 <= y <= bottom + 1 for line in below_the_head for x, y in line)


def _points(line: Xml.Element) -> list[tuple[float, float]]:
    return [tuple(float(number) for number in point.split(",")) for point in line.get("points").split()]


def test_a_name_with_signs_that_xml_forbids_is_still_a_picture(chart, tmp_path: Path):
    plot = chart(MergeCountPlot, earlier='<b>&"\x00\x1b ✓')
    save_chart(plot, tmp_path / "chart.svg")
    root = Xml.fromstring((tmp_path / "chart.svg").read_bytes())
    assert any(text.text.startswith('<b>&"') for text in root.iter(f"{SVG}text"))


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_a_png_is_twice_as_fine_on_the_ground_of_the_theme(chart, tmp_path: Path, palette):
    plot = chart(BytesPerTokenPlot, palette)
    save_chart(plot, tmp_path / "chart.png")
    picture = QImage(str(tmp_path / "chart.png"))
    assert picture.width() == 2 * plot.width()
    assert picture.height() > 2 * plot.height()
    assert picture.pixelColor(1, 1) == QColor(palette.surface)
    assert picture.pixelColor(picture.width() - 1, picture.height() - 1) == QColor(palette.surface)


# --- files


def test_the_ending_may_be_written_in_capitals(chart, tmp_path: Path):
    save_chart(chart(TokenLengthPlot), tmp_path / "CHART.CSV")
    assert (tmp_path / "CHART.CSV").read_text().startswith("run,length")


@pytest.mark.parametrize("name", ["chart", "chart.jpg", "chart.csv.gz"])
def test_another_ending_is_refused(chart, tmp_path: Path, name):
    with pytest.raises(VocabsmithError, match=r"ends in none of \.png, \.svg and \.csv"):
        save_chart(chart(TokenLengthPlot), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_chart_is_refused(qtbot, tmp_path: Path):
    plot = MergeCountPlot()
    qtbot.addWidget(plot)
    with pytest.raises(VocabsmithError, match="has no data yet"):
        save_chart(plot, tmp_path / "chart.csv")


@pytest.mark.parametrize("suffix", [".png", ".svg", ".csv"])
def test_what_cannot_be_written_is_told_and_leaves_the_old_file(chart, tmp_path: Path, monkeypatch, suffix):
    old = tmp_path / f"chart{suffix}"
    old.write_text("old")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    save = prepare_export(chart(MergeCountPlot), old)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(VocabsmithError, match="No space left on device"):
        save()
    assert old.read_text() == "old"
    assert list(tmp_path.iterdir()) == [old]


def test_a_folder_that_is_not_there_is_told(chart, tmp_path: Path):
    with pytest.raises(VocabsmithError, match="does not exist"):
        save_chart(chart(MergeCountPlot), tmp_path / "no" / "such" / "chart.csv")


@pytest.mark.parametrize("suffix", [".svg", ".csv"])
def test_what_is_saved_is_the_chart_of_the_moment(chart, tmp_path: Path, suffix):
    plot = chart(MergeCountPlot)
    path = tmp_path / f"chart{suffix}"
    save_chart(plot, path)
    before = path.read_bytes()
    save = prepare_export(plot, path)
    plot.set_overlays([])
    plot.start(100, lambda _rank: "")
    plot.append(np.array([5], dtype=np.uint64))
    save()
    assert path.read_bytes() == before


# --- lines that are cut


def test_a_line_inside_stays_whole():
    line = np.array([[1.0, 1.0], [5.0, 2.0], [9.0, 9.0]])
    assert [piece.tolist() for piece in clipped(line, 0, 0, 10, 10)] == [line.tolist()]


def test_a_line_outside_is_gone():
    assert clipped(np.array([[-5.0, 1.0], [-1.0, 9.0]]), 0, 0, 10, 10) == []
    assert clipped(np.array([[-4.0, 8.0], [2.0, 14.0]]), 0, 0, 10, 10) == []


def test_a_line_that_leaves_and_comes_back_is_two_pieces():
    line = np.array([[0.0, 5.0], [2.0, 5.0], [5.0, 20.0], [8.0, 5.0], [20.0, 5.0]])
    pieces = [piece.tolist() for piece in clipped(line, 0, 0, 10, 10)]
    assert pieces == [[[0, 5], [2, 5], [3, 10]], [[7, 10], [8, 5], [10, 5]]]


def test_a_line_along_a_side_is_kept():
    assert [piece.tolist() for piece in clipped(np.array([[0.0, 0.0], [0.0, 4.0]]), 0, 0, 10, 10)] == [[[0, 0], [0, 4]]]
