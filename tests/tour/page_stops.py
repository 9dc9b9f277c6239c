"""The stops on the pages that understand a tokenizer: English, Chinese, Arabic, Hindi, emoji and code on each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from languages import TEXT, make_languages, make_second_tokenizer
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from stage import Script, pause, press

from vocabsmith.pages.compare_page import ComparePage
from vocabsmith.pages.edit_dialog.dialog import EditDialog
from vocabsmith.pages.inspect_page import InspectPage
from vocabsmith.pages.laboratory_page import LaboratoryPage
from vocabsmith.pages.vocabulary_page import VocabularyPage
from vocabsmith_resources.samples import sample_path

if TYPE_CHECKING:
    from stops import Guide

CONTROL = Qt.KeyboardModifier.ControlModifier
SIZE = 12_000


def still(guide: Guide) -> Callable[[], bool]:
    """Nothing goes on beside the window."""
    return lambda: not guide.window._tasks.busy


def _learned(guide: Guide) -> Script:
    """A tokenizer of the sample, so that counts and a corpus are known."""
    yield pause(900)
    guide.build.add_paths([sample_path()])
    yield guide.read
    guide.build.recipe.size_section.set_value(SIZE)
    guide.start()
    yield lambda: not guide.idle()
    yield guide.idle
    yield still(guide)


def inspect(guide: Guide) -> Script:
    """A text of all scripts, one token of it, a second tokenizer, the way through the steps."""
    yield from _learned(guide)
    page = guide.window.stack.page("inspect")
    assert isinstance(page, InspectPage)
    guide.window.show_page("inspect")
    page.text.editor.set_text(TEXT)
    yield still(guide)
    yield pause(500)
    guide.shoot("40-inspect")
    for _ in range(TEXT.index("spinlocks") + 3):
        QTest.keyClick(page.text.editor, Qt.Key.Key_Right)
    yield still(guide)
    yield pause(500)
    guide.shoot("41-inspect-token")
    page.text.open_box("second")
    yield pause(300)
    guide.shoot("42-inspect-second-empty")
    page.second.picker.pick_file(make_second_tokenizer(guide.files[0].parent))
    yield still(guide)
    yield pause(500)
    guide.shoot("43-inspect-second")
    page.text.open_box("trace")
    yield still(guide)
    yield pause(500)
    guide.shoot("44-inspect-trace")
    yield from _small_and_large(guide, "45-inspect")
    yield from guide.leave()


def vocabulary(guide: Guide) -> Script:
    """The table, its search and flags, uses in a corpus, one token with its lines."""
    guide.window.show_page("vocabulary")
    yield pause(800)
    guide.shoot("50-vocabulary-empty")
    yield from _learned(guide)
    page = guide.window.stack.page("vocabulary")
    assert isinstance(page, VocabularyPage)
    guide.window.show_page("vocabulary")
    yield still(guide)
    yield pause(500)
    guide.shoot("51-vocabulary")
    page.corpora.count_files([sample_path()])
    yield lambda: page.work.vocabulary is not None and page.work.vocabulary.usage is not None
    yield still(guide)
    page.show_token(_id_of(guide, "权利"))
    yield still(guide)
    yield pause(800)
    guide.shoot("52-vocabulary-counted")
    for number, typed in enumerate(("अधिकार", "حق", "the"), 53):
        QTest.keyClick(guide.window, Qt.Key.Key_F, CONTROL)
        page.search.field.setText(typed)
        yield still(guide)
        yield pause(300)
        press(Qt.Key.Key_Down)
        yield still(guide)
        yield pause(500)
        guide.shoot(f"{number}-vocabulary-search")
    page.search.modes.choose("regex")
    page.search.field.setText("(")
    yield pause(500)
    guide.shoot("56-vocabulary-bad-expression")
    page.search.field.clear()
    yield still(guide)
    page.show_token(130)
    yield still(guide)
    yield from _small_and_large(guide, "57-vocabulary")
    yield from guide.leave()


def compare(guide: Guide) -> Script:
    """Two tokenizers, then three, on a file of each language and on a text of all scripts."""
    guide.window.show_page("compare")
    yield pause(800)
    guide.shoot("60-compare-empty")
    yield from _learned(guide)
    page = guide.window.stack.page("compare")
    assert isinstance(page, ComparePage)
    guide.window.show_page("compare")
    yield still(guide)
    yield pause(500)
    guide.shoot("61-compare-one")
    folder = guide.files[0].parent
    page.metrics.picker.pick_file(make_second_tokenizer(folder))
    yield still(guide)
    page.add_paths(make_languages(folder / "languages"))
    page.texts.set_text(TEXT)
    yield still(guide)
    yield pause(800)
    yield still(guide)
    guide.shoot("62-compare")
    smaller = guide.window._session.tokenizer
    assert smaller is not None
    guide.window._session.add_tokenizer("sample 6k", smaller.truncated(6_000))
    page.metrics.picker.fill()
    next(entry for entry in page.metrics.picker.entries.actions() if entry.text().startswith("sample 6k")).trigger()
    yield still(guide)
    yield pause(800)
    guide.shoot("63-compare-three")
    yield from _small_and_large(guide, "64-compare")
    yield from guide.leave()


def laboratory(guide: Guide) -> Script:
    """Two patterns on a text of all scripts, and special tokens in each other's way."""
    guide.window.show_page("laboratory")
    yield pause(800)
    guide.shoot("70-laboratory")
    page = guide.window.stack.page("laboratory")
    assert isinstance(page, LaboratoryPage)
    yield from _learned(guide)
    guide.window.show_page("laboratory")
    page.views[0].setPlainText(TEXT)
    page.choosers[0].choose("cl100k")
    page.choosers[1].choose("regex: ?\\p{L}++|\\p{N}{1,3}+|[^\\s\\p{L}\\p{N}]+|\\s+$|\\s+")
    yield still(guide)
    yield pause(800)
    yield still(guide)
    guide.shoot("71-laboratory-patterns")
    page.show_findings("specials")
    page.specials.sources.choose("typed")
    page.specials.field.setPlainText("<|im_start|>\n<|im_start|>user\n the\nĠthe\n<|endoftext|>\n<|endoftext|>")
    yield still(guide)
    yield pause(500)
    guide.shoot("72-laboratory-specials")
    yield from _small_and_large(guide, "74-laboratory")
    yield from guide.leave()


def edit(guide: Guide) -> Script:
    """Tokens removed and added, what that breaks and costs, the new tokenizer, and its undo."""
    yield from _learned(guide)
    window = guide.window
    window.show_page("vocabulary")
    yield still(guide)
    window.edit_vocabulary([_id_of(guide, " the")])
    yield lambda: isinstance(QApplication.activeModalWidget(), EditDialog)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, EditDialog)
    yield still(guide)
    yield pause(1200)
    guide.shoot("80-edit")
    dialog.changes.removal.setText("Ġthat, nowhere")
    press(Qt.Key.Key_Return)
    yield pause(400)
    guide.shoot("81-edit-wrong")
    dialog.changes.removal.clear()
    dialog.changes.addition.setText("<|tool_call|>")
    dialog.changes.add_button.click()
    dialog.changes.size_box.setValue(8_000)
    dialog.changes.cut_button.click()
    yield still(guide)
    yield pause(1500)
    guide.shoot("82-edit-three-changes")
    dialog.make_button.click()
    yield lambda: QApplication.activeModalWidget() is None
    yield still(guide)
    yield pause(800)
    guide.shoot("83-edit-made")
    window._session.undo()
    yield still(guide)
    yield pause(500)
    guide.shoot("84-edit-undone")
    yield from guide.leave()


def _id_of(guide: Guide, text: str) -> int:
    """The id of a token that the sample has for sure, or the last one."""
    tokenizer = guide.window._session.tokenizer
    assert tokenizer is not None
    return tokenizer.encode(text)[-1]


def _small_and_large(guide: Guide, name: str) -> Script:
    """The page in the smallest window that counts, and with large text."""
    window = guide.window
    window.showNormal()
    window.resize(1024, 700)
    yield pause(500)
    guide.shoot(f"{name}-small")
    window.showMaximized()
    window.set_text_size(150)
    yield pause(700)
    guide.shoot(f"{name}-large-text")
    window.set_text_size(100)


PAGE_PARTS: dict[str, Callable[[Guide], Script]] = {
    part.__name__: part for part in (inspect, vocabulary, compare, laboratory, edit)
}
