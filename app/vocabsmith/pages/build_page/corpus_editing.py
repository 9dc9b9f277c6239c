"""What the user does with the sources of the corpus list: remove, read in another way, count twice, find again."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from vocabsmith.corpus_items import MISSING, CorpusItem
from vocabsmith.operations.find_moved import find_moved
from vocabsmith.operations.list_fields import list_fields
from vocabsmith.pages.build_page.corpus_list import CorpusList
from vocabsmith.pages.build_page.corpus_menu import corpus_menu
from vocabsmith.pages.build_page.corpus_rows import spoken_total
from vocabsmith.pages.build_page.field_menu import FieldMenu
from vocabsmith.pages.build_page.first_look import FirstLook, unseen
from vocabsmith.pages.build_page.reading_dialog import ReadingDialog
from vocabsmith.session import Session
from vocabsmith.tasks import TaskRunner
from vocabsmith.widgets.inline_question import Answer, InlineQuestion
from vocabsmith.widgets.reveal import reveal
from vocabsmith.wording import count
from vocabsmith_resources.themes.palette import LIGHT, Palette


class CorpusEditing(QObject):
    """Each method acts on the selected rows of the list; see `CorpusSteps`.

    Attributes:
        palette: the colours of dialogs.
    """

    def __init__(
        self,
        session: Session,
        tasks: TaskRunner,
        *,
        shown: CorpusList,
        look: FirstLook,
        question: InlineQuestion,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session, self._tasks, self._list, self._look = session, tasks, shown, look
        self._question = question
        self._window = parent
        self.palette: Palette = LIGHT
        shown.field_asked.connect(self.open_fields)
        shown.step_asked.connect(self._take_step)
        shown.reading_asked.connect(lambda _place: self.choose_reading())
        shown.menu_asked.connect(self.open_menu)
        shown.copy_asked.connect(self.copy_paths)

    def open_menu(self, place: QPoint) -> None:
        """Everything that can be done, at a place of the screen."""
        menu = corpus_menu(self._list.chosen_items(), self._session.counted, self, self._window)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    # --- the list

    def remove_chosen(self) -> None:
        """Take the selected sources off the list; the files stay."""
        self._session.remove_corpus(self._list.chosen_items())

    def select_all(self) -> None:
        """Select every row."""
        self._list.selectAll()

    def reveal_chosen(self) -> None:
        """Show the first selected source in the file manager."""
        for item in self._list.chosen_items()[:1]:
            reveal(item.path)

    def copy_paths(self) -> None:
        """The selected paths, one a line, to the clipboard."""
        paths = [os.fsencode(item.path).decode("utf-8", "replace") for item in self._list.chosen_items()]
        QGuiApplication.clipboard().setText("\n".join(paths))

    def look_again(self) -> None:
        """Look anew at the selected sources: their files may have changed."""
        self._look.look_again(self._list.chosen_items())

    # --- how they are read

    def set_weight(self, weight: int) -> None:
        """How often each piece of the selected sources counts."""
        self._change([replace(item, weight=weight) for item in self._list.chosen_items()], "Change the weight of")

    def toggle_copies(self) -> None:
        """Count the selected copies all the same, or once again if they all are."""
        copies = [item for item in self._list.chosen_items() if item.path in self._session.counted.copies]
        counts = not all(item.count_copy for item in copies)
        self._change([replace(item, count_copy=counts) for item in copies], "Count" if counts else "Leave out")

    def choose_reading(self) -> None:
        """Ask how the first selected source is to be read."""
        item = next(iter(self._list.chosen_items()), None)
        if item is None:
            return
        dialog = ReadingDialog(item, self.palette, self._window)
        fields = self._tasks.start(
            lambda monitor: list_fields(source=replace(item.source, field=None), monitor=monitor),
            on_done=dialog.offer_fields,
            on_failed=lambda error: dialog.message.show_message("warning", str(error)),
        )
        dialog.finished.connect(fields.forget)
        dialog.finished.connect(dialog.deleteLater)
        dialog.accepted.connect(lambda: self._read_anew(item, dialog.item))
        dialog.open()

    def choose_field(self) -> None:
        """Open the fields of the current row."""
        self._list.ask_field()

    def open_fields(self, row: int, place: QPoint) -> None:
        """The fields of a table, at a place of the screen. They are read beside the window."""
        item = self._session.corpus[row]

        def choose(field: str | None) -> None:
            self._read_anew(item, replace(item, field=field))

        menu = FieldMenu(item, choose, self.choose_reading, self._window)
        fields = self._tasks.start(
            lambda monitor: list_fields(source=replace(item.source, field=None), monitor=monitor),
            on_done=menu.offer,
            on_failed=lambda error: menu.fail(str(error)),
        )
        menu.aboutToHide.connect(fields.forget)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(place)

    def _read_anew(self, old: CorpusItem, new: CorpusItem) -> None:
        """List a source that is to be read in another way; it is looked at again where that matters."""
        if new.reading == old.reading:
            return
        same_text = (new.field, new.encoding) == (old.field, old.encoding)
        self._session.replace_corpus(old, new if same_text else unseen(new))

    # --- what a row offers

    def _take_step(self, row: int) -> None:
        item = self._session.corpus[row]
        self._list.choose([row])
        if item.kind == MISSING:
            self.locate()
        else:
            self.toggle_copies()

    def locate(self) -> None:
        """Ask where the first selected source is now."""
        item = next((item for item in self._list.chosen_items() if item.kind == MISSING), None)
        if item is None:
            return
        start = str(_nearest_folder(item.path))
        if item.path.suffix:
            name, _ = QFileDialog.getOpenFileName(self._window, f"Where is {item.path.name}?", start)
        else:
            name = QFileDialog.getExistingDirectory(self._window, f"Where is {item.path.name}?", start)
        if name:
            self._move({item.path: Path(os.path.realpath(name))})
            self._look_beside(item.path, Path(os.path.realpath(name)))

    def _look_beside(self, old: Path, new: Path) -> None:
        missing = [item.path for item in self._session.corpus if item.kind == MISSING]
        if missing:
            self._tasks.start(
                lambda monitor: find_moved(old=old, new=new, missing=missing, monitor=monitor),
                on_done=self._offer_moved,
                on_failed=lambda _error: None,
            )

    def _offer_moved(self, found: dict[Path, Path]) -> None:
        if found:
            are = "is" if len(found) == 1 else "are"
            words = f"{count(len(found), 'more source')} that {are} missing {are} beside it."
            self._question.ask(
                "info", words, [Answer("Take them", lambda: self._move(found), "primary"), Answer("Not now", _nothing)]
            )

    def _move(self, places: dict[Path, Path]) -> None:
        """Other paths for sources; one that is listed already takes the place of both."""
        listed = {item.path: item for item in self._session.corpus}
        twice = [listed[old] for old, new in places.items() if new in listed]
        moved = {
            old: unseen(replace(listed[old], path=new, files=1))
            for old, new in places.items()
            if new not in listed and old in listed
        }
        if moved:
            self._session.change_corpus(moved, f"Locate {spoken_total(list(moved.values()))}")
        if twice:
            self._session.remove_corpus(twice)

    def _change(self, items: Sequence[CorpusItem], verb: str) -> None:
        if items:
            self._session.change_corpus({item.path: item for item in items}, f"{verb} {spoken_total(items)}")


def _nearest_folder(path: Path) -> Path:
    """The nearest folder above `path` that is there."""
    return next((folder for folder in path.parents if os.path.isdir(folder)), Path.home())  # noqa: PTH112 (raises nothing)


def _nothing() -> None:
    pass
