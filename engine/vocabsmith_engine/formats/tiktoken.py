"""tiktoken: NAME.tiktoken, a Python file that makes a `tiktoken.Encoding` of it, and the side file."""

from __future__ import annotations

import re
from base64 import b64encode
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.base import Check, Format, Note, PlannedFile
from vocabsmith_engine.formats.checking import asking, check_same, compare_ids, is_installed, note_if_missing, pieces_of
from vocabsmith_engine.formats.json_files import shown
from vocabsmith_engine.formats.nasty_strings import nasty_strings
from vocabsmith_engine.formats.side_file import SIDE_FILE, plan_side_file
from vocabsmith_engine.formats.side_file_notes import refused_models, side_file_notes
from vocabsmith_engine.formats.tiktoken_loader import loader_name, loader_source
from vocabsmith_engine.formats.tiktoken_pattern import tiktoken_pattern
from vocabsmith_engine.formats.tiktoken_reading import load, rebuilt_merges
from vocabsmith_engine.pretokenization import EXPRESSION
from vocabsmith_engine.tokenizer import Tokenizer

if TYPE_CHECKING:
    import tiktoken


def ranks_of(tokenizer: Tokenizer) -> dict[bytes, int]:
    """The ordinary tokens with their ids, which are tiktoken's ranks."""
    special_ids = set(tokenizer.special_tokens.values())
    return {token: token_id for token_id, token in enumerate(tokenizer.tokens) if token_id not in special_ids}


def plan(tokenizer: Tokenizer, name: str) -> tuple[PlannedFile, ...]:
    """The three files. Raises FormatError for a pattern that no single expression says."""
    lines = (b"%s %d\n" % (b64encode(token), token_id) for token, token_id in ranks_of(tokenizer).items())
    return (
        PlannedFile(f"{name}.tiktoken", b"".join(lines)),
        PlannedFile(loader_name(name), loader_source(tokenizer, name).encode()),
        plan_side_file(tokenizer),
    )


def cannot_carry(tokenizer: Tokenizer) -> tuple[Note, ...]:
    """Merges and patterns that the format cannot hold, and special tokens that tiktoken gets wrong."""
    if refused := (*refused_models(tokenizer), *_refused_rules(tokenizer)):
        return refused
    try:
        tiktoken_pattern(tokenizer.pretokenizer)
    except FormatError as error:
        return (Note("refused", str(error)),)
    if not _ranks_tell_merges(tokenizer):
        rule = "The merges do not follow from the order of the tokens, and this format holds nothing else."
        return (Note("refused", rule),)
    return (
        Note("info", "The .tiktoken file carries neither the pattern nor special tokens; the files beside it do."),
        *side_file_notes(tokenizer),
        *_overlapping(tokenizer),
        *note_if_missing("tiktoken"),
    )


def _refused_rules(tokenizer: Tokenizer) -> tuple[Note, ...]:
    """A special token of tiktoken is found literally, wherever it stands."""
    for token in tokenizer.all_added_tokens:
        rules = (token.single_word, token.lstrip, token.rstrip, token.normalized and bool(tokenizer.normalizer))
        if any(rules):
            rule = "is not found literally wherever it stands, and tiktoken knows no other rule"
            return (Note("refused", f"The added token {token.text!r} {rule}."),)
    return ()


def _ranks_tell_merges(tokenizer: Tokenizer) -> bool:
    """Whether the merges that a reader rebuilds from the ranks are those of the tokenizer, and mean the same."""
    whole = tokenizer.whole_pieces_only
    if whole and not tokenizer.whole_pieces_first:
        return False
    if not whole and _is_in_trained_order(tokenizer):
        return True
    return bool(np.array_equal(rebuilt_merges(ranks_of(tokenizer)), tokenizer.merges))


def _is_in_trained_order(tokenizer: Tokenizer) -> bool:
    """Whether ids of merges rise with their ranks and every part is older than its token.

    With every token reached by merging its own bytes, this proves that the rebuild finds each merge: the last merge
    inside a token is the only one that makes it, and all the others in it are older.
    """
    made = tokenizer.merges[:, 2].astype(np.int64)
    first_rank = {int(token): rank for rank, token in enumerate(made.tolist())}
    parts_are_older = all(
        max(first_rank.get(left, -1), first_rank.get(right, -1)) < rank
        for rank, (left, right, _) in enumerate(tokenizer.merges.tolist())
    )
    return bool(np.all(np.diff(made) > 0)) and parts_are_older


def _overlapping(tokenizer: Tokenizer) -> tuple[Note, ...]:
    in_order = sorted(tokenizer.special_tokens)  # a token that begins others stands right before one of them
    pair = next((pair for pair in pairwise(in_order) if pair[1].startswith(pair[0])), None)
    if pair is None:
        return ()
    return (
        Note(
            "warning",
            f"tiktoken may find the special token {pair[0]!r} where {pair[1]!r} stands, which begins with it; "
            "text with them was not compared.",
        ),
    )


def verify(folder: Path, tokenizer: Tokenizer) -> tuple[Check, ...]:
    """Read the files back, and compare ids (and the pieces of a user's expression) with tiktoken if it is installed."""
    [file] = folder.glob("*.tiktoken")
    own = check_same(tokenizer, load(file))
    return (own, _compare_with_library(tokenizer)) if is_installed("tiktoken") else (own,)


def _compare_with_library(tokenizer: Tokenizer) -> Check:
    strings = nasty_strings(tokenizer.special_tokens)
    if _overlapping(tokenizer):
        strings = tuple(text for text in strings if not any(token in text for token in tokenizer.special_tokens))
    if tokenizer.pretokenizer.name == EXPRESSION:
        _compare_pieces(tokenizer, nasty_strings())
    theirs = library_encoding(tokenizer)

    def encode(text: str) -> list[int]:
        return theirs.encode(text, allowed_special="all")

    normalised = [text for text in strings if tokenizer.normalizer.text(text) == text]  # tiktoken normalises nothing
    return compare_ids("tiktoken", tokenizer, encode, normalised, template=False)


def library_encoding(tokenizer: Tokenizer) -> tiktoken.Encoding:
    """The library's own object with this vocabulary, pattern and special tokens."""
    return _encoding(tokenizer, ranks_of(tokenizer), dict(tokenizer.special_tokens))


def _encoding(tokenizer: Tokenizer, ranks: dict[bytes, int], special_tokens: dict[str, int]) -> tiktoken.Encoding:
    import tiktoken  # noqa: PLC0415 - only where it is needed: the package must be quick to import

    pattern = tiktoken_pattern(tokenizer.pretokenizer)
    try:
        return tiktoken.Encoding(
            tokenizer.name or "vocabsmith", pat_str=pattern, mergeable_ranks=ranks, special_tokens=special_tokens
        )
    except ValueError as error:
        raise FormatError(
            f"the pattern {pattern!r}", f"is refused by tiktoken: {error}", "Write it in another way"
        ) from error


def _compare_pieces(tokenizer: Tokenizer, strings: tuple[str, ...]) -> None:
    """Raises FormatError for the first text that tiktoken cuts otherwise.

    It shows no pieces; but with each expected piece made a token, its look-up of whole pieces tells.
    """
    pieces = {text: [piece.encode() for piece in pieces_of(tokenizer, text)] for text in strings}
    known = dict.fromkeys((*(bytes([value]) for value in range(256)), *(p for parts in pieces.values() for p in parts)))
    ranks = {piece: rank for rank, piece in enumerate(known)}
    theirs = _encoding(tokenizer, ranks, {})
    for text, expected in pieces.items():
        with asking("tiktoken", text):
            ids = theirs.encode_ordinary(text)
        if ids != [ranks[piece] for piece in expected]:
            raise FormatError(
                f"the text {shown(text)}", "is cut otherwise by tiktoken", "Write the pattern in another way"
            )


def loading_code(folder: Path) -> dict[str, str]:
    """Lines of Python that load the files, for each library."""
    name = folder.resolve().name
    module = re.sub(r"\.py$", "", loader_name(name))
    path = f"import sys\n\nsys.path.insert(0, {str(folder)!r})\n"
    return {
        "tiktoken": f"{path}from {module} import load\n\nenc = load()\n",
        "vocabsmith": f"from vocabsmith_engine import Tokenizer\n\n"
        f"tok = Tokenizer.load({str(folder / f'{name}.tiktoken')!r})  # with {SIDE_FILE} beside it\n",
    }


FORMAT: Final = Format("tiktoken", "tiktoken", plan, cannot_carry, verify, load, loading_code)
