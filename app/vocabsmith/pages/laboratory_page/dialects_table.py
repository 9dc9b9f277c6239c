"""What other engines read differently in the two patterns, as rows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from vocabsmith.pages.laboratory_page.findings import Finding, FindingsTable
from vocabsmith_engine.analysis import DialectWarning

_HEADS = (
    *("What happens", "Pattern", "Construct", "Oniguruma (tokenizers)", "fancy-regex (tiktoken)"),
    *("regex (Python)", "What to write"),
)
_SHORT = ("What happens", "Pattern", "Construct", "Oniguruma", "fancy-regex", "regex", "What to write")
_SHARES = (1.35, 1.5, 1.5, 1.5, 1.6)
_LEVELS = {"differs": ("warning", "Differs"), "refused": ("warning", "Refused"), "rare": ("info", "Rare")}
_NONE = "Oniguruma (Hugging Face's tokenizers), fancy-regex (tiktoken) and regex (Python) read both patterns alike."


class DialectsTable(FindingsTable):
    """The warnings of both patterns; one that both have is listed once."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("What engines read differently", _HEADS, _SHARES, short=_SHORT, parent=parent)

    def show_warnings(self, first: Sequence[DialectWarning], second: Sequence[DialectWarning]) -> int:
        """Lists them; returns how many there are that matter on more than rare characters."""
        of_second = {warning.key: warning for warning in second}
        both = {warning.key for warning in first} & {*of_second}
        rows = [_row(warning, "Both" if warning.key in both else "First") for warning in first]
        rows += [_row(warning, "Second") for warning in second if warning.key not in both]
        rows.sort(key=lambda row: row.level == "info")
        self.show_findings(rows, _NONE)
        return sum(row.level != "info" for row in rows)


def _row(warning: DialectWarning, which: str) -> Finding:
    level, word = _LEVELS[warning.severity]
    construct = (
        f"{warning.title}: {warning.construct}" if warning.construct not in ("", warning.title) else warning.title
    )
    cells = (
        *(word, which, construct),
        *(warning.oniguruma, warning.fancy_regex, warning.regex, warning.remedy),
    )
    return Finding(level, cells, (which, warning))
