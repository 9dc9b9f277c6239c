"""Saving a tokenizer from the command line: what is checked and said before, and what is reported after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from vocabsmith.commands.streams import note
from vocabsmith.commands.token_options import NO_USES, TokenUses
from vocabsmith.wording import size
from vocabsmith_engine import FormatError, Monitor, Recipe, Tokenizer, train_from_counts
from vocabsmith_engine.formats import FORMATS, SaveReport, save
from vocabsmith_engine.formats.saving_files import check_target

NEVER_SPECIAL = b"\0"  # a special token may hold any other byte


class Saving:
    """One set of formats going to one folder.

    Attributes:
        folder: where the files go.
        formats: names of the formats, each once.
    """

    def __init__(self, folder: Path, formats: Sequence[str], uses: TokenUses = NO_USES) -> None:
        """`uses`: what the files say of the tokenizer besides what was learned."""
        self.folder = folder
        self.formats = formats
        self._uses = uses
        self._said: set[str] = set()
        self._limits: set[str] = set()

    def check_before_training(self, recipe: Recipe) -> None:
        """Refuse now what could not be saved after hours of work: folder, special tokens, pattern: FormatError."""
        check_target(self.folder, [])
        without_merges = train_from_counts([(NEVER_SPECIAL, 1)], replace(recipe, held_out=0.0)).tokenizer
        self._say_limits(self._uses.added_to(without_merges), is_learned=False)

    def _say_limits(self, tokenizer: Tokenizer, *, is_learned: bool) -> None:
        """Say what the formats cannot carry. Raises FormatError for a format that cannot be saved at all."""
        for name in self.formats:
            for limit in FORMATS[name].cannot_carry(tokenizer):
                if limit.level == "refused":
                    raise FormatError(f"--format {name}", limit.text.rstrip("."), "Leave this format out")
                if is_learned or not limit.of_learned:
                    self._limits.add(limit.text)
                    self._say(f"{name}: {limit.text}")

    def save(self, tokenizer: Tokenizer, monitor: Monitor) -> SaveReport:
        """Save every format, or none, and say what else is in the folder. Raises FormatError."""
        tokenizer = self._uses.added_to(tokenizer)
        self._say_limits(tokenizer, is_learned=True)
        report = save(tokenizer, self.folder, self.formats, monitor=monitor)
        for entry in report.notes:
            if entry.text not in self._limits:
                self._say(entry.text)
        return report

    def lines(self, report: SaveReport) -> list[str]:
        """The saved files for people: name and size, and once for each format how its files were checked."""
        width = max(len(file.name) for file in report.files)
        lines = [f"saved in {self.folder}:"]
        checks = [file.check for file in report.files]
        for file, check_before in zip(report.files, ["", *checks], strict=False):
            check = "" if file.check == check_before else file.check
            lines.append(f"  {file.name:<{width}}  {size(file.size):>8}  {check}".rstrip())
        return lines

    def facts(self, report: SaveReport) -> dict[str, Any]:
        """The same for programs, and every note."""
        files = [{"name": file.name, "bytes": file.size, "check": file.check} for file in report.files]
        notes = [{"level": entry.level, "text": entry.text} for entry in report.notes]
        return {
            "output": str(self.folder),
            "files": files,
            "strings_compared": report.strings_compared,
            "format_notes": notes,
        }

    def _say(self, text: str) -> None:
        if text not in self._said:
            self._said.add(text)
            note(text)
