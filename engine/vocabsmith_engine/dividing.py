"""Where a text may be divided so that its parts, encoded one by one, give the ids of the whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vocabsmith_engine import _native
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.normalization import Normalizer
from vocabsmith_engine.pretokenization import Pretokenizer

_TRIES: Final = 64


class Divider:
    """Finds the last place where the beginning of a text may be divided.

    That is behind an added token, or at one of the line ends and spaces that are proven for pieces; under a normaliser
    only behind a line feed. Not next to a token that looks at its neighbours.

    Args:
        added: the tokens that are looked for in the text.
        normalizer: what is done to the text between them.
        pretokenizer: what cuts it then.
        cut_special: False where special tokens are text.
    """

    def __init__(
        self, added: Sequence[AddedToken], normalizer: Normalizer, pretokenizer: Pretokenizer, *, cut_special: bool
    ) -> None:
        if not cut_special and all(token.special for token in added):
            added = ()
        as_it_is = [token for token in added if not (token.normalized and normalizer)]
        normalized = [token for token in added if token.normalized and normalizer]
        looking = [token for token in as_it_is if not token.literal or (token.special and not cut_special)]
        self._looking = tuple(token.text.encode() for token in looking)
        self._specials = _native.SpecialTokens(list(dict.fromkeys(token.text.encode() for token in as_it_is)))
        self._in_every_form = bool(normalizer)
        self._at_lines = pretokenizer.divides_at_lines and normalizer.local
        self._at_lines &= not any(token.lstrip or "\n" in normalizer.text(token.text) for token in normalized)
        self._never = pretokenizer.looks_at_places

    def last_cut(self, text: bytes) -> int:
        """Where `text` may be divided, whatever follows it; 0 for nowhere."""
        end = 0 if self._never else len(text)
        for _ in range(_TRIES):
            end = self._cut_before(memoryview(text)[:end])
            if not (end and self._looking and self._touches_one(text, end)):
                return end
        return 0

    def _cut_before(self, text: memoryview) -> int:
        if self._in_every_form and self._at_lines:
            return _native.last_cut_in_every_form(text, self._specials)
        return _native.last_safe_cut(text, self._specials, self._at_lines)

    def _touches_one(self, text: bytes, cut: int) -> bool:
        """Whether a token that looks at its neighbours stands next to the cut, or may follow."""
        unseen = len(text) - cut < self._specials.longest
        return unseen or text.endswith(self._looking, 0, cut) or text.startswith(self._looking, cut)
