"""How a token of an inspected text is shown: as a chip, and in the words of a tooltip."""

from __future__ import annotations

from vocabsmith.operations.encode_text import Inspection
from vocabsmith.visible_tokens import visible_token
from vocabsmith.widgets.chips import Chip, Mark, ground_of
from vocabsmith.wording import count, grouped

_LONGEST = 64


def hexadecimal(data: bytes, most: int = _LONGEST) -> str:
    """The bytes as pairs of digits, cut short after `most`."""
    shown = data[:most].hex(" ").upper()
    return shown if len(data) <= most else f"{shown} … and {count(len(data) - most, 'byte')} more"


def chip_of(inspection: Inspection, place: int) -> Chip:
    """The chip of a token, on the ground that it has in the text."""
    shown = visible_token(inspection.token_bytes(place))
    if inspection.special[place]:
        return Chip(shown, None, Mark.SPECIAL)
    return Chip(shown, ground_of(place), Mark.PARTIAL if inspection.encoded.partial[place] else Mark.NONE)


def words_of(inspection: Inspection, place: int) -> str:
    """What a tooltip says: token, id, bytes, rank, count when learned."""
    token_id = int(inspection.encoded.ids[place])
    token = inspection.token_bytes(place)
    rank = inspection.tokenizer.rank_of(token_id)
    lines = [visible_token(token)[:_LONGEST], f"id {grouped(token_id)}", f"bytes {hexadecimal(token, 16)}"]
    if inspection.special[place]:
        lines.append("special token")
    elif rank is not None:
        lines.append(f"rank {grouped(rank)}")
        if inspection.tokenizer.merge_counts is not None:
            lines.append(f"count when learned {grouped(int(inspection.tokenizer.merge_counts[rank]))}")
    if inspection.encoded.partial[place]:
        lines.append("part of a character")
    return "\n".join(lines)


def quoted(text: str, most: int = 200) -> str:
    r"""The text between quotation marks, with what cannot be seen as escapes: `" spinlock"`, `"\n"`."""
    shown = text if len(text) <= most else text[:most] + "…"
    plain = "".join(
        c if c.isprintable() and c not in '"\\' else c.encode("unicode_escape").decode() if c not in '"\\' else f"\\{c}"
        for c in shown
    )
    return f'"{plain}"'
