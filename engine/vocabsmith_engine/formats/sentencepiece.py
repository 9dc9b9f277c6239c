"""SentencePiece: NAME.model, exactly what was loaded, or what was trained as far as there is a piece for it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.base import Check, Format, PlannedFile
from vocabsmith_engine.formats.checking import asking, compare_ids, is_installed
from vocabsmith_engine.formats.json_files import shown
from vocabsmith_engine.formats.nasty_strings import nasty_strings
from vocabsmith_engine.formats.sentencepiece_limits import cannot_carry, why_inexact
from vocabsmith_engine.formats.sentencepiece_reading import load
from vocabsmith_engine.formats.sentencepiece_writing import model_of
from vocabsmith_engine.models import ScoredPairs, Unigram
from vocabsmith_engine.tokenizer import Tokenizer

if TYPE_CHECKING:
    import sentencepiece

_REMEDY: Final = "Nothing was saved; please report this"


def plan(tokenizer: Tokenizer, name: str) -> tuple[PlannedFile, ...]:
    """The one file."""
    return (PlannedFile(f"{name}.model", model_of(tokenizer).SerializeToString(deterministic=True)),)


def verify(folder: Path, tokenizer: Tokenizer) -> tuple[Check, ...]:
    """Read the file back and compare ids, with the tokenizer where they must agree, and with the library."""
    [file] = folder.glob("*.model")
    loaded = load(file)
    exact = isinstance(tokenizer.model, ScoredPairs | Unigram) or why_inexact(tokenizer) is None
    _check_pieces(tokenizer, loaded)
    strings = nasty_strings(tokenizer.special_tokens)
    if exact:
        compare_ids("the file read back", tokenizer, loaded.encode, strings)
    own = Check("read back", 0)
    if not is_installed("sentencepiece"):
        return (own,)
    return (own, _compare_with_library(file, loaded, strings))


def _check_pieces(tokenizer: Tokenizer, loaded: Tokenizer) -> None:
    """Raises FormatError unless every id has the piece that was meant for it."""
    meant, found = model_of(tokenizer), model_of(loaded)
    if list(meant.pieces) != list(found.pieces) or meant.normalizer_spec != found.normalizer_spec:
        raise FormatError("the pieces read back", "are not those that were saved", _REMEDY)


def _compare_with_library(file: Path, loaded: Tokenizer, strings: tuple[str, ...]) -> Check:
    """Ids and decoded text of the library beside ours from the same file."""
    theirs = library_processor(file.read_bytes())
    check = compare_ids("sentencepiece", loaded, theirs.encode, strings)
    for text in strings:
        ids = loaded.encode(text)
        with asking("sentencepiece", text):
            decoded = theirs.decode(ids)
        if decoded != loaded.decode(ids):
            raise FormatError(f"the text {shown(text)}", "is decoded otherwise by sentencepiece", _REMEDY)
    return check


def library_processor(model: bytes) -> sentencepiece.SentencePieceProcessor:
    """The library's own object. Raises FormatError for a model that it refuses."""
    import sentencepiece  # noqa: PLC0415 - only where it is needed: the package must be quick to import

    try:
        return sentencepiece.SentencePieceProcessor(model_proto=model)
    except Exception as error:  # the library raises nothing narrower
        raise FormatError("the sentencepiece library", f"refuses the file: {error}", _REMEDY) from error


def loading_code(folder: Path) -> dict[str, str]:
    """Lines of Python that load the file, for each library."""
    file = repr(str(folder / f"{folder.resolve().name}.model"))
    return {
        "sentencepiece": f"import sentencepiece\n\nsp = sentencepiece.SentencePieceProcessor(model_file={file})\n",
        "vocabsmith": f"from vocabsmith_engine import Tokenizer\n\ntok = Tokenizer.load({file})\n",
    }


FORMAT: Final = Format("sentencepiece", "SentencePiece", plan, cannot_carry, verify, load, loading_code)
