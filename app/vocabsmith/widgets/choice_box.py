"""A list to choose from whose text ends in … where there is no room for all of it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QToolTip


class ChoiceBox(QComboBox):
    """With a style sheet Qt cuts the text off within a letter. Pointing at one that is cut tells it whole."""

    def shown_text(self) -> str:
        """The current text as far as there is room."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        return self._fitted(option)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the box as the style has it, with what fits of the text."""
        if self.currentIndex() < 0:
            super().paintEvent(event)  # what stands there while nothing is chosen has a colour of its own
            return
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        option.currentText = self._fitted(option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def event(self, event: QEvent) -> bool:
        """Tells the whole text in a tip where it is cut and there is no other tip."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and not self.toolTip():
            QToolTip.showText(event.globalPos(), "" if self.shown_text() == self.currentText() else self.currentText())
            return True
        return bool(super().event(event))

    def _fitted(self, option: QStyleOptionComboBox) -> str:
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, field.width())
