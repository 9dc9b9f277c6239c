"""What is to be said of a text that was read from a file, on every page that does so."""

from __future__ import annotations

from pathlib import Path

from vocabsmith.operations.read_text import LONGEST, ReadText
from vocabsmith.widgets.token_text_edit import has_other_line_ends
from vocabsmith.wording import grouped


def notes_on(path: Path, read: ReadText) -> str:
    """How the text that is shown differs from what the file holds, "" if it does not."""
    notes = [
        f"Only the first {grouped(LONGEST)} characters are shown." if read.cut else "",
        "Bytes that are not UTF-8 are shown as U+FFFD." if read.bad else "",
        "Line ends became LF." if has_other_line_ends(read.text) else "",
    ]
    return " ".join([f"{path.name}:", *filter(None, notes)]) if any(notes) else ""
