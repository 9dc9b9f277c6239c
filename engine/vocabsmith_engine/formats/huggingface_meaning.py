"""What the parts of a tokenizer.json around its vocabulary mean, taken together.

A byte-level model is written in the byte alphabet: its pre-tokenizer ends by spelling every byte as a letter. Where
that is the last thing that happens, and every byte has a token, text stays bytes here; otherwise the letters are taken
for what they are, characters, which the model joins like any others.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Final

from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.byte_alphabet import BYTE_OF_GLYPH, spells_bytes
from vocabsmith_engine.decoding import Decoding
from vocabsmith_engine.formats.decoder_json import ReadDecoder, read_decoder
from vocabsmith_engine.formats.json_files import Place
from vocabsmith_engine.formats.normalizer_json import read_normalizer
from vocabsmith_engine.formats.post_processor_json import read_template
from vocabsmith_engine.formats.pretokenizer_json import pretokenizer_of_splits, read_entries
from vocabsmith_engine.formats.spelled_vocabulary import BYTE_NAMES
from vocabsmith_engine.models import BYTE_LEVEL, Characters, ModelSettings
from vocabsmith_engine.normalization import ByteGlyphs, Normalizer, Step
from vocabsmith_engine.piece_cutting import Entry
from vocabsmith_engine.pretokenization import Pretokenizer
from vocabsmith_engine.templates import Template

_REMEDY: Final = "Use a tokenizer.json without it"


@dataclass(frozen=True, slots=True)
class Meaning:
    """Everything that decides ids besides tokens, merges and added tokens; fields as those of a Tokenizer.

    Attributes:
        bytes_of_names: the names of tokens are in the byte alphabet, and stand for the bytes.
        byte_tokens: names such as <0x0A> stand for the byte.
        notes: what a user should know.
    """

    normalizer: Normalizer
    pretokenizer: Pretokenizer
    model: ModelSettings
    decoding: Decoding
    template: Template | None
    whole_pieces_first: bool
    bytes_of_names: bool
    byte_tokens: bool
    notes: tuple[str, ...] = ()


def read_meaning(root: Place, names: Sequence[str], tokens: Sequence[AddedToken]) -> Meaning:
    """What `root` says of tokens with these names by id, the added `tokens` among them.

    Raises FormatError, naming the field, for what cannot be represented exactly.
    """
    model = root.get("model")
    _require_bpe(model)
    normalizer = read_normalizer(root.get("normalizer"))
    entries = read_entries(root.get("pre_tokenizer"))
    falls_back = model.get("byte_fallback", False).value
    bytes_of_model = frozenset(BYTE_NAMES) if falls_back else frozenset()
    added = {token.id: token.text for token in tokens}
    spoken = {token.id: _spoken(token, normalizer) for token in tokens}
    decoder = read_decoder(root.get("decoder"), names, added, spoken, bytes_of_model)
    is_bytes = _speaks_of_bytes(model, root.get("decoder"), decoder) and _spells_all(names, set(added.values()))
    split = _without_glyphs(normalizer, entries) if is_bytes else None
    settings = BYTE_LEVEL if split else _characters(model, names, decoder)
    steps, rest = split or (normalizer.steps, entries)
    return Meaning(
        normalizer=Normalizer(steps),
        pretokenizer=pretokenizer_of_splits(rest, root.get("pre_tokenizer")),
        model=settings,
        decoding=Decoding(spoken=decoder.decoding().spoken) if split else decoder.decoding(),
        template=read_template(root.get("post_processor"), len(names)),
        whole_pieces_first=model.get("ignore_merges", False).of(bool),
        bytes_of_names=split is not None,
        byte_tokens=isinstance(settings, Characters) and settings.byte_ids is not None,
        notes=_note_on_decoder(root.get("decoder")),
    )


def _require_bpe(model: Place) -> None:
    model.get("type", "BPE").require("BPE")
    model.get("dropout").require(None, 0.0, 0)
    for field in ("continuing_subword_prefix", "end_of_word_suffix", "unk_token"):
        model.get(field).of(str, type(None))
    for field in ("fuse_unk", "byte_fallback", "ignore_merges"):
        model.get(field, False).of(bool)


def _speaks_of_bytes(model: Place, place: Place, decoder: ReadDecoder) -> bool:
    affixes = model.get("continuing_subword_prefix").value or model.get("end_of_word_suffix").value
    shows_bytes = decoder.byte_alphabet and not decoder.drop_first and not decoder.drop_last
    return not affixes and (place.value is None or shows_bytes)


def _spoken(token: AddedToken, normalizer: Normalizer) -> str:
    """What the library writes for an added token: one that it looks for in normalised text is itself normalised."""
    if not token.normalized:
        return token.text
    steps = tuple(step for step in normalizer.steps if step != ByteGlyphs())
    return Normalizer(steps).text(token.text)


def _spells_all(names: Sequence[str], added: Container[str]) -> bool:
    """Whether all names are in the byte alphabet, and each byte has one."""
    return BYTE_OF_GLYPH.keys() <= set(names) and spells_bytes("".join(name for name in names if name not in added))


def _without_glyphs(
    normalizer: Normalizer, entries: tuple[Entry, ...]
) -> tuple[tuple[Step, ...], tuple[Entry, ...]] | None:
    """Normaliser and splits without the spelling of bytes, if that is the last thing that happens; else None."""
    glyphs = ByteGlyphs()
    if entries[-1:] == (glyphs,) and glyphs not in (*entries[:-1], *normalizer.steps):
        return normalizer.steps, entries[:-1]
    if not entries and normalizer.steps[-1:] == (glyphs,) and glyphs not in normalizer.steps[:-1]:
        return normalizer.steps[:-1], ()
    return None


def _characters(model: Place, names: Sequence[str], decoder: ReadDecoder) -> Characters:
    prefix, suffix = (model.get(field).value or "" for field in ("continuing_subword_prefix", "end_of_word_suffix"))
    if not prefix.isascii():  # the library counts its characters and cuts off as many bytes
        raise model.get("continuing_subword_prefix").error("is not ASCII, which the library handles wrongly", _REMEDY)
    return Characters(
        byte_ids=_byte_ids(model, names, decoder, affixes=bool(prefix or suffix)),
        unknown_id=_unknown_id(model.get("unk_token"), names),
        fuse_unknown=model.get("fuse_unk", False).value,
        continuing_prefix=prefix,
        word_suffix=suffix,
    )


def _byte_ids(model: Place, names: Sequence[str], decoder: ReadDecoder, *, affixes: bool) -> tuple[int, ...] | None:
    ids = {name: token_id for token_id, name in enumerate(names)}
    found = tuple(ids[name] for name in BYTE_NAMES if name in ids)
    fallback = model.get("byte_fallback", False)
    if not fallback.value:
        if found and decoder.byte_fallback:
            raise fallback.error("does not go with ByteFallback in the decoder and tokens such as <0x0A>", _REMEDY)
        return None
    if found and len(found) < len(BYTE_NAMES):
        missing = next(name for name in BYTE_NAMES if name not in ids)
        raise fallback.error(f"needs all 256 bytes as tokens, and {missing} is none", _REMEDY)
    if found and affixes:
        raise fallback.error("does not go with a prefix or suffix of parts of words", _REMEDY)
    return found or None


def _unknown_id(place: Place, names: Sequence[str]) -> int | None:
    if place.value is None:
        return None
    if place.value not in names:
        raise place.error("is not in the vocabulary", _REMEDY)
    return names.index(place.value)


def _note_on_decoder(place: Place) -> tuple[str, ...]:
    if place.value is not None:
        return ()
    return (f"{place.way} is null: the tokenizers library then shows tokens as they are spelled, with spaces between.",)
