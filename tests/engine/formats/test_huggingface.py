"""tokenizer.json: what is written, what is read, what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tokenizers

from vocabsmith_engine import FormatError, Pretokenizer, Recipe, Tokenizer, formats, train_from_counts
from vocabsmith_engine.byte_alphabet import GLYPH_OF_BYTE, GPT2_ORDER

BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
BYTE_VOCAB = {GLYPH_OF_BYTE[byte]: token_id for token_id, byte in enumerate(GPT2_ORDER)}


def trained(*special_tokens: str, **settings: Any) -> Tokenizer:
    recipe = Recipe(vocab_size=258 + len(special_tokens), special_tokens=special_tokens, **settings)
    return train_from_counts([(b" a", 9), (b" ab", 5)], recipe).tokenizer


def saved(tokenizer: Tokenizer, folder: Path) -> dict[str, Any]:
    tokenizer.save(folder, ["huggingface"])
    content: dict[str, Any] = json.loads((folder / "tokenizer.json").read_text("utf-8"))
    return content


def minimal(**changes: Any) -> dict[str, Any]:
    """A small file as others write it: the bytes, two merges as strings, one special token."""
    vocab = {**BYTE_VOCAB, "Ġa": 256, "Ġab": 257, "<s>": 258}
    content: dict[str, Any] = {
        "version": "1.0",
        "added_tokens": [{"id": 258, "content": "<s>", "special": True}],
        "normalizer": None,
        "pre_tokenizer": BYTE_LEVEL,
        "post_processor": {"type": "ByteLevel", "trim_offsets": False},
        "decoder": {"type": "ByteLevel"},
        "model": {"dropout": None, "unk_token": "", "vocab": vocab, "merges": ["Ġ a", "Ġa b"]},
    }
    for way, value in changes.items():
        target = content
        *above, last = way.split("__")
        for key in above:
            target = target[key]
        target[last] = value
    return content


def load(content: object, folder: Path) -> Tokenizer:
    (folder / "tokenizer.json").write_text(json.dumps(content), "utf-8")
    return Tokenizer.load(folder / "tokenizer.json")


# --- written


def test_the_keys_stand_in_the_order_of_the_library(tmp_path: Path) -> None:
    content = saved(trained("<s>"), tmp_path)
    assert list(content) == [
        *("version", "truncation", "padding", "added_tokens", "normalizer", "pre_tokenizer", "post_processor"),
        *("decoder", "model"),
    ]
    assert list(content["model"]) == [
        *("type", "dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix", "fuse_unk"),
        *("byte_fallback", "ignore_merges", "vocab", "merges"),
    ]


def test_merges_are_pairs_in_the_byte_alphabet(tmp_path: Path) -> None:
    assert saved(trained(), tmp_path)["model"]["merges"] == [["Ġ", "a"], ["Ġa", "b"]]


def test_merges_that_hold_spaces_load_in_the_library(tmp_path: Path) -> None:
    counts = [(b"a b a b a b\n" * 20, 1)]
    tokenizer = train_from_counts(counts, Recipe(vocab_size=261, pretokenizer="none")).tokenizer
    merges = saved(tokenizer, tmp_path)["model"]["merges"]
    assert merges[:2] == [["a", "Ġ"], ["aĠ", "b"]]
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    assert theirs.encode("a b a b a b\n").ids == tokenizer.encode("a b a b a b\n")


@pytest.mark.parametrize("place", ["start", "after-bytes", "end"])
def test_every_id_stands_in_the_vocabulary(place: str, tmp_path: Path) -> None:
    tokenizer = trained("<s>", "<é>", specials=place)
    vocab = saved(tokenizer, tmp_path)["model"]["vocab"]
    assert list(vocab.values()) == list(range(260))
    assert {text: vocab[text] for text in ("<s>", "<é>")} == tokenizer.special_tokens


def test_the_gpt2_pattern_is_built_into_byte_level(tmp_path: Path) -> None:
    assert saved(trained(), tmp_path)["pre_tokenizer"] == BYTE_LEVEL


def test_no_pattern_is_byte_level_without_its_own(tmp_path: Path) -> None:
    assert saved(trained(pretokenizer="none"), tmp_path)["pre_tokenizer"] == BYTE_LEVEL | {"use_regex": False}


@pytest.mark.parametrize(
    ("pretokenizer", "patterns"),
    [
        ("qwen2", [Pretokenizer.of("qwen2").pattern]),
        ("digits", [r"\p{N}", Pretokenizer.of("gpt2").pattern]),
        (r"\p{N}{1,3}+|\s?\p{L}+", [r"(?>\p{N}{1,3})|\s?\p{L}+"]),
    ],
)
def test_other_patterns_are_splits_before_byte_level(pretokenizer: str, patterns: list[str], tmp_path: Path) -> None:
    written = saved(trained(pretokenizer=pretokenizer), tmp_path)["pre_tokenizer"]
    splits = [
        {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
        for pattern in patterns
    ]
    assert written == {"type": "Sequence", "pretokenizers": [*splits, BYTE_LEVEL | {"use_regex": False}]}


def test_roles_are_written_only_where_they_were_given(tmp_path: Path) -> None:
    formats.save(trained("<s>", "<pad>"), tmp_path / "plain", ["huggingface"])
    assert json.loads((tmp_path / "plain" / "special_tokens_map.json").read_text()) == {}
    formats.save(trained("<s>", "<pad>"), tmp_path / "roles", ["huggingface"], roles={"eos": "<s>", "pad": "<pad>"})
    config = json.loads((tmp_path / "roles" / "tokenizer_config.json").read_text())
    assert (config["eos_token"], config["pad_token"], config["tokenizer_class"]) == (
        *("<s>", "<pad>"),
        "PreTrainedTokenizerFast",
    )
    assert Tokenizer.load(tmp_path / "roles").roles == {"eos": "<s>", "pad": "<pad>"}


def test_saving_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    trained("<s>").save(tmp_path / "one", ["huggingface"])
    Tokenizer.load(tmp_path / "one").save(tmp_path / "two", ["huggingface"])
    for name in ("tokenizer.json", "tokenizer_config.json", "special_tokens_map.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


@pytest.mark.parametrize("text", ["@", "§", "Ġa"])
def test_a_special_token_that_spells_an_ordinary_one_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=f"Special token '{text}' is also the spelling of an ordinary token"):
        trained(text).save(tmp_path / "out", ["huggingface"])
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("text", ["<č>", "<é>"])
def test_a_special_token_that_the_library_decodes_wrongly_is_named(text: str, tmp_path: Path) -> None:
    report = trained(text).save(tmp_path, ["huggingface"])
    assert [(note.level, note.text.split(" is ")[0]) for note in report.notes] == [
        ("warning", f"Special token {text!r}")
    ]
    tokenizer = Tokenizer.load(tmp_path)
    assert tokenizer.decode(tokenizer.encode(f"a{text}b")) == f"a{text}b"


def test_a_pattern_that_the_library_reads_otherwise_is_refused(tmp_path: Path) -> None:
    tokenizer = trained(pretokenizer=r"^\w+|\s|.")
    assert [note.level for note in formats.preview(tokenizer, ["huggingface"], "x").notes["huggingface"]] == ["refused"]
    with pytest.raises(FormatError, match=r"'\^' in the expression .* is read in another way"):
        tokenizer.save(tmp_path, ["huggingface"])


def test_a_pattern_that_only_the_library_shows_to_differ_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"is cut into .* here and into .* by tokenizers"):
        trained(pretokenizer=r"\s?\w+").save(tmp_path, ["huggingface"])
    assert list(tmp_path.iterdir()) == []


# --- read


def test_older_files_are_read(tmp_path: Path) -> None:
    tokenizer = load(minimal(), tmp_path)
    assert tokenizer.encode("x ab<s>") == [BYTE_VOCAB["x"], 257, 258]
    assert (tokenizer.pretokenizer.name, tokenizer.special_tokens) == ("gpt2", {"<s>": 258})


def test_an_added_token_behind_the_vocabulary_is_read(tmp_path: Path) -> None:
    content = minimal()
    del content["model"]["vocab"]["<s>"]
    assert load(content, tmp_path).special_tokens == {"<s>": 258}


def test_an_added_token_that_is_not_special_is_noted(tmp_path: Path) -> None:
    tokenizer = load(minimal(added_tokens=[{"id": 258, "content": "<s>", "special": False}]), tmp_path)
    assert tokenizer.notes == ('Added tokens that are not marked special are treated as special tokens: "<s>".',)


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


def sequence(*steps: dict[str, Any]) -> dict[str, Any]:
    return {"type": "Sequence", "pretokenizers": list(steps)}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": "2.0"}, 'version "2.0": is not supported, only "1.0"'),
        ({"normalizer": {"type": "NFC"}}, 'normalizer {"type": "NFC"}: is not supported, only null'),
        ({"truncation": {"max_length": 5}}, 'truncation {"max_length": 5}: is not supported'),
        (
            {"post_processor": {"type": "TemplateProcessing"}},
            'post_processor.type "TemplateProcessing": is not supported',
        ),
        ({"decoder": None}, "decoder null: must be an object"),
        ({"decoder": {"type": "Metaspace"}}, 'decoder.type "Metaspace": is not supported'),
        ({"model": []}, "model []: must be an object"),
        ({"model__type": "Unigram"}, 'model.type "Unigram": is not supported, only "BPE"'),
        ({"model__byte_fallback": True}, "model.byte_fallback true: is not supported, only false"),
        ({"model__dropout": 0.1}, "model.dropout 0.1: is not supported"),
        ({"model__end_of_word_suffix": "</w>"}, 'model.end_of_word_suffix "</w>": is not supported'),
        ({"model__ignore_merges": 1}, "model.ignore_merges 1: must be true or false"),
        ({"model__type": "WordPiece", "decoder": None}, 'model.type "WordPiece": is not supported'),
        ({"pre_tokenizer": None}, "pre_tokenizer null: must be an object"),
        ({"pre_tokenizer": {"type": "Metaspace"}}, 'pre_tokenizer.type "Metaspace": is not supported'),
        ({"pre_tokenizer": BYTE_LEVEL | {"add_prefix_space": True}}, "pre_tokenizer.add_prefix_space true"),
        ({"pre_tokenizer": sequence()}, "holds no step"),
        ({"pre_tokenizer": sequence(SPLIT)}, 'pre_tokenizer.pretokenizers[0].type "Split": is not supported'),
        ({"pre_tokenizer": sequence(SPLIT | {"behavior": "Removed"}, BYTE_LEVEL)}, '[0].behavior "Removed"'),
        ({"pre_tokenizer": sequence(SPLIT | {"invert": True}, BYTE_LEVEL)}, "[0].invert true"),
        ({"pre_tokenizer": sequence(SPLIT | {"pattern": {"String": "a"}}, BYTE_LEVEL)}, "Regex null: must be a string"),
        ({"pre_tokenizer": sequence(SPLIT, SPLIT, BYTE_LEVEL)}, "is a row of successive patterns that no name"),
        ({"pre_tokenizer": sequence(SPLIT | {"pattern": {"Regex": "a{1,2}+"}}, BYTE_LEVEL)}, "is read in another way"),
        ({"pre_tokenizer": sequence(SPLIT | {"pattern": {"Regex": "(a"}}, BYTE_LEVEL | {"use_regex": False})}, "(a"),
        ({"added_tokens": {}}, "added_tokens {}: must be a list"),
        ({"added_tokens": [{"id": 258, "content": "<s>", "lstrip": True}]}, "added_tokens[0].lstrip true"),
        ({"added_tokens": [{"id": 3, "content": "<s>"}]}, "has another id in model.vocab, 258"),
        ({"added_tokens": [{"id": "3", "content": "<s>"}]}, 'added_tokens[0].id "3": must be a whole number'),
        ({"added_tokens": [{"id": 258, "content": "\ud800"}]}, "holds half a surrogate pair"),
        ({"added_tokens": [{"id": 258, "content": "<s>"}] * 2}, "repeats the text of added_tokens[0]"),
        ({"model__vocab": {**BYTE_VOCAB, "ab": 256, "cd": 256}}, 'id 256: belongs to both "ab" and "cd"'),
        ({"model__vocab": {**BYTE_VOCAB, "ab": 300}}, "id 256: belongs to no token, though there are 258 tokens"),
        ({"model__vocab": {**BYTE_VOCAB, "ab": -1}}, "model.vocab.ab -1: is no id"),
        ({"model__vocab": {**BYTE_VOCAB, "ab": True}}, "model.vocab.ab true: is no id"),
        ({"model__vocab": {**BYTE_VOCAB, "a b": 256, "<s>": 257}, "added_tokens": []}, "character ' ' in 'a b'"),
        ({"model__vocab": {"a": 0}, "added_tokens": [], "model__merges": []}, "byte 0x00: has no token"),
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
    (tmp_path / "tokenizer.json").write_text('{"version": "1.0", "model": {}, "padding": "\\ud800"}')
    with pytest.raises(FormatError) as refusal:
        Tokenizer.load(tmp_path)
    assert r'padding "\ud800": is not supported' in str(refusal.value)


def test_roles_given_on_saving_are_written(tmp_path: Path) -> None:
    tokenizer = train_from_counts([(b"abab", 3)], Recipe(vocab_size=258, special_tokens=("<s>",))).tokenizer
    tokenizer.save(tmp_path, ["huggingface"], roles={"eos": "<s>"})
    assert json.loads((tmp_path / "tokenizer_config.json").read_text())["eos_token"] == "<s>"
    assert Tokenizer.load(tmp_path).roles == {"eos": "<s>"}
