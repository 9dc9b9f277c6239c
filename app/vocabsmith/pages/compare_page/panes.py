"""How the parts of the page share its room.

texts │ metrics │ groups        side by side, or groups below metrics where large text leaves no room for both
      │ cuts                    the right scrolls where the window is low
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget

from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.pane_splitter import PaneSplitter
from vocabsmith.widgets.theme import spread_theme
from vocabsmith_resources.themes.palette import Palette

_TEXTS, _TEXTS_LEAST, _TEXTS_SHARE = 256, 196, 0.2
_METRICS_LEAST, _METRICS_SHARE = 330, 0.61
_GROUPS_LEAST = 230
_CUTS, _CUTS_LEAST, _CUTS_SHARE = 276, 180, 0.38
_FIGURES_LEAST = 290


class ComparePanes(QWidget):
    """The four parts; their borders can be moved."""

    def __init__(
        self, *, texts: QWidget, metrics: QWidget, groups: QWidget, cuts: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._upper = PaneSplitter(((metrics, _METRICS_LEAST), (groups, _GROUPS_LEAST)), self._share_upper)
        self._right = PaneSplitter(((self._upper, 0), (cuts, 0)), self._share_right)
        self._right.stack(True)
        holder = QScrollArea()
        holder.setFrameShape(QFrame.Shape.NoFrame)
        holder.setWidgetResizable(True)
        holder.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        holder.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        holder.setWidget(self._right)
        self._splitter = PaneSplitter(((texts, _TEXTS_LEAST), (holder, 0)), self._share)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._splitter)

    def apply_theme(self, palette: Palette) -> None:
        """Takes the colours and the text size."""
        spread_theme(self, palette)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """What the panes need where they stand as narrow as they can."""
        height = super().minimumSizeHint().height()
        return QSize(scaled(_TEXTS_LEAST) + scaled(_METRICS_LEAST) + 1, height)

    def event(self, event: QEvent) -> bool:
        """Room may have come or gone."""
        handled = super().event(event)
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest}:
            self._fit()
        return handled

    def _fit(self) -> None:
        beside = self.width() - self._texts_width() >= scaled(_METRICS_LEAST) + scaled(_GROUPS_LEAST) + 2
        self._upper.stack(not beside)
        self._right.setMinimumHeight(scaled(_FIGURES_LEAST) * (1 if beside else 2) + scaled(_CUTS_LEAST) + 2)

    def _texts_width(self) -> int:
        return max(scaled(_TEXTS_LEAST), min(_TEXTS, round(_TEXTS_SHARE * self.width())))

    def _share(self, width: int) -> list[int]:
        return [self._texts_width(), width - self._texts_width() - 1]

    def _share_upper(self, length: int) -> list[int]:
        metrics = length // 2 if self._upper.stacked else round(_METRICS_SHARE * length)
        return [metrics, length - metrics - 1]

    def _share_right(self, height: int) -> list[int]:
        cuts = max(scaled(_CUTS_LEAST), min(_CUTS, round(_CUTS_SHARE * height)))
        return [height - cuts - 1, cuts]
