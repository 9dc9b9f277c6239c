"""Arrow parses blocks of JSON lines; line by line with Python's json module is what it must not differ from."""

import hypothesis.strategies as st
import numpy as np
from hypothesis import given, settings

from vocabsmith_engine.corpus.json_blocks import by_line, parsed_block
from vocabsmith_engine.corpus.record_fields import FieldPath
from vocabsmith_engine.corpus.record_texts import Records


def plain(records: Records) -> tuple[list[tuple[int, bytes]], int, list[int], list[int]]:
    """The texts, each with the number of its record; records that gave any; broken and missing ones."""
    text, ends = bytes(records.text), records.ends.tolist()
    rows = range(len(ends)) if records.rows is None else records.rows.tolist()
    texts = [(records.first + row, text[begin:end]) for row, begin, end in zip(rows, [0, *ends], ends, strict=False)]
    broken, missing = (np.asarray(numbers, np.int64).tolist() for numbers in (records.broken, records.missing))
    return texts, records.used, broken, missing


# Parts of records, good and bad ones. What Arrow alone takes, and what it alone refuses, is among them.
good_strings = st.sampled_from(
    [
        '""', '"a"', '"b c"', '"é\U0001f600"', r'"\n\t\"\\\/\b\f\r"', r'"\u0041\u00e9\u0000"', r'"\ud83d\ude00"',
        r'"\\ud83d"', '"a\x7fb"', '"} null {"', '"}{"', '"]["', '"text"', '"\u2028"', '"\ufeff"',
    ]
)  # fmt: skip
bad_strings = st.sampled_from(
    [
        r'"\ud83d"', r'"\ude00"', r'"\ude00\ud83d"', r'"\ud83d\u0041"', r'"\\\ud83d"', r'"\x"', r'"\u12"', '"a\tb"',
        '"a\x00b"', '"a', 'a"', "'a'",
    ]
)  # fmt: skip
good_scalars = st.sampled_from(
    ["null", "true", "0", "-0", "1.5", "1e5", "1E+5", "9" * 30, "9" * 5000, "NaN", "-Infinity"]
)
bad_scalars = st.sampled_from(["01", "1.", ".5", "-", "1e", "+1", "tru", "nul", "0x1", "1e999", "2018-01-01", "1 2"])
good_keys = st.sampled_from(
    ['"text"', '"text"', '"text"', '"x"', '"meta"', '"messages"', '"content"', r'"te\u0078t"', '""']
)
bad_keys = st.sampled_from(["text", '"te\nxt"', r'"\ud83d"', "1", "null"])


def objects(keys: st.SearchStrategy[str], values: st.SearchStrategy[str], between: list[str]) -> st.SearchStrategy[str]:
    """An object; a key may come twice."""
    pairs = st.lists(st.tuples(keys, values).map(": ".join), max_size=4)
    return st.tuples(pairs, st.sampled_from(between)).map(lambda made: "{" + made[1].join(made[0]) + "}")


def trees(keys: st.SearchStrategy[str], leaves: st.SearchStrategy[str], between: list[str]) -> st.SearchStrategy[str]:
    """Any value."""

    def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        arrays = st.lists(inner, max_size=3).map(lambda items: "[" + ",".join(items) + "]")
        return objects(keys, inner, between) | arrays

    return st.recursive(leaves, grown, max_leaves=8)


good_leaves = good_strings | good_strings | good_scalars
leaves = good_leaves | bad_strings | bad_scalars
good_trees = trees(good_keys, good_leaves, [", "])
good_lines = objects(good_keys, good_trees, [", ", ",", ",\r"]) | st.tuples(
    good_strings, st.sampled_from(['"x"', '"meta"', '""']), good_trees
).map('{{"text":{0[0]},{0[1]}:{0[2]}}}'.format)
after = st.sampled_from(["", " ", ",", "]", "}", "x", " null", "{}", ' {"text": "second"}', "\0", "\ufeff", "//"])
bad_lines = st.tuples(
    objects(good_keys | bad_keys, trees(good_keys | bad_keys, leaves, [", ", ",,"]), [", ", ",,", " "]) | leaves, after
).map("".join)
breaks = st.sampled_from(["\n", "\n", "\n", "\r\n", "\n\n", " \n\t", "\r", ""])


def joined_lines(lines: st.SearchStrategy[str], breaks: st.SearchStrategy[str]) -> st.SearchStrategy[bytes]:
    return st.lists(st.tuples(lines, breaks).map("".join), max_size=6).map(lambda parts: "".join(parts).encode())


blocks = joined_lines(good_lines, st.just("\n")) | joined_lines(good_lines | good_lines | bad_lines, breaks)
fields = st.sampled_from(
    ["text", "text", "text", "meta.text", "messages[].content", "text[]", "x.meta", "meta[].x[].text"]
)


@given(blocks, fields)
@settings(max_examples=400, deadline=None)
def test_a_block_gives_what_its_lines_give(block: bytes, field: str) -> None:
    steps = FieldPath.parsed(field).steps
    assert plain(parsed_block(block, 7, steps)) == plain(by_line(block, 7, steps))
