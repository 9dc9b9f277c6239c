"""tokenizer.json: what is written."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
import tokenizers
from one_file import BYTE_LEVEL, characters, load, minimal

from vocabsmith_engine import FormatError, Pretokenizer, Recipe, Tokenizer, formats, train_from_counts
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.formats.nasty_strings import nasty_strings
from vocabsmith_engine.normalization import Lowercase, Normalizer, UnicodeForm
from vocabsmith_engine.templates import Template


def trained(*special_tokens: str, **settings: Any) -> Tokenizer:
    recipe = Recipe(vocab_size=258 + len(special_tokens), special_tokens=special_tokens, **settings)
    return train_from_counts([(b" a", 9), (b" ab", 5)], recipe).tokenizer


def saved(tokenizer: Tokenizer, folder: Path) -> dict[str, Any]:
    tokenizer.save(folder, ["huggingface"])
    content: dict[str, Any] = json.loads((folder / "tokenizer.json").read_text("utf-8"))
    return content


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


def test_the_recipe_comes_back_from_the_side_file(tmp_path: Path) -> None:
    tokenizer = trained(pretokenizer=r"\p{N}{1,3}+|\s?\p{L}+")
    tokenizer.save(tmp_path, ["huggingface"])
    loaded = Tokenizer.load(tmp_path)
    assert loaded.recipe == tokenizer.recipe
    assert loaded.pretokenizer == tokenizer.pretokenizer  # and not the words of Oniguruma


def test_nothing_but_the_three_files_is_written_where_these_say_everything(tmp_path: Path) -> None:
    load(minimal(), tmp_path).save(tmp_path / "again", ["huggingface"])
    assert sorted(file.name for file in (tmp_path / "again").iterdir()) == [
        *("special_tokens_map.json", "tokenizer.json", "tokenizer_config.json")
    ]


def test_a_side_file_of_another_vocabulary_is_noted_and_not_used(tmp_path: Path) -> None:
    trained("<s>").save(tmp_path / "one", ["huggingface"])
    trained(min_frequency=6).save(tmp_path / "two", ["huggingface"])
    (tmp_path / "two" / "vocabsmith.json").replace(tmp_path / "one" / "vocabsmith.json")
    loaded = Tokenizer.load(tmp_path / "one")
    assert (loaded.recipe, loaded.notes) == (None, ("vocabsmith.json belongs to another vocabulary and is not used.",))


def test_a_side_file_that_contradicts_the_file_is_used_for_the_recipe_only(tmp_path: Path) -> None:
    trained(pretokenizer="gpt2").save(tmp_path, ["huggingface"])
    side = tmp_path / "vocabsmith.json"
    content = json.loads(side.read_text())
    content["pretokenizer"] = {"name": "none", "splits": []}
    side.write_text(json.dumps(content))
    loaded = Tokenizer.load(tmp_path)
    assert (loaded.pretokenizer.name, loaded.recipe is not None) == ("gpt2", True)
    assert loaded.notes == (
        "vocabsmith.json tells pattern or normalisation otherwise, and is used for the recipe only.",
    )


def test_a_chat_template_goes_into_the_configuration_and_comes_back(tmp_path: Path) -> None:
    tokenizer = dataclasses.replace(trained("<s>"), chat_template="{{ messages }}", model_max_length=4096)
    tokenizer.save(tmp_path, ["huggingface"])
    config = json.loads((tmp_path / "tokenizer_config.json").read_text())
    assert (config["chat_template"], config["model_max_length"]) == ("{{ messages }}", 4096)
    loaded = Tokenizer.load(tmp_path)
    assert (loaded.chat_template, loaded.model_max_length) == ("{{ messages }}", 4096)


def test_ids_around_a_text_are_a_template(tmp_path: Path) -> None:
    tokenizer = dataclasses.replace(trained("<s>", "<e>"), template=Template((258,), (259,)))
    assert saved(tokenizer, tmp_path)["post_processor"]["single"] == [
        {"SpecialToken": {"id": "<s>", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}},
        {"SpecialToken": {"id": "<e>", "type_id": 0}},
    ]
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    assert theirs.encode(" ab").ids == [258, 257, 259]
    assert theirs.encode(" ab", " a").ids == [258, 257, 259, 258, 256, 259]
    assert Tokenizer.load(tmp_path).encode(" ab") == [258, 257, 259]


def test_added_tokens_keep_their_rules(tmp_path: Path) -> None:
    rules = {"special": False, "single_word": True, "lstrip": True, "rstrip": True, "normalized": True}
    plain = trained("<s>")
    tokenizer = dataclasses.replace(plain, added_tokens=(AddedToken("<s>", 258, **rules),))
    [written] = saved(tokenizer, tmp_path)["added_tokens"]
    assert written == {"id": 258, "content": "<s>", **rules}
    assert Tokenizer.load(tmp_path).added_tokens == tokenizer.added_tokens


def test_a_normalisation_is_in_the_file_and_meant_as_it_was(tmp_path: Path) -> None:
    tokenizer = dataclasses.replace(trained(), normalizer=Normalizer((UnicodeForm("NFKC"),)))
    report = tokenizer.save(tmp_path, ["huggingface"])
    assert json.loads((tmp_path / "tokenizer.json").read_text())["normalizer"] == {"type": "NFKC"}
    assert [note.level for note in report.notes] == ["warning"]  # the tables of the library are older
    assert Tokenizer.load(tmp_path).normalizer == tokenizer.normalizer


def test_characters_with_byte_fallback_are_the_model_of_llama_2(tmp_path: Path) -> None:
    recipe = Recipe(vocab_size=300, base="characters", pretokenizer="gpt2", special_tokens=("<s>",))
    counts = [("naïve".encode(), 9), (" 中文".encode(), 5), (b" ab", 3)]
    tokenizer = train_from_counts(counts, recipe).tokenizer
    content = saved(tokenizer, tmp_path)
    assert (content["model"]["byte_fallback"], content["model"]["vocab"]["<0x0A>"] < 300) == (True, True)
    assert content["decoder"] == {"type": "Sequence", "decoders": [{"type": "ByteFallback"}, {"type": "Fuse"}]}
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    loaded = Tokenizer.load(tmp_path)
    for text in nasty_strings(["<s>"]):
        assert tokenizer.encode(text) == theirs.encode(text).ids == loaded.encode(text)
        assert loaded.decode(loaded.encode(text)) == text


@pytest.mark.parametrize("field", ["normalizer", "pre_tokenizer", "decoder", "truncation"])
def test_what_was_read_is_written_again_in_its_own_words(field: str, tmp_path: Path) -> None:
    words = {
        "normalizer": {"type": "Sequence", "normalizers": [{"type": "Sequence", "normalizers": [{"type": "NFC"}]}]},
        "pre_tokenizer": {
            "type": "Sequence",
            "pretokenizers": [{"type": "WhitespaceSplit"}, BYTE_LEVEL | {"trim_offsets": False}],
        },
        "decoder": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False},
        "truncation": {"direction": "Right", "max_length": 5, "strategy": "LongestFirst", "stride": 0},
    }
    (tmp_path / "first").mkdir()
    tokenizer = load(minimal(**{field: words[field]}, model__unk_token=None), tmp_path / "first")
    assert saved(tokenizer, tmp_path / "again")[field] == words[field]


def test_fields_that_older_files_leave_out_are_written_as_the_library_takes_them(tmp_path: Path) -> None:
    steps = {
        "type": "Sequence",
        "pretokenizers": [{"type": "Digits"}, {"type": "ByteLevel", "add_prefix_space": False}],
    }
    content = saved(load(minimal(pre_tokenizer=steps, model__unk_token=None), tmp_path), tmp_path / "again")
    assert content["pre_tokenizer"]["pretokenizers"] == [{"type": "Digits", "individual_digits": False}, BYTE_LEVEL]
    assert content["decoder"] == {
        "type": "ByteLevel",
        "add_prefix_space": True,
        "trim_offsets": True,
        "use_regex": True,
    }


def test_what_a_change_has_made_untrue_is_written_anew(tmp_path: Path) -> None:
    original = load(minimal(normalizer={"type": "NFC"}, model__unk_token=None), tmp_path)
    changed = dataclasses.replace(original, normalizer=Normalizer((Lowercase(),)))
    content = saved(changed, tmp_path / "again")
    assert content["normalizer"] == {"type": "Lowercase"}
    assert Tokenizer.load(tmp_path / "again").encode("AB") == original.encode("ab")


def test_roles_given_on_saving_are_written(tmp_path: Path) -> None:
    tokenizer = train_from_counts([(b"abab", 3)], Recipe(vocab_size=258, special_tokens=("<s>",))).tokenizer
    tokenizer.save(tmp_path, ["huggingface"], roles={"eos": "<s>"})
    assert json.loads((tmp_path / "tokenizer_config.json").read_text())["eos_token"] == "<s>"
    assert Tokenizer.load(tmp_path).roles == {"eos": "<s>"}


def test_a_file_with_an_empty_row_of_pre_tokenizers_is_saved_again(tmp_path: Path) -> None:
    """To the library an empty text is then one piece without characters."""
    tokenizer = load(characters("a", "b", pre_tokenizer={"type": "Sequence", "pretokenizers": []}), tmp_path)
    content = saved(tokenizer, tmp_path / "again")
    assert content["pre_tokenizer"] == {"type": "Sequence", "pretokenizers": []}
