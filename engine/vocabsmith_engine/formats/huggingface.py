"""Hugging Face: tokenizer.json, which holds everything, and the two files that transformers reads beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.errors import FormatError
from vocabsmith_engine.formats.base import Check, Format, Note, PlannedFile
from vocabsmith_engine.formats.chat_files import config_content
from vocabsmith_engine.formats.checking import asking, can_read, check_same, compare_ids, note_if_missing, pieces_of
from vocabsmith_engine.formats.decoder_json import write_decoder
from vocabsmith_engine.formats.huggingface_meaning import Meaning, read_meaning
from vocabsmith_engine.formats.huggingface_reading import CONFIG_FILE, TOKENIZER_FILE, load
from vocabsmith_engine.formats.json_files import Place, shown, to_json
from vocabsmith_engine.formats.library_defaults import completed
from vocabsmith_engine.formats.nasty_strings import nasty_strings
from vocabsmith_engine.formats.normalizer_json import follows_newer_tables, write_normalizer
from vocabsmith_engine.formats.post_processor_json import write_template
from vocabsmith_engine.formats.pretokenizer_json import write_pretokenizer
from vocabsmith_engine.formats.side_file import plan_side_file
from vocabsmith_engine.formats.spelled_vocabulary import special_token_notes, spelled_merges, spelled_tokens
from vocabsmith_engine.models import ByteLevel, Characters
from vocabsmith_engine.pretokenization import SEQUENCE
from vocabsmith_engine.tokenizer import Tokenizer

if TYPE_CHECKING:
    import tokenizers

ROLES_FILE: Final = "special_tokens_map.json"
_NEWER_TABLES: Final = (
    "The tokenizers library normalises by older tables than Unicode 16.0 and leaves the newest characters as they are; "
    "text with them may get other ids there."
)


def plan(tokenizer: Tokenizer, name: str) -> tuple[PlannedFile, ...]:  # noqa: ARG001 - the names are fixed
    """The files. Raises FormatError for what the library has no words for, or would read otherwise."""
    roles = {f"{role}_token": text for role, text in (tokenizer.roles or {}).items()}
    config = config_content(roles, tokenizer.chat_template, tokenizer.model_max_length)
    side = (plan_side_file(tokenizer),) if _is_told_in_part(tokenizer) else ()
    return (
        PlannedFile(TOKENIZER_FILE, to_json(tokenizer_json(tokenizer))),
        PlannedFile(CONFIG_FILE, to_json(config)),
        PlannedFile(ROLES_FILE, to_json(roles)),
        *side,
    )


def _is_told_in_part(tokenizer: Tokenizer) -> bool:
    """Whether something is lost without the side file: the recipe, or that the tables of Unicode 16.0 are meant."""
    return tokenizer.recipe is not None or follows_newer_tables(tokenizer.normalizer)


def tokenizer_json(tokenizer: Tokenizer) -> dict[str, Any]:
    """The content of tokenizer.json."""
    parts = _original_parts(tokenizer) or _own_parts(tokenizer)
    added = [_added_token(token) for token in sorted(tokenizer.all_added_tokens, key=lambda token: token.id)]
    size = parts["model"].get("vocab", tokenizer.vocab_size)
    vocab = {name: token_id for token_id, name in enumerate(spelled_tokens(tokenizer)[:size])}
    model = {**parts["model"], "vocab": vocab, "merges": spelled_merges(tokenizer)}
    content = {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added, **parts}
    return content | {"model": model}


def _original_parts(tokenizer: Tokenizer) -> dict[str, Any] | None:
    """The parts of the file that the tokenizer was read from, if they mean what the tokenizer does."""
    if tokenizer.origin is None:
        return None
    try:
        parts: dict[str, Any] = json.loads(tokenizer.origin)
        root = Place(Path(TOKENIZER_FILE), parts)
        size = root.get("model").get("vocab").of(int)
        meaning = read_meaning(root, spelled_tokens(tokenizer), tokenizer.all_added_tokens)
    except (FormatError, ValueError, RecursionError):  # a side file may have been written by anybody
        return None
    behind = set(range(size, tokenizer.vocab_size))
    is_same = _is_meaning_of(tokenizer, meaning) and behind <= set(tokenizer.special_tokens.values())
    return completed(parts) if is_same else None


def _is_meaning_of(tokenizer: Tokenizer, meaning: Meaning) -> bool:
    return (
        *(meaning.normalizer, meaning.pretokenizer, meaning.model, meaning.decoding, meaning.template),
        meaning.whole_pieces_first,
    ) == (
        *(tokenizer.normalizer, tokenizer.pretokenizer, tokenizer.model, tokenizer.decoding, tokenizer.template),
        tokenizer.whole_pieces_first,
    )


def _own_parts(tokenizer: Tokenizer) -> dict[str, Any]:
    model = tokenizer.model
    if not isinstance(model, ByteLevel | Characters):
        raise FormatError(
            f"a model of the kind {type(model).__name__}",
            "has no merges, which is all that this format knows",
            "Save in the sentencepiece format",
        )
    is_bytes = isinstance(model, ByteLevel)
    names = spelled_tokens(tokenizer)
    has_bytes = isinstance(model, Characters) and model.byte_ids is not None
    return {
        "normalizer": write_normalizer(tokenizer.normalizer),
        "pre_tokenizer": write_pretokenizer(tokenizer.pretokenizer, byte_level=is_bytes),
        "post_processor": write_template(tokenizer.template, names),
        "decoder": write_decoder(tokenizer.decoding, byte_level=is_bytes, byte_fallback=has_bytes),
        "model": {
            "type": "BPE",
            "dropout": None,
            **_model_settings(model, names),
            "byte_fallback": has_bytes,
            "ignore_merges": tokenizer.whole_pieces_first,
        },
    }


def _model_settings(model: ByteLevel | Characters, names: list[str]) -> dict[str, Any]:
    settings = model if isinstance(model, Characters) else Characters()
    return {
        "unk_token": None if settings.unknown_id is None else names[settings.unknown_id],
        "continuing_subword_prefix": settings.continuing_prefix or None,
        "end_of_word_suffix": settings.word_suffix or None,
        "fuse_unk": settings.fuse_unknown,
    }


def _added_token(token: AddedToken) -> dict[str, Any]:
    return {
        "id": token.id,
        "content": token.text,
        "single_word": token.single_word,
        "lstrip": token.lstrip,
        "rstrip": token.rstrip,
        "normalized": token.normalized,
        "special": token.special,
    }


def cannot_carry(tokenizer: Tokenizer) -> tuple[Note, ...]:
    """Special tokens and parts that this format cannot hold, and whether the library is there to check."""
    try:
        if _original_parts(tokenizer) is None:
            _own_parts(tokenizer)
    except FormatError as error:
        return (Note("refused", str(error)),)
    newer = (Note("warning", _NEWER_TABLES),) if follows_newer_tables(tokenizer.normalizer) else ()
    return (*special_token_notes(tokenizer), *newer, *note_if_missing("tokenizers"))


def verify(folder: Path, tokenizer: Tokenizer) -> tuple[Check, ...]:
    """Read the files back, and compare pieces and ids with the tokenizers library if it is installed."""
    loaded = load(folder)
    own = check_same(tokenizer, loaded, _written_alike)
    return (own, _compare_with_library(folder, tokenizer)) if can_read("tokenizers", folder) else (own,)


def _written_alike(tokenizer: Tokenizer, loaded: Tokenizer) -> bool:
    """Whether both give the same file: then the pattern in Oniguruma's words, and a normaliser, mean the same there."""
    return tokenizer_json(tokenizer) == tokenizer_json(loaded)


def _compare_with_library(folder: Path, tokenizer: Tokenizer) -> Check:
    import tokenizers  # noqa: PLC0415 - only where it is needed: the package must be quick to import

    try:
        theirs = tokenizers.Tokenizer.from_file(str(folder / TOKENIZER_FILE))
    except Exception as error:  # the library raises nothing narrower
        raise FormatError(
            "the tokenizers library", f"refuses the file: {error}", "Use another pattern or format"
        ) from error
    theirs.no_truncation()
    theirs.no_padding()
    strings = nasty_strings(tokenizer.special_tokens)
    if theirs.pre_tokenizer is not None and tokenizer.pretokenizer.name != SEQUENCE:
        for text in strings:
            with asking("tokenizers", text):
                spans = [span for _, span in theirs.pre_tokenizer.pre_tokenize_str(text)]
            _compare_pieces(tokenizer, text, spans)
    return compare_ids("tokenizers", tokenizer, lambda text: theirs.encode(text).ids, strings)


def library_tokenizer(tokenizer: Tokenizer) -> tokenizers.Tokenizer:
    """The tokenizers library's own object with this vocabulary, pattern and special tokens."""
    import tokenizers  # noqa: PLC0415 - only where it is needed: the package must be quick to import

    return tokenizers.Tokenizer.from_str(to_json(tokenizer_json(tokenizer)).decode())


def _compare_pieces(tokenizer: Tokenizer, text: str, their_spans: list[tuple[int, int]]) -> None:
    theirs = [text[begin:end] for begin, end in their_spans if begin < end]  # some give an empty text a piece
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
