"""The tokenizers that are in memory: the current one, and the last few that were looked at. Free of Qt."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from vocabsmith_engine import Tokenizer

KEPT = 4


@dataclass(frozen=True, slots=True)
class ShelvedTokenizer:
    """A tokenizer in memory, and where it can be had again.

    Attributes:
        tokenizer: the thing itself.
        run_id: of the kept run that it is the tokenizer of, "" if there is none.
        path: the file that it was opened from, if it was.
    """

    tokenizer: Tokenizer
    run_id: str = ""
    path: Path | None = None

    @property
    def can_be_had_again(self) -> bool:
        """Whether nothing is lost when it leaves memory."""
        return bool(self.run_id) or self.path is not None


class TokenizerShelf:
    """Name → tokenizer. Of those that can be had again, only the few that were looked at last are kept."""

    def __init__(self) -> None:
        self._entries: dict[str, ShelvedTokenizer] = {}
        self._used: list[str] = []  # names, the one looked at last being the last

    @property
    def entries(self) -> Mapping[str, ShelvedTokenizer]:
        """What is kept, in the order it came."""
        return self._entries

    def put(self, name: str, entry: ShelvedTokenizer) -> None:
        """Keeps a tokenizer under `name`, in place of one of that name; lets go of what was not used for longest."""
        self._entries.pop(name, None)
        self._entries[name] = entry
        self._note_use(name)
        again = [known for known in self._used[:-1] if self._entries[known].can_be_had_again]
        for known in again[: max(0, len(self._entries) - KEPT)]:
            del self._entries[known]
            self._used.remove(known)

    def take_off(self, name: str) -> None:
        """Lets go of the tokenizer of that name, if it is there."""
        if self._entries.pop(name, None) is not None:
            self._used.remove(name)

    def name_of(self, tokenizer: Tokenizer) -> str:
        """Under which name a tokenizer is kept, "" if it is not."""
        return next((name for name, entry in self._entries.items() if entry.tokenizer is tokenizer), "")

    def use(self, name: str) -> Tokenizer:
        """The tokenizer of that name, which was looked at last from now on."""
        self._note_use(name)
        return self._entries[name].tokenizer

    def follow_runs(self, names: Mapping[str, str], current: str) -> str:
        """Kept runs are `names` now, id → name: takes over new names, lets go of runs that were deleted.

        Of two that have the same name, one is told apart by a number.

        Returns the name that the current tokenizer, which stays in any case, has now.
        """
        new_names: dict[str, str] = {}
        now: dict[str, ShelvedTokenizer] = {}
        unchanged = {name for name, entry in self._entries.items() if names.get(entry.run_id, name) == name}
        for name, entry in self._entries.items():
            is_there = not entry.run_id or entry.run_id in names
            if is_there or name == current:
                wanted = names.get(entry.run_id, name)
                new_names[name] = name if wanted == name else free_name(wanted, unchanged | now.keys())
                now[new_names[name]] = entry if is_there else replace(entry, run_id="")
        self._entries = now
        self._used = [new_names[name] for name in self._used if name in new_names]
        return new_names.get(current, "")

    def _note_use(self, name: str) -> None:
        if name in self._used:
            self._used.remove(name)
        self._used.append(name)


def free_name(wanted: str, taken: Container[str]) -> str:
    """`wanted`, or `wanted 2`, `wanted 3`, … if that is taken."""
    number, name = 1, wanted
    while name in taken:
        number += 1
        name = f"{wanted} {number}"
    return name
