"""GPT-2: vocab.json and merges.txt, with the side file for what these two cannot say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from vocabsmith_engine.byte_alphabet import BYTE_OF_GLYPH
from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.base import Check, Format, Note, PlannedFile, naming_file
from vocabsmith_engine.formats.checking import (
    can_read,
    check_same,
    compare_ids,
    note_if_missing,
    whole_pieces_matter,
)
from vocabsmith_engine.formats.huggingface import cannot_carry as huggingface_cannot_carry
from vocabsmith_engine.formats.huggingface import library_tokenizer
from vocabsmith_engine.formats.json_files import Place, read_json, read_text, shown, to_json
from vocabsmith_engine.formats.nasty_strings import nasty_strings
from vocabsmith_engine.formats.side_file import SIDE_FILE, plan_side_file, read_side_file
from vocabsmith_engine.formats.side_file_notes import refused_models, side_file_notes
from vocabsmith_engine.formats.spelled_vocabulary import (
    read_ids,
    read_merges,
    read_tokens,
    special_token_notes,
    spelled_merges,
    spelled_tokens,
)
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.tokenizer import Tokenizer

VOCAB_FILE: Final = "vocab.json"
MERGES_FILE: Final = "merges.txt"
_HEADER: Final = "#version"
_MOST_GUESSED: Final = 256
_NOT_IN_THE_FILES: Final = (
    f"{VOCAB_FILE} and {MERGES_FILE} carry neither the pattern nor which tokens are special; "
    f"{SIDE_FILE} beside them does."
)


def plan(tokenizer: Tokenizer, name: str) -> tuple[PlannedFile, ...]:  # noqa: ARG001 - the names are fixed
    """The three files."""
    vocab = {token: token_id for token_id, token in enumerate(spelled_tokens(tokenizer))}
    lines = (f"{left} {right}\n" for left, right in spelled_merges(tokenizer))
    return (
        PlannedFile(VOCAB_FILE, to_json(vocab)),
        PlannedFile(MERGES_FILE, f"{_HEADER}: 0.2\n{''.join(lines)}".encode()),
        plan_side_file(tokenizer),
    )


def cannot_carry(tokenizer: Tokenizer) -> tuple[Note, ...]:
    """What the two files leave out, and what they cannot hold."""
    whole = (Note("refused", "Tokens for whole pieces only cannot be told in these files."),)
    return (
        *refused_models(tokenizer),
        Note("info", _NOT_IN_THE_FILES),
        *side_file_notes(tokenizer),
        *special_token_notes(tokenizer),
        *(whole if whole_pieces_matter(tokenizer) else ()),
        *note_if_missing("tokenizers"),
    )


def load(path: Path) -> Tokenizer:
    """The tokenizer in vocab.json and merges.txt: `path` is one of them or their folder. Raises FormatError.

    Without the side file the pattern is taken to be GPT-2's, and tokens that no merge makes to be special; the
    tokenizer's notes say so.
    """
    folder = path if path.is_dir() else path.parent
    vocab = Place(folder / VOCAB_FILE, read_json(folder / VOCAB_FILE), "vocabulary")
    names = read_ids(vocab)
    ids = {name: token_id for token_id, name in enumerate(names)}
    merges = read_merges(read_merge_lines(folder / MERGES_FILE), ids)
    side = read_side_file(folder)
    made = set(merges[:, 2].tolist())
    special_tokens = _guessed_specials(names, made, vocab) if side is None else side.special_tokens
    with naming_file(folder / VOCAB_FILE):
        tokens = read_tokens(names, special_tokens, vocab)
        if side is None:
            notes = _notes_on_guesses(special_tokens)
            return Tokenizer(
                tokens, merges, special_tokens, Pretokenizer.of("gpt2"), name=folder.resolve().name, notes=notes
            )
        return side.tokenizer(folder / VOCAB_FILE, tokens, merges)


def read_merge_lines(path: Path) -> Iterator[tuple[Place, str, str]]:
    """Each merge of a merges.txt with its place. Only a first line that begins `#version` is a header."""
    lines = read_text(path).split("\n")
    if lines[-1] == "":
        lines.pop()
    for number, line in enumerate(lines, start=1):
        if number == 1 and line.startswith(_HEADER):
            continue
        place = Place(path, line.removesuffix("\r"), f"line {number}")
        parts = place.value.split(" ")
        if len(parts) != 2 or "" in parts:
            raise place.error("is not two tokens with one space between them")
        yield place, parts[0], parts[1]


def _guessed_specials(names: list[str], made: set[int], vocab: Place) -> dict[str, int]:
    """Tokens that are neither a byte nor made by a merge."""
    guessed = {name: i for i, name in enumerate(names) if name not in BYTE_OF_GLYPH and i not in made}
    if len(guessed) > _MOST_GUESSED:
        rule = f"holds {len(guessed)} tokens that no merge makes, such as {shown(next(iter(guessed)))}"
        raise FormatError(str(vocab.path), rule, f"Use the {MERGES_FILE} that belongs to it")
    return guessed


def _notes_on_guesses(special_tokens: dict[str, int]) -> tuple[str, ...]:
    listed = ", ".join(map(shown, special_tokens)) or "none"
    return (
        f"{SIDE_FILE} is missing: the pattern is taken to be GPT-2's, "
        f"and the tokens that no merge makes to be special ({listed}).",
    )


def verify(folder: Path, tokenizer: Tokenizer) -> tuple[Check, ...]:
    """Read the files back, and compare ids with the tokenizers library if it is installed."""
    own = check_same(tokenizer, load(folder))
    can_compare = can_read("tokenizers", folder) and all(
        n.level != "refused" for n in huggingface_cannot_carry(tokenizer)
    )
    return (own, _compare_with_library(folder, tokenizer)) if can_compare else (own,)


def _compare_with_library(folder: Path, tokenizer: Tokenizer) -> Check:
    """Ids from the library's reading of the two files; pattern and special tokens are given to it."""
    from tokenizers import models  # noqa: PLC0415 - only where it is needed: the package must be quick to import

    theirs = library_tokenizer(tokenizer)
    theirs.model = models.BPE.from_file(str(folder / VOCAB_FILE), str(folder / MERGES_FILE))
    strings = nasty_strings(tokenizer.special_tokens)
    return compare_ids("tokenizers", tokenizer, lambda text: theirs.encode(text).ids, strings)


def loading_code(folder: Path) -> dict[str, str]:
    """Lines of Python that load the files, for each library."""
    files = f"{str(folder / VOCAB_FILE)!r}, {str(folder / MERGES_FILE)!r}"
    vocab = repr(str(folder / VOCAB_FILE))
    return {
        "vocabsmith": f"from vocabsmith_engine import Tokenizer\n\ntok = Tokenizer.load({vocab})\n",
        "tokenizers": f"from tokenizers import models\n\nmodel = models.BPE.from_file({files})\n",
    }


FORMAT: Final = Format("gpt2", "GPT-2", plan, cannot_carry, verify, load, loading_code)
