"""Finds the tokens that somebody typed: ids, ranges of them, or the text of one, as it is or as tokens are shown."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from typing import Final

from vocabsmith.visible_tokens import MARKERS
from vocabsmith_engine import Tokenizer, TokenizerError

_IDS: Final = re.compile(r"\s*\d+(\s*-\s*\d+)?(\s*[,;\s]\s*\d+(\s*-\s*\d+)?)*\s*")
_RANGE: Final = re.compile(r"(\d+)(?:\s*-\s*(\d+))?")
_HEX: Final = re.compile(r"[0-9A-Fa-f]{2}( [0-9A-Fa-f]{2})*")
_CHARACTER_OF_MARKER: Final = str.maketrans({marker: character for character, marker in MARKERS.items()})


def find_tokens(tokenizer: Tokenizer, typed: str) -> tuple[int, ...]:
    """The ids that were typed: ids and ranges of them (`257, 300-320`), or the text of one token.

    A text is taken as it is, or as tokens are shown (`Ġthe`, `E5 89`), a space also as the ▁ that stands for it; one in
    quotation marks is never an id. Raises TokenizerError naming an id that does not exist, or a text that no token has.
    """
    if _IDS.fullmatch(typed):
        return tuple(dict.fromkeys(chain.from_iterable(_ranges_in(tokenizer, typed))))
    text = typed[1:-1] if len(typed) > 2 and typed[0] == typed[-1] == '"' else typed
    for data in _readings(text):
        if data in tokenizer.tokens:
            return (tokenizer.tokens.index(data),)
    raise TokenizerError(f"{typed!r}", "is no id and no token", "Type an id, a range of ids or the text of a token")


def find_token(tokenizer: Tokenizer, typed: str) -> int:
    """The same for one token. Raises TokenizerError for several, too."""
    token, *others = find_tokens(tokenizer, typed)
    if others:
        raise TokenizerError(f"{typed!r}", "is more than one id", "Name one token")
    return token


def _ranges_in(tokenizer: Tokenizer, typed: str) -> Iterable[range]:
    last = tokenizer.vocab_size - 1
    for begin, end in _RANGE.findall(typed):
        first_id, last_id = int(begin), int(end or begin)
        if last_id > last or last_id < first_id:
            rule = f"is no range of ids; the last id is {last:,}" if end else f"is no id; the last is {last:,}"
            raise TokenizerError(f"{begin}-{end}" if end else begin, rule, "Type ids that exist")
        yield range(first_id, last_id + 1)


def _readings(text: str) -> Iterable[bytes]:
    plain = text.translate(_CHARACTER_OF_MARKER)
    for each in (text, plain, text.replace(" ", "▁"), plain.replace(" ", "▁")):
        yield each.encode(errors="surrogatepass")
    if _HEX.fullmatch(text):
        yield bytes.fromhex(text)
