"""The two families of the window, the system's sans and a monospace for tokens, at the chosen text size."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication

BASE_POINTS = 10.0
# Looked for in this order before the system's own fixed font: wide coverage, and letters that are told apart.
_MONOSPACE = ("Noto Sans Mono", "Cascadia Mono", "SF Mono", "Menlo", "Consolas", "DejaVu Sans Mono")


def text_scale() -> float:
    """The chosen text size, 1.0 for 100 %."""
    return QApplication.font().pointSizeF() / BASE_POINTS


def scaled(pixels: float) -> int:
    """A length that belongs to text, such as the height of a row, at the chosen text size."""
    return round(pixels * text_scale())


def sans(points: float = BASE_POINTS, bold: bool = False) -> QFont:
    """The window's font; `points` are those at a text size of 100 %."""
    font = QFont(QApplication.font())
    font.setPointSizeF(points * text_scale())
    font.setBold(bold)
    return font


def mono(points: float = 9.5) -> QFont:
    """The font of tokens and bytes."""
    font = QFont(mono_family())
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setPointSizeF(points * text_scale())
    return font


@lru_cache(maxsize=1)
def mono_family() -> str:
    """The family that `mono` uses."""
    present = set(QFontDatabase.families())
    usual = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
    return next((family for family in _MONOSPACE if family in present), usual)


def base_font(percent: int) -> QFont:
    """The font to give to the application for a text size in per cent."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    # Hinting snaps advances to whole pixels, which makes lines about 3 % longer.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setPointSizeF(BASE_POINTS * percent / 100)
    return font
