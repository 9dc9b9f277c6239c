"""What can be done with the selected sources of the corpus list, as a menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from vocabsmith import wording
from vocabsmith.corpus_items import MISSING, TABLES, CorpusItem
from vocabsmith.counted_sources import CountedSources
from vocabsmith.pages.build_page.corpus_rows import COUNT_ONCE, LOCATE

COUNT_ALL_THE_SAME = "Count it all the same"
WEIGHTS = (1, 2, 3, 5, 10)


class CorpusSteps(Protocol):
    """What the menu lets the user do."""

    def remove_chosen(self) -> None: ...  # noqa: D102
    def choose_reading(self) -> None: ...  # noqa: D102
    def choose_field(self) -> None: ...  # noqa: D102
    def set_weight(self, weight: int) -> None: ...  # noqa: D102
    def toggle_copies(self) -> None: ...  # noqa: D102
    def locate(self) -> None: ...  # noqa: D102
    def reveal_chosen(self) -> None: ...  # noqa: D102
    def copy_paths(self) -> None: ...  # noqa: D102
    def look_again(self) -> None: ...  # noqa: D102
    def select_all(self) -> None: ...  # noqa: D102


def corpus_menu(chosen: Sequence[CorpusItem], counted: CountedSources, steps: CorpusSteps, parent: QWidget) -> QMenu:
    """The menu for these sources; without any, what can be done with the list."""
    menu = QMenu(parent)
    if chosen:
        _add_reading(menu, chosen, counted, steps)
        menu.addSeparator()
        _add(menu, "Show in the file manager", steps.reveal_chosen)
        _add(menu, "Copy the path" if len(chosen) == 1 else "Copy the paths", steps.copy_paths, "Ctrl+C")
        _add(menu, "Look again", steps.look_again, "F5")
        menu.addSeparator()
    _add(menu, "Select all", steps.select_all, "Ctrl+A")
    if chosen:
        words = "Remove from the corpus" if len(chosen) == 1 else f"Remove {wording.count(len(chosen), 'source')}"
        _add(menu, words, steps.remove_chosen, "Del")
    return menu


def _add_reading(menu: QMenu, chosen: Sequence[CorpusItem], counted: CountedSources, steps: CorpusSteps) -> None:
    first = chosen[0]
    if len(chosen) == 1:
        if first.kind == MISSING:
            _add(menu, LOCATE, steps.locate)
        if first.kind in TABLES:
            _add(menu, "Choose the field…", steps.choose_field, "F4")
        _add(menu, "How it is read…", steps.choose_reading)
    weights = menu.addMenu("Weight")
    for weight in WEIGHTS:
        action = weights.addAction(f"{weight:,}")
        action.setCheckable(True)
        action.setChecked(all(item.weight == weight for item in chosen))
        action.triggered.connect(lambda _=False, weight=weight: steps.set_weight(weight))
    if len(chosen) == 1:
        weights.addSeparator()
        _add(weights, "Another…", steps.choose_reading)
    if any(item.path in counted.copies for item in chosen):
        once = all(item.count_copy for item in chosen if item.path in counted.copies)
        _add(menu, COUNT_ONCE if once else COUNT_ALL_THE_SAME, steps.toggle_copies)


def _add(menu: QMenu, words: str, act: Callable[[], None], key: str = "") -> None:
    action = menu.addAction(words)
    action.triggered.connect(lambda _=False: act())
    if key:
        action.setShortcut(QKeySequence(key))  # shown beside the words; the list itself hears the key
