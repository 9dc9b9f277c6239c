"""NAME.model: what a trained tokenizer becomes, what is refused, and files that are damaged or mean harm."""

from __future__ import annotations

import dataclasses
import io
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import sentencepiece

from vocabsmith_engine import FormatError, Pretokenizer, Recipe, Tokenizer, formats, train_from_counts
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.formats import sentencepiece_proto as proto
from vocabsmith_engine.models import Unigram
from vocabsmith_engine.normalization import Normalizer, Prefix, UnicodeForm
from vocabsmith_engine.templates import Template

WORDS = ((b" ab", 9), (b" abc", 5), ("é中".encode(), 4), (b"a  b", 3), (b"x\0y", 3), (b"\n\n", 2))


def trained(words: tuple[tuple[bytes, int], ...] = WORDS, **settings: Any) -> Tokenizer:
    recipe = Recipe.from_dict({"vocab_size": 400, "min_frequency": 1, "pretokenizer": "none", **settings})
    return train_from_counts(words, recipe).tokenizer


def characters(**settings: Any) -> Tokenizer:
    return trained(base="characters", **settings)


def notes(tokenizer: Tokenizer, level: str) -> list[str]:
    return [note.text for note in formats.FORMATS["sentencepiece"].cannot_carry(tokenizer) if note.level == level]


def saved(tokenizer: Tokenizer, folder: Path) -> tuple[Any, sentencepiece.SentencePieceProcessor]:
    tokenizer.save(folder, ["sentencepiece"])
    content = (folder / f"{folder.name}.model").read_bytes()
    return proto.parsed(content), sentencepiece.SentencePieceProcessor(model_proto=content)


# --- written from characters


def test_a_token_of_characters_is_a_piece_with_its_negative_rank(tmp_path: Path) -> None:
    tokenizer = characters(special_tokens=["<s>", "[SEP] "])
    model, theirs = saved(tokenizer, tmp_path)
    ids = {token: i for i, token in enumerate(tokenizer.tokens) if i >= 256}
    [first, second] = tokenizer.merges[:2, 2].tolist()
    assert tokenizer.tokens[first] == b" a"
    assert [(model.pieces[i].piece, model.pieces[i].score) for i in (first, second)] == [
        ("▁a".encode(), 0.0),
        ("▁ab".encode(), -1.0),
    ]
    assert [piece.type for piece in model.pieces[:256]] == [proto.BYTE] * 256
    assert model.pieces[32].piece == b"<0x%02X>" % tokenizer.tokens[32][0]
    assert (model.pieces[ids[b"<s>"]].type, model.pieces[ids[b"[SEP] "]].piece) == (4, "[SEP]▁".encode())
    assert (model.pieces[-1].piece, model.pieces[-1].type) == (b"<unk>", proto.UNKNOWN)
    assert theirs.vocab_size() == tokenizer.vocab_size + 1
    assert theirs.unk_id() == tokenizer.vocab_size


def test_text_comes_back_as_it_went_in(tmp_path: Path) -> None:
    _, theirs = saved(characters(), tmp_path)
    text = "  two  spaces\tand \n"
    assert theirs.decode(theirs.encode(text)) == text
    assert theirs.decode(theirs.encode("▁a")) == " a"
    assert any("takes ▁ (U+2581) for a space" in text for text in notes(characters(), "warning"))


def test_nul_is_spelled_by_its_byte_and_stands_in_no_piece(tmp_path: Path) -> None:
    for tokenizer, name in ((characters(), "characters"), (trained(), "bytes")):
        model, theirs = saved(tokenizer, tmp_path / name)
        assert not any(b"\0" in piece.piece for piece in model.pieces)
        assert theirs.id_to_piece(theirs.encode("x\0y")[1]) == "<0x00>"
        assert theirs.decode(theirs.encode("x\0y\1")) == "x\0y\1"


def test_a_special_token_that_is_called_unk_stays_what_it_is(tmp_path: Path) -> None:
    tokenizer = dataclasses.replace(characters(special_tokens=["<unk>", "<unk>_0"]), roles={"unk": "<unk>"})
    model, theirs = saved(tokenizer, tmp_path)
    assert theirs.encode("a<unk>b") == tokenizer.encode("a<unk>b")
    assert model.pieces[-1].piece == b"<unk>_1"


def test_an_ordinary_token_that_spells_a_special_one_does_not_stand_twice(tmp_path: Path) -> None:
    tokenizer = characters(special_tokens=["ab "])
    doubled = dataclasses.replace(
        tokenizer,
        tokens=[*tokenizer.tokens, b"ab"],
        special_tokens={**tokenizer.special_tokens, "ab": tokenizer.vocab_size},
    )
    _, theirs = saved(doubled, tmp_path)
    for text in ("ab", " ab abc", "ab ab"):
        assert theirs.encode(text) == doubled.encode(text)


# --- when ids agree


ALPHABETS = {"none": "aaabbbccx   \n\t\0é中😀", "whitespace": "aaabbbccxxé中😀 "}


def random_text(dice: random.Random, alphabet: str) -> str:
    return "".join(dice.choices(alphabet, k=dice.randint(0, 30)))


@pytest.mark.parametrize("pretokenizer", ["none", "whitespace"])
def test_what_is_called_exact_gives_the_same_ids_on_random_text(pretokenizer: str, tmp_path: Path) -> None:
    dice, alphabet = random.Random(7), ALPHABETS[pretokenizer]
    exact = 0
    for number in range(20):
        drawn = " ".join(random_text(dice, alphabet) for _ in range(12))
        pieces = Counter(Pretokenizer.of(pretokenizer).split(re.sub(" +", " ", drawn)))
        tokenizer = trained(
            tuple((piece.encode(), times) for piece, times in pieces.items()),
            base="characters",
            pretokenizer=pretokenizer,
            special_tokens=["<s>"],
            character_coverage=dice.choice([0.9, 1.0]),
        )
        if any("sample lines encode the same" in text for text in notes(tokenizer, "warning")):
            continue
        exact += 1
        _, theirs = saved(tokenizer, tmp_path / str(number))
        for _ in range(100):
            text = random_text(dice, alphabet) + dice.choice(["", "<s>"]) + random_text(dice, ALPHABETS["none"])
            assert theirs.encode(text) == tokenizer.encode(text)
    assert exact == 20 if pretokenizer == "none" else exact > 5


def test_a_pattern_that_tokens_can_cross_is_told_with_counts() -> None:
    [_, text] = notes(characters(pretokenizer="gpt2"), "warning")
    assert text.startswith("A .model file holds no pattern, so tokens can cross the borders of pieces (GPT-2). ")
    assert "sample lines encode the same" in text
    spaces = characters(words=((b"  ", 9), (b" a", 5)), pretokenizer="whitespace")
    assert any("holds no pattern" in text for text in notes(spaces, "warning"))
    words = characters(words=((b"ab", 9), (b" ab", 5), (b"\n\n", 4)), pretokenizer="whitespace")
    assert len(notes(words, "warning")) == 1


def test_bytes_that_are_no_text_are_counted_and_character_mode_is_offered(tmp_path: Path) -> None:
    lines = "\n".join(["😀😁😂"] * 5)
    tokenizer = trained(((lines.encode(), 1),), vocab_size=260)
    assert b"\xf0\x9f\x98" in tokenizer.tokens
    [_, text] = notes(tokenizer, "warning")
    assert "tokens cannot be text pieces (bytes " in text
    assert "F0 9F 98" in text
    assert "base characters" in text
    [(same, total)] = re.findall(r"(\d+) of (\d+) sample lines encode the same", text)
    assert 0 < int(same) < int(total)
    report = tokenizer.save(tmp_path, ["sentencepiece"])
    assert text in [note.text for note in report.notes]
    model, theirs = saved(tokenizer, tmp_path)
    partial = model.pieces[tokenizer.tokens.index(b"\xf0\x9f\x98")]
    assert (partial.piece, partial.type) == (b"<0xF09F98>", proto.UNUSED)
    assert theirs.decode(theirs.encode(lines)) == lines


def test_what_a_model_file_cannot_say_is_refused() -> None:
    def refusal(tokenizer: Tokenizer) -> str:
        return notes(tokenizer, "refused")[0]

    assert "normalisation" in refusal(characters(normalization="NFKC"))
    assert "normalisation" in refusal(dataclasses.replace(trained(), normalizer=Normalizer((UnicodeForm("NFC"),))))
    with_special = characters(special_tokens=["<s>"])
    last = with_special.vocab_size - 1
    assert "puts around a text" in refusal(dataclasses.replace(with_special, template=Template((last,), ())))
    greedy = (AddedToken("<s>", last, rstrip=True),)
    assert "how the added token '<s>' is found" in refusal(dataclasses.replace(with_special, added_tokens=greedy))
    assert "holds NUL or ▁" in refusal(characters(special_tokens=["▁a"]))
    with_space = Pretokenizer.of_splits([Prefix(" "), Pretokenizer.of("gpt2").pattern])
    assert "adds to a text" in refusal(dataclasses.replace(trained(), pretokenizer=with_space))
    chatting = dataclasses.replace(with_special, chat_template="{{ x }}")
    assert "A .model file holds no chat template: it is left out." in notes(chatting, "warning")


# --- unigrams


def test_an_unknown_character_scores_ten_below_the_lowest_and_neighbours_are_one_token(tmp_path: Path) -> None:
    model = proto.model_class()()
    for piece, score, kind in (("<unk>", 0, 2), ("a", -2, 1), ("c", -2, 1), ("abc", -9, 1)):
        model.pieces.add(piece=piece.encode(), score=score, type=kind)
    model.normalizer_spec.add_dummy_prefix = False
    file = tmp_path / "tiny.model"
    file.write_bytes(model.SerializeToString())
    ours, theirs = Tokenizer.load(file), sentencepiece.SentencePieceProcessor(model_file=str(file))
    assert isinstance(ours.model, Unigram)
    assert ours.encode("abc") == theirs.encode("abc") == [3]
    assert ours.encode("axxc") == theirs.encode("axxc") == [1, 0, 2]
    assert ours.encode_with_offsets("axxc").code_points.tolist() == [[0, 1], [1, 3], [3, 4]]
    assert ours.decode([1, 0, 2]) == theirs.decode([1, 0, 2]) == "a ⁇ c"


# --- the fields


def test_every_field_has_the_number_and_the_default_that_the_library_gives_it() -> None:
    import sentencepiece.sentencepiece_model_pb2 as library  # noqa: PLC0415 - a module of the library

    theirs = {**library.DESCRIPTOR.message_types_by_name, "SentencePiece": library.ModelProto.SentencePiece.DESCRIPTOR}
    for message in proto.model_class().DESCRIPTOR.file.message_types_by_name.values():
        for field in message.fields:
            other = theirs[message.name].fields_by_name[field.name]
            assert field.number == other.number
            if field.message_type is None:
                default = other.default_value
                assert field.default_value == (default.encode() if isinstance(default, str) else default)


# --- damaged files and files that mean harm


def written(path: Path, *pieces: tuple[bytes, int], **trainer: Any) -> Path:
    model = proto.model_class()()
    for piece, kind in pieces:
        model.pieces.add(piece=piece, score=-1, type=kind)
    for name, value in {"model_type": proto.BPE, **trainer}.items():
        setattr(model.trainer_spec, name, value)
    path.write_bytes(model.SerializeToString())
    return path


UNKNOWN = (b"<unk>", proto.UNKNOWN)
BYTES = tuple((b"<0x%02X>" % value, proto.BYTE) for value in range(256))


@pytest.mark.parametrize(
    ("pieces", "trainer", "rule"),
    [
        ((), {}, "it holds no pieces"),
        ((UNKNOWN,), {"model_type": 3}, r"trainer_spec\.model_type 3 \(word\): is not supported"),
        ((UNKNOWN,), {"model_type": 4}, r"model_type 4 \(char\): is not supported"),
        ((UNKNOWN,), {"model_type": 99}, r"model_type 99 \(of an unknown kind\): is not supported"),
        (((b"a", 1),), {}, "holds 0 pieces of type UNKNOWN, not one"),
        ((UNKNOWN, (b"a", 1), (b"a", 1)), {}, 'piece 2 "a": repeats piece 1'),
        ((UNKNOWN, (b"", 1)), {}, "piece 1 .*: is empty"),
        ((UNKNOWN, (b"a\0b", 1)), {}, "holds the character NUL"),
        ((UNKNOWN, (b"a" * 8000, 1)), {}, "has 8,000 bytes, and at most 7,999 are allowed"),
        ((UNKNOWN, (b"\xff", 1)), {}, "is not UTF-8"),
        ((UNKNOWN, (b"a", 7)), {}, "is of the unknown type 7"),
        ((UNKNOWN, (b"<0x41>", 6)), {}, "is a byte, though trainer_spec.byte_fallback is false"),
        ((UNKNOWN, (b"<0x4>", 6)), {"byte_fallback": True}, "is of type BYTE and names none"),
        ((UNKNOWN, *BYTES[1:]), {"byte_fallback": True}, "holds 255 byte pieces, not 256"),
    ],
)
def test_a_model_that_contradicts_itself_is_refused(
    pieces: tuple[tuple[bytes, int], ...], trainer: dict[str, Any], rule: str, tmp_path: Path
) -> None:
    with pytest.raises(FormatError, match=rule):
        Tokenizer.load(written(tmp_path / "bad.model", *pieces, **trainer))


@pytest.mark.parametrize("score", [float("nan"), float("inf"), float("-inf")])
def test_a_score_that_is_no_number_is_refused(score: float, tmp_path: Path) -> None:
    file = written(tmp_path / "bad.model", UNKNOWN, (b"a", 1))
    model = proto.parsed(file.read_bytes())
    model.pieces[1].score = score
    file.write_bytes(model.SerializeToString())
    with pytest.raises(FormatError, match=r"piece 1 .*: has the score"):
        Tokenizer.load(file)


@pytest.mark.parametrize("content", [b"", b"\xff" * 40, b"\n\xff\xff\xff\xff\x0f", b"{}", b"\n\x05\n\x03abc"])
def test_what_is_no_model_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "bad.model").write_bytes(content)
    with pytest.raises(
        FormatError, match=r"bad\.model: (is no SentencePiece model|holds 0 pieces of type|trainer_spec)"
    ):
        Tokenizer.load(tmp_path / "bad.model")


def test_a_damaged_character_map_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path / "bad.model", UNKNOWN, (b"a", 1))
    model = proto.parsed(file.read_bytes())
    model.normalizer_spec.precompiled_charsmap = b"\x10\0\0\0abc"
    file.write_bytes(model.SerializeToString())
    with pytest.raises(FormatError, match=r"bad\.model: the precompiled character map"):
        Tokenizer.load(file)


def test_a_character_map_that_would_blow_up_text_is_refused(tmp_path: Path) -> None:
    content = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["ab ab"]), model_writer=content, model_type="bpe", vocab_size=7, minloglevel=2
    )
    model = proto.parsed(content.getvalue())
    blob = model.normalizer_spec.precompiled_charsmap
    trie = 4 + int.from_bytes(blob[:4], "little")
    model.normalizer_spec.precompiled_charsmap = blob[:trie] + b"x" * 2000 + blob[trie + 2000 :]
    (tmp_path / "bad.model").write_bytes(model.SerializeToString())
    with pytest.raises(FormatError, match="the precompiled character map: has an entry whose text does not stand at"):
        Tokenizer.load(tmp_path / "bad.model")
