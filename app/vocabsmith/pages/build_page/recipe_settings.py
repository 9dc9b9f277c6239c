"""The settings under "More": what each is called, what it does, and how a line that sums them up tells it. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from vocabsmith import wording

Choices = tuple[tuple[Any, str], ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of a recipe, or of the computer that it runs on.

    Attributes:
        key: its name in a draft.
        title: what stands before its field.
        description: what it does, in a sentence or two.
        told: how it is told where there is only a line for all settings.
        choices: its values and what they are called; () for a number.
    """

    key: str
    title: str
    description: str
    told: Callable[[Any], str]
    choices: Choices = ()

    def words(self, value: Any) -> str:
        """A value as its field shows it; of a number nothing but itself."""
        return next((text for key, text in self.choices if key == value), "")


@dataclass(frozen=True, slots=True)
class Group:
    """Settings about one thing."""

    title: str
    settings: tuple[Setting, ...]


def _one_of(key: str, title: str, description: str, options: tuple[tuple[str, str, str], ...]) -> Setting:
    """A choice; each option is its key, its text, and how it is told in the line."""
    told = {name: short for name, _, short in options}
    return Setting(key, title, description, lambda value: told[value], tuple((name, text) for name, text, _ in options))


def per_cent(share: float) -> str:
    """0.9995 → "99.95 %"."""
    return f"{100 * share:.10g} %"


GROUPS: Final = (
    Group(
        "Merging",
        (
            Setting(
                "min_frequency",
                "Minimum frequency",
                "Merging ends when the best pair occurs less often than this.",
                lambda number: f"minimum frequency {number:,}",
            ),
            Setting(
                "max_token_length",
                "Longest token",
                "No merge makes a token of more bytes than this.",
                lambda number: f"tokens up to {wording.count(number, 'byte')}" if number else "tokens of any length",
            ),
            _one_of(
                "tie_break",
                "Ties",
                "Which of several pairs with the same count is merged first: the one with the smaller ids, as Hugging "
                "Face's trainer does, or the one with the greater bytes, as CS336 asks.",
                (
                    ("hf", "Smaller ids", "ties to smaller ids"),
                    ("bytes", "Greater bytes", "ties to greater bytes"),
                ),
            ),
            _one_of(
                "base",
                "Begin with",
                "What merging begins with: the 256 bytes; or the characters of the text, with bytes for the rare ones, "
                "as SentencePiece does.",
                (("bytes", "Bytes", "from bytes"), ("characters", "Characters", "from characters")),
            ),
            Setting(
                "character_coverage",
                "Coverage",
                "Share of all characters of the text that are tokens of their own. The rarest ones beyond it stand as "
                "their bytes.",
                lambda share: f"coverage {per_cent(share)}",
            ),
        ),
    ),
    Group(
        "Ids",
        (
            _one_of(
                "byte_order",
                "Byte ids",
                "How the bytes get their ids: in the order that GPT-2 gave them, or by value.",
                (("gpt2", "GPT-2's order", "bytes in GPT-2's order"), ("value", "By value", "bytes by value")),
            ),
            _one_of(
                "specials",
                "Special tokens",
                "Where the ids of the special tokens stand.",
                (
                    ("end", "After merges", "special tokens last"),
                    ("after-bytes", "After bytes", "special tokens after the bytes"),
                    ("start", "Before bytes", "special tokens first"),
                ),
            ),
        ),
    ),
    Group(
        "Text",
        (
            _one_of(
                "document_unit",
                "Document",
                "What is one document: no piece runs past its end, and whole documents are held out. A record of a "
                "table counts as a file.",
                (("file", "Each file", "a document for each file"), ("line", "Each line", "a document for each line")),
            ),
            _one_of(
                "normalization",
                "Normalisation",
                "The Unicode form that text is brought into before it is cut, here and whenever the tokenizer encodes. "
                "NFC joins letters and accents, NFD takes them apart; NFKC and NFKD also simplify what only looks "
                "different, such as ﬁ and fi.",
                (
                    ("none", "None", "no normalisation"),
                    ("NFC", "NFC", "NFC"),
                    ("NFD", "NFD", "NFD"),
                    ("NFKC", "NFKC", "NFKC"),
                    ("NFKD", "NFKD", "NFKD"),
                ),
            ),
            _one_of(
                "line_ends",
                "Line ends",
                "Whether the line ends of Windows and old Macs, CR LF and CR, become LF before anything is counted.",
                (("keep", "Keep", "line ends kept"), ("normalise", "Become LF", "line ends become LF")),
            ),
            _one_of(
                "invalid_bytes",
                "Bad bytes",
                "What becomes of bytes that are no text in the encoding of their file: the replacement character "
                "U+FFFD, nothing, or they stay as they are.",
                (
                    ("replace", "U+FFFD", "bad bytes replaced"),
                    ("skip", "Leave out", "bad bytes left out"),
                    ("keep", "Keep", "bad bytes kept"),
                ),
            ),
            Setting(
                "held_out",
                "Held out",
                "Share of the documents that is not learned from. Its bytes per token is a second curve, which tells "
                "how well the tokenizer does on text that it has not seen.",
                lambda share: f"{per_cent(share)} held out" if share else "nothing held out",
            ),
        ),
    ),
    Group(
        "This computer",
        (
            Setting(
                "threads",
                "Threads",
                "How many threads count. The result is the same with any number.",
                lambda number: wording.count(number, "thread") if number else "all threads",
            ),
            Setting(
                "memory",
                "Memory",
                "What a run may take. What does not fit is counted on disk, with the same result.",
                lambda size: f"{wording.size(size)} of memory" if size else "memory as needed",
            ),
        ),
    ),
)

SETTINGS: Final = {setting.key: setting for group in GROUPS for setting in group.settings}


def sum_up(draft: Mapping[str, Any], defaults: Mapping[str, Any]) -> str:
    """What differs from the defaults, in a line; that nothing does, if so."""
    told = [
        setting.told(draft[key])
        for key, setting in SETTINGS.items()
        if draft[key] != defaults[key] and (key != "character_coverage" or draft["base"] == "characters")
    ]
    return ", ".join(told) or "as usual"
