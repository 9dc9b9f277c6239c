"""Panes side by side, or above each other, whose sizes follow the window until the user moves a border."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import Palette


class PaneSplitter(QSplitter):
    """Panes, each with the least width it needs in pixels at the usual text size (0 for its own idea of it).

    `share(length)` gives the sizes of the panes along the splitter, which is so long.
    """

    def __init__(
        self,
        panes: Sequence[tuple[QWidget, int]],
        share: Callable[[int], Sequence[int]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._panes = tuple(panes)
        self._share = share
        self._borders_moved = False
        for pane, _ in panes:
            self.addWidget(pane)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.splitterMoved.connect(self._keep_borders)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours; larger text needs wider panes."""
        spread_theme(self, palette)
        for pane, least in self._panes:
            if least:
                pane.setMinimumWidth(scaled(least))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shares the width out anew."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Shares the width out anew when a pane has come to need another."""
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return handled

    def stack(self, stacked: bool) -> None:
        """Put the panes above each other, or side by side again; borders that were moved are forgotten."""
        orientation = Qt.Orientation.Vertical if stacked else Qt.Orientation.Horizontal
        if orientation != self.orientation():
            self._borders_moved = False
            self.setOrientation(orientation)
            self._fit()

    @property
    def stacked(self) -> bool:
        """Whether the panes stand above each other."""
        return self.orientation() == Qt.Orientation.Vertical

    def _keep_borders(self) -> None:
        self._borders_moved = True

    def _fit(self) -> None:
        if not self._borders_moved:
            self.setSizes(self._share(self.height() if self.stacked else self.width()))
