"""A token in words: its bytes in hexadecimal, its text between quotation marks."""

from __future__ import annotations

from vocabsmith.wording import count

LONGEST = 64


def hexadecimal(data: bytes, most: int = LONGEST) -> str:
    """The bytes as pairs of digits, cut short after `most`."""
    shown = data[:most].hex(" ").upper()
    return shown if len(data) <= most else f"{shown} … and {count(len(data) - most, 'byte')} more"


def quoted(text: str, most: int = 200) -> str:
    r"""The text between quotation marks, with what cannot be seen as escapes: `" spinlock"`, `"\n"`."""
    shown = text if len(text) <= most else text[:most] + "…"
    plain = "".join(
        c if c.isprintable() and c not in '"\\' else c.encode("unicode_escape").decode() if c not in '"\\' else f"\\{c}"
        for c in shown
    )
    return f'"{plain}"'
