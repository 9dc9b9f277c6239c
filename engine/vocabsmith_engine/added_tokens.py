"""Tokens with a text of their own that are cut out of a text before the model sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vocabsmith_engine.errors import TokenizerError


@dataclass(frozen=True, slots=True)
class AddedToken:
    """A token that is found in a text as it is written. The rules are those of Hugging Face's tokenizers.

    Attributes:
        text: what is looked for.
        id: the one id it becomes.
        special: whether `as_text` treats it as text and `refuse` refuses it; other added tokens are always cut.
        single_word: found only where no word character (letter, mark, digit, `_`) stands next to it.
        lstrip: takes the white space before it along.
        rstrip: takes the white space behind it along.
        normalized: looked for, itself normalised, in the normalised text; others in the text as it is, and first.
    """

    text: str
    id: int
    special: bool = True
    single_word: bool = False
    lstrip: bool = False
    rstrip: bool = False
    normalized: bool = False

    @property
    def plain(self) -> bool:
        """Whether it is matched literally and treated as every special token."""
        return not (self.single_word or self.lstrip or self.rstrip or self.normalized) and self.special


def plain_tokens(special_tokens: Mapping[str, int]) -> tuple[AddedToken, ...]:
    """A special token that is matched literally for each text and id."""
    return tuple(AddedToken(text, token_id) for text, token_id in special_tokens.items())


def check_added_tokens(added: Sequence[AddedToken], special_tokens: Mapping[str, int]) -> None:
    """Raises TokenizerError unless both name the same tokens."""
    if len(added) != len(special_tokens) or {token.text: token.id for token in added} != dict(special_tokens):
        raise TokenizerError(
            "the added tokens", "are not those of special_tokens", "Give the same texts and ids in both"
        )
