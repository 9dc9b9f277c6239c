"""Nothing on the window is told by colour alone: tones come with a sign, and what is chosen is seen in grey too."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel, QWidget
from walked_window import PAGES, WalkedWindow

from vocabsmith.widgets.labels import IconLabel

TONES = {"good", "warning", "error"}
SEEN = 16  # of 255 steps of grey: what is told apart side by side


@pytest.fixture
def walked(qtbot, look, tmp_path):
    made = WalkedWindow(qtbot, look, tmp_path)
    yield made
    made.close()


def in_grey(widget: QWidget) -> np.ndarray:
    """The widget in shades of grey, shape (height, width)."""
    picture = widget.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(picture.constBits(), np.uint8).reshape(picture.height(), picture.bytesPerLine())
    return rows[:, : picture.width()].astype(np.int16)


def differing(before: np.ndarray, after: np.ndarray) -> int:
    """How many pixels differ so much that it is seen."""
    return int((np.abs(before - after) >= SEEN).sum())


def has_sign(label: QLabel) -> bool:
    parent = label.parent()
    if not isinstance(parent, IconLabel):
        return False
    return any(not other.pixmap().isNull() for other in parent.findChildren(QLabel))


@pytest.mark.parametrize("state", ["corpus", "running", "done", *PAGES])
def test_words_in_a_tone_stand_beside_a_sign(walked, state: str):
    walked.go_to(state)
    labels = walked.window.findChildren(QLabel)
    toned = [each for each in labels if each.isVisible() and each.text() and each.property("role") in TONES]
    assert [label.text() for label in toned if not has_sign(label)] == []
    assert state != "done" or len(toned) >= 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_chosen_alternative_is_seen_in_grey(walked, theme: str):
    walked.window.set_theme(theme)
    presets = walked.build.recipe.size_section.presets
    presets.choose("8000")
    before = in_grey(presets)
    presets.choose("64000")
    assert differing(before, in_grey(presets)) >= 40


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_open_page_is_seen_in_grey(walked, theme: str):
    walked.window.set_theme(theme)
    walked.window.show_page("build")
    before = in_grey(walked.window.rail)
    walked.window.show_page("inspect")
    assert differing(before, in_grey(walked.window.rail)) >= 100


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_states_of_a_stage_are_seen_in_grey(walked, theme: str):
    walked.window.set_theme(theme)
    bar = walked.build.run.stages.bars["merging"]
    pictures = []
    for show in (bar.set_waiting, lambda: bar.set_running(0.5, ""), lambda: bar.set_done("", ""), bar.set_waiting):
        show()
        pictures.append(in_grey(bar))
    assert all(differing(one, next_one) >= 20 for one, next_one in pairwise(pictures))
