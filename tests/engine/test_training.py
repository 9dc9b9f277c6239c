import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from progress_log import progress_of
from reference import learn_merges
from tokenizers import Tokenizer as HuggingFaceTokenizer
from tokenizers import models, pre_tokenizers, trainers

from vocabsmith_engine import (
    CorpusError,
    Monitor,
    Pretokenizer,
    Recipe,
    RecipeError,
    Stopped,
    StopReason,
    TokenizerError,
    TrainingResult,
    count_pieces,
    train,
    train_from_counts,
)
from vocabsmith_engine.byte_alphabet import GPT2_ORDER, unspell

BY_VALUE = {"byte_order": "value", "min_frequency": 1}


def learned(counts: list[tuple[bytes | str, int]], merges: int, **settings: object) -> list[tuple[bytes, bytes, int]]:
    result = train_from_counts(counts, Recipe.from_dict({"vocab_size": 256 + merges} | BY_VALUE | settings))
    return [(*pair, count) for pair, count in zip(result.merges, result.merge_counts.tolist(), strict=True)]


def trained(folder: Path, text: bytes, **settings: object) -> TrainingResult:
    path = folder / "corpus.txt"
    path.write_bytes(text)
    return train([path], Recipe.from_dict({"vocab_size": 300} | BY_VALUE | settings))


@pytest.mark.parametrize("count", [3_000_000_000, 2**31 - 1, 2**31, 2**32, 2**40, 2**62])
def test_counts_are_64_bits_wide(count: int) -> None:
    assert learned([("hot", count), ("pan", 7)], 2) == [(b"h", b"o", count), (b"ho", b"t", count)]


def test_pairs_that_lose_their_places_are_counted_anew() -> None:
    assert learned([("xy", 1), ("xyz", 1), ("yzw", 1), ("yz", 1)], 99) == [
        (b"y", b"z", 3),
        (b"x", b"y", 1),
        (b"x", b"yz", 1),
        (b"yz", b"w", 1),
    ]


def test_every_neighbour_counts_even_in_a_run() -> None:
    assert learned([("aaaaa bcbcbc", 1)], 1) == [(b"a", b"a", 4)]


def test_the_worked_example() -> None:
    result = train_from_counts([("aaabdaaabac", 1)], Recipe(vocab_size=259, pretokenizer="none", min_frequency=1))
    assert result.initial_tokens == 11
    assert result.merges == [(b"a", b"a"), (b"a", b"b"), (b"aa", b"ab")]
    assert result.merge_counts.tolist() == [4, 2, 2]
    assert result.tokens_left.tolist() == [9, 7, 5]
    assert result.bytes_per_token_at().tolist() == [1.0, 11 / 9, 11 / 7, 11 / 5]
    assert result.bytes_per_token == 2.2


@pytest.mark.parametrize(
    ("counts", "tie_break", "expected"),
    [
        ({"ababba": 1}, "hf", [("a", "b", 2), ("b", "a", 1), ("ab", "ab", 1), ("abab", "ba", 1)]),
        (
            {"stexte": 2, "st": 2},
            "hf",
            [("s", "t", 4), ("e", "x", 2), ("t", "e", 2), ("st", "ex", 2), ("stex", "te", 2)],
        ),
        ({"abababab": 1}, "hf", [("a", "b", 4), ("ab", "ab", 3), ("abab", "abab", 1)]),
        ({"0000": 1}, "hf", [("0", "0", 3), ("00", "00", 1)]),
        ({"1000": 1}, "hf", [("0", "0", 2), ("1", "00", 1), ("100", "0", 1)]),
        ({"aaab": 1}, "bytes", [("a", "a", 2), ("aa", "a", 1), ("aaa", "b", 1)]),
    ],
)
def test_small_texts_give_the_merges_counted_by_hand(
    counts: dict[str, int], tie_break: str, expected: list[tuple[str, str, int]]
) -> None:
    merges = learned([*counts.items()], 99, tie_break=tie_break)
    assert [(left.decode(), right.decode(), count) for left, right, count in merges] == expected


def test_ties_and_order_of_files_and_threads(tmp_path: Path) -> None:
    words = ["qx", "kz", "qx", "mv", "mv"]
    for seed in range(10):
        random.Random(seed).shuffle(words)
        text = " ".join(["kz", *words]).encode()
        path = tmp_path / f"{seed}.txt"
        path.write_bytes(text)
        for threads in (1, 8):
            recipe = Recipe.from_dict({"vocab_size": 259} | BY_VALUE)
            assert train([path], recipe, threads=threads).merges == [(b" ", b"m"), (b" ", b"q"), (b"k", b"z")]
        by_glyph = trained(tmp_path, text, vocab_size=259, byte_order="gpt2").merges
        assert by_glyph == [(b"k", b"z"), (b"m", b"v"), (b"q", b"x")]
        by_bytes = trained(tmp_path, text, vocab_size=259, tie_break="bytes").merges
        assert by_bytes == [(b"q", b"x"), (b"m", b"v"), (b"k", b"z")]


def test_files_may_be_dropped_in_any_order(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in "123"]
    for path, text in zip(paths, ("kz\nqx\n", "kz\nqx\n", "mv\nmv\n"), strict=True):
        path.write_text(text)
    recipe = Recipe.from_dict({"vocab_size": 259} | BY_VALUE)
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        assert train([paths[place] for place in order], recipe).merges == [(b"k", b"z"), (b"m", b"v"), (b"q", b"x")]


@pytest.mark.parametrize("pretokenizer", ["gpt2", r" ?\w+|\s+"])
def test_the_hash_seed_changes_nothing(tmp_path: Path, pretokenizer: str) -> None:
    path = tmp_path / "corpus.txt"
    path.write_text("the cat sat on the mat and the dog sat on the log\nover and over again\n" * 50)
    script = (
        "import sys; from vocabsmith_engine import *\n"
        f"print(train(sys.argv[1:], Recipe(vocab_size=300, pretokenizer={pretokenizer!r})).merges)"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    outputs = {
        subprocess.check_output([sys.executable, "-c", script, path], env=env | {"PYTHONHASHSEED": seed})
        for seed in ("0", "1", "4242")
    }
    assert len(outputs) == 1


def test_special_tokens_are_never_learned(tmp_path: Path) -> None:
    result = trained(tmp_path, b"<doc>one<doc>two<doc>" * 5, special_tokens=["<doc>"])
    assert not [token for left, right in result.merges for token in [left + right] if set(token) & set(b"<>dc")]
    assert result.merges[:2] == [(b"n", b"e"), (b"o", b"ne")]
    assert [token_id for token_id, token in result.vocab.items() if token == b"<doc>"] == [result.vocab_size - 1]


def test_a_vocabulary_that_cannot_be_filled_says_why(tmp_path: Path) -> None:
    result = trained(tmp_path, b"aa bb cc aa", vocab_size=1000, min_frequency=2)
    assert (result.vocab_size, result.merges) == (257, [(b"a", b"a")])
    assert result.stop_reason is StopReason.BELOW_MIN_FREQUENCY
    assert result.stop_reason.message(result.recipe) == "no other pair occurs twice"
    assert len(result.vocab) == 257


def test_the_reason_names_the_least_frequency() -> None:
    messages = [StopReason.BELOW_MIN_FREQUENCY.message(Recipe(vocab_size=300, min_frequency=n)) for n in (1, 3)]
    assert messages == ["no other pair occurs once", "no other pair occurs 3 times"]


def test_an_empty_file_alone_is_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"corpus\.txt: holds no text: 0 bytes\. Add a file with text"):
        trained(tmp_path, b"")


def test_a_corpus_of_special_tokens_alone_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"corpus\.txt: holds no text to learn from, special tokens apart\."):
        trained(tmp_path, b"<s><s>", special_tokens=["<s>"])


def test_a_table_without_text_is_named_with_what_is_wrong_with_its_records(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"text":""}\n{broken\n{"text":null}\n')
    with pytest.raises(
        CorpusError, match=r"a\.jsonl: holds no text to learn from, .* apart; records without text: 2\."
    ):
        train(tmp_path / "a.jsonl", Recipe(vocab_size=300))


def test_one_letter_gives_the_bytes_and_no_merge(tmp_path: Path) -> None:
    result = trained(tmp_path, b"x")
    assert (len(result.merge_ids), result.stop_reason) == (0, StopReason.NO_PAIRS)
    assert result.vocab == {byte: bytes([byte]) for byte in range(256)}
    assert result.bytes_per_token == 1.0


def test_the_recipe_is_checked_before_a_file_is_read(tmp_path: Path) -> None:
    with pytest.raises(RecipeError):
        train([tmp_path / "gone.txt"], Recipe(vocab_size=100))


def test_control_bytes_come_back(tmp_path: Path) -> None:
    text = "a\0b" * 200 + "".join(map(chr, range(1, 32)))
    tokenizer = trained(tmp_path, text.encode(), pretokenizer="none", min_frequency=2).tokenizer
    assert tokenizer.decode(tokenizer.encode(text)) == text
    assert len(tokenizer.encode("a\0b")) == 1


def test_no_token_is_longer_than_the_longest_allowed(tmp_path: Path) -> None:
    text = "今天天气很好\n".encode() * 200
    result = trained(tmp_path, text, max_token_length=9)
    assert max(map(len, result.vocab.values())) == 7  # 6 and 7 bytes meet in every pair that is left
    assert max(map(len, trained(tmp_path, text).vocab.values())) == 18


def test_three_kinds_of_line_ends_give_one_vocabulary_when_normalised(tmp_path: Path) -> None:
    merges = [
        trained(tmp_path, (b"red" + ending + b"blue" + ending) * 50, line_ends="normalise").merges
        for ending in (b"\r\n", b"\n", b"\r")
    ]
    assert merges[0] == merges[1] == merges[2] != []


@pytest.mark.parametrize(
    ("specials", "ids", "special_id"),
    [("start", [98, 98, 257], 0), ("after-bytes", [97, 97, 257], 256), ("end", [97, 97, 256], 257)],
)
def test_special_tokens_stand_where_the_recipe_says(specials: str, ids: list[int], special_id: int) -> None:
    recipe = Recipe.from_dict({"vocab_size": 258, "special_tokens": ["<s>"], "specials": specials} | BY_VALUE)
    result = train_from_counts([("aa", 1)], recipe)
    assert result.tokenizer.merges.tolist() == [ids]
    assert (result.vocab[special_id], result.vocab[ids[2]]) == (b"<s>", b"aa")
    assert result.tokenizer.special_tokens == {"<s>": special_id}
    assert sorted(result.vocab) == list(range(258))


def test_the_preset_cs336_gives_vocab_and_merges_of_the_assignment() -> None:
    counts = [("low", 5), (" lower", 2), (" widest", 3), (" newest", 6)]
    result = train_from_counts(counts, Recipe.cs336(vocab_size=263, special_tokens=["<|endoftext|>"]))
    assert result.merges == [(b"s", b"t"), (b"e", b"st"), (b"o", b"w"), (b"l", b"ow"), (b"w", b"est"), (b"n", b"e")]
    assert result.vocab == {
        **{byte: bytes([byte]) for byte in range(256)},
        **dict(enumerate([b"<|endoftext|>", b"st", b"est", b"ow", b"low", b"west", b"ne"], 256)),
    }


def test_fewer_merges_of_the_same_run_are_the_run_with_fewer_merges() -> None:
    counts = [("low", 5), (" lower", 2), (" widest", 3), (" newest", 6)]
    recipe = Recipe.from_dict({"vocab_size": 270, "special_tokens": ["<a>", "<b>"]} | BY_VALUE)
    long, short = (
        train_from_counts(counts, recipe),
        train_from_counts(counts, Recipe.from_dict(recipe.to_dict() | {"vocab_size": 262})),
    )
    cut = long.truncated(262)
    assert (cut.recipe, cut.vocab, cut.merges) == (short.recipe, short.vocab, short.merges)
    assert cut.merge_counts.tolist() == short.merge_counts.tolist()
    assert cut.tokens_left.tolist() == short.tokens_left.tolist()
    assert cut.tokenizer.special_tokens == {"<a>": 260, "<b>": 261}
    assert long.truncated(long.vocab_size) is long
    with pytest.raises(TokenizerError, match=r"vocabulary size 257: lies outside 258 \(no merges\) to 270"):
        long.truncated(257)


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([("a<s>b", 1)], "piece 'a<s>b': holds a special token"),
        ([(b"<s>", 1)], "piece b'<s>': holds a special token"),
        ([("a", 0)], "count 0 of piece 'a': must be a whole number from 1"),
        ([("a", -3)], "count -3 of piece 'a'"),
        ([("a", 1.5)], "count 1.5 of piece 'a'"),
        ([("a", 2**64)], "count of piece 'a': passes"),
        ([("a", 2**63), ("a", 2**63)], "count of piece 'a': passes"),
        ([("aaa", 2**63)], "the counts: pass 2\\^64 - 1 bytes together"),
        ([(3, 1)], "piece 3: must be text or bytes"),
        ([], "the corpus: holds no text to learn from"),
        ([("", 4)], "the corpus: holds no text to learn from"),
    ],
)
def test_counts_made_elsewhere_are_checked(counts: list[tuple[str, int]], message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        train_from_counts(counts, Recipe(vocab_size=300, special_tokens=("<s>",)))


def test_pieces_beyond_what_the_trainer_can_number_are_an_error_of_the_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_many(*_: object) -> None:  # it takes four gigabytes of distinct pieces
        raise OverflowError("the distinct pieces need 5000000000 places")

    monkeypatch.setattr("vocabsmith_engine._native.train", too_many)
    with pytest.raises(CorpusError, match="the corpus: is too large: the distinct pieces need 5000000000 places"):
        train_from_counts([("ab", 1)], Recipe(vocab_size=300))


def test_counts_may_come_as_a_mapping_or_from_count_pieces(tmp_path: Path) -> None:
    path = tmp_path / "corpus.txt"
    path.write_text("low low lower")
    recipe = Recipe(vocab_size=300)
    expected = train([path], recipe).merges
    assert train_from_counts({"low": 1, " low": 1, b" lower": 1}, recipe).merges == expected
    assert train_from_counts(count_pieces([path], recipe), recipe).merges == expected


@given(
    text=st.text(st.sampled_from("ab cAé😀\n1"), max_size=60),
    tie_break=st.sampled_from(["hf", "bytes"]),
    byte_order=st.sampled_from(["gpt2", "value"]),
    min_frequency=st.integers(1, 3),
    max_token_length=st.none() | st.integers(1, 6),
    pretokenizer=st.sampled_from(["gpt2", "none"]),
)
@settings(max_examples=150, deadline=None)
def test_training_equals_the_naive_recount(
    text, tie_break, byte_order, min_frequency, max_token_length, pretokenizer
) -> None:
    recipe = Recipe(
        vocab_size=280, tie_break=tie_break, byte_order=byte_order, min_frequency=min_frequency,
        max_token_length=max_token_length, pretokenizer=pretokenizer,
    )  # fmt: skip
    counts = Counter(piece.encode() for piece in Pretokenizer.of(pretokenizer).split("x" + text))
    result = train_from_counts(counts, recipe)
    expected = learn_merges(
        counts, 24, byte_of_id=recipe.byte_of_id, tie_break=tie_break, min_frequency=min_frequency,
        max_token_length=max_token_length or 2**63,
    )  # fmt: skip
    assert [
        (*pair, count, left)
        for pair, count, left in zip(
            result.merges, result.merge_counts.tolist(), result.tokens_left.tolist(), strict=True
        )
    ] == expected


def test_five_hundred_small_corpora_equal_the_naive_recount() -> None:
    dice = random.Random(5)
    for _ in range(500):
        counts = {bytes(dice.choices(b"xyz", k=dice.randrange(1, 9))): dice.randrange(1, 4) for _ in range(5)}
        expected = learn_merges(counts, 40, byte_of_id=bytes(range(256)))
        assert learned([*counts.items()], 40) == [merge[:3] for merge in expected]


def hugging_face_merges(documents: list[str], vocab_size: int, min_frequency: int) -> list[tuple[bytes, bytes]]:
    tokenizer = HuggingFaceTokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        min_frequency=min_frequency,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(documents, trainer)
    return [(unspell(left), unspell(right)) for left, right in json.loads(tokenizer.to_str())["model"]["merges"]]


@given(
    documents=st.lists(st.text(st.sampled_from("abcde  Aé日😀\n1'"), min_size=1, max_size=80), min_size=1, max_size=4),
    min_frequency=st.integers(1, 3),
)
@settings(max_examples=60, deadline=None)
def test_merges_equal_those_of_hugging_face(tmp_path_factory, documents, min_frequency) -> None:
    folder = tmp_path_factory.mktemp("documents")
    for number, document in enumerate(documents):
        (folder / f"{number}.txt").write_bytes(document.encode())
    result = train([folder], Recipe(vocab_size=300, min_frequency=min_frequency))
    assert result.merges == hugging_face_merges(documents, 300, min_frequency)


def test_merges_of_a_large_vocabulary_equal_those_of_hugging_face(tmp_path: Path) -> None:
    dice = random.Random(7)
    words = ["".join(dice.choices("etaoinshrdlu", k=dice.randrange(1, 10))) for _ in range(3000)]
    document = " ".join(dice.choices(words, k=40_000))
    result = trained(tmp_path, document.encode(), vocab_size=2000, byte_order="gpt2", min_frequency=2)
    assert len(result.merges) == 1744
    assert result.merges == hugging_face_merges([document], 2000, 2)


def test_counts_never_rise_and_no_token_is_made_twice(tmp_path: Path) -> None:
    text = ("the cat sat on the mat " * 20 + "aaaa abab " * 9).encode()
    result = trained(tmp_path, text, vocab_size=400, pretokenizer="none")
    assert (np.diff(result.merge_counts.astype(np.int64)) <= 0).all()
    assert len(set(result.vocab.values())) == result.vocab_size


def test_the_summary_tells_the_corpus_in_numbers(tmp_path: Path) -> None:
    result = trained(tmp_path, b"low low lower")
    corpus = result.corpus
    assert (corpus.documents, corpus.bytes, corpus.pieces, corpus.distinct_pieces, corpus.longest_piece) == (
        1,
        13,
        3,
        3,
        6,
    )
    assert (result.initial_tokens, [file.bytes for file in corpus.files]) == (13, [13])
    assert list(result.seconds) == ["reading", "merging"]


def test_a_stop_while_merging_keeps_what_was_learned() -> None:
    dice = random.Random(3)
    counts = [("".join(dice.choices("abcdefghij", k=2000)), 1) for _ in range(400)]
    monitor = Monitor()

    def stop_after_some_merges() -> None:
        while monitor.progress().merges < 50:
            time.sleep(0.001)
        monitor.stop()

    watcher = threading.Thread(target=stop_after_some_merges)
    watcher.start()
    result = train_from_counts(counts, Recipe(vocab_size=200_000, pretokenizer="none", min_frequency=1), monitor)
    watcher.join()
    assert result.stop_reason is StopReason.STOPPED
    assert 50 <= len(result.merges) < 199_744
    assert result.merges[0] == train_from_counts(counts, Recipe(vocab_size=257, pretokenizer="none")).merges[0]
    assert result.tokenizer.decode(result.tokenizer.encode("abcdefghij")) == "abcdefghij"


def test_a_stop_while_reading_leaves_no_result(tmp_path: Path) -> None:
    path = tmp_path / "corpus.txt"
    path.write_text("some text")
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        train([path], Recipe(vocab_size=300), monitor)


def test_a_run_goes_through_its_stages_in_order(tmp_path: Path) -> None:
    path = tmp_path / "corpus.txt"
    path.write_bytes(b"".join(b"word%d another%d\n" % (n, n * 7) for n in range(60_000)))
    monitor = Monitor()
    with progress_of(monitor) as log:
        train([path], Recipe(vocab_size=3000), monitor)
    assert list(dict.fromkeys(progress.stage for progress in log)) in (
        ["idle", "reading", "merging", "finished"],
        ["reading", "merging", "finished"],
    )
    for stage in ("reading", "merging"):
        steps = [progress for progress in log if progress.stage == stage]
        assert [step.done for step in steps] == sorted(step.done for step in steps)
        assert all(step.total and step.done <= step.total for step in steps)
    assert monitor.progress().merges == 2744


def test_bytes_are_numbered_in_gpt2_order_by_default(tmp_path: Path) -> None:
    result = trained(tmp_path, b"ab", byte_order="gpt2")
    assert b"".join(result.vocab[token_id] for token_id in range(256)) == GPT2_ORDER
