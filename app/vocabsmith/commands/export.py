"""`vocabsmith export`: a tokenizer in other formats."""

from __future__ import annotations

import json

from vocabsmith.commands import token_options as tokens
from vocabsmith.commands.loading import load_tokenizer
from vocabsmith.commands.options import FormatOption, JsonOption, OutputFolderOption, TokenizerOption, formats_named
from vocabsmith.commands.saving import Saving
from vocabsmith_engine import Monitor

EXAMPLES = """\b
Examples:
  vocabsmith export --tokenizer out/tokenizer.json --format gpt2,tiktoken --output exported
  vocabsmith export --tokenizer model.gguf --format huggingface --chat-template chat.jinja --output exported
"""


def export(
    *,
    tokenizer: TokenizerOption,
    formats: FormatOption,
    output: OutputFolderOption,
    role: tokens.RoleOption = None,
    chat_template: tokens.ChatTemplateOption = None,
    as_json: JsonOption = False,
) -> None:
    """Save a tokenizer in one or more formats. What a format cannot carry is said first."""
    saving = Saving(output, formats_named(formats), tokens.TokenUses.of(role or [], chat_template))
    report = saving.save(load_tokenizer(tokenizer), Monitor())
    print(json.dumps(saving.facts(report)) if as_json else "\n".join(saving.lines(report)))
