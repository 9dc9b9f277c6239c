"""Charts as files: the picture as PNG or SVG, or all their numbers as CSV."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from vocabsmith.plots.chart import Chart
from vocabsmith.plots.svg import svg_of
from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.base import PlannedFile
from vocabsmith_engine.formats.saving_files import save_files

EXPORT_SUFFIXES: Final = (".png", ".svg", ".csv")
_SCALE: Final = 2  # pixels of a PNG for one of the window, so that it is sharp in print and on fine screens


def save_chart(chart: Chart, path: Path) -> None:
    """Save `chart` as the suffix of `path` says; see `prepare_export`, which is for the window."""
    prepare_export(chart, path)()


def prepare_export(chart: Chart, path: Path) -> Callable[[], None]:
    """What saves `chart` to `path`, to be called once and on any thread; what is drawn later changes nothing.

    The suffix chooses: .png and .svg are the picture as it is seen now, with title and legend, on the ground of the
    theme; .csv has every point. Pictures are painted here, on the thread of the window, in some milliseconds. The file
    is written whole or not at all.

    Raises FormatError for another suffix and for a chart without data; what is returned raises it if the file cannot
    be written.
    """
    suffix = path.suffix.lower()
    if suffix not in EXPORT_SUFFIXES:
        raise FormatError(path.name, "ends in none of .png, .svg and .csv", "Give it one of these endings")
    if chart.empty:
        raise FormatError(chart.name, "has no data yet", "Wait for the first merges or open a run")
    content = _content(chart, suffix)
    return lambda: _save(path, content())


def _content(chart: Chart, suffix: str) -> Callable[[], bytes]:
    if suffix == ".csv":
        return chart.table().csv
    picture = _png(chart) if suffix == ".png" else svg_of(chart, chart.palette_shown)
    return lambda: picture


def _png(chart: Chart) -> bytes:
    drawing = QSvgRenderer(QByteArray(svg_of(chart, chart.palette_shown)))
    image = QImage(drawing.defaultSize() * _SCALE, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    drawing.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _save(path: Path, content: bytes) -> None:
    save_files(path.parent, [PlannedFile(path.name, content)], lambda _staged: None, lambda _done: None)
