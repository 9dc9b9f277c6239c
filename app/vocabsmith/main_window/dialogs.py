"""The window's own dialogs: about, shortcuts, a crash report."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import PySide6
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QMessageBox,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from vocabsmith.widgets.action_finder import plain_text
from vocabsmith.widgets.buttons import Button
from vocabsmith.widgets.fonts import mono, scaled
from vocabsmith.widgets.labels import Label
from vocabsmith.widgets.panes import ScrollBody
from vocabsmith.widgets.reveal import reveal
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import Palette


def show_about(parent: QWidget) -> None:
    """Version, licence and the parts it stands on."""
    box = QMessageBox(parent)
    box.setWindowTitle("About Vocabsmith")
    box.setText(f"Vocabsmith {version('vocabsmith')}")
    box.setInformativeText(
        "A workshop for building BPE tokenizers.\nLicence: Apache-2.0.\n\n"
        f"Python {platform.python_version()}, Qt for Python {PySide6.__version__}, {platform.platform(terse=True)}"
    )
    box.exec()


def show_shortcuts(groups: Sequence[tuple[str, QAction]], palette: Palette, parent: QWidget) -> None:
    """Every action that has keys."""
    body = ScrollBody()
    body.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # nothing else in it takes the keys that scroll
    body.setAccessibleName("Keyboard shortcuts")
    grid = QGridLayout()
    grid.setHorizontalSpacing(24)
    grid.setVerticalSpacing(8)
    for menu, action in groups:
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        if keys:
            row = grid.rowCount()
            grid.addWidget(Label(plain_text(action)), row, 0)
            grid.addWidget(Label(menu, "secondary"), row, 1)
            grid.addWidget(Label(keys, "mono"), row, 2, Qt.AlignmentFlag.AlignRight)
    body.column.addLayout(grid)
    body.column.addStretch(1)
    _show("Keyboard shortcuts", body, [], palette, parent)


def show_crash_reports(texts: Sequence[str], folder: Path, palette: Palette, parent: QWidget) -> None:
    """What went wrong last time, to be copied into a bug report."""
    whole = "\n\n".join(texts)
    report = QPlainTextEdit(whole)
    report.setReadOnly(True)
    report.setAccessibleName("Crash report")
    report.setTabChangesFocus(True)
    report.setFont(mono(9))
    copy = Button("Copy report", "copy")
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(whole))
    log_folder = Button("Open log folder", "folder")
    log_folder.clicked.connect(lambda: reveal(folder))
    content = QWidget()
    column = QVBoxLayout(content)
    column.setContentsMargins(16, 16, 16, 0)
    column.setSpacing(8)
    column.addWidget(Label("Vocabsmith met an error the last time it ran", "head"))
    column.addWidget(
        Label("The report also stays in the log folder. Please send it along when you tell us.", "secondary")
    )
    column.addWidget(report)
    _show("Crash report", content, [copy, log_folder], palette, parent)


def _show(title: str, content: QWidget, buttons: Sequence[Button], palette: Palette, parent: QWidget) -> None:
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    close = Button("Close")
    close.setDefault(True)
    close.clicked.connect(dialog.accept)
    foot = QHBoxLayout()
    foot.setContentsMargins(16, 0, 16, 16)
    foot.setSpacing(8)
    for button in buttons:
        foot.addWidget(button)
    foot.addStretch(1)
    foot.addWidget(close)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(0, 8, 0, 0)
    column.setSpacing(16)
    column.addWidget(content, 1)
    column.addLayout(foot)
    dialog.resize(QSize(scaled(640), scaled(480)).boundedTo(parent.size() - QSize(64, 96)))
    spread_theme(dialog, palette)
    dialog.exec()
    dialog.deleteLater()
