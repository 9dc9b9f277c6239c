"""Steps of a normaliser: what each gives, and where in the original every character comes from."""

from __future__ import annotations

import io
import itertools
import random
from typing import Final

import numpy as np
import pytest
import sentencepiece
import tokenizers
import unicodedata2
from sentencepiece import sentencepiece_model_pb2
from tokenizers import normalizers as theirs

from vocabsmith_engine import TokenizerError
from vocabsmith_engine.normalization import (
    AlignedText,
    ByteGlyphs,
    CharacterMap,
    Lowercase,
    Nmt,
    Normalizer,
    Prefix,
    Prepend,
    Replace,
    SentencePieceText,
    Step,
    Strip,
    StripAccents,
    UnicodeForm,
)
from vocabsmith_engine.normalization.huggingface_steps import LibraryForm, LibraryStripAccents

CODE_POINTS: Final = [chr(code) for code in range(0x110000) if not 0xD800 <= code <= 0xDFFF]

PEERS: Final[dict[Step, tokenizers.normalizers.Normalizer]] = {
    LibraryForm("NFC"): theirs.NFC(),
    LibraryForm("NFD"): theirs.NFD(),
    LibraryForm("NFKC"): theirs.NFKC(),
    LibraryForm("NFKD"): theirs.NFKD(),
    Lowercase(): theirs.Lowercase(),
    LibraryStripAccents(): theirs.StripAccents(),
    Strip(): theirs.Strip(),
    Strip(right=False): theirs.Strip(right=False),
    Strip(left=False): theirs.Strip(left=False),
    Replace(" ", "▁"): theirs.Replace(" ", "▁"),
    Replace("ab", "b"): theirs.Replace("ab", "b"),
    Replace(r"\s+", " ", regex=True): theirs.Replace(tokenizers.Regex(r"\s+"), " "),
    Prepend("▁"): theirs.Prepend("▁"),
    Nmt(): theirs.Nmt(),
    ByteGlyphs(): theirs.ByteLevel(),
}

MARKS: Final = [c for c in CODE_POINTS if unicodedata2.category(c)[0] == "M"]
ALPHABET: Final = [
    *"ab  \n\t\r\u00a0eéEÉÅİßΣςﬁ½①Ⅷ\u0301\u0323\u0345가각ᄀ\u1161\u11a8ｶﾞが\u3099\u200b\ufeff▁😀क\u093cक़\x01"
]


def random_texts(number: int) -> list[str]:
    rng = random.Random(1)
    pools = (ALPHABET, MARKS, CODE_POINTS)
    return [
        "".join(rng.choice(rng.choices(pools, (8, 2, 1))[0]) for _ in range(rng.randrange(12))) for _ in range(number)
    ]


OF_CHARACTERS: Final = [step for step in PEERS if not isinstance(step, (Strip, Replace, Prepend))]


@pytest.mark.parametrize("step", OF_CHARACTERS, ids=str)
def test_steps_change_every_code_point_as_tokenizers_does(step: Step) -> None:
    for begin in range(0, len(CODE_POINTS), 500):
        text = "a".join(CODE_POINTS[begin : begin + 500])
        assert step.text(text) == PEERS[step].normalize_str(text), hex(ord(CODE_POINTS[begin]))


@pytest.mark.parametrize("step", PEERS, ids=str)
def test_steps_change_texts_as_tokenizers_does(step: Step) -> None:
    for text in random_texts(3_000):
        assert step.text(text) == PEERS[step].normalize_str(text), repr(text)


@pytest.mark.parametrize("step", [*PEERS, Prefix("▁"), Prefix(" ", first_only=True), SentencePieceText()], ids=str)
def test_the_aligned_text_is_the_same_text(step: Step) -> None:
    for text in random_texts(1_000):
        aligned = step.aligned(Normalizer().aligned(text))
        assert aligned.text == step.text(text), repr(text)
        assert len(aligned.begins) == len(aligned.ends) == len(aligned.text)
        assert all(0 <= begin <= end <= len(text) for begin, end in zip(aligned.begins, aligned.ends, strict=True))


# --- literal expectations


def spans(aligned: AlignedText) -> list[tuple[str, int, int]]:
    return list(zip(aligned.text, aligned.begins.tolist(), aligned.ends.tolist(), strict=True))


def test_a_character_that_falls_apart_is_what_each_part_stands_for() -> None:
    assert spans(UnicodeForm("NFKC").aligned(AlignedText.of("ﬁ½ Å"))) == [
        *[("f", 0, 1), ("i", 0, 1), ("1", 1, 2), ("⁄", 1, 2), ("2", 1, 2), (" ", 2, 3), ("Å", 3, 4)],
    ]


def test_two_characters_that_become_one_are_what_it_stands_for() -> None:
    assert spans(UnicodeForm("NFC").aligned(AlignedText.of("xA\u030ay"))) == [("x", 0, 1), ("Å", 1, 3), ("y", 3, 4)]


def test_marks_that_change_places_stand_for_their_stretch() -> None:
    assert spans(UnicodeForm("NFD").aligned(AlignedText.of("a\u0301\u0323b"))) == [
        *[("a", 0, 3), ("\u0323", 0, 3), ("\u0301", 0, 3), ("b", 3, 4)],
    ]


def test_what_is_inserted_stands_for_nothing_at_its_place() -> None:
    assert spans(Prepend("▁").aligned(AlignedText.of("ab"))) == [("▁", 0, 0), ("a", 0, 1), ("b", 1, 2)]


def test_steps_follow_one_another() -> None:
    normalizer = Normalizer((UnicodeForm("NFKC"), Lowercase(), Replace(" ", "▁")))
    assert normalizer.text("ﬀ É") == "ff▁é"
    assert spans(normalizer.aligned("ﬀ É")) == [("f", 0, 1), ("f", 0, 1), ("▁", 1, 2), ("é", 2, 3)]


def test_a_form_of_unicode_16_knows_what_the_library_does_not() -> None:
    assert UnicodeForm("NFKC").text("㋿") == "令和"
    assert LibraryForm("NFKC").text("㋿") == "㋿"


def test_pairs_that_join_in_one_version_only_do_not_join_in_the_other() -> None:
    pairs = [unicodedata2.decomposition(c).split() for c in CODE_POINTS]
    for pair in pairs:
        if len(pair) == 2 and not pair[0].startswith("<"):
            text = "".join(chr(int(code, 16)) for code in pair)
            assert LibraryForm("NFC").text(text) == theirs.NFC().normalize_str(text), pair


def test_bytes_that_are_not_utf_8_stay() -> None:
    escaped = b"\xff A\xcc".decode("utf-8", "surrogateescape")
    normalizer = Normalizer((UnicodeForm("NFKD"), Lowercase(), StripAccents(), Nmt(), Strip()))
    assert normalizer.text(escaped) == escaped.lower()


def test_a_prefix_is_put_only_where_it_is_missing() -> None:
    assert [Prefix(" ").text(text) for text in ("a", " a", "")] == [" a", " a", " "]


def test_a_prefix_of_the_first_stretch_is_put_nowhere_else() -> None:
    assert [Prefix("▁", first_only=True).text("a", begins_text=begins) for begins in (True, False)] == ["▁a", "a"]


def test_only_steps_that_lose_nothing_are_reversible() -> None:
    assert Normalizer().reversible
    assert Normalizer((ByteGlyphs(),)).reversible
    assert not Normalizer((UnicodeForm("NFC"),)).reversible


def test_a_normalizer_comes_back_from_its_list() -> None:
    normalizer = Normalizer(
        (*PEERS, Prefix("▁", first_only=True), SentencePieceText(symbols=("<x>",)), CharacterMap(b""))
    )
    assert Normalizer.from_list(normalizer.to_list()) == normalizer


@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        ({"step": "Upper"}, "is not known"),
        ({"step": ["NFC"]}, "is not known"),
        ({"step": "UnicodeForm", "form": "NFX"}, "is not known"),
        ({"step": "UnicodeForm"}, "needs form"),
        ({"step": "Strip", "middle": True}, "has no field 'middle'"),
        ({"step": "Strip", "left": 1}, "is not bool"),
        ({"step": "CharacterMap", "blob": "$"}, "is not base64"),
        ({"step": "Replace", "pattern": "", "content": ""}, "matches everywhere"),
    ],
)
def test_a_step_that_is_none_is_refused(entry: dict[str, object], rule: str) -> None:
    with pytest.raises(TokenizerError, match=rule):
        Normalizer.from_list([entry])


# --- what sentencepiece does


def trained_model(**options: object) -> sentencepiece_model_pb2.ModelProto:
    target = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["the quick brown fox jumps over the lazy dog"] * 20),
        model_writer=target,
        vocab_size=40,
        hard_vocab_limit=False,
        minloglevel=3,
        **options,
    )
    model = sentencepiece_model_pb2.ModelProto()
    model.ParseFromString(target.getvalue())
    return model


RULES: Final = ("nmt_nfkc", "nmt_nfkc_cf", "nfkc", "identity")


@pytest.fixture(scope="module")
def maps() -> dict[str, bytes]:
    """The precompiled map of each of sentencepiece's rules."""
    models = {rule: trained_model(normalization_rule_name=rule) for rule in RULES}
    return {rule: bytes(model.normalizer_spec.precompiled_charsmap) for rule, model in models.items()}


@pytest.mark.parametrize("rule", RULES[:3])
def test_a_map_by_grapheme_gives_what_tokenizers_gives(maps: dict[str, bytes], rule: str) -> None:
    ours, peer = CharacterMap(maps[rule], by_grapheme=True), theirs.Precompiled(maps[rule])
    for text in (*CODE_POINTS[:0x30000], *random_texts(3_000)):
        assert ours.text(text) == peer.normalize_str(text), repr(text)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("symbols", [(), ("  ", "ab", "  a", "ﬁ")], ids=str)
def test_a_text_is_prepared_as_sentencepiece_does(maps: dict[str, bytes], rule: str, symbols: tuple[str, ...]) -> None:
    for dummy, extra, suffix, escape in itertools.product((False, True), repeat=4):
        model = trained_model(
            normalization_rule_name=rule, user_defined_symbols=list(symbols), treat_whitespace_as_suffix=suffix
        )
        model.normalizer_spec.add_dummy_prefix = dummy
        model.normalizer_spec.remove_extra_whitespaces = extra
        model.normalizer_spec.escape_whitespaces = escape
        peer = sentencepiece.SentencePieceProcessor(model_proto=model.SerializeToString())
        step = SentencePieceText(maps[rule], dummy, extra, escape, suffix, symbols)
        for text in random_texts(300):
            prepared = peer.Normalize(text)
            assert step.text(text) == prepared, repr(text)
            assert step.aligned(AlignedText.of(text)).text == prepared, repr(text)


def test_spaces_that_sentencepiece_takes_away_are_in_no_span() -> None:
    assert spans(SentencePieceText().aligned(AlignedText.of("  a   b "))) == [
        *[("▁", 2, 2), ("a", 2, 3), ("▁", 3, 4), ("b", 6, 7)],
    ]


def test_bytes_that_are_not_utf_8_are_replaced_for_sentencepiece() -> None:
    assert SentencePieceText().text(b"a\xff\xfe".decode("utf-8", "surrogateescape")) == "▁a\ufffd\ufffd"


def test_a_damaged_map_is_refused(maps: dict[str, bytes]) -> None:
    blob = maps["nfkc"]
    size = int.from_bytes(blob[:4], "little")
    for damaged in (blob[:3], blob[:100], (len(blob)).to_bytes(4, "little") + blob[4:], blob[: 4 + size]):
        with pytest.raises(TokenizerError, match="precompiled character map"):
            CharacterMap(damaged)


def test_a_map_that_runs_in_a_circle_is_refused() -> None:
    units = np.full(256, 0x61 | 0 << 10, dtype="<u4")
    units[0] = 1 << 10
    with pytest.raises(TokenizerError, match="precompiled character map"):
        CharacterMap(len(units.tobytes()).to_bytes(4, "little") + units.tobytes() + b"\0")


def test_random_damage_to_a_map_is_refused_or_harmless(maps: dict[str, bytes]) -> None:
    rng = random.Random(3)
    blob = maps["nfkc"]
    for _ in range(12):
        damaged = bytearray(blob)
        for _ in range(rng.choice((1, 20, 5_000))):
            damaged[rng.randrange(len(blob))] = rng.randrange(256)
        try:
            CharacterMap(bytes(damaged)).text("ﬁ½ Å")
        except TokenizerError as error:
            assert "precompiled character map" in str(error)
