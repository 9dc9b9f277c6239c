"""Options that say what special tokens are for, and what they add to a tokenizer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Final

import typer

from vocabsmith.commands.options import named_path
from vocabsmith.commands.streams import read_bytes
from vocabsmith_engine import CorpusError, RecipeError, Tokenizer

RoleOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="ROLE=TOKEN",
        help="Which special token is bos, eos, pad or unk, for the files that say so; may be repeated.",
    ),
]
ChatTemplateOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", parser=named_path, help="A Jinja chat template to save with the tokenizer."),
]


@dataclass(frozen=True, slots=True)
class TokenUses:
    """What is said of a tokenizer besides what was learned: roles of special tokens, and a chat template."""

    roles: dict[str, str]
    chat_template: str | None

    @classmethod
    def of(cls, roles: Sequence[str], chat_template: Path | None) -> TokenUses:
        """Read the options. Raises RecipeError for what is no role, CorpusError for a template that cannot be read."""
        pairs = [_role(text) for text in roles]
        named = dict(pairs)
        if len(named) < len(pairs):
            raise RecipeError("--role", "names a role twice", "Name one token for each role")
        return cls(named, None if chat_template is None else _template(chat_template))

    def added_to(self, tokenizer: Tokenizer) -> Tokenizer:
        """`tokenizer` with them; what it says already and is not named here stays.

        Raises TokenizerError for a role that is unknown or played by no special token.
        """
        if not self.roles and self.chat_template is None:
            return tokenizer
        roles = {**(tokenizer.roles or {}), **self.roles}
        template = tokenizer.chat_template if self.chat_template is None else self.chat_template
        return replace(tokenizer, roles=roles or None, chat_template=template)


NO_USES: Final = TokenUses({}, None)


def _role(text: str) -> tuple[str, str]:
    role, sign, token = text.partition("=")
    if not sign or not token:
        raise RecipeError(f"--role {text}", "is not a role and a token", "Write eos=<|endoftext|>")
    return role, token


def _template(path: Path) -> str:
    try:
        return read_bytes(path).decode()
    except UnicodeDecodeError as error:
        raise CorpusError(str(path), f"is not UTF-8 (byte {error.start:,})", "Save the template as UTF-8") from None
