"""Edits of a finished tokenizer: what goes, what follows, which ids move, and what stands against it."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

from vocabsmith_engine import Pretokenizer, Recipe, Tokenizer, TokenizerError, train_from_counts
from vocabsmith_engine.added_tokens import AddedToken
from vocabsmith_engine.decoding import Decoding
from vocabsmith_engine.editing import Cause, EditPlan, Move, apply_edit, preview_edit
from vocabsmith_engine.models import Characters
from vocabsmith_engine.templates import Template

BYTES = [bytes([value]) for value in range(256)]
NONE = Pretokenizer.of("none")
A, B, C = 97, 98, 99
AB, BC, ABC, ABCC, END = 256, 257, 258, 259, 260


def tokenizer(*merges: tuple[int, int, int]) -> Tokenizer:
    """ab, bc, abc and abcc, and an end of text; `merges` by rank."""
    tokens = [*BYTES, b"ab", b"bc", b"abc", b"abcc", b"<end>"]
    counts = np.arange(len(merges), 0, -1, dtype=np.uint64)
    return Tokenizer(tokens, np.array(merges, np.uint32).reshape(-1, 3), {"<end>": END}, NONE, merge_counts=counts)


def chain() -> Tokenizer:
    return tokenizer((A, B, AB), (B, C, BC), (AB, C, ABC), (ABC, C, ABCC))


def problems(made: Tokenizer, plan: EditPlan) -> list[str]:
    return [str(problem) for problem in preview_edit(made, plan).problems]


# --- what follows


def test_tokens_go_whose_only_merge_needs_a_token_that_goes_and_each_says_which() -> None:
    seen = preview_edit(chain(), EditPlan(remove=(AB,)))
    assert seen.removed.tolist() == [AB, ABC, ABCC]
    assert seen.causes.tolist() == [Cause.ASKED, Cause.FOLLOWS, Cause.FOLLOWS]
    assert seen.because.tolist() == [-1, AB, ABC]
    assert seen.broken_merges.tolist() == [0, 2, 3]


def test_a_token_stays_that_another_merge_makes() -> None:
    made = tokenizer((A, B, AB), (B, C, BC), (AB, C, ABC), (A, BC, ABC), (ABC, C, ABCC))
    seen = preview_edit(made, EditPlan(remove=(AB,)))
    assert seen.removed.tolist() == [AB]
    assert seen.broken_merges.tolist() == [0, 2]
    assert apply_edit(made, EditPlan(remove=(AB,))).encode("abcc") == [ABCC - 1]


def test_it_goes_with_the_last_of_its_merges() -> None:
    made = tokenizer((A, B, AB), (B, C, BC), (AB, C, ABC), (A, BC, ABC), (ABC, C, ABCC))
    seen = preview_edit(made, EditPlan(remove=(AB, BC)))
    assert seen.removed.tolist() == [AB, BC, ABC, ABCC]
    assert seen.because.tolist() == [-1, -1, AB, ABC]


def test_a_token_that_no_merge_made_goes_alone_and_none_follows_it() -> None:
    made = tokenizer((A, B, AB), (B, C, BC), (AB, C, ABC))
    assert preview_edit(made, EditPlan(remove=(ABCC,))).removed.tolist() == [ABCC]


def test_a_merge_before_the_one_that_makes_its_part_breaks_as_well() -> None:
    made = tokenizer((ABC, C, ABCC), (AB, C, ABC), (A, B, AB), (B, C, BC))
    assert preview_edit(made, EditPlan(remove=(AB,))).removed.tolist() == [AB, ABC, ABCC]


def test_a_special_token_stays_when_its_merge_goes_but_what_was_built_on_it_does_not() -> None:
    tokens = chain().tokens
    merges = np.array([(A, B, AB), (AB, C, ABC), (ABC, C, ABCC), (B, C, BC)], np.uint32)
    added = (AddedToken("<end>", END), AddedToken("abc", ABC))
    made = Tokenizer(tokens, merges, {"<end>": END, "abc": ABC}, NONE, added_tokens=added)
    seen = preview_edit(made, EditPlan(remove=(AB,)))
    assert seen.removed.tolist() == [AB, ABCC]
    after = apply_edit(made, EditPlan(remove=(AB,)))
    assert after.encode("xabcc") == [ord("x"), 257, C]
    assert after.encode("abc", "as_text") == [A, 256]


def test_a_warning_names_a_token_that_stays_and_whose_bytes_are_merged_otherwise() -> None:
    tokens = [*BYTES, b"ab", b"bc", b"abc", b"bcd", b"abcd"]
    d, bcd, abcd = ord("d"), 259, 260
    merges = np.array([(A, B, AB), (B, C, BC), (AB, C, ABC), (ABC, d, abcd), (BC, d, bcd), (A, bcd, abcd)], np.uint32)
    made = Tokenizer(tokens, merges, {}, NONE)
    assert problems(made, EditPlan(remove=(ABC,))) == [
        "token 260 'abcd': stay, for other merges make them, but their own bytes are merged otherwise. "
        "Remove them as well."
    ]


# --- ids


def test_ids_close_up_and_ranges_of_them_move_together() -> None:
    seen = preview_edit(chain(), EditPlan(remove=(BC, ABCC)))
    assert seen.moves() == (Move(ABC, ABC, 1, -1), Move(END, END, 1, -2))
    assert seen.unchanged == 257
    after = apply_edit(chain(), EditPlan(remove=(BC, ABCC)))
    assert after.tokens[256:] == (b"ab", b"abc", b"<end>")
    assert after.merges.tolist() == [[A, B, 256], [256, C, 257]]
    assert after.merge_counts is not None and after.merge_counts.tolist() == [4, 2]
    assert after.special_tokens == {"<end>": 258}


def test_ids_stay_and_reserved_special_tokens_fill_the_holes() -> None:
    after = apply_edit(chain(), EditPlan(remove=(AB,), holes="reserve"))
    assert after.tokens[256:] == (b"<|unused_0|>", b"bc", b"<|unused_1|>", b"<|unused_2|>", b"<end>")
    assert after.encode("abcc<end><|unused_1|>") == [A, BC, C, END, 258]


def test_special_tokens_come_last_or_into_the_lowest_holes() -> None:
    plan = EditPlan(remove=(BC,), add_specials=("<x>", "<y>"))
    assert preview_edit(chain(), plan).added == (("<x>", 260), ("<y>", 261))
    kept = preview_edit(chain(), dataclasses.replace(plan, holes="reserve"))
    assert kept.added == (("<x>", BC), ("<y>", 261))
    assert kept.reserved == ()
    assert apply_edit(chain(), plan).encode("ab<y>") == [AB, 261]


def test_names_of_reserved_tokens_that_are_taken_are_passed_over() -> None:
    first = apply_edit(chain(), EditPlan(remove=(BC,), holes="reserve"))
    second = apply_edit(first, EditPlan(remove=(ABCC,), holes="reserve"))
    assert second.special_tokens == {"<end>": END, "<|unused_0|>": BC, "<|unused_1|>": ABCC}


# --- a size


def test_a_cut_keeps_the_first_merges_as_truncated_does() -> None:
    seen = preview_edit(chain(), EditPlan(size=259))
    assert seen.removed.tolist() == [ABC, ABCC]
    assert seen.causes.tolist() == [Cause.CUT, Cause.CUT]
    after, expected = apply_edit(chain(), EditPlan(size=259)), chain().truncated(259)
    assert (after.tokens, after.merges.tolist()) == (expected.tokens, expected.merges.tolist())
    assert after.special_tokens == expected.special_tokens == {"<end>": 258}


def test_a_cut_of_a_trained_tokenizer_is_one_of_its_recipe_and_no_other_edit_is() -> None:
    recipe = Recipe(vocab_size=270, special_tokens=("<end>",), min_frequency=1)
    trained = train_from_counts([(b"hello there", 9), (b"other", 5)], recipe).tokenizer
    cut = apply_edit(trained, EditPlan(size=260))
    assert cut.recipe == dataclasses.replace(recipe, vocab_size=260)
    assert apply_edit(trained, EditPlan(add_specials=("<x>",))).recipe is None


def test_special_tokens_that_are_added_count_for_the_size() -> None:
    after = apply_edit(chain(), EditPlan(size=259, add_specials=("<x>",)))
    assert after.tokens[256:] == (b"ab", b"<end>", b"<x>")


def test_where_ids_stay_a_cut_ends_at_an_id_and_not_before_a_token_that_stays() -> None:
    assert problems(chain(), EditPlan(size=259, holes="reserve")) == [
        "vocabulary size 259: is below 261, behind which a token stands that keeps its id. "
        "Choose a larger size, or let the ids close up."
    ]
    plain = Tokenizer(chain().tokens[:260], chain().merges, {}, NONE)
    after = apply_edit(plain, EditPlan(size=259, remove=(AB,), holes="reserve"))
    assert after.tokens[256:] == (b"<|unused_0|>", b"bc", b"<|unused_1|>")


def test_a_size_out_of_reach_says_what_is_in_reach() -> None:
    assert problems(chain(), EditPlan(size=100)) == [
        "vocabulary size 100: lies outside 257 (no merges) to 261 (all merges). Choose a size between them."
    ]
    assert problems(tokenizer(), EditPlan(size=100)) == [
        "vocabulary size 100: cannot be cut to, as this tokenizer has no merges to leave out. Remove tokens instead."
    ]


# --- what cannot be


def test_bytes_and_ids_that_are_none_cannot_be_removed() -> None:
    assert problems(chain(), EditPlan(remove=(A, 9999))) == [
        "token 97 'a': is a byte, and any text is made of these. Keep it.",
        "id 9999: is no id of this tokenizer, which has the ids 0 to 260. Name one of them.",
    ]
    with pytest.raises(TokenizerError, match="token 97 'a': is a byte"):
        apply_edit(chain(), EditPlan(remove=(A,)))


@pytest.mark.parametrize(
    ("settings", "rule"),
    [
        ({"template": Template((END,), ())}, "is put around every text by the tokenizer's template"),
        ({"roles": {"eos": "<end>"}}, "has the role eos"),
        ({"chat_template": "{{ x }}<end>"}, "stands in the chat template"),
        (
            {"origin": json.dumps({"post_processor": {"type": "BertProcessing", "sep": ["<end>", END]}})},
            "is named by the post-processor or padding of its tokenizer.json",
        ),
    ],
)
def test_a_special_token_that_is_used_cannot_be_removed(settings: dict[str, object], rule: str) -> None:
    made = dataclasses.replace(chain(), **settings)  # type: ignore[arg-type]
    [problem] = problems(made, EditPlan(remove=(END,)))
    assert problem.startswith(f"token 260 '<end>': {rule}.")


def test_a_special_token_that_nothing_uses_can_be_removed() -> None:
    after = apply_edit(chain(), EditPlan(remove=(END,)))
    assert after.special_tokens == {}
    assert after.vocab_size == 260


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("",), "special token '': is empty and would match everywhere. Remove it."),
        (("<x>", "<x>"), "special token '<x>': is added twice. Add it once."),
        (("<end>",), "special token '<end>': is there already, with the id 260. Leave it out."),
        (
            ("\ud83d",),
            "special token '\\ud83d': holds half a surrogate pair, which is not text. Write it in other characters.",
        ),
    ],
)
def test_special_tokens_that_cannot_be_added(texts: tuple[str, ...], expected: str) -> None:
    assert problems(chain(), EditPlan(add_specials=texts)) == [expected]


def test_a_special_token_with_the_text_of_a_token_that_stays_is_warned_of() -> None:
    [warning] = preview_edit(chain(), EditPlan(add_specials=("abc",))).problems
    assert not warning.blocking
    assert warning.rule == "is also the text of the token 258, and most formats cannot hold both"
    assert preview_edit(chain(), EditPlan(add_specials=("abc",), remove=(ABC,))).problems == ()


def test_an_edit_that_asks_for_nothing_is_refused() -> None:
    with pytest.raises(TokenizerError, match="the edit: asks for nothing"):
        apply_edit(chain(), EditPlan())


# --- what names ids follows them


def test_template_decoding_added_tokens_and_origin_follow_the_ids_that_move() -> None:
    origin = {
        "model": {"type": "BPE", "vocab": 260},
        "padding": {"pad_id": END},
        "post_processor": {
            "type": "Sequence",
            "processors": [{"type": "TemplateProcessing", "special_tokens": {"<end>": {"ids": [END]}}}],
        },
    }
    made = dataclasses.replace(
        chain(),
        template=Template((), (END,)),
        roles={"eos": "<end>"},
        added_tokens=(AddedToken("<end>", END, rstrip=True),),
        decoding=Decoding(spoken=((END, ""), (BC, "x"))),
        origin=json.dumps(origin),
    )
    after = apply_edit(made, EditPlan(remove=(BC, ABCC)))
    assert after.template == Template((), (258,))
    assert after.added_tokens == (AddedToken("<end>", 258, rstrip=True),)
    assert after.decoding.spoken == ((258, ""),)
    assert after.roles == {"eos": "<end>"}
    assert json.loads(after.origin or "") == {
        "model": {"type": "BPE", "vocab": 258},
        "padding": {"pad_id": 258},
        "post_processor": {
            "type": "Sequence",
            "processors": [{"type": "TemplateProcessing", "special_tokens": {"<end>": {"ids": [258]}}}],
        },
    }


def test_a_model_of_characters_keeps_its_characters_bytes_and_unknown_token() -> None:
    tokens = [b"<unk>", b"a", b"b", b"ab", b"abab"]
    merges = np.array([(1, 2, 3), (3, 3, 4)], np.uint32)
    made = Tokenizer(tokens, merges, {"<unk>": 0}, NONE, model=Characters(unknown_id=0))
    assert problems(made, EditPlan(remove=(0, 1))) == [
        "token 0 '<unk>': stands for what has no token. Keep it.",
        "token 1 'a': is a character, and tokens are made of these. Keep it.",
    ]
    after = apply_edit(made, EditPlan(remove=(3,), add_specials=("<x>",)))
    assert after.encode("ab<x>c") == [1, 2, 3, 0]
