"""The menu bar, and through it the list of all actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from vocabsmith.settings import TEXT_SIZES
from vocabsmith.widgets.action_finder import plain_text

Keys = QKeySequence | QKeySequence.StandardKey | str
STANDARD = QKeySequence.StandardKey
PLACEHOLDER = "placeholder"  # property of an entry that only says that there is none
TITLES = {"file": "&File", "edit": "&Edit", "run": "&Run", "view": "&View", "help": "&Help"}


class Menus:
    """Builds the menus of a window. The order of calls is the order of the entries."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self._menus = {name: window.menuBar().addMenu(title) for name, title in TITLES.items()}

    def add(self, menu: str, text: str, act: Callable[[], object], keys: Keys = "") -> QAction:
        """Adds an entry of the window itself."""
        action = QAction(text, self._window)
        if isinstance(keys, QKeySequence.StandardKey):
            action.setShortcuts(keys)  # there may be several, such as Ctrl+Y and Ctrl+Shift+Z
        else:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda *_: act())
        self._menus[menu].addAction(action)
        return action

    def add_actions(self, menu: str, actions: Sequence[QAction], before: QAction) -> None:
        """Adds entries that a page made, before an entry that is there."""
        self._menus[menu].insertActions(before, list(actions))

    def add_separator(self, menu: str) -> QAction:
        """Adds a line; lines that nothing stands between are one."""
        return self._menus[menu].addSeparator()

    def add_submenu(self, menu: str, title: str) -> QMenu:
        """Adds a menu within a menu."""
        return self._menus[menu].addMenu(title)

    def add_choice(
        self, menu: str, title: str, options: Sequence[tuple[str, str]], choose: Callable[[str], None]
    ) -> Callable[[str], None]:
        """Adds a submenu of alternatives, each (key, text); the function returned checks one of them."""
        submenu = self.add_submenu(menu, title)
        group = QActionGroup(self._window)
        actions: dict[str, QAction] = {}
        for key, text in options:
            action = submenu.addAction(text)
            action.setCheckable(True)
            action.triggered.connect(lambda _=False, key=key: choose(key))
            group.addAction(action)
            actions[key] = action

        def check(key: str) -> None:
            actions[key].setChecked(True)

        return check

    def on_open(self, menu: str, act: Callable[[], object]) -> None:
        """Calls `act` whenever a menu is about to be shown."""
        self._menus[menu].aboutToShow.connect(act)

    def on_close(self, menu: str, act: Callable[[], object]) -> None:
        """Calls `act` whenever a menu was shown."""
        self._menus[menu].aboutToHide.connect(act)

    def all_actions(self) -> list[tuple[str, QAction]]:
        """Every entry with the path of its menu, such as ("View, Theme", dark)."""
        return [entry for name, menu in self._menus.items() for entry in _entries(TITLES[name].replace("&", ""), menu)]


def add_placeholder(menu: QMenu, text: str) -> None:
    """Adds an entry that says that there is nothing to choose."""
    nothing = menu.addAction(text)
    nothing.setEnabled(False)
    nothing.setProperty(PLACEHOLDER, True)


def text_size_options() -> list[tuple[str, str]]:
    """The text sizes, as options of a choice."""
    return [(str(percent), f"{percent} %") for percent in TEXT_SIZES]


def _entries(path: str, menu: QMenu) -> Iterator[tuple[str, QAction]]:
    for action in menu.actions():
        submenu = action.menu()
        if isinstance(submenu, QMenu):
            yield from _entries(f"{path}, {plain_text(action)}", submenu)
        elif not action.isSeparator() and not action.property(PLACEHOLDER):
            yield path, action
