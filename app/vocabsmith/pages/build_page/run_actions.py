"""What can be done with a run of the list: by keys, by its menu, by the button in the head."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from vocabsmith.pages.build_page.run_library import RunLibrary
from vocabsmith.pages.build_page.run_tokenizers import RunTokenizers
from vocabsmith.pages.build_page.runs_cell import RunsCell
from vocabsmith.widgets.reveal import reveal
from vocabsmith_engine.runs import RunInfo, RunState

_Act = Callable[[RunInfo], object]
_Fits = Callable[[RunInfo], bool]


def _finished(info: RunInfo) -> bool:
    return info.state is RunState.FINISHED


def _interrupted(info: RunInfo) -> bool:
    return info.interrupted


def _sound(info: RunInfo) -> bool:
    return info.state is not RunState.DAMAGED


class RunActions(QObject):
    """Actions of the list; those that do not fit the run are left out of the menu and do nothing.

    Attributes:
        all: in the order of the menu.
    """

    def __init__(self, library: RunLibrary, tokenizers: RunTokenizers, cell: RunsCell) -> None:
        super().__init__(library)
        self._library, self._tokenizers, self._cell = library, tokenizers, cell
        self._fits: dict[QAction, _Fits] = {}
        self.all: list[QAction] = []
        self._menu = QMenu(cell)
        self._fill()
        self._menu.aboutToShow.connect(self._show_fitting)
        cell.menu.setMenu(self._menu)
        cell.list.customContextMenuRequested.connect(self._open_at)

    def _fill(self) -> None:
        library = self._library
        self._add("&Show", library.show_again, _finished, "Return Enter")
        self._tick = self._add("&Lay over the charts", self._turn_tick, self._can_tick, "Space", own_key=False)
        self._add("&Make its tokenizer the current one", self._tokenizers.use, _finished, "Shift+Return")
        self._add("&Go on", library.go_on_asked.emit, self._can_go_on)
        self._add("&Keep what was learned", library.keep, self._can_keep)
        self._menu.addSeparator()
        self._add("Use its recipe and &corpus", library.recipe_asked.emit, _sound)
        self._add("Show in &folder", lambda info: reveal(info.folder), lambda _info: True)
        self._menu.addSeparator()
        self._add("&Rename", self._rename, _sound, "F2")
        self._add("&Delete…", library.ask_to_delete, lambda info: not info.living, "Del")

    def _add(self, text: str, act: _Act, fits: _Fits, keys: str = "", *, own_key: bool = True) -> QAction:
        """`own_key`: False where the list itself listens to the key, which the menu then only tells."""
        action = QAction(text if own_key else f"{text}\t{keys}", self)
        if keys and own_key:
            action.setShortcuts([QKeySequence(key) for key in keys.split()])
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda _checked=False: self._act(act, fits))
        self._fits[action] = fits
        self._menu.addAction(action)
        self._cell.list.addAction(action)
        self.all.append(action)
        return action

    def _selected(self) -> RunInfo | None:
        return self._library.run(self._cell.list.current_run())

    def _act(self, act: _Act, fits: _Fits) -> None:
        info = self._selected()
        if info is not None and fits(info):
            act(info)

    def _show_fitting(self) -> None:
        info = self._selected()
        for action, fits in self._fits.items():
            action.setVisible(info is not None and fits(info))
        if info is not None:
            ticked = info.id in self._library.overlays.tones
            self._tick.setText(f"{'Take off' if ticked else '&Lay over'} the charts\tSpace")

    def _open_at(self, place: QPoint) -> None:
        index = self._cell.list.indexAt(place)
        if not index.isValid():
            index = self._cell.list.currentIndex()
        run = self._cell.model.run(index)
        if run is not None:
            self._cell.list.go_to(run.id)
            self._menu.popup(self._cell.list.viewport().mapToGlobal(place))

    def _can_tick(self, info: RunInfo) -> bool:
        return _finished(info) and not self._library.is_shown(info.id)

    def _can_go_on(self, info: RunInfo) -> bool:
        return _interrupted(info) and self._library.busy is None

    def _can_keep(self, info: RunInfo) -> bool:
        return _interrupted(info) and bool(info.merges) and self._library.busy is None

    def _turn_tick(self, info: RunInfo) -> None:
        self._library.tick(info.id, info.id not in self._library.overlays.tones)

    def _rename(self, info: RunInfo) -> None:
        self._cell.list.edit(self._cell.model.index_of(info.id))
