"""The rules that turn Qt's Fusion style into the look of Vocabsmith.

Lengths are logical pixels at the text size of 100 %; both they and the points grow with `scale`, so that a larger
text never outgrows its control. `kind` and `role` are properties that widgets carry (see app/vocabsmith/widgets).
"""

from __future__ import annotations

from string import Template

from vocabsmith_resources.themes.palette import Palette, mixed

_RULES = Template("""
QMainWindow, QDialog { background: $window; }
QDialog[kind="popup"] { background: $surface; border: 1px solid $control_border; }
QToolTip { background: $surface; color: $text; border: 1px solid $control_border; padding: 4px 6px; }

QLabel { background: transparent; }
QLabel[role="secondary"] { color: $secondary; font-size: ${pt9}pt; }
QLabel[role="caption"] { color: $secondary; font-size: ${pt85}pt; }
QLabel[role="head"] { font-weight: 600; }
QLabel[role="group"] { color: $secondary; font-size: ${pt9}pt; padding-top: 6px; }
QLabel[role="title"] { font-size: ${pt15}pt; font-weight: 600; }
QLabel[role="figure"] { font-size: ${pt13}pt; font-weight: 600; }
QLabel[role="mono"] { font-family: $mono; font-size: ${pt9}pt; }
QLabel[role="muted"] { color: $secondary; }
QLabel[role="running"] { color: $accent; font-weight: 600; }
QLabel[role="good"] { color: $good; font-size: ${pt9}pt; }
QLabel[role="warning"] { color: $warning; font-size: ${pt9}pt; }
QLabel[role="error"] { color: $error; font-size: ${pt9}pt; }
QLabel:disabled { color: $disabled; }

QFrame[kind="pane"] { background: $surface; border: none; }
QFrame[kind="frame"] { background: $window; border: none; }
QFrame[kind="rule"] { background: $border; border: none; }
QFrame[kind="box"] { background: $surface; border: 1px solid $border; border-radius: 6px; }
QFrame[kind="well"] { background: $window; border: 1px solid $border; border-radius: 6px; }
QFrame[kind="message"] { border: none; border-radius: 6px; background: $accent_ground; }
QFrame[kind="message"][level="good"] { background: $good_ground; }
QFrame[kind="message"][level="warning"] { background: $warning_ground; }
QFrame[kind="message"][level="error"] { background: $error_ground; }

QPushButton, QToolButton { background: $surface; color: $text; border: 1px solid $control_border; border-radius: 6px;
  padding: 0 ${px10}px; min-height: ${px26}px; }
QPushButton:hover, QToolButton:hover { background: $hover; }
QPushButton:pressed, QToolButton:pressed, QToolButton:checked { background: $press; }
QPushButton:disabled, QToolButton:disabled { color: $disabled; border-color: $border; background: $window; }
QPushButton:focus, QToolButton:focus { border-color: $accent; }
QPushButton[kind="primary"] { background: $accent; color: $on_accent; border-color: $accent; font-weight: 600;
  min-height: ${px28}px; padding: 0 ${px12}px; }
QPushButton[kind="primary"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[kind="primary"]:pressed { background: $accent_press; border-color: $accent_press; }
QPushButton[kind="primary"]:focus { border: 4px double $accent; background-clip: padding; }
QPushButton[kind="primary"]:disabled { background: $press; color: $disabled; border-color: $press; }
QPushButton[kind="flat"], QToolButton[kind="flat"] { background: transparent; border: 1px solid transparent; }
QPushButton[kind="flat"]:hover, QToolButton[kind="flat"]:hover { background: $hover; }
QPushButton[kind="flat"]:pressed, QToolButton[kind="flat"]:pressed,
QToolButton[kind="flat"]:checked { background: $press; }
QPushButton[kind="flat"]:focus, QToolButton[kind="flat"]:focus { border-color: $accent; }
QPushButton[kind="quiet"] { background: transparent; border: 1px solid transparent; color: $secondary;
  font-size: ${pt9}pt;
  min-height: ${px26}px; padding: 0 ${px8}px; }
QPushButton[kind="quiet"]:hover { color: $text; }
QPushButton[kind="quiet"]:focus { border-color: $accent; }
QToolButton[kind="flat"] { padding: 0; min-height: 0; }
QToolButton[kind="nav"] { background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 4px 0;
  font-size: ${pt9}pt; color: $secondary; }
QToolButton[kind="nav"]:hover { background: $hover; }
QToolButton[kind="nav"]:checked { background: $press; color: $text; font-weight: 600; }
QToolButton[kind="nav"]:focus { border-color: $accent; }
QPushButton[kind="chip"] { border-radius: 6px; color: $secondary; font-size: ${pt9}pt;
  padding: 0 ${px8}px; min-height: ${px22}px; }
QPushButton[kind="chip"]:checked { background: $accent_ground; color: $text; border-color: $accent; }
QPushButton[kind="chip"]:checked:focus { border: 2px solid $text; }
QFrame[kind="segments"] { background: $window; border: 1px solid $border; border-radius: 6px; }
QPushButton[kind="seg"] { background: transparent; border: 1px solid transparent; border-radius: 5px; color: $secondary;
  font-size: ${pt9}pt; padding: 0 4px; min-height: ${px22}px; }
QPushButton[kind="seg"]:hover { background: $hover; }
QPushButton[kind="seg"]:checked { background: $surface; color: $text; border-color: $control_border; }
QPushButton[kind="seg"]:focus { border-color: $accent; }
QPushButton[kind="seg"]:disabled { background: transparent; color: $disabled; }
QPushButton::menu-indicator, QToolButton::menu-indicator { image: none; width: 0; }

QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox { background: $surface; color: $text;
  border: 1px solid $control_border; border-radius: 6px; selection-background-color: $accent_ground;
  selection-color: $text; placeholder-text-color: $secondary; }
QLineEdit, QAbstractSpinBox, QComboBox { min-height: ${px26}px; }
QLineEdit { padding: 0 6px; }
QLineEdit QToolButton { background: transparent; border: none; padding: 0; min-height: 0; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractSpinBox:focus,
QComboBox:focus { border-color: $accent; }
QLineEdit[wrong="true"], QPlainTextEdit[wrong="true"], QAbstractSpinBox[wrong="true"] { border-color: $error; }
QLineEdit:disabled, QPlainTextEdit:disabled, QTextEdit:disabled, QAbstractSpinBox:disabled,
QComboBox:disabled { background: $window; color: $disabled; border-color: $border; }
QPlainTextEdit[kind="muted"] { border: none; border-radius: 0; background: $surface; color: $secondary; }
QPlainTextEdit[kind="plain"], QTextEdit[kind="plain"] { border: none; border-radius: 0; background: $surface; }
QPlainTextEdit[kind="well"] { background: $window; border-color: $border; font-family: $mono; color: $secondary; }
QPlainTextEdit[kind="well"]:focus { border-color: $accent; }
QAbstractSpinBox QLineEdit { border: none; background: transparent; padding: 0; min-height: 0; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { subcontrol-origin: border; width: ${px22}px;
  border: none; border-left: 1px solid $border; background: transparent; }
QAbstractSpinBox::up-button { subcontrol-position: top right; border-top-right-radius: 6px; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; border-bottom-right-radius: 6px; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: $hover; }
QAbstractSpinBox::up-arrow { image: url("$arrows/chevron-up.svg"); width: ${px10}px; height: ${px10}px; }
QAbstractSpinBox::down-arrow { image: url("$arrows/chevron-down.svg"); width: ${px10}px; height: ${px10}px; }
QComboBox { padding: 0 4px 0 8px; }
QComboBox:hover { background: $hover; }
QComboBox::drop-down { subcontrol-origin: border; subcontrol-position: center right; width: ${px24}px; border: none; }
QComboBox::down-arrow { image: url("$arrows/chevron-down.svg"); width: ${px12}px; height: ${px12}px; }
QComboBox QAbstractItemView { background: $surface; color: $text; border: 1px solid $control_border;
  selection-background-color: $accent_ground; selection-color: $text; outline: none; padding: 2px; }
QComboBox QAbstractItemView::item { min-height: ${px24}px; }

QCheckBox, QRadioButton { spacing: 8px; background: transparent; border: 1px solid transparent;
  border-radius: 4px; }
QCheckBox:focus, QRadioButton:focus { border-color: $accent; }
QCheckBox:disabled, QRadioButton:disabled { color: $disabled; }
QCheckBox::indicator { width: ${px14}px; height: ${px14}px; border: 1px solid $control_border; border-radius: 4px;
  background: $surface; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: $accent; }
QCheckBox::indicator:checked { background: $text; border-color: $text; image: url("$arrows/check-inverse.svg"); }
QCheckBox::indicator:checked:disabled { background: $disabled; border-color: $disabled; }
QSlider { min-height: ${px18}px; background: transparent; }
QSlider::groove:horizontal { height: 4px; background: $track; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::handle:horizontal { width: 12px; height: 12px; margin: -6px 0; border: 2px solid $accent; border-radius: 8px;
  background: $surface; }
QSlider::handle:horizontal:focus { background: $accent; border-color: $text; }
QSlider::sub-page:horizontal:disabled { background: $control_border; }
QSlider::handle:horizontal:disabled { border-color: $control_border; }

QMenuBar { background: $window; border: none; padding: 0 8px; spacing: 0; }
QMenuBar::item { padding: 4px 9px; border-radius: 6px; background: transparent; }
QMenuBar::item:selected { background: $hover; }
QMenuBar::item:pressed { background: $press; }
QMenu { background: $surface; border: 1px solid $control_border; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 24px; border-radius: 4px; }
QMenu::item:selected { background: $accent_ground; color: $text; }
QMenu::item:disabled { color: $disabled; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }

QAbstractItemView { background: $surface; border: none; outline: none; selection-background-color: $accent_ground;
  selection-color: $text; alternate-background-color: $surface; }
QAbstractItemView::item:hover { background: $hover; }
QAbstractItemView::item:selected { background: $accent_ground; color: $text; }
QHeaderView { background: $surface; }
QHeaderView::section { background: $surface; color: $secondary; border: none; padding: 0 6px; font-size: ${pt85}pt;
  min-height: ${px24}px; }
QScrollArea { background: $surface; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $control_border; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: $disabled; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: $border; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
""")

_POINTS = {"pt85": 8.5, "pt9": 9, "pt13": 13, "pt15": 15}
_PIXELS = (8, 10, 12, 14, 18, 22, 24, 26, 28)


def stylesheet(palette: Palette, scale: float = 1.0, *, arrows: str = "", mono: str = "monospace") -> str:
    """The rules for `palette`.

    Args:
        palette: the colours.
        scale: text size, 1.0 for 100 %.
        arrows: folder that holds the SVG files of `arrow_files`, with forward slashes.
        mono: family name of the font of tokens.
    """
    colours = {name: getattr(palette, name) for name in palette.__slots__ if isinstance(getattr(palette, name), str)}
    points = {name: f"{size * scale:g}" for name, size in _POINTS.items()}
    pixels = {f"px{size}": str(round(size * scale)) for size in _PIXELS}
    return _RULES.substitute(
        colours,
        **points,
        **pixels,
        arrows=arrows,
        mono=f'"{mono}"',
        accent_hover=mixed(palette.text, palette.accent, 0.12),
        accent_press=mixed(palette.text, palette.accent, 0.22),
    )


def arrow_files(palette: Palette) -> dict[str, tuple[str, str]]:
    """The files that the rules name: file name → (icon name, colour). Qt's stylesheets take images from files only."""
    return {
        "chevron-up.svg": ("chevron-up", palette.secondary),
        "chevron-down.svg": ("chevron-down", palette.secondary),
        "check-inverse.svg": ("check", palette.surface),
    }
