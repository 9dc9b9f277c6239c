"""Hugging Face: tokenizer.json, which holds everything, and the two files that transformers reads beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.base import Check, Format, Note, PlannedFile
from vocabsmith_engine.formats.checking import asking, can_read, check_same, compare_ids, note_if_missing, pieces_of
from vocabsmith_engine.formats.huggingface_reading import CONFIG_FILE, TOKENIZER_FILE, load
from vocabsmith_engine.formats.json_files import shown, to_json
from vocabsmith_engine.formats.nasty_strings import nasty_strings
from vocabsmith_engine.formats.pretokenizer_json import write_pretokenizer
from vocabsmith_engine.formats.spelled_vocabulary import special_token_notes, spelled_merges, spelled_tokens
from vocabsmith_engine.tokenizer import Tokenizer

if TYPE_CHECKING:
    import tokenizers

ROLES_FILE: Final = "special_tokens_map.json"
_NO_LIMIT: Final = int(1e30)  # what transformers takes for "as long as you like"


def plan(tokenizer: Tokenizer, name: str) -> tuple[PlannedFile, ...]:  # noqa: ARG001 - the names are fixed
    """The three files. Raises FormatError for a pattern that the library would read otherwise."""
    roles = {f"{role}_token": text for role, text in (tokenizer.roles or {}).items()}
    config = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        **roles,
        "model_max_length": _NO_LIMIT,
        "clean_up_tokenization_spaces": False,
    }
    return (
        PlannedFile(TOKENIZER_FILE, to_json(tokenizer_json(tokenizer))),
        PlannedFile(CONFIG_FILE, to_json(config)),
        PlannedFile(ROLES_FILE, to_json(roles)),
    )


def tokenizer_json(tokenizer: Tokenizer) -> dict[str, Any]:
    """The content of tokenizer.json."""
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [_added_token(*entry) for entry in sorted(tokenizer.special_tokens.items(), key=_by_id)],
        "normalizer": None,
        "pre_tokenizer": write_pretokenizer(tokenizer.pretokenizer),
        "post_processor": None,
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": tokenizer.whole_pieces_first,
            "vocab": {name: token_id for token_id, name in enumerate(spelled_tokens(tokenizer))},
            "merges": spelled_merges(tokenizer),
        },
    }


def _by_id(entry: tuple[str, int]) -> int:
    return entry[1]


def _added_token(text: str, token_id: int) -> dict[str, Any]:
    matching = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    return {"id": token_id, "content": text, **matching, "special": True}


def cannot_carry(tokenizer: Tokenizer) -> tuple[Note, ...]:
    """Special tokens and patterns that this format cannot hold, and whether the library is there to check."""
    try:
        write_pretokenizer(tokenizer.pretokenizer)
    except FormatError as error:
        return (Note("refused", str(error)),)
    return (*special_token_notes(tokenizer), *note_if_missing("tokenizers"))


def verify(folder: Path, tokenizer: Tokenizer) -> tuple[Check, ...]:
    """Read the files back, and compare pieces and ids with the tokenizers library if it is installed."""
    loaded = load(folder)
    own = check_same(tokenizer, loaded)
    if write_pretokenizer(loaded.pretokenizer) != write_pretokenizer(tokenizer.pretokenizer):
        raise FormatError(
            "the pattern read back", "is not the one that was saved", "Nothing was saved; please report this"
        )
    return (own, _compare_with_library(folder, tokenizer)) if can_read("tokenizers", folder) else (own,)


def _compare_with_library(folder: Path, tokenizer: Tokenizer) -> Check:
    import tokenizers  # noqa: PLC0415 - only where it is needed: the package must be quick to import

    try:
        theirs = tokenizers.Tokenizer.from_file(str(folder / TOKENIZER_FILE))
    except Exception as error:  # the library raises nothing narrower
        raise FormatError(
            "the tokenizers library", f"refuses the file: {error}", "Use another pattern or format"
        ) from error
    strings = nasty_strings(tokenizer.special_tokens)
    for text in strings:
        with asking("tokenizers", text):
            spans = [span for _, span in theirs.pre_tokenizer.pre_tokenize_str(text)]
        _compare_pieces(tokenizer, text, spans)
    return compare_ids("tokenizers", tokenizer, lambda text: theirs.encode(text, add_special_tokens=False).ids, strings)


def library_tokenizer(tokenizer: Tokenizer) -> tokenizers.Tokenizer:
    """The tokenizers library's own object with this vocabulary, pattern and special tokens."""
    import tokenizers  # noqa: PLC0415 - only where it is needed: the package must be quick to import

    return tokenizers.Tokenizer.from_str(to_json(tokenizer_json(tokenizer)).decode())


def _compare_pieces(tokenizer: Tokenizer, text: str, their_spans: list[tuple[int, int]]) -> None:
    theirs = [text[begin:end] for begin, end in their_spans]
    ours = pieces_of(tokenizer, text)
    if ours != theirs:
        raise FormatError(
            f"the text {shown(text)}",
            f"is cut into {shown(ours)} here and into {shown(theirs)} by tokenizers, which reads the pattern otherwise",
            "Write the pattern in another way, or save in another format",
        )


def loading_code(folder: Path) -> dict[str, str]:
    """Lines of Python that load the files, for each library."""
    whole, file = repr(str(folder)), repr(str(folder / TOKENIZER_FILE))
    return {
        "transformers": f"from transformers import AutoTokenizer\n\ntok = AutoTokenizer.from_pretrained({whole})\n",
        "tokenizers": f"from tokenizers import Tokenizer\n\ntok = Tokenizer.from_file({file})\n",
    }


FORMAT: Final = Format("huggingface", "Hugging Face", plan, cannot_carry, verify, load, loading_code)
