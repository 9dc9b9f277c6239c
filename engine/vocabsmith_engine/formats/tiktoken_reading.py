"""Reading NAME.tiktoken: the merges are not in the file, and are rebuilt from the order of its tokens."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import a2b_base64
from collections.abc import Mapping
from operator import itemgetter
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from vocabsmith_engine import _models
from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.base import naming_file
from vocabsmith_engine.formats.json_files import Place, read_bytes
from vocabsmith_engine.formats.side_file import SIDE_FILE, SideFile, read_side_file
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.tokenizer import Tokenizer

_LINES: Final = re.compile(rb"(?:[A-Za-z0-9+/]+={0,2} [0-9]{1,10}\r?(?:\n|\Z))*")


def load(path: Path) -> Tokenizer:
    """The tokenizer in a .tiktoken file, or in the folder that holds one. Raises FormatError.

    Without the side file the pattern is taken to be GPT-2's, and there are no special tokens; the notes say so.
    """
    file = _the_file_in(path) if path.is_dir() else path
    ranks = read_ranks(file)
    side = read_side_file(file.parent)
    tokens = _tokens_by_id(file, ranks, side)
    merges = rebuilt_merges(ranks)
    with naming_file(file):
        return side.tokenizer(file, tokens, merges) if side else _without_side_file(file, tokens, merges)


def _without_side_file(path: Path, tokens: list[bytes], merges: npt.NDArray[np.uint32]) -> Tokenizer:
    whole = len(tokens) - 256 - len(merges)
    notes = [f"{SIDE_FILE} is missing: the pattern is taken to be GPT-2's, without special tokens."]
    if whole > 0:
        apart = "1 token does" if whole == 1 else f"{whole} tokens do"
        notes.append(f"{apart} not come apart into two others, so only whole pieces become such a token.")
    pretokenizer = Pretokenizer.of("gpt2")
    return Tokenizer(tokens, merges, {}, pretokenizer, whole_pieces_first=whole > 0, name=path.stem, notes=tuple(notes))


def _the_file_in(folder: Path) -> Path:
    files = sorted(folder.glob("*.tiktoken"))
    if len(files) != 1:
        raise FormatError(str(folder), f"holds {len(files)} .tiktoken files, not one", "Choose the file itself")
    return files[0]


def read_ranks(path: Path) -> dict[bytes, int]:
    """Each token with its rank, in the order of the ranks. Raises FormatError that names a bad line by number."""
    content = read_bytes(path)
    at_once = _ranks_in(content)
    if at_once is not None:
        return at_once
    ranks: dict[bytes, int] = {}
    line_of_rank: dict[int, int] = {}
    for number, line in enumerate(content.split(b"\n"), start=1):
        if not line.strip():
            continue
        place = Place(path, line.decode(errors="replace").rstrip("\r"), f"line {number}")
        token, rank = _read_line(place)
        if token in ranks:
            raise place.error(f"repeats the token of rank {ranks[token]}", "Remove one of the lines")
        if rank in line_of_rank:
            raise place.error(f"repeats the rank of line {line_of_rank[rank]}", "Give each token its own rank")
        ranks[token] = rank
        line_of_rank[rank] = number
    return dict(sorted(ranks.items(), key=lambda entry: entry[1]))


def _ranks_in(content: bytes) -> dict[bytes, int] | None:
    """The same for lines without a fault; None where they have to be looked at one by one."""
    if _LINES.fullmatch(content) is None:
        return None
    words = content.split()
    try:
        tokens = [a2b_base64(word, strict_mode=True) for word in words[::2]]
    except ValueError:
        return None
    ranks = list(map(int, words[1::2]))
    different = set(tokens)
    if len(different) < len(tokens) or b"" in different or len(set(ranks)) < len(ranks):
        return None
    return dict(sorted(zip(tokens, ranks, strict=True), key=itemgetter(1)))


def _read_line(place: Place) -> tuple[bytes, int]:
    parts = place.value.split(" ")
    if len(parts) != 2 or not parts[1].isascii() or not parts[1].isdigit() or len(parts[1]) > 10:
        raise place.error("is not a token in base64, a space and a rank")
    try:
        token = b64decode(parts[0], validate=True)
    except ValueError as error:  # binascii.Error is one; a letter that is not ASCII gives another
        raise place.error(f"is not base64: {error}") from None
    if not token:
        raise place.error("is a token without bytes")
    return token, int(parts[1])


def _tokens_by_id(path: Path, ranks: Mapping[bytes, int], side: SideFile | None) -> list[bytes]:
    """The bytes of each id 0…n-1, the special tokens of the side file put in."""
    by_id = {rank: token for token, rank in ranks.items()}
    for text, token_id in (side.special_tokens if side else {}).items():
        by_id.setdefault(token_id, text.encode(errors="surrogatepass"))
    missing = next((token_id for token_id in range(len(by_id)) if token_id not in by_id), None)
    if missing is not None:
        raise FormatError(
            f"{path}: rank {missing}", "belongs to no token", f"Put {SIDE_FILE}, which lists special tokens, beside it"
        )
    return [by_id[token_id] for token_id in range(len(by_id))]


def rebuilt_merges(ranks: Mapping[bytes, int]) -> npt.NDArray[np.uint32]:
    """The merges (n, 3) that make the tokens, found by encoding each with the tokens of lower rank.

    A token that does not come apart into exactly two has no merge. Ranks are the ids, and rise in `ranks`.
    """
    return _models.rebuild_merges(list(ranks), np.fromiter(ranks.values(), np.uint32, len(ranks)))
