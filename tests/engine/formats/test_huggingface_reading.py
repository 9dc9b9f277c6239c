"""tokenizer.json as others write it: what is read, and what is refused by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tokenizers
from one_file import BYTE_LEVEL, BYTE_VOCAB, characters, load, minimal, sequence

from vocabsmith_engine import FormatError, Pretokenizer, Recipe, Tokenizer, train_from_counts
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.byte_alphabet import GPT2_ORDER
from vocabsmith_engine.templates import Template


def trained(**settings: Any) -> Tokenizer:
    return train_from_counts([(b" a", 9), (b" ab", 5)], Recipe(vocab_size=258, **settings)).tokenizer


def test_older_files_are_read(tmp_path: Path) -> None:
    tokenizer = load(minimal(), tmp_path)
    assert tokenizer.encode("x ab<s>") == [BYTE_VOCAB["x"], 257, 258]
    assert (tokenizer.pretokenizer.name, tokenizer.special_tokens) == ("gpt2", {"<s>": 258})


def test_an_added_token_behind_the_vocabulary_is_read(tmp_path: Path) -> None:
    content = minimal()
    del content["model"]["vocab"]["<s>"]
    assert load(content, tmp_path).special_tokens == {"<s>": 258}


def test_an_added_token_behind_the_vocabulary_has_the_id_that_the_library_gives_it(tmp_path: Path) -> None:
    content = minimal(added_tokens=[{"id": 300, "content": "<x>"}])
    with pytest.raises(FormatError, match=r"added_tokens\[0\] .*: gets the id 259"):
        load(content, tmp_path)


def test_rules_of_added_tokens_are_read(tmp_path: Path) -> None:
    entry = {"id": 258, "content": "<s>", "special": False, "lstrip": True, "normalized": True}
    tokenizer = load(minimal(added_tokens=[entry]), tmp_path)
    assert tokenizer.added_tokens == (AddedToken("<s>", 258, special=False, lstrip=True, normalized=True),)
    assert tokenizer.encode("x  <s>") == [BYTE_VOCAB["x"], 258]


def test_a_text_that_becomes_an_added_token_is_looked_up_as_a_whole_piece(tmp_path: Path) -> None:
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    added = [{"id": 3, "content": "<s>", "special": True, **flags}]
    lower = {"type": "Lowercase"}
    content = characters("<", "s", ">", "<s>", added_tokens=added, normalizer=lower, model__ignore_merges=True)
    ids = load(content, tmp_path).encode("<S>")
    assert ids == tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json")).encode("<S>").ids == [3]


def test_an_added_token_may_be_an_ordinary_one_as_well(tmp_path: Path) -> None:
    x, y = BYTE_VOCAB["x"], BYTE_VOCAB["y"]
    tokenizer = load(minimal(added_tokens=[{"id": x, "content": "x", "single_word": True, "rstrip": True}]), tmp_path)
    assert tokenizer.encode("x  xy") == [x, x, y]  # found as an added token with the spaces behind it; then as a byte


def test_roles_may_be_objects(tmp_path: Path) -> None:
    (tmp_path / "tokenizer_config.json").write_text('{"eos_token": {"content": "<s>", "lstrip": false}}')
    assert load(minimal(), tmp_path).roles == {"eos": "<s>"}


@pytest.mark.parametrize("name", ["cl100k", "qwen2", "o200k", "nanochat", "deepseek3", "digits", "whitespace", "none"])
def test_a_known_pattern_is_known_again(name: str, tmp_path: Path) -> None:
    trained(pretokenizer=name).save(tmp_path, ["huggingface"])
    assert Tokenizer.load(tmp_path).pretokenizer.name == name


def test_the_other_spelling_of_the_gpt2_pattern_is_known(tmp_path: Path) -> None:
    pattern = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    steps = {"type": "Sequence", "pretokenizers": [split, BYTE_LEVEL | {"use_regex": False}]}
    assert load(minimal(pre_tokenizer=steps), tmp_path).pretokenizer.name == "gpt2"


def test_ignoring_merges_is_looking_whole_pieces_up(tmp_path: Path) -> None:
    vocab = {**BYTE_VOCAB, "xyz": 256}
    changes = {"added_tokens": [], "model__vocab": vocab, "model__merges": []}
    assert load(minimal(**changes, model__ignore_merges=True), tmp_path).encode("xyz") == [256]
    assert len(load(minimal(**changes), tmp_path).encode("xyz")) == 3


SPLIT = {"type": "Split", "pattern": {"Regex": "a"}, "behavior": "Isolated", "invert": False}
PLAIN = BYTE_LEVEL | {"use_regex": False}


def around(*names: str) -> dict[str, Any]:
    """A TemplateProcessing; "A" is the text."""
    items = [{"Sequence" if name == "A" else "SpecialToken": {"id": name, "type_id": 0}} for name in names]
    special = {name: {"id": name, "ids": [258], "tokens": [name]} for name in names}
    return {"type": "TemplateProcessing", "single": items, "pair": [], "special_tokens": special}


@pytest.mark.parametrize(
    ("processor", "template"),
    [
        (None, None),
        ({"type": "ByteLevel"}, None),
        (around("A"), None),
        (around("<s>", "A"), Template((258,), ())),
        (around("<s>", "A", "<s>", "<s>"), Template((258,), (258, 258))),
        ({"type": "RobertaProcessing", "sep": ["b", 66], "cls": ["a", 65]}, Template((65,), (66,))),
        ({"type": "BertProcessing", "sep": ["b", 66], "cls": ["a", 65]}, Template((65,), (66,))),
        ({"type": "Sequence", "processors": [{"type": "ByteLevel"}, around("<s>", "A")]}, Template((258,), ())),
    ],
)
def test_ids_around_a_text(processor: dict[str, Any] | None, template: Template | None, tmp_path: Path) -> None:
    tokenizer = load(minimal(post_processor=processor), tmp_path)
    assert tokenizer.template == template
    around_it = template or Template()
    assert tokenizer.encode(" ab") == [*around_it.prefix, 257, *around_it.suffix]
    assert tokenizer.encode(" ab", template=False) == [257]


def test_truncation_and_padding_are_noted_and_change_no_id(tmp_path: Path) -> None:
    limits = {"truncation": {"max_length": 1}, "padding": {"strategy": {"Fixed": 8}}}
    tokenizer = load(minimal(**limits), tmp_path)
    assert tokenizer.encode(" ab ab") == [257, 257]
    assert [note.split(";")[0] for note in tokenizer.notes] == [
        "The file asks for ids to be cut to a length (truncation)",
        "The file asks for ids to be filled up to a length (padding)",
    ]


def test_a_byte_level_file_without_decoder_still_decodes_to_text(tmp_path: Path) -> None:
    tokenizer = load(minimal(decoder=None), tmp_path)
    assert tokenizer.decode(tokenizer.encode("x ab é")) == "x ab é"
    assert tokenizer.notes == (
        "decoder is null: the tokenizers library then shows tokens as they are spelled, with spaces between.",
    )


def test_an_incomplete_byte_alphabet_drops_what_it_cannot_spell(tmp_path: Path) -> None:
    vocab = {name: number for number, name in enumerate(["a", "b", "Ġ", "Ġa"])}
    changes = {"added_tokens": [], "model__vocab": vocab, "model__merges": ["Ġ a"], "model__unk_token": None}
    tokenizer = load(minimal(**changes), tmp_path)
    assert tokenizer.encode("a ab é") == [0, 3, 1, 2]
    assert tokenizer.decode([0, 3, 1, 2]) == "a ab "


def test_byte_fallback_spells_what_has_no_token(tmp_path: Path) -> None:
    bytes_ = [f"<0x{byte:02X}>" for byte in range(256)]
    decoder = {"type": "Sequence", "decoders": [{"type": "ByteFallback"}, {"type": "Fuse"}]}
    content = characters("a", "b", "ab", *bytes_, merges=("a b",), decoder=decoder)
    content["model"]["byte_fallback"] = True
    tokenizer = load(content, tmp_path)
    assert tokenizer.encode("abé") == [2, 3 + 0xC3, 3 + 0xA9]
    assert tokenizer.decode([2, 3 + 0xC3, 3 + 0xA9]) == "abé"


def test_parts_of_words_have_a_prefix_or_the_last_a_suffix(tmp_path: Path) -> None:
    content = characters("a", "##b", "ab", merges=("a ##b",))
    content["model"]["continuing_subword_prefix"] = "##"
    assert load(content, tmp_path).encode("ab") == [2]
    content = characters("a", "b</w>", "ab</w>", merges=("a b</w>",))
    content["model"]["end_of_word_suffix"] = "</w>"
    assert load(content, tmp_path).encode("ab") == [2]


@pytest.mark.parametrize(("fused", "ids"), [(True, [0, 1, 0]), (False, [0, 0, 1, 0])])
def test_unknown_characters_may_be_one_token(fused: bool, ids: list[int], tmp_path: Path) -> None:
    content = characters("?", "a")
    content["model"] |= {"unk_token": "?", "fuse_unk": fused}
    assert load(content, tmp_path).encode("xyaz") == ids


METASPACE = {"type": "Metaspace", "replacement": "▁"}


@pytest.mark.parametrize(
    ("changes", "ids"),
    [
        ({"prepend_scheme": "always"}, [2, 0, 2, 0]),
        ({"prepend_scheme": "first"}, [2, 0, 0]),
        ({"prepend_scheme": "never"}, [0, 0]),
        ({"add_prefix_space": False}, [0, 0]),
        ({}, [2, 0, 2, 0]),
    ],
)
def test_metaspace_puts_its_sign_in_front(changes: dict[str, Any], ids: list[int], tmp_path: Path) -> None:
    added = [{"id": 3, "content": "<s>", "special": True}]
    content = characters("a", "b", "▁", "<s>", pre_tokenizer=METASPACE | changes, added_tokens=added)
    assert [token for token in load(content, tmp_path).encode("a<s>a") if token != 3] == ids


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": "2.0"}, 'version "2.0": is not supported, only "1.0"'),
        ({"normalizer": {"type": "Rot13"}}, 'normalizer.type "Rot13": is not known, only NFC'),
        ({"normalizer": {"type": "Replace", "pattern": {"String": ""}, "content": "x"}}, "matches everywhere"),
        (
            {"normalizer": {"type": "Precompiled", "precompiled_charsmap": "!"}},
            'precompiled_charsmap "!": is not base64',
        ),
        ({"post_processor": {"type": "Other"}}, 'post_processor.type "Other": is not supported'),
        ({"post_processor": around("<s>")}, "holds the text 0 times, not once"),
        (
            {"post_processor": {"type": "BertProcessing", "sep": ["b", 66], "cls": ["a", 999]}},
            "999: is no id of a token",
        ),
        ({"decoder": {"type": "WordPiece"}}, 'decoder.type "WordPiece": is not known'),
        ({"decoder": {"type": "Strip", "content": " ", "start": 1, "stop": 0}}, "takes spaces off every token"),
        ({"model": []}, "model []: must be an object"),
        ({"model__type": "Unigram"}, 'model.type "Unigram": is not supported, only "BPE"'),
        ({"model__dropout": 0.1}, "model.dropout 0.1: is not supported"),
        ({"model__ignore_merges": 1}, "model.ignore_merges 1: must be true or false"),
        ({"model__type": "WordPiece", "decoder": None}, 'model.type "WordPiece": is not supported'),
        ({"pre_tokenizer": {"type": "Other"}}, 'pre_tokenizer.type "Other": is not known'),
        ({"pre_tokenizer": sequence(SPLIT | {"behavior": "Eaten"})}, '[0].behavior "Eaten": is not supported'),
        ({"pre_tokenizer": sequence(SPLIT | {"pattern": {"String": ""}})}, "is empty and would match everywhere"),
        ({"pre_tokenizer": sequence(SPLIT | {"pattern": {"Regex": "[[:alpha:]]"}}, PLAIN)}, "has no words for"),
        ({"pre_tokenizer": sequence(SPLIT | {"pattern": {"Regex": "(a"}}, PLAIN)}, "(a"),
        ({"pre_tokenizer": sequence(SPLIT | {"pattern": {"Regex": "a*"}}, PLAIN)}, "can match the empty string"),
        ({"pre_tokenizer": {"type": "CharDelimiterSplit", "delimiter": "ab"}}, 'delimiter "ab": is not one character'),
        ({"added_tokens": {}}, "added_tokens {}: must be a list"),
        ({"added_tokens": [{"id": 258, "content": "<s>", "lstrip": 1}]}, "added_tokens[0].lstrip 1: must be true or"),
        ({"added_tokens": [{"id": 3, "content": "<s>"}]}, "has another id in model.vocab, 258"),
        ({"added_tokens": [{"id": "3", "content": "<s>"}]}, 'added_tokens[0].id "3": must be a whole number'),
        ({"added_tokens": [{"id": 258, "content": "\ud800"}]}, "holds half a surrogate pair"),
        ({"added_tokens": [{"id": 258, "content": "<s>"}] * 2}, "repeats the text of added_tokens[0]"),
        ({"model__vocab": {**BYTE_VOCAB, "ab": 256, "cd": 256}}, 'id 256: belongs to both "ab" and "cd"'),
        ({"model__vocab": {**BYTE_VOCAB, "ab": 300}}, "id 256: belongs to no token, though there are 257 tokens"),
        ({"model__vocab": {**BYTE_VOCAB, "ab": -1}}, "model.vocab.ab -1: is no id"),
        ({"model__vocab": {**BYTE_VOCAB, "ab": True}}, "model.vocab.ab true: is no id"),
        ({"pre_tokenizer": None}, 'model.unk_token "": is not in the vocabulary'),
        ({"model__merges": ["Ġ a b"]}, 'model.merges[0] "Ġ a b": is not a pair of tokens'),
        ({"model__merges": [["Ġ"]]}, 'model.merges[0] ["Ġ"]: is not a pair of tokens'),
        ({"model__merges": [["Ġ", 7]]}, "is not a pair of tokens"),
        ({"model__merges": [["Ġ", "a"], ["x", "y"]]}, 'model.merges[1] ["x", "y"]: needs "xy", which is not in the'),
        ({"model__merges": {}}, "model.merges {}: must be a list"),
    ],
)
def test_what_is_not_understood_is_refused_by_name(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as refusal:
        load(minimal(**changes), tmp_path)
    assert str(refusal.value).startswith(f"{tmp_path}/tokenizer.json: ")
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not valid JSON"),
        (b"[1, 2]", "holds no JSON object"),
        (b"\xff{}", "is not UTF-8: byte 0xFF at offset 0"),
        (b'{"a": ' * 200_000, "is nested too deeply"),
        (b'{"version": "1.0", "version": "1.0"}', 'the key "version" stands twice'),
        (b'{"version": ' + b"9" * 5000 + b"}", "is not valid JSON"),
    ],
)
def test_hostile_files_get_one_line(content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_bytes(content)
    with pytest.raises(FormatError) as refusal:
        Tokenizer.load(tmp_path)
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_file_larger_than_any_tokenizer_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vocabsmith_engine.formats.json_files.MAX_FILE_SIZE", 2**20)
    (tmp_path / "tokenizer.json").write_bytes(b" " * (2**20 + 1))
    with pytest.raises(FormatError, match="is larger than 1 MiB, and no tokenizer is"):
        Tokenizer.load(tmp_path)


def test_a_vocabulary_with_unreached_tokens_comes_back(tmp_path: Path) -> None:
    tokens = [*(bytes([byte]) for byte in GPT2_ORDER), b"whole"]
    none = np.zeros((0, 3), np.uint32)
    Tokenizer(tokens, none, {}, Pretokenizer.of("gpt2"), whole_pieces_first=True).save(tmp_path, ["huggingface"])
    assert Tokenizer.load(tmp_path).encode("whole hole")[0] == 256


def test_an_error_can_be_printed_though_the_file_holds_half_a_surrogate_pair(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text('{"version": "\\ud800"}')
    with pytest.raises(FormatError) as refusal:
        Tokenizer.load(tmp_path)
    assert r'version "\ud800": is not supported' in str(refusal.value)
