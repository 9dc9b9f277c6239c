"""Lines of the corpus around a token: both sides of it have room, however wide the list is."""

from pathlib import Path

import pytest

from vocabsmith.pages.vocabulary_page.occurrence_list import OccurrenceList
from vocabsmith.widgets.chips import Chip
from vocabsmith_engine.analysis import Occurrence


@pytest.mark.usefixtures("palette")
def test_what_stands_before_the_token_never_takes_more_than_its_share(qtbot):
    rows = OccurrenceList()
    qtbot.addWidget(rows)
    rows.resize(900, 100)
    rows.show()
    line = Occurrence(Path("a.txt"), 7, False, "before " * 40, "token", " after" * 40, False, 1)
    rows.show_lines([line], Chip("token"))
    assert 300 < rows._delegate.before_width < 400
    rows.resize(400, 100)
    assert 130 < rows._delegate.before_width < 170
