"""The order in which Tab goes through a window: that in which it is read, whenever its parts were made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QGridLayout,
    QLayout,
    QLineEdit,
    QMainWindow,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QWidget,
)

# What is inside them is theirs.
_WHOLE = (QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit)


def order_by_reading(window: QWidget) -> None:
    """Lets Tab follow the layouts of a window. Cheap enough to be done whenever parts have come or gone."""
    for before, after in pairwise(tab_stops(window)):
        QWidget.setTabOrder(before, after)


def tab_stops(widget: QWidget) -> list[QWidget]:
    """What takes the focus from Tab below a widget, as it is read: hidden and disabled parts too."""
    return [part for part in _read(widget) if part.focusPolicy() & Qt.FocusPolicy.TabFocus]


def _read(widget: QWidget) -> Iterator[QWidget]:
    yield widget
    if not isinstance(widget, _WHOLE):
        for part in _parts(widget):
            yield from _read(part)


def _parts(widget: QWidget) -> list[QWidget]:
    """The parts of a widget: those of its layout, and then those that lie over it."""
    if isinstance(widget, QMainWindow):
        return _there([widget.centralWidget()])
    if isinstance(widget, QScrollArea):
        return _there([widget.widget()])
    if isinstance(widget, QSplitter | QStackedWidget):
        return _there([widget.widget(place) for place in range(widget.count())])
    layout = widget.layout()
    laid_out = [] if layout is None else list(_laid_out(layout))
    others = [child for child in widget.children() if isinstance(child, QWidget) and child not in laid_out]
    over = [child for child in others if not child.isWindow()]
    return [*laid_out, *sorted(over, key=lambda child: (child.y(), child.x()))]


def _there(widgets: Sequence[QWidget | None]) -> list[QWidget]:
    return [widget for widget in widgets if widget is not None]


def _laid_out(layout: QLayout) -> Iterator[QWidget]:
    places = list(range(layout.count()))
    if isinstance(layout, QGridLayout):
        places.sort(key=lambda place: layout.getItemPosition(place)[:2])  # type: ignore[index]
    for place in places:
        item = layout.itemAt(place)
        inner = None if item is None else item.layout()
        if inner is not None:
            yield from _laid_out(inner)
        elif item is not None and (widget := item.widget()) is not None:
            yield widget
