"""`vocabsmith edit`: another tokenizer, made of a finished one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from vocabsmith.commands.loading import load_tokenizer
from vocabsmith.commands.options import JsonOption, TokenizerOption, formats_named, named_path
from vocabsmith.commands.saving import Saving
from vocabsmith.commands.streams import note
from vocabsmith.operations.describe_edit import described, reason, short
from vocabsmith.operations.edit_tokenizer import preview_tokenizer_edit
from vocabsmith.operations.find_tokens import find_tokens
from vocabsmith.wording import grouped
from vocabsmith_engine import Monitor, Tokenizer
from vocabsmith_engine.editing import Cause, EditPlan, EditPreview, apply_edit
from vocabsmith_engine.formats import FORMATS

EXAMPLES = """\b
Examples:
  vocabsmith edit --tokenizer out --remove 257 --remove "Ġthe" --dry-run
  vocabsmith edit --tokenizer out --size 16000 --add-special "<|tool_call|>" --output smaller
  vocabsmith edit --tokenizer out --remove 300-320 --keep-ids --format huggingface,tiktoken --output edited
"""
_MOST_LISTED = 20


def edit(
    *,
    tokenizer: TokenizerOption,
    remove: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="A token to remove: an id, a range (300-320) or its text; may be repeated."),
    ] = None,
    add_special: Annotated[
        list[str] | None, typer.Option(metavar="TOKEN", help="A special token to add; may be repeated.")
    ] = None,
    size: Annotated[
        int | None, typer.Option(metavar="N", help="Tokens to cut the vocabulary to; the first merges stay.")
    ] = None,
    keep_ids: Annotated[
        bool, typer.Option("--keep-ids", help="Keep every id; reserved special tokens fill the free ones.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell what would change, and write nothing.")] = False,
    formats: Annotated[
        str,
        typer.Option("--format", metavar="NAMES", help=f"Formats to save, with commas between: {', '.join(FORMATS)}."),
    ] = "huggingface",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", metavar="FOLDER", parser=named_path, help="Where to save. The files take the folder's name."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Make another tokenizer: without some tokens, with more special tokens, or cut to a size.

    Tokens that only a removed one made possible go with it; what goes, and which ids move, is told.
    """
    if output is None and not dry_run:
        raise typer.BadParameter("--output FOLDER says where to save; --dry-run writes nothing")
    saving = None if dry_run or output is None else Saving(output, formats_named(formats))
    loaded = load_tokenizer(tokenizer)
    removed = tuple(token_id for typed in remove or [] for token_id in find_tokens(loaded, typed))
    plan = EditPlan(removed, tuple(add_special or ()), size, "reserve" if keep_ids else "close")
    preview = preview_tokenizer_edit(tokenizer=loaded, plan=plan, monitor=Monitor())
    edited = apply_edit(loaded, plan, preview)
    for problem in preview.problems:
        note(str(problem))
    report = saving.save(edited, Monitor()) if saving else None
    if as_json:
        facts = _facts(loaded, preview)
        print(json.dumps(facts if saving is None or report is None else facts | saving.facts(report)))
        return
    print("\n".join(_lines(loaded, preview) + (saving.lines(report) if saving and report else [])))


def _lines(tokenizer: Tokenizer, preview: EditPreview) -> list[str]:
    """The edit in sentences, and the first of the tokens that go, each with its reason."""
    lines = described(tokenizer, preview)
    for place, token_id in enumerate(preview.removed[:_MOST_LISTED].tolist()):
        why = reason(tokenizer, preview, place)
        lines.append(f"  {grouped(token_id):>9}  {short(tokenizer.tokens[token_id])}  {why}")
    more = len(preview.removed) - _MOST_LISTED
    return [*lines, f"  and {grouped(more)} more"] if more > 0 else lines


def _facts(tokenizer: Tokenizer, preview: EditPreview) -> dict[str, Any]:
    """The same for programs: every token that goes, and every range of ids that move alike."""
    old, new = preview.moved
    return {
        "vocab_size": {"before": tokenizer.vocab_size, "after": preview.new_size},
        "merges": {"before": len(tokenizer.merges), "after": preview.new_merges},
        "removed": [
            {
                "id": token_id,
                "token": tokenizer.tokens[token_id].decode(errors="backslashreplace"),
                "why": Cause(cause).name.lower(),
                **({"needs": because} if because >= 0 else {}),
            }
            for token_id, cause, because in zip(
                preview.removed.tolist(), preview.causes.tolist(), preview.because.tolist(), strict=True
            )
        ],
        "broken_merges": preview.broken_merges.tolist(),
        "moved": {"old": old.tolist(), "new": new.tolist()},
        "unchanged": preview.unchanged,
        "added": dict(preview.added),
        "reserved": dict(preview.reserved),
        "warnings": [str(problem) for problem in preview.problems],
    }
