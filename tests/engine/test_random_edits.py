"""Random edits of random tokenizers: the ids are those of the naive definition with the merges that are left."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
import pytest
import sentencepiece
from random_models import PAIRS, UNIGRAM, model_proto

from vocabsmith_engine import Pretokenizer, Tokenizer
from vocabsmith_engine.editing import EditPlan, apply_edit, preview_edit
from vocabsmith_engine.formats import sentencepiece_proto
from vocabsmith_engine.formats.sentencepiece_reading import tokenizer_of
from vocabsmith_engine.models import Characters

BYTES = [bytes([value]) for value in range(256)]
LETTERS = "abc"
Row = tuple[int, int, int]


def random_tokenizer(dice: random.Random, kind: str) -> Tokenizer:
    """Merges in which tokens are made in several ways, and at times in an order that no training gives."""
    tokens = list(BYTES) if kind == "bytes" else [b"<unk>", *(letter.encode() for letter in LETTERS)]
    specials = {} if kind == "bytes" else {"<unk>": 0}
    parts = [tokens.index(letter.encode()) for letter in LETTERS]
    merges: dict[tuple[int, int], int] = {}
    for _ in range(dice.randrange(1, 30)):
        left, right = dice.choice(parts), dice.choice(parts)
        token = tokens[left] + tokens[right]
        if len(token) > 12 or (left, right) in merges:
            continue
        if token not in tokens:
            tokens.append(token)
            parts.append(len(tokens) - 1)
        merges[left, right] = tokens.index(token)
        if dice.random() < 0.1:
            specials[f"<{len(tokens)}>"] = len(tokens)
            tokens.append(f"<{len(tokens)}>".encode())
    rows = [(*pair, token) for pair, token in merges.items()]
    if dice.random() < 0.3:
        dice.shuffle(rows)
    model = {} if kind == "bytes" else {"model": Characters(unknown_id=0)}
    return Tokenizer(tokens, np.array(rows, np.uint32).reshape(-1, 3), specials, Pretokenizer.of("none"), **model)


def random_plan(dice: random.Random, tokenizer: Tokenizer) -> EditPlan:
    learned = sorted({*tokenizer.merges[:, 2].tolist(), *tokenizer.special_tokens.values()} - {0})
    remove = tuple(dice.sample(learned, dice.randrange(min(4, len(learned) + 1))))
    specials = tuple(f"<new{number}>" for number in range(dice.choice([0, 0, 1, 3])))
    size = tokenizer.vocab_size - dice.randrange(12) if dice.random() < 0.4 else None
    return EditPlan(remove, specials, size, dice.choice(["close", "reserve"]))


def naively_left(merges: Sequence[Row], removed: set[int], special_ids: Iterable[int]) -> tuple[list[Row], set[int]]:
    """The merges that are left when tokens go, and all tokens that go: sweeps until nothing changes."""
    made = {row[2] for row in merges}
    gone, left = set(removed), list(merges)
    while True:
        left = [row for row in left if gone.isdisjoint(row)]
        follow = made - {row[2] for row in left} - gone
        if not follow:
            return left, gone - (set(special_ids) - removed)
        gone |= follow


def naively_merged(ids: list[int], merges: Sequence[Row]) -> list[int]:
    """The first merge of the list that can be made is made at its leftmost place, until none can."""
    rank_of = {(left, right): (rank, token) for rank, (left, right, token) in enumerate(merges)}
    while True:
        found = [(*rank_of[pair], at) for at, pair in enumerate(pairwise(ids)) if pair in rank_of]
        if not found:
            return ids
        _, token, at = min(found, key=lambda each: (each[0], each[2]))
        ids = [*ids[:at], token, *ids[at + 2 :]]


@pytest.mark.parametrize("kind", ["bytes", "characters"])
@pytest.mark.parametrize("seed", range(150))
def test_ids_are_those_of_naive_merging_with_the_merges_that_are_left(kind: str, seed: int) -> None:
    dice = random.Random(f"{kind} {seed}")
    tokenizer = random_tokenizer(dice, kind)
    plan = random_plan(dice, tokenizer)
    seen = preview_edit(tokenizer, plan)
    if seen.blocked:
        assert plan.size is not None
        return
    if not plan:
        return
    after = apply_edit(tokenizer, plan, seen)
    rows = [(left, right, token) for left, right, token in tokenizer.merges.tolist()]
    left, gone = naively_left(rows, set(plan.remove), tokenizer.special_tokens.values())
    if plan.size is None:
        assert set(seen.removed.tolist()) == gone
        assert sorted(set(range(len(rows))) - set(seen.broken_merges.tolist())) == [rows.index(row) for row in left]
    else:
        left = [row for rank, row in enumerate(rows) if rank not in set(seen.broken_merges.tolist())]
        kept = set(range(tokenizer.vocab_size)) - set(seen.removed.tolist())
        assert all(kept.issuperset(row) for row in left)
        assert kept <= {row[2] for row in left} | (set(range(tokenizer.vocab_size)) - {row[2] for row in rows}) | set(
            tokenizer.special_tokens.values()
        )
    for _ in range(20):
        text = "".join(dice.choices(LETTERS, k=dice.randrange(40)))
        base = [tokenizer.tokens.index(letter.encode()) for letter in text]
        expected = [int(seen.new_ids[token]) for token in naively_merged(base, left)]
        assert after.encode(text) == expected
        assert after.decode(expected) == text
    for text, token_id in (*seen.added, *seen.reserved):
        assert after.encode(f"a{text}") == [int(seen.new_ids[base_of(tokenizer, "a")]), token_id]


def base_of(tokenizer: Tokenizer, letter: str) -> int:
    return tokenizer.tokens.index(letter.encode())


@pytest.mark.parametrize("seed", range(60))
def test_where_ids_stay_every_kept_token_has_its_id_and_there_is_no_hole(seed: int) -> None:
    dice = random.Random(seed)
    tokenizer = random_tokenizer(dice, "bytes")
    plan = random_plan(dice, tokenizer)
    seen = preview_edit(tokenizer, EditPlan(plan.remove, plan.add_specials, plan.size, "reserve"))
    if not plan or seen.blocked:
        return
    after = apply_edit(tokenizer, seen.plan, seen)
    kept = np.flatnonzero(seen.new_ids >= 0).tolist()
    assert [after.tokens[each] for each in kept] == [tokenizer.tokens[each] for each in kept]
    assert after.vocab_size == (plan.size or max(tokenizer.vocab_size, after.vocab_size))
    assert all(after.tokens)


@pytest.mark.parametrize("seed", range(60))
def test_a_cut_alone_is_truncation(seed: int) -> None:
    dice = random.Random(seed)
    made = random_tokenizer(dice, "bytes")
    rows = sorted(made.merges.tolist(), key=lambda row: row[2])  # an order that learning could have
    tokenizer = Tokenizer(made.tokens, np.array(rows, np.uint32), made.special_tokens, made.pretokenizer)
    smallest = tokenizer.vocab_size - len({row[2] for row in rows})
    size = dice.randint(smallest, tokenizer.vocab_size)
    after, expected = apply_edit(tokenizer, EditPlan(size=size)), tokenizer.truncated(size)
    assert after.tokens == expected.tokens
    assert after.merges.tolist() == expected.merges.tolist()
    assert after.special_tokens == expected.special_tokens


# --- models with scores, beside the library with the pieces that are left


def loaded(pieces: list[tuple[str, float, int]], model_type: int) -> Tokenizer:
    content = model_proto(pieces, model_type, byte_fallback=False).SerializeToString()
    return tokenizer_of(sentencepiece_proto.parsed(content), "random")


def random_pieces(dice: random.Random) -> list[tuple[str, float, int]]:
    texts = [*LETTERS, *{"".join(dice.choices(LETTERS, k=dice.randint(2, 5))) for _ in range(dice.randrange(3, 25))}]
    pieces = [("<unk>", 0.0, 2), ("<s>", 0.0, 3)]
    pieces += [(text, -float(dice.randrange(1, 50)), dice.choices([1, 4, 5], [12, 1, 1])[0]) for text in texts]
    return pieces


@pytest.mark.parametrize("model_type", [PAIRS, UNIGRAM])
@pytest.mark.parametrize("seed", range(80))
def test_a_model_with_scores_gives_what_the_library_gives_with_the_pieces_that_are_left(
    model_type: int, seed: int
) -> None:
    dice = random.Random(f"{model_type} {seed}")
    pieces = random_pieces(dice)
    tokenizer = loaded(pieces, model_type)
    removable = [i for i, (text, _, kind) in enumerate(pieces) if kind in (1, 4) and len(text) > 1]
    plan = EditPlan(
        tuple(dice.sample(removable, min(2, len(removable)))), ("<x>",), None, dice.choice(["close", "reserve"])
    )
    seen = preview_edit(tokenizer, plan)
    after = apply_edit(tokenizer, plan, seen)
    rest: list[tuple[str, float, int]] = [("", 0.0, 0)] * after.vocab_size
    for old, new in enumerate(seen.new_ids.tolist()):
        if new >= 0:
            rest[new] = pieces[old]
    for text, new in seen.added:
        rest[new] = (text, 0.0, 4)
    for text, new in seen.reserved:
        rest[new] = (text, 0.0, 3)
    library = sentencepiece.SentencePieceProcessor(
        model_proto=model_proto(rest, model_type, byte_fallback=False).SerializeToString()
    )
    for _ in range(20):
        text = "".join(dice.choices([*LETTERS, "<x>", "z"], [5, 5, 5, 1, 1], k=dice.randrange(1, 30)))
        assert after.encode(text) == library.encode(text)


def test_a_scored_pair_goes_when_no_two_pieces_that_are_left_spell_it() -> None:
    pieces = [("<unk>", 0.0, 2), *((text, -1.0, 1) for text in ("a", "b", "ab", "ba", "aba", "abaaba", "abb"))]
    tokenizer = loaded(pieces, PAIRS)
    seen = preview_edit(tokenizer, EditPlan(remove=(3,)))
    assert [tokenizer.tokens[each] for each in seen.removed.tolist()] == [b"ab", b"abb"]
    assert seen.because.tolist() == [-1, 3]


def test_a_piece_that_is_found_in_any_text_holds_no_space() -> None:
    pieces = [("<unk>", 0.0, 2), ("a", -1.0, 1), ("ab", -1.0, 1)]
    tokenizer = loaded(pieces, UNIGRAM)
    said = [str(problem) for problem in preview_edit(tokenizer, EditPlan((0, 1), ("x y", "ab"), 2)).problems]
    assert said == [
        "token 0 '<unk>': stands for what has no token. Keep it.",
        "token 1 'a': is a character, and tokens are made of these. Keep it.",
        "vocabulary size 2: cannot be cut to, as this tokenizer has no merges to leave out. Remove tokens instead.",
        "special token 'x y': holds a space, ▁ or NUL, which no piece of a SentencePiece model that is found in text "
        "can hold. Choose another text.",
        "special token 'ab': is also the text of the token 2, and most formats cannot hold both. "
        "Choose a text that no token has.",
    ]
