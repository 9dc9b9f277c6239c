"""The look of the program as a whole: style, colours and text size of the application."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QDir, QObject, Qt, QTemporaryDir, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from vocabsmith.widgets.fonts import base_font, mono_family, text_scale
from vocabsmith_resources.icons import svg
from vocabsmith_resources.themes.palette import DARK, LIGHT, Palette
from vocabsmith_resources.themes.stylesheet import arrow_files, stylesheet

_SEARCH_PATH = "vocabsmiththeme"  # Qt allows letters and digits only
_SCHEMES = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark, "system": Qt.ColorScheme.Unknown}


class Look(QObject):
    """Dresses the application, and again when the user or the system changes the theme.

    Signals:
        changed(Palette): colours or text size are new; the window hands the palette down.

    Attributes:
        palette: the present colours.
    """

    changed = Signal(object)

    def __init__(self, application: QApplication, theme: str = "system", text_size: int = 100) -> None:
        super().__init__(application)
        self._application = application
        self._theme = theme
        self._text_size = text_size
        self._pictures = QTemporaryDir()
        self._write_pictures()
        application.setStyle(QStyleFactory.create("Fusion"))
        application.styleHints().colorSchemeChanged.connect(self._follow_system)
        self.palette = LIGHT
        self._dress()

    def set_theme(self, theme: str) -> None:
        """Changes the colours: "system", "light" or "dark"."""
        self._theme = theme
        self._dress()

    def end(self) -> None:
        """Removes the pictures from the disk; the program ends."""
        self._pictures.remove()

    def set_text_size(self, percent: int) -> None:
        """Text size in per cent of the usual 10 pt."""
        self._text_size = percent
        self._dress()

    def _follow_system(self) -> None:
        if self._theme == "system":
            self._dress()

    def _dress(self) -> None:
        hints = self._application.styleHints()
        hints.setColorScheme(_SCHEMES[self._theme])  # title bars and native dialogs follow
        dark = hints.colorScheme() == Qt.ColorScheme.Dark if self._theme == "system" else self._theme == "dark"
        self.palette = DARK if dark else LIGHT
        # Rules that take the place of others hand fonts and colours down anew from every widget to all below it.
        self._application.setStyleSheet("")
        self._application.setFont(base_font(self._text_size))
        self._application.setPalette(qt_palette(self.palette))
        rules = stylesheet(self.palette, text_scale(), arrows=f"{_SEARCH_PATH}:{self.palette.name}", mono=mono_family())
        self._application.setStyleSheet(rules)
        self.changed.emit(self.palette)

    def _write_pictures(self) -> None:
        """Stylesheets take pictures from files only: those few are written once, for both themes."""
        for palette in (LIGHT, DARK):
            folder = Path(self._pictures.path()) / palette.name
            folder.mkdir()
            for name, (icon, colour) in arrow_files(palette).items():
                (folder / name).write_bytes(svg(icon, colour))
        QDir.setSearchPaths(_SEARCH_PATH, [self._pictures.path()])


def qt_palette(palette: Palette) -> QPalette:
    """The colours in Qt's roles, for what the stylesheet does not reach."""
    role = QPalette.ColorRole
    colours = {
        role.Window: palette.window,
        role.WindowText: palette.text,
        role.Base: palette.surface,
        role.AlternateBase: palette.window,
        role.Text: palette.text,
        role.PlaceholderText: palette.secondary,
        role.Button: palette.surface,
        role.ButtonText: palette.text,
        role.BrightText: palette.error,
        role.Highlight: palette.accent_ground,
        role.HighlightedText: palette.text,
        role.Accent: palette.accent,
        role.Link: palette.accent,
        role.LinkVisited: palette.accent,
        role.ToolTipBase: palette.surface,
        role.ToolTipText: palette.text,
        role.Light: palette.surface,
        role.Midlight: palette.line,
        role.Mid: palette.border,
        role.Dark: palette.control_border,
        role.Shadow: palette.control_border,
    }
    made = QPalette()
    for name, colour in colours.items():
        made.setColor(name, QColor(colour))
    for name in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText, role.PlaceholderText):
        made.setColor(QPalette.ColorGroup.Disabled, name, QColor(palette.disabled))
    return made
