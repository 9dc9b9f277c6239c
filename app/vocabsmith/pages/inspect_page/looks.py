"""How a token of an inspected text is shown: as a chip, and in the words of a tooltip."""

from __future__ import annotations

from vocabsmith.operations.encode_text import Inspection
from vocabsmith.visible_tokens import visible_token
from vocabsmith.widgets.chips import Chip, Mark, ground_of
from vocabsmith.widgets.token_words import LONGEST, hexadecimal
from vocabsmith.wording import grouped


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
    lines = [visible_token(token)[:LONGEST], f"id {grouped(token_id)}", f"bytes {hexadecimal(token, 16)}"]
    if inspection.special[place]:
        lines.append("special token")
    elif rank is not None:
        lines.append(f"rank {grouped(rank)}")
        if inspection.tokenizer.merge_counts is not None:
            lines.append(f"count when learned {grouped(int(inspection.tokenizer.merge_counts[rank]))}")
    if inspection.encoded.partial[place]:
        lines.append("part of a character")
    return "\n".join(lines)
