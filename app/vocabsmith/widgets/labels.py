"""Written parts: labels by role, figures with captions, heads of sections, labels with an icon."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from vocabsmith.widgets.fonts import scaled
from vocabsmith.widgets.icon import pixmap
from vocabsmith.widgets.theme import set_property
from vocabsmith_resources.themes.palette import Palette


class Label(QLabel):
    """Plain text in one of the roles of the stylesheet.

    Roles: "" · secondary · caption · head · title · figure · mono · good · warning · error.
    """

    def __init__(self, text: str = "", role: str = "", *, wrap: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self.setProperty("role", role)

    def set_role(self, role: str) -> None:
        """Changes the role of the text."""
        set_property(self, "role", role)


class ElidedLabel(Label):
    """A line that gives way with … when there is no room; its tooltip then shows it whole."""

    def __init__(
        self,
        text: str = "",
        role: str = "",
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("", role, parent=parent)
        self._whole = text
        self._tip = ""
        self._mode = mode
        self._least = 6
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._elide()

    def whole_text(self) -> str:
        """The text as it was set."""
        return self._whole

    def set_text(self, text: str) -> None:
        """Changes the text."""
        self._whole = text
        self.updateGeometry()
        self._elide()

    def set_tip(self, tip: str) -> None:
        """Shows another tooltip than the text where it is cut off."""
        self._tip = tip
        self._elide()

    def let_vanish(self) -> ElidedLabel:
        """Lets the label be content with the room that others leave, even with none; returns itself."""
        self._least = 0
        return self

    def sizeHint(self) -> QSize:
        """Room for the whole line; a label that may vanish asks for none and takes what is left."""
        width = self.fontMetrics().horizontalAdvance(self._whole) + 2 if self._least else 0
        return QSize(width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """A few characters, or none for a label that may vanish."""
        least = min(self.sizeHint().width(), self.fontMetrics().averageCharWidth() * self._least)
        return QSize(least, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fits the line to the new width."""
        super().resizeEvent(event)
        self._elide()

    def changeEvent(self, event: QEvent) -> None:
        """Fits the line to a new font."""
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._elide()

    def _elide(self) -> None:
        line = " ".join(self._whole.split("\n"))
        shown = self.fontMetrics().elidedText(line, self._mode, max(0, self.width()))
        self.setText(shown)
        self.setToolTip(self._tip or (self._whole if shown != line else ""))


class FigureLabel(QWidget):
    """A key figure in 13 pt bold above a caption that names it."""

    def __init__(self, caption: str, value: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value = Label(value, "figure")
        self._caption = Label(caption, "caption")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._value)
        column.addWidget(self._caption)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(caption)

    def value(self) -> str:
        """The figure as it is shown."""
        return self._value.text()

    def set_value(self, value: str, caption: str = "") -> None:
        """Changes the figure, and its caption if one is given."""
        self._value.setText(value)
        if caption:
            self._caption.setText(caption)
            self.setAccessibleName(caption)


class SectionHead(QWidget):
    """A bold head with a quieter note beside it; further widgets stand at the right."""

    def __init__(self, title: str, note: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._note = ElidedLabel(note, "secondary", Qt.TextElideMode.ElideRight).let_vanish()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self._row.addWidget(ElidedLabel(title, "head", Qt.TextElideMode.ElideRight))
        self._row.addWidget(self._note, 1)
        self._note.setVisible(bool(note))  # its gap would be taken from the title

    def set_note(self, note: str) -> None:
        """Changes the note."""
        self._note.set_text(note)
        self._note.setVisible(bool(note))

    def lead(self, widget: QWidget) -> None:
        """Puts a widget at the left, where there is no title."""
        self._row.insertWidget(0, widget)

    def add(self, widget: QWidget) -> None:
        """Puts a widget at the right."""
        self._row.addWidget(widget)


class IconLabel(QWidget):
    """A small icon in a tone of the palette before a line or two of text in the same tone."""

    def __init__(
        self, icon: str, text: str = "", tone: str = "secondary", *, wrap: bool = True, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon = icon
        self._tone = tone
        self._palette: Palette | None = None
        self._picture = QLabel()
        self._text = Label(text, tone, wrap=wrap)
        if wrap:
            self._text.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop if wrap else Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._text, 1)

    def text(self) -> str:
        """The text as it is shown."""
        return self._text.text()

    def line_height(self) -> int:
        """Pixels that a line of the text takes."""
        self._text.ensurePolished()
        return self._text.fontMetrics().lineSpacing()

    def set_content(self, icon: str, text: str, tone: str = "secondary") -> None:
        """Changes icon, text and tone ("secondary", "good", "warning", "error")."""
        self._icon, self._tone = icon, tone
        self._text.setText(text)
        self._text.set_role(tone)
        self._draw()

    def apply_theme(self, palette: Palette) -> None:
        """Draws the icon in the new colour."""
        self._palette = palette
        self._draw()

    def _draw(self) -> None:
        if self._palette is not None:
            side = scaled(16)
            self._picture.setPixmap(pixmap(self._icon, getattr(self._palette, self._tone), side))
            self._picture.setFixedWidth(side)
