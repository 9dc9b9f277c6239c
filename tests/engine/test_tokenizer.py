"""A finished vocabulary: what it refuses to be made of, text to ids, ids to text."""

from __future__ import annotations

import dataclasses
import pickle
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from vocabsmith_engine import (
    CorpusError,
    Monitor,
    Pretokenizer,
    Recipe,
    Stopped,
    Tokenizer,
    TokenizerError,
    count_pieces,
    train_from_counts,
)
from vocabsmith_engine.encoding_files import encode_file

BYTES = [bytes([value]) for value in range(256)]
NONE = Pretokenizer.of("none")


def bytes_only(*special_tokens: str, pretokenizer: str = "none") -> Tokenizer:
    """A vocabulary of the bytes by value, and special tokens from 256 on."""
    tokens = BYTES + [text.encode() for text in special_tokens]
    ids = {text: 256 + place for place, text in enumerate(special_tokens)}
    return Tokenizer(tokens, np.zeros((0, 3), np.uint32), ids, Pretokenizer.of(pretokenizer))


def with_merges(
    *merges: tuple[int, int, int], pretokenizer: str = "none", whole_pieces_first: bool = False
) -> Tokenizer:
    """The bytes by value and these merges."""
    tokens = list(BYTES)
    for left, right, token in merges:
        if token == len(tokens):
            tokens.append(tokens[left] + tokens[right])
    rows = np.array(merges, dtype=np.uint32)
    return Tokenizer(tokens, rows, {}, Pretokenizer.of(pretokenizer), whole_pieces_first=whole_pieces_first)


A, B, C, D = 97, 98, 99, 100


# --- what a vocabulary must be


def test_a_byte_without_a_token_is_named() -> None:
    without_seven = [token for token in BYTES if token != b"\x07"]
    with pytest.raises(TokenizerError, match="byte 0x07: has no token"):
        Tokenizer(without_seven, np.zeros((0, 3), np.uint32), {}, NONE)


def test_a_merge_that_does_not_spell_its_token_is_refused() -> None:
    with pytest.raises(TokenizerError, match=r"merge 0 \(97, 98 → 256\): does not spell its token b'ax'"):
        Tokenizer([*BYTES, b"ax"], np.array([[A, B, 256]], np.uint32), {}, NONE)


def test_a_merge_with_an_unknown_id_is_refused() -> None:
    with pytest.raises(TokenizerError, match="names an id above 256, the last"):
        Tokenizer([*BYTES, b"ab"], np.array([[A, 999, 256]], np.uint32), {}, NONE)


def test_a_merge_listed_twice_is_refused() -> None:
    with pytest.raises(TokenizerError, match=r"merge 1 .* is listed twice"):
        Tokenizer([*BYTES, b"ab"], np.array([[A, B, 256], [A, B, 256]], np.uint32), {}, NONE)


def test_two_ids_for_one_token_are_refused() -> None:
    with pytest.raises(TokenizerError, match="token b'ab': has two ids, 256 and 257"):
        Tokenizer([*BYTES, b"ab", b"ab"], np.zeros((0, 3), np.uint32), {}, NONE)


def test_a_special_token_out_of_range_is_refused() -> None:
    with pytest.raises(TokenizerError, match="lies outside the ids 0 to 255"):
        Tokenizer(BYTES, np.zeros((0, 3), np.uint32), {"<s>": 256}, NONE)


def test_a_special_token_is_never_part_of_a_merge() -> None:
    with pytest.raises(TokenizerError, match="holds a special token"):
        Tokenizer([*BYTES, b"<s>", b"<s>a"], np.array([[256, A, 257]], np.uint32), {"<s>": 256}, NONE)


def test_a_role_is_played_by_a_special_token() -> None:
    with pytest.raises(TokenizerError, match="eos '<e>': is not one of the special tokens"):
        Tokenizer(BYTES, np.zeros((0, 3), np.uint32), {}, NONE, roles={"eos": "<e>"})


def test_a_tokenizer_cannot_be_changed() -> None:
    tokenizer = with_merges((A, B, 256))
    with pytest.raises(dataclasses.FrozenInstanceError):
        tokenizer.name = "other"  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        tokenizer.merges[0, 0] = 1
    with pytest.raises(TypeError):
        tokenizer.special_tokens["<s>"] = 3  # type: ignore[index]


def test_a_tokenizer_travels_to_other_processes() -> None:
    copy = pickle.loads(pickle.dumps(dataclasses.replace(with_merges((A, B, 256)), name="mine")))
    assert (copy.encode("abab"), copy.name) == ([256, 256], "mine")


# --- text to ids


def test_the_lowest_rank_is_merged_first() -> None:
    tokenizer = with_merges((B, C, 256), (A, B, 257))
    assert tokenizer.encode("abc") == [A, 256]


def test_merges_apply_left_to_right_without_overlap() -> None:
    assert with_merges((A, A, 256)).encode("aaa") == [256, A]


def test_a_token_made_by_two_merges_is_one_id() -> None:
    tokenizer = with_merges((A, B, 256), (B, C, 257), (256, C, 258), (A, 257, 258))
    assert tokenizer.encode("abc") == [258]
    assert tokenizer.rank_of(258) == 2
    assert tokenizer.merge_of(258) == (256, C)


def test_whole_pieces_are_looked_up_first_where_the_file_says_so() -> None:
    tokens = [*BYTES, b"abc"]
    no_merges = np.zeros((0, 3), np.uint32)
    assert Tokenizer(tokens, no_merges, {}, NONE, whole_pieces_first=True).encode("abc") == [256]
    assert Tokenizer(tokens, no_merges, {}, NONE).encode("abc") == [A, B, C]


def test_tokens_for_whole_pieces_only_are_found() -> None:
    tokens = [*BYTES, b"ab", b"xyz", b"abab"]
    tokenizer = Tokenizer(tokens, np.array([[A, B, 256], [256, 256, 258]], np.uint32), {}, NONE)
    assert tokenizer.whole_pieces_only == (257,)


@pytest.mark.parametrize("pretokenizer", ["gpt2", r" ?\w+|\W+"])  # one scanned natively, one by an expression
def test_no_merge_crosses_the_border_of_two_pieces(pretokenizer: str) -> None:
    assert with_merges((A, 32, 256), (32, B, 257), pretokenizer=pretokenizer).encode("a b") == [A, 257]


@pytest.mark.parametrize("pretokenizer", ["gpt2", "digits", "none"])
def test_special_tokens_in_text_follow_the_policy(pretokenizer: str) -> None:
    tokenizer = bytes_only("<s>", pretokenizer=pretokenizer)
    assert tokenizer.encode("a<s>b") == [A, 256, B]
    assert tokenizer.encode("a<s>b", special="as_text") == [A, 60, 115, 62, B]
    with pytest.raises(TokenizerError, match="special token '<s>' at character 2: is refused"):
        tokenizer.encode("éa<s>b", special="refuse")
    assert tokenizer.encode("ab", special="refuse") == [A, B]


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(TokenizerError, match="special 'ignore': is not a known policy"):
        bytes_only().encode("a", special="ignore")  # type: ignore[arg-type]


@pytest.mark.parametrize("pretokenizer", ["gpt2", r" ?\w+|\W+"])
@pytest.mark.parametrize("order", [("<d>", "<d><d>", "<d>x"), ("<d>x", "<d><d>", "<d>"), ("<d><d>", "<d>", "<d>x")])
def test_the_longest_special_token_wins_in_whatever_order(order: tuple[str, ...], pretokenizer: str) -> None:
    tokenizer = bytes_only(*order, pretokenizer=pretokenizer)
    ids = tokenizer.encode("a<d><d>b<d>xq")
    assert [tokenizer.token_bytes(i) for i in ids] == [b"a", b"<d><d>", b"b", b"<d>x", b"q"]
    assert tokenizer.decode(ids) == "a<d><d>b<d>xq"


def test_every_byte_survives_whatever_was_learned() -> None:
    tokenizer = train_from_counts([(b"plain", 2), (b" ascii", 2)], Recipe(vocab_size=260)).tokenizer
    assert tokenizer.decode(tokenizer.encode("naïve ☕ text")) == "naïve ☕ text"
    for value in range(256):
        byte = bytes([value])
        assert tokenizer.decode_bytes(tokenizer.encode_bytes(byte)) == byte


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("\ud83d", b"\xef\xbf\xbd"),
        ("\ud83d\ude00", "😀".encode()),
        ("\ude00\ud83d", b"\xef\xbf\xbd" * 2),
        ("a\ud83d\ud83d\ude00\ude00b", "a\ufffd😀\ufffdb".encode()),
    ],
)
def test_surrogate_halves_are_joined_or_replaced(text: str, data: bytes) -> None:
    tokenizer = bytes_only("<s>")
    assert tokenizer.encode(text) == list(data)
    assert tokenizer.encode_array(text, special="as_text").tolist() == list(data)
    assert tokenizer.encode_with_offsets(text).ids.tolist() == list(data)


def test_a_byte_order_mark_in_a_string_is_text() -> None:
    assert bytes_only().encode("\ufeffa") == [0xEF, 0xBB, 0xBF, A]


@pytest.mark.parametrize("pretokenizer", ["none", "gpt2", "o200k", r"\w+|\W+"])
def test_no_text_has_no_ids(pretokenizer: str) -> None:
    assert bytes_only("<s>", pretokenizer=pretokenizer).encode("") == []


# --- ids to text


@pytest.mark.parametrize("ids", [[A, B], (A, B), iter([A, B]), np.array([A, B], np.int64), np.array([A, B], np.uint16)])
def test_ids_come_as_anything_that_holds_whole_numbers(ids: Iterable[int]) -> None:
    assert bytes_only().decode(ids) == "ab"


def test_ids_may_be_numpy_integers_in_a_list() -> None:
    assert bytes_only().decode([np.uint8(A), B]) == "ab"


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([97, 9999], "id 9999 at position 1: is not in this vocabulary, whose ids run from 0 to 255"),
        ([-1], "id -1 at position 0"),
        ([97, 2**70], f"id {2**70} at position 1"),
        (np.array([1, 2, 300]), "id 300 at position 2"),
        ([97, 3.5], "3.5 at position 1: is not a whole number"),
        ([97, 1.0], "1.0 at position 1: is not a whole number"),
        ([True], "True at position 0: is not a whole number"),
        (["97"], "'97' at position 0: is not a whole number"),
        (np.array([1.5]), "1.5 at position 0: is not a whole number"),
        (np.array([[1]]), r"an array of shape \(1, 1\): is not a row of ids"),
    ],
)
def test_a_wrong_id_is_named_with_its_position(ids: Iterable[int], message: str) -> None:
    with pytest.raises(TokenizerError, match=message):
        bytes_only().decode(ids)


def test_part_of_a_character_is_a_placeholder_in_text_and_kept_in_bytes() -> None:
    tokenizer = bytes_only()
    assert tokenizer.decode([0xF0, 0x9F, 0x98]) == "\ufffd"
    assert tokenizer.decode_bytes([0xF0, 0x9F, 0x98]) == b"\xf0\x9f\x98"
    assert tokenizer.decode([0xF0, 0x9F, 0x98, 0x80]) == "😀"


def test_no_ids_are_no_text() -> None:
    assert bytes_only().decode([]) == ""
    assert bytes_only().decode(np.array([])) == ""


# --- fewer merges


def test_fewer_merges_are_the_run_that_would_have_been() -> None:
    counts = [(b"hug", 10), (b"pug", 5), (b"pun", 12), (b"bun", 4), (b"hugs", 5)]
    long = train_from_counts(counts, Recipe(vocab_size=263, special_tokens=("<s>",))).tokenizer
    short = train_from_counts(counts, Recipe(vocab_size=260, special_tokens=("<s>",))).tokenizer
    cut = long.truncated(260)
    assert cut.tokens == short.tokens
    assert cut.merges.tolist() == short.merges.tolist()
    assert cut.special_tokens == {"<s>": 259} == short.special_tokens
    assert cut.recipe is not None
    assert cut.recipe.vocab_size == 260


def test_special_tokens_in_front_keep_their_ids() -> None:
    recipe = Recipe(vocab_size=260, special_tokens=("<s>",), specials="start", min_frequency=1)
    cut = train_from_counts([(b"abcdef", 2)], recipe).tokenizer.truncated(258)
    assert cut.special_tokens == {"<s>": 0}
    assert cut.tokens[257] == b"ab"


def test_a_token_made_twice_counts_once() -> None:
    tokenizer = with_merges((A, B, 256), (B, C, 257), (256, C, 258), (A, 257, 258), (258, D, 259))
    assert len(tokenizer.truncated(259).merges) == 4
    assert len(tokenizer.truncated(258).merges) == 2


@pytest.mark.parametrize("size", [255, 258])
def test_a_size_that_merges_cannot_give_is_refused(size: int) -> None:
    with pytest.raises(TokenizerError, match=rf"size {size}: lies outside 256 \(no merges\) to 257 \(all merges\)"):
        with_merges((A, B, 256)).truncated(size)


def test_without_merges_nothing_can_be_left_out() -> None:
    assert with_merges().truncated(256).vocab_size == 256
    with pytest.raises(TokenizerError, match="size 300: is not that of this tokenizer, 256, which has no merges"):
        with_merges().truncated(300)


# --- files of ids


def saved(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "text.txt"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("window", [1, 2, 7, 64, 4096])
@pytest.mark.parametrize("pretokenizer", ["gpt2", "cl100k", "digits", "none", r"regex:\w+\s"])
def test_a_file_in_windows_has_the_ids_of_the_whole_text(pretokenizer: str, window: int, tmp_path: Path) -> None:
    text = "Wörter 123\nund  mehr<s>\r\n\n  x<s><s>y 😀😀\n'll \t\nZeile<\n<s" * 5
    recipe = Recipe(vocab_size=320, special_tokens=("<s>", "<s><s>"), pretokenizer=pretokenizer)
    tokenizer = train_from_counts([(b"Wort", 9), (b" und", 9), ("😀".encode(), 9)], recipe).tokenizer
    path = saved(tmp_path, text.encode())
    for special in ("allow", "as_text"):
        count = encode_file(tokenizer, path, tmp_path / "ids.npy", special, None, window=window)
        ids = np.load(tmp_path / "ids.npy")
        assert ids.tolist() == tokenizer.encode(text, special)
        assert (len(ids), ids.dtype) == (count, np.uint16)


def test_a_bin_file_is_the_bare_ids(tmp_path: Path) -> None:
    assert bytes_only().encode_file(saved(tmp_path, b"ab"), tmp_path / "ids.bin") == 2
    assert (tmp_path / "ids.bin").read_bytes() == b"a\0b\0"


@pytest.mark.parametrize(("size", "dtype"), [(65_536, np.uint16), (65_537, np.uint32)])
def test_ids_are_as_wide_as_the_vocabulary_needs(size: int, dtype: type, tmp_path: Path) -> None:
    tokens = BYTES + [number.to_bytes(3, "big") for number in range(size - 256)]
    tokenizer = Tokenizer(tokens, np.zeros((0, 3), np.uint32), {}, NONE)
    tokenizer.encode_file(saved(tmp_path, b"ab"), tmp_path / "ids.npy")
    assert np.load(tmp_path / "ids.npy").dtype == dtype


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"\xef\xbb\xbfa", "a"),
        ("a😀".encode("utf-16"), "a😀"),
        (b"\xfe\xff" + "a😀".encode("utf-16-be"), "a😀"),
        ("a😀".encode("utf-32"), "a😀"),
        (b"a\xffb\xf0\x9f", "a\ufffdb\ufffd"),
        (b"\xff\xfea\0\x3d\xd8b\0", "a\ufffdb"),
        (b"\xff\xfe", ""),
        (b"", ""),
    ],
)
def test_marks_are_dropped_and_bad_bytes_replaced(content: bytes, text: str, tmp_path: Path) -> None:
    path = saved(tmp_path, content)
    for window in (1, 3, 1000):
        encode_file(bytes_only(), path, tmp_path / "ids.npy", "allow", None, window=window)
        assert np.load(tmp_path / "ids.npy").tolist() == list(text.encode())


@pytest.mark.parametrize(("policy", "data"), [("skip", b"ab"), ("keep", b"a\xffb\xf0\x9f")])
def test_bad_bytes_follow_the_recipe(policy: str, data: bytes, tmp_path: Path) -> None:
    recipe = Recipe.from_dict({"vocab_size": 256, "invalid_bytes": policy, "pretokenizer": "none"})
    tokenizer = dataclasses.replace(bytes_only(), recipe=recipe)
    tokenizer.encode_file(saved(tmp_path, b"a\xffb\xf0\x9f"), tmp_path / "ids.npy")
    assert np.load(tmp_path / "ids.npy").tolist() == list(data)


def test_a_file_is_encoded_as_the_text_that_training_reads_in_it(tmp_path: Path) -> None:
    path = saved(tmp_path, b"\xff\xfea\0\x3d\xd8b\0")  # UTF-16 with half a pair
    for policy in ("replace", "skip", "keep"):
        recipe = Recipe.from_dict({"vocab_size": 256, "invalid_bytes": policy, "pretokenizer": "none"})
        dataclasses.replace(bytes_only(), recipe=recipe).encode_file(path, tmp_path / "ids.npy")
        assert dict(count_pieces(path, recipe).counts.items()) == {bytes(np.load(tmp_path / "ids.npy").tolist()): 1}


def test_a_refused_special_token_is_placed_in_the_whole_file(tmp_path: Path) -> None:
    path = saved(tmp_path, b"one\ntwo\nthree <s>\n")
    with pytest.raises(TokenizerError, match="'<s>' at character 14: is refused"):
        encode_file(bytes_only("<s>", pretokenizer="gpt2"), path, tmp_path / "ids.npy", "refuse", None, window=4)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["text.txt"]


def test_a_stopped_encoding_leaves_no_file(tmp_path: Path) -> None:
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        bytes_only().encode_file(saved(tmp_path, b"ab"), tmp_path / "ids.npy", monitor=monitor)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["text.txt"]


@pytest.mark.parametrize("pretokenizer", ["gpt2", "digits"])
def test_encoding_can_be_stopped(pretokenizer: str) -> None:
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        bytes_only(pretokenizer=pretokenizer).encode_bytes(b"text " * 100_000, monitor=monitor)


def test_another_ending_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(TokenizerError, match=r"output 'ids.txt': is neither a .npy nor a .bin file"):
        bytes_only().encode_file(tmp_path / "missing", tmp_path / "ids.txt")


@pytest.mark.skipif(sys.platform != "linux", reason="needs a file that opens and cannot be read")
def test_a_text_that_stops_being_readable_is_named_and_not_the_output(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"/proc/self/mem: cannot be read: input/output error"):
        bytes_only().encode_file("/proc/self/mem", tmp_path / "ids.npy")


def test_a_missing_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"missing.txt: cannot be read: no such file or directory"):
        bytes_only().encode_file(tmp_path / "missing.txt", tmp_path / "ids.npy")


def test_a_missing_folder_for_the_ids_is_named(tmp_path: Path) -> None:
    with pytest.raises(TokenizerError, match=r"ids.npy: cannot be written \(No such file or directory\)"):
        bytes_only().encode_file(saved(tmp_path, b"a"), tmp_path / "missing" / "ids.npy")


def test_an_expression_that_backtracks_without_end_is_cut_off_while_encoding():
    slow = Tokenizer(
        [bytes([b]) for b in range(256)], np.zeros((0, 3), np.uint32), {}, Pretokenizer.of(r"regex:(a|aa)+$")
    )
    with pytest.raises(TokenizerError, match=r"needed more than 0\.2 seconds"):
        slow.encode_with_offsets("a" * 60 + "b", timeout=0.2)
