"""The pages, one of which is shown. Those that are not needed at the start are made when the window stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QWidget

from vocabsmith.widgets.page import Page

_BETWEEN = 60  # milliseconds between two pages that are made while nothing else goes on


@dataclass(frozen=True, slots=True)
class LatePage:
    """A page that is not made yet, and whose module need not even be loaded.

    Attributes:
        key, title, icon_name: what it will have; see `Page`.
        make: makes it.
    """

    key: str
    title: str
    icon_name: str
    make: Callable[[], Page]


class PageStack(QStackedWidget):
    """Shows one page. A late one is made when it is asked for, at the latest soon after the stack was shown.

    Attributes:
        listed: all pages by their keys, in the order of the rail, as they were given.

    Signals:
        made(Page): a late page is there.
    """

    made = Signal(object)

    def __init__(self, pages: Iterable[Page | LatePage], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        listed = list(pages)
        self.listed = {page.key: page for page in listed}
        self._late = {page.key: page for page in listed if isinstance(page, LatePage)}
        self._made = {page.key: page for page in listed if isinstance(page, Page)}
        self._holders = {key: _holder() for key in self.listed}
        for key, holder in self._holders.items():
            self.addWidget(holder)
            if key in self._made:
                holder.setWidget(self._made[key])
        self._timer = QTimer(self, singleShot=True, interval=_BETWEEN)
        self._timer.timeout.connect(self._make_one)

    @property
    def pages(self) -> Sequence[Page]:
        """The pages that are there, in the order of the rail."""
        return [self._made[key] for key in self.listed if key in self._made]

    def page(self, key: str) -> Page:
        """The page of that key, made now if it was not there."""
        if key in self._late:
            page = self._made[key] = self._late.pop(key).make()
            self._holders[key].setWidget(page)
            self.made.emit(page)
        return self._made[key]

    def show_page(self, key: str) -> Page:
        """Shows a page, and returns it."""
        page = self.page(key)
        self.setCurrentWidget(self._holders[key])
        return page

    def make_the_rest(self) -> None:
        """Makes the late pages one by one, with room between them for what the user does."""
        self._timer.start()

    def end(self) -> None:
        """No page is made any more."""
        self._timer.stop()

    def _make_one(self) -> None:
        if self._late:
            self.page(next(iter(self._late)))
            self._timer.start()


def _holder() -> QScrollArea:
    holder = QScrollArea()  # a last resort for small windows and very large text
    holder.setWidgetResizable(True)
    holder.setFrameShape(QFrame.Shape.NoFrame)
    holder.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return holder
