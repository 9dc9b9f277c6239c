"""The lines of Python that load what was exported, for each library."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QFontMetricsF, QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from vocabsmith.widgets.buttons import IconButton
from vocabsmith.widgets.fonts import mono
from vocabsmith.widgets.labels import SectionHead
from vocabsmith.widgets.segmented import SegmentedControl
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import Palette


class LoadingCode(QWidget):
    """A tab a library, the code, and a button that copies it."""

    def __init__(self, code: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._code = dict(code)
        self._lines = max(len(lines.splitlines()) for lines in self._code.values())
        head = SectionHead("Load it in Python")
        self.libraries = SegmentedControl([(library, library) for library in self._code])
        self.copy = IconButton("copy", "Copy the code")
        self._text = QPlainTextEdit()
        self._text.setProperty("kind", "well")
        self._text.setReadOnly(True)
        self._text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._text.setAccessibleName("Code that loads the tokenizer")
        head.add(self.libraries)
        head.add(self.copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(head)
        column.addWidget(self._text)
        self.libraries.chosen.connect(self._show)
        self.copy.clicked.connect(self._copy)
        self.libraries.choose(next(iter(self._code)))
        self._show(next(iter(self._code)))

    def text(self) -> str:
        """The code shown."""
        return self._text.toPlainText()

    def apply_theme(self, palette: Palette) -> None:
        """Takes colours and text size; the box is as high as its lines."""
        spread_theme(self, palette)
        self._text.setFixedHeight(round((self._lines + 1) * QFontMetricsF(mono(9)).lineSpacing()) + 16)

    def _show(self, library: str) -> None:
        self._text.setPlainText(self._code[library])

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text())
