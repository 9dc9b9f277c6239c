"""Is what was written what was meant? Compared with our own reading, and with that of the libraries installed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.errors import FormatError, TokenizerError
from vocabsmith_engine.formats.base import Check, Note
from vocabsmith_engine.formats.json_files import shown
from vocabsmith_engine.text import is_well_formed
from vocabsmith_engine.tokenizer import Tokenizer

_REMEDY = "Nothing was saved; please report this"
_SECONDS_FOR_PIECES = 10.0


def is_installed(library: str) -> bool:
    """Whether the library can be imported; it is not imported."""
    return find_spec(library) is not None


def can_read(library: str, folder: Path) -> bool:
    """Whether the library is installed and can be given this path: the Rust ones take no name that is not text."""
    return is_installed(library) and is_well_formed(str(folder))


def note_if_missing(library: str) -> tuple[Note, ...]:
    """A note that the check by this library is left out, if it is not installed."""
    if is_installed(library):
        return ()
    return (Note("info", f"{library} is not installed, so the files are checked by Vocabsmith alone."),)


def _same_pieces(tokenizer: Tokenizer, loaded: Tokenizer) -> bool:
    return (tokenizer.normalizer, tokenizer.pretokenizer) == (loaded.normalizer, loaded.pretokenizer)


def check_same(
    tokenizer: Tokenizer, loaded: Tokenizer, same_pieces: Callable[[Tokenizer, Tokenizer], bool] = _same_pieces
) -> Check:
    """Raises FormatError if anything that decides ids, or is carried along, was read back changed.

    `same_pieces` says whether both cut text alike; where a format has words of its own for that, they may differ.
    """
    for what, is_same in (
        ("tokens", list(tokenizer.tokens) == list(loaded.tokens)),
        ("merges", np.array_equal(tokenizer.merges, loaded.merges)),
        ("special tokens", tokenizer.special_tokens == loaded.special_tokens),
        ("rules of added tokens", _by_id(tokenizer) == _by_id(loaded)),
        ("normalisation and pattern", same_pieces(tokenizer, loaded)),
        ("ids around a text", tokenizer.template == loaded.template),
        ("roles", (tokenizer.roles or {}) == (loaded.roles or {})),
        ("chat template", tokenizer.chat_template == loaded.chat_template),
        ("whole pieces", whole_pieces_matter(tokenizer) == whole_pieces_matter(loaded)),
    ):
        if not is_same:
            raise FormatError(f"the {what} read back", "are not those that were saved", _REMEDY)
    return Check("read back", 0)


def _by_id(tokenizer: Tokenizer) -> list[AddedToken]:
    return sorted(tokenizer.all_added_tokens, key=lambda token: token.id)


def whole_pieces_matter(tokenizer: Tokenizer) -> bool:
    """Whether looking whole pieces up first can change an id."""
    return tokenizer.whole_pieces_first and bool(tokenizer.whole_pieces_only)


@contextmanager
def asking(library: str, text: str) -> Iterator[None]:
    """Whatever a library raises over `text` becomes a FormatError; a panic in Rust code is not even an Exception."""
    try:
        yield
    except (FormatError, KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:
        raise FormatError(
            f"the text {shown(text)}", f"makes {library} fail ({error})", "Use another pattern or format"
        ) from error


def pieces_of(tokenizer: Tokenizer, text: str) -> list[str]:
    """The pieces that Vocabsmith gives. Raises FormatError for an expression that takes for ever over a short text."""
    try:
        return tokenizer.pretokenizer.split(text, timeout=_SECONDS_FOR_PIECES)
    except TokenizerError as error:
        raise FormatError(error.value, error.rule, error.remedy) from error


def compare_ids(
    library: str,
    tokenizer: Tokenizer,
    encode: Callable[[str], list[int]],
    strings: Iterable[str],
    *,
    template: bool = True,
) -> Check:
    """Raises FormatError for the first string that the library gives other ids; otherwise says how many there were.

    `template`: whether the library puts the tokenizer's ids around a text as well.
    """
    count = 0
    for text in strings:
        ours = tokenizer.encode(text, template=template)
        with asking(library, text):
            theirs = encode(text)
        if ours != theirs:
            raise FormatError(
                f"the text {shown(text)}", f"gets the ids {shown(ours)} here and {shown(theirs)} in {library}", _REMEDY
            )
        count += 1
    return Check(library, count)
