"""The Compare page by itself, with small tokenizers and what tests do with it."""

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from vocabsmith.pages.compare_page import ComparePage
from vocabsmith.pages.compare_page.text_model import GROUP
from vocabsmith.settings import SettingsStore
from vocabsmith.widgets.tokenizer_picker import PickedTokenizer
from vocabsmith_engine import Recipe, Tokenizer, train_from_counts

LEFT = Qt.MouseButton.LeftButton
SECONDS = 20_000  # milliseconds: a hang guard, not a bound


def trained(*counts: tuple[bytes, int], size: int) -> Tokenizer:
    """Learns from counted pieces."""
    recipe = Recipe(vocab_size=size, byte_order="value", min_frequency=1, special_tokens=("<s>",))
    return train_from_counts(list(counts), recipe).tokenizer


LOW = trained((b"low", 5), size=259)
LOWER = trained((b"lower", 5), size=261)
BYTES = trained((b"x", 1), size=257)


class CompareBench:
    """A page, and what is done with it."""

    def __init__(self, qtbot, session, tasks, folder: Path, palette) -> None:
        self.qtbot, self.session, self.tasks, self.folder = qtbot, session, tasks, folder
        self.page = ComparePage(session, tasks, SettingsStore(folder / "settings.json"))
        qtbot.addWidget(self.page)
        self.page.resize(1343, 780)
        self.page.apply_theme(palette)
        self.page.show()
        self.page.activateWindow()

    def settle(self) -> None:
        """Waits until all that was asked for is done."""
        page = self.page

        def done() -> bool:
            return not (self.tasks.busy or page._typing.isActive() or page.comparer.running)

        for _ in range(3):  # what one task brings may start another one
            self.qtbot.waitUntil(done, timeout=SECONDS)
            QApplication.processEvents()

    def compare(self, *tokenizers: tuple[str, Tokenizer]) -> None:
        """The first becomes the current one, the others are added."""
        (name, first), *others = tokenizers
        self.session.add_tokenizer(name, first)
        for other_name, other in others:
            self.page.add_picked(PickedTokenizer(other_name, other))
        self.settle()

    def file(self, name: str, text: str) -> Path:
        """Writes a file."""
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def add(self, *paths: Path) -> None:
        """Lists texts."""
        self.page.add_paths(paths)
        self.settle()

    def write(self, text: str) -> None:
        """Types a text."""
        self.page.texts.editor.setFocus()
        self.page.texts.set_text(text)
        self.settle()

    def row(self, key: str) -> list[str]:
        """The figures of a metric as the table tells them."""
        model = self.page.metrics.model
        place = next(n for n, row in enumerate(model.rows) if row.metric.key == key)
        return [model.index(place, column).data() for column in range(model.columnCount())]

    def groups(self) -> list[str]:
        """The groups of the listed texts."""
        model = self.page.texts.model
        return [model.index(row, GROUP).data() for row in range(model.rowCount())]

    def problems(self) -> list[str]:
        """What is said of the listed texts."""
        return [text.problem or text.note for text in self.page.texts.model.texts]

    def place_of(self, row: int, column: int) -> QPoint:
        """Where a cell of the list is."""
        listed = self.page.texts.list
        return listed.visualRect(self.page.texts.model.index(row, column)).center()
