"""The tree of merges that made the chosen token."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from vocabsmith.widgets.labels import Label, SectionHead
from vocabsmith.widgets.merge_tree_view import MergeTreeView, TreeNode
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import Palette

_SCROLL_BAR = 12


class MergesSection(QWidget):
    """The tree, which scrolls sideways where it is wider than the pane."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = MergeTreeView()
        self.remark = Label("", "secondary", wrap=True)
        self._room = QScrollArea()
        self._room.setWidget(self.view)
        self._room.setWidgetResizable(True)
        self._room.setFrameShape(QFrame.Shape.NoFrame)
        self._room.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._room.setAccessibleName("Tree of merges")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 12)
        column.setSpacing(12)
        column.addWidget(SectionHead("Merges", "with the rank of each"))
        column.addWidget(self.remark)
        column.addWidget(self._room)

    def show_tree(self, tree: TreeNode | None, why_none: str) -> None:
        """Shows another tree, or why there is none."""
        self.view.set_tree(tree)
        self._room.setVisible(tree is not None)
        self.remark.setText("" if tree else why_none)
        self.remark.setVisible(tree is None)
        self._fit()

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leaves room for a scroll bar where one is needed."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        wanted = self.view.sizeHint()
        wide = wanted.width() > self._room.viewport().width()
        self._room.setFixedHeight(wanted.height() + (_SCROLL_BAR if wide else 0))
