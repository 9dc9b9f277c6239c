import json

import pytest

from vocabsmith_engine import Recipe, RecipeError, minimum_vocab_size


def test_defaults_are_those_of_hugging_face_with_gpt2_pieces() -> None:
    assert Recipe(vocab_size=1000).to_dict() == {
        "vocab_size": 1000,
        "pretokenizer": "gpt2",
        "special_tokens": [],
        "specials": "end",
        "min_frequency": 2,
        "max_token_length": None,
        "tie_break": "hf",
        "byte_order": "gpt2",
        "base": "bytes",
        "character_coverage": 0.9995,
        "invalid_bytes": "replace",
        "document_unit": "file",
        "line_ends": "keep",
        "normalization": "none",
        "held_out": 0.0,
        "unicode_version": "16.0.0",
    }


def test_the_preset_cs336_follows_the_assignment() -> None:
    recipe = Recipe.cs336(vocab_size=500, special_tokens=["<|endoftext|>"])
    assert (recipe.byte_order, recipe.specials, recipe.tie_break) == ("value", "after-bytes", "bytes")
    assert (recipe.pretokenizer, recipe.min_frequency, recipe.max_merges) == ("gpt2", 1, 243)


def test_json_gives_the_same_recipe_back() -> None:
    recipe = Recipe(vocab_size=700, pretokenizer=r"\w+|\W", special_tokens=("<é>",), max_token_length=9)
    assert Recipe.from_json(recipe.to_json()) == recipe


def test_a_recipe_saved_before_a_setting_was_known_takes_its_default() -> None:
    saved = {"vocab_size": 700, "pretokenizer": "cl100k", "special_tokens": ["<s>"], "line_ends": "normalise"}
    recipe = Recipe.from_json(json.dumps(saved))
    assert (recipe.normalization, recipe.held_out, recipe.line_ends) == ("none", 0.0, "normalise")


def test_normalization_and_held_out_share_are_saved() -> None:
    recipe = Recipe(vocab_size=700, normalization="NFKC", held_out=0.05)
    assert Recipe.from_json(recipe.to_json()) == recipe


def test_a_compatibility_form_is_noted_as_not_reversible_with_an_example() -> None:
    assert Recipe(vocab_size=300, normalization="NFKC").notes == (
        "Normalisation NFKC is not reversible: decoding gives the text in that form "
        "('ＡＢ½ ﬁ' comes back as 'AB1⁄2 fi').",
    )


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_canonical_form_is_noted_too(form: str) -> None:
    assert Recipe(vocab_size=300, normalization=form).notes == (
        f"Normalisation {form} is not reversible: decoding gives the text in that form "
        "('é' comes back in one spelling, whatever it had).",
    )


def test_without_normalization_there_is_nothing_to_note() -> None:
    assert Recipe(vocab_size=300).notes == ()


def test_a_vocabulary_below_bytes_and_specials_is_refused_with_the_minimum() -> None:
    with pytest.raises(RecipeError, match=r"vocab_size 100: .* so 257 is the minimum\. Choose 257 or more\."):
        Recipe(vocab_size=100, special_tokens=("<s>",))
    assert minimum_vocab_size(["<s>"]) == 257


def test_the_smallest_vocabulary_has_no_room_for_merges() -> None:
    assert Recipe(vocab_size=257, special_tokens=("<s>",)).max_merges == 0


def test_a_repeated_special_token_is_folded_and_noted() -> None:
    recipe = Recipe(vocab_size=300, special_tokens=("<a>", "<b>", "<a>"))
    assert recipe.special_tokens == ("<a>", "<b>")
    assert recipe.notes == ("Special token '<a>' was given more than once and is kept once.",)


@pytest.mark.parametrize("token", [" ", "<a> ", "\n<a>"])
def test_a_special_token_with_space_at_an_end_is_noted(token: str) -> None:
    notes = Recipe(vocab_size=300, special_tokens=(token,)).notes
    assert notes == (f"Special token {token!r} begins or ends with white space, which is easily lost.",)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"vocab_size": 2**31}, "vocab_size 2147483648: must be a whole number from 1 to 268,435,456"),
        ({"vocab_size": 300.0}, "vocab_size 300.0: must be a whole number"),
        ({"vocab_size": True}, "vocab_size True: must be a whole number"),
        ({"min_frequency": 0}, "min_frequency 0: must be a whole number from 1"),
        ({"max_token_length": 0}, "max_token_length 0: must be a whole number from 1"),
        ({"specials": "middle"}, "specials 'middle': is not one of .* Choose 'start' or 'after-bytes' or 'end'"),
        ({"tie_break": None}, "tie_break None: is not one of the known values"),
        ({"tie_break": []}, r"tie_break \[\]: is not one of the known values"),
        ({"unicode_version": "15.0.0"}, "unicode_version '15.0.0': is not one of"),
        ({"base": "words"}, "base 'words': is not one of the known values. Choose 'bytes' or 'characters'"),
        ({"character_coverage": 0}, "character_coverage 0: must be a share of all characters, above 0 and at most 1"),
        ({"character_coverage": 1.01}, "character_coverage 1.01: must be a share"),
        ({"character_coverage": float("nan")}, "character_coverage nan: must be a share"),
        ({"character_coverage": "1"}, "character_coverage '1': must be a share"),
        ({"character_coverage": True}, "character_coverage True: must be a share"),
        ({"normalization": "nfkc"}, "normalization 'nfkc': is not one of .* Choose 'none' or 'NFC' or 'NFD' or 'NFKC'"),
        ({"held_out": 1}, "held_out 1: must be a share of the documents, from 0 and below 1"),
        ({"held_out": -0.1}, "held_out -0.1: must be a share"),
        ({"held_out": float("nan")}, "held_out nan: must be a share"),
        ({"held_out": "0.1"}, "held_out '0.1': must be a share"),
        ({"held_out": True}, "held_out True: must be a share"),
        ({"special_tokens": "<s>"}, "special_tokens '<s>': must be a list of strings"),
        ({"special_tokens": {"<s>"}}, r"special_tokens \{'<s>'\}: must be a list of strings, since their order"),
        ({"special_tokens": None}, "special_tokens None: must be a list of strings"),
        ({"special_tokens": [""]}, "special token '': must not be empty"),
        ({"special_tokens": ["a\0b"]}, r"special token 'a\\x00b': must not hold the character NUL"),
        ({"special_tokens": [b"<s>"]}, "special token b'<s>': must be a string"),
        ({"special_tokens": ["\ud83d"]}, r"special token '\\ud83d': holds half a surrogate pair"),
        ({"pretokenizer": "gpt-2"}, "pretokenizer 'gpt-2': is no known name. Choose gpt2, cl100k, llama3"),
        ({"pretokenizer": "cl100k_base"}, "pretokenizer 'cl100k_base': is no known name"),
        ({"pretokenizer": ""}, "pretokenizer '': is no known name"),
        ({"pretokenizer": None}, "pretokenizer None: must be a string"),
        ({"pretokenizer": "(a"}, r"expression '\(a': is not a regular expression: missing \)"),
        ({"pretokenizer": "[\ud800]+"}, r"expression '\[\\ud800\]\+': holds half a surrogate pair"),
        ({"pretokenizer": r"\s*"}, r"can match the empty string, which is no piece\. Use \+ in place of \*"),
    ],
)
def test_a_wrong_value_is_named_with_rule_and_remedy(settings: dict[str, object], message: str) -> None:
    with pytest.raises(RecipeError, match=message) as caught:
        Recipe.from_dict({"vocab_size": 300} | settings)
    assert "\n" not in str(caught.value)


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(RecipeError, match=r"setting 'vocabsize': is not a setting of a recipe\. Known: vocab_size"):
        Recipe.from_dict({"vocabsize": 300})


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000, json.dumps({"min_frequency": 3})])
def test_what_is_no_recipe_is_refused(text: str) -> None:
    with pytest.raises(RecipeError):
        Recipe.from_json(text)


def test_bytes_are_numbered_as_the_recipe_says() -> None:
    assert Recipe(vocab_size=256, byte_order="value").byte_of_id == bytes(range(256))
    assert Recipe(vocab_size=256).byte_of_id[:2] == b'!"'
