import gzip
import json
import random
from pathlib import Path

import pytest
from reading_records import records_read, written

from vocabsmith_engine import CorpusError, Monitor, Recipe, Source, Stopped, count_pieces, train
from vocabsmith_engine.chunks import ChunkReader
from vocabsmith_engine.corpus import BadFile
from vocabsmith_engine.corpus.json_arrays import element_blocks

FOUR_LINES = '{"text":"good words"}\n{"text":"more good words","id":2}\n{"text":"bro\n{"title":"none"}\n'


def test_broken_records_and_records_without_the_field_are_left_out_and_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl.gz"
    path.write_bytes(gzip.compress(FOUR_LINES.encode()))
    texts, report = records_read(path)
    assert texts == [b"good words", b"more good words"]
    assert (report.kind, report.field, report.documents) == ("jsonl", "text", 2)
    assert (report.used_records, report.broken_records, report.missing_records) == (2, 1, 1)
    assert (report.first_broken, report.first_missing) == ((3,), (4,))
    assert report.notes == (
        f"{path}: 1 record could not be read, line 3.",
        f"{path}: 1 record without text in 'text', line 4.",
    )


def test_only_the_text_is_learned(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl.gz"
    path.write_bytes(gzip.compress(FOUR_LINES.encode() * 20))
    learned = train(path, Recipe(vocab_size=400, min_frequency=1)).tokenizer.tokens
    assert b" words" in learned
    assert not any(name in token for token in learned if len(token) > 1 for name in (b"te", b"ti", b"id", b'"'))


def test_lines_are_numbered_through_the_blocks_that_are_parsed_apart(tmp_path: Path) -> None:
    lines = ['{"text":"some words in a record"}'] * 100_000
    for number in (2, 40_000, 99_999):
        lines[number - 1] = "{"
    for number in (3, 50_000):
        lines[number - 1] = '{"text":null}'
    _, report = records_read(written(tmp_path / "a.jsonl", "\n".join(lines)))
    assert (report.first_broken, report.first_missing) == ((2, 40_000, 99_999), (3, 50_000))
    assert report.used_records == 99_995


def test_a_line_longer_than_a_block_is_one_record(tmp_path: Path) -> None:
    long_text = "long " * 500_000
    lines = [json.dumps({"text": text}) for text in ("a", long_text, "b")]
    texts, report = records_read(written(tmp_path / "a.jsonl", "\n".join(lines)))
    assert texts == [b"a", long_text.encode(), b"b"]
    assert report.broken_records == 0


def test_a_line_end_in_the_text_of_a_record_divides_nothing(tmp_path: Path) -> None:
    texts, report = records_read(written(tmp_path / "a.jsonl", '{"text":"a\\r\\nb"}\r\n\r\n{"text":"c"}\r\n'))
    assert (texts, report.documents) == ([b"a\r\nb", b"c"], 2)


def test_line_ends_in_texts_are_normalised_each_by_itself(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", '{"text":"a\\r\\n\\rb\\r"}\n{"text":"\\nc"}\n{"text":"\\r\\r\\n"}\n')
    assert records_read(path, line_ends="normalise")[0] == [b"a\n\nb\n", b"\nc", b"\n\n"]


def test_documents_in_records_are_lines_if_lines_are_documents(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", '{"text":"a\\nb<d>c"}\n{"text":""}\n')
    assert records_read(path, document_unit="line", special_tokens=["<d>"])[1].documents == 3
    assert records_read(path, special_tokens=["<d>"])[1].documents == 2


@pytest.mark.parametrize("pretokenizer", ["gpt2", r"\S+|\s+"])
def test_no_piece_crosses_the_border_of_two_records(tmp_path: Path, pretokenizer: str) -> None:
    path = written(tmp_path / "a.jsonl", '{"text":"ab"}\n{"text":"cd"}\n')
    counts = count_pieces(path, Recipe(vocab_size=300, pretokenizer=pretokenizer)).counts
    assert dict(counts.items()) == {b"ab": 1, b"cd": 1}


@pytest.mark.parametrize(
    ("record", "field", "texts"),
    [
        ({"meta": {"text": "a"}}, "meta.text", [b"a"]),
        ({"messages": [{"content": "a"}, {"content": None}, {"content": "b"}]}, "messages[].content", [b"a", b"b"]),
        ({"a": [["x", "y"], [], ["z"]]}, "a[][]", [b"x", b"y", b"z"]),
        ({"a.b": "dotted", "a": {"b": "nested"}}, "a.b", [b"dotted"]),
    ],
)
def test_a_field_is_a_path(tmp_path: Path, record: object, field: str, texts: list[bytes]) -> None:
    line = json.dumps(record)
    assert records_read(written(tmp_path / "a.jsonl", line), field)[0] == texts
    assert records_read(written(tmp_path / "a.json", f"[{line}]"), field)[0] == texts


@pytest.mark.parametrize(
    ("record", "field"),
    [
        ({"title": "t", "content": "c", "text": "x"}, "text"),
        ({"title": "t", "Content": "c"}, "Content"),
        ({"id": 1, "story": "the only text"}, "story"),
        ({"text": 1, "body": "b"}, "body"),
    ],
)
def test_the_field_is_found_by_name_and_type(tmp_path: Path, record: object, field: str) -> None:
    assert records_read(written(tmp_path / "a.jsonl", json.dumps(record)))[1].field == field


def test_a_field_that_cannot_be_told_or_is_not_there_is_an_error_that_names_those_there_are(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", '{"question":"q","answer":"a","n":1,"meta":{"note":"m"}}\n')
    with pytest.raises(BadFile, match=r"has several fields of text: question, answer, meta\.note\. Name the one"):
        records_read(path)
    with pytest.raises(BadFile, match=r"has no field 'text' with text; there are question, answer, meta\.note\."):
        records_read(path, "text")
    with pytest.raises(BadFile, match=r"has its text deeper inside, in data\[\]\.text\. Name that with --field"):
        records_read(written(tmp_path / "c.json", '{"data":[{"text":"t"}]}'))
    with pytest.raises(BadFile, match=r"has no field of text\."):
        records_read(written(tmp_path / "b.jsonl", '{"n":1}\n'))
    with pytest.raises(CorpusError, match=r"field 'a\.\.b': has an empty step\. Write it as"):
        records_read(path, "a..b")


def test_records_may_be_the_texts_themselves(tmp_path: Path) -> None:
    assert records_read(written(tmp_path / "a.jsonl", '"one"\n"two"\n3\n'))[0] == [b"one", b"two"]
    texts, report = records_read(written(tmp_path / "a.json", '["one", "two", 3]'))
    assert (texts, report.first_missing) == ([b"one", b"two"], (3,))
    assert report.notes == (f"{tmp_path / 'a.json'}: 1 record without text, element 3.",)


def test_beside_records_with_fields_a_text_is_a_record_without_the_field(tmp_path: Path) -> None:
    texts, report = records_read(written(tmp_path / "a.jsonl", '"one"\n{"story":"two"}\n'))
    assert (texts, report.field, report.first_missing) == ([b"two"], "story", (1,))


def test_what_is_no_json_at_all_is_a_bad_file(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"is not JSON: none of its first lines is\."):
        records_read(written(tmp_path / "a.jsonl", "just text\nand more\n"))


@pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.csv", "a.tsv"])
def test_a_file_of_nothing_holds_no_records(tmp_path: Path, name: str) -> None:
    for data in ("", "\n\n"):
        path = written(tmp_path / name, data)
        texts, report = records_read(path)
        assert (texts, report.used_records, report.field) == ([], 0, None)


def test_bytes_that_are_not_utf8_are_settled_before_a_line_is_read(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", b'{"text":"ok \xff\xfe"}\n{"text":"\\ud83d \xe2\x82"}\n')
    for policy, texts in (
        ("replace", ["ok \ufffd\ufffd".encode(), "\ufffd \ufffd".encode()]),
        ("skip", [b"ok ", "\ufffd ".encode()]),
        ("keep", [b"ok \xff\xfe", b"\xef\xbf\xbd \xe2\x82"]),
    ):
        found, report = records_read(path, invalid_bytes=policy)
        assert (found, report.bad_bytes, report.first_bad_offset) == (texts, 4, 12)


def test_records_are_read_in_any_encoding(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", '\ufeff{"text":"é"}\n{"text":"日"}\n'.encode("utf-16-le"))
    texts, report = records_read(path)
    assert (texts, report.encoding) == (["é".encode(), "日".encode()], "UTF-16LE")


class InParts:
    """A text that comes in parts of one size."""

    def __init__(self, data: bytes, size: int) -> None:
        self._data = data
        self._size = size
        self.ended = not data

    def read(self, _size: int) -> bytes:
        part, self._data = self._data[: self._size], self._data[self._size :]
        self.ended = not self._data
        return part


def elements(text: str | bytes, size: int = 5) -> list[object]:
    data = InParts(text if isinstance(text, bytes) else text.encode(), size)
    blocks = element_blocks(data, Path("a.json"), lambda _held: None)  # type: ignore[arg-type]
    return [json.loads(line) for block, _ in blocks for line in block.split(b"\n")]


def random_value(random_: random.Random, depth: int = 0) -> object:
    kind = random_.randrange(6 if depth < 3 else 3)
    if kind < 2:
        return "".join(random_.choice('a"\\[]{},:\n é') for _ in range(random_.randrange(8)))
    if kind == 2:
        return random_.choice([None, True, 1.5, -3])
    items = [random_value(random_, depth + 1) for _ in range(random_.randrange(3))]
    return {f'{item}"'[:3]: item for item in items} if kind < 5 else items


def test_an_array_is_parted_as_json_reads_it_wherever_its_text_is_cut() -> None:
    random_ = random.Random(1)
    for _ in range(500):
        values = [random_value(random_) for _ in range(random_.randrange(5))]
        text = json.dumps(values, indent=random_.choice([None, 1]), ensure_ascii=random_.random() < 0.5)
        assert elements(text, random_.randrange(1, 12)) == json.loads(text)


def test_an_array_that_is_cut_anywhere_is_a_bad_file() -> None:
    text = json.dumps([{"a": ['"}', {"b": "\\"}]}, "two", 3])
    for length in range(1, len(text)):
        with pytest.raises(BadFile, match=r"is no JSON array: it ends (after element [12]|before its first element)\."):
            elements(text[:length])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('["a",]', "is no JSON array: it has nothing after element 1"),
        ('["a",,"b"]', "is no JSON array: it has nothing after element 1"),
        ('["a"}', "is no JSON array: it has a brace too many before its first element"),
        ('["a"] ["b"]', "goes on after the end of its JSON array"),
    ],
)
def test_the_place_where_an_array_is_broken_is_named(text: str, reason: str) -> None:
    with pytest.raises(BadFile, match=f"^a.json: {reason}"):
        elements(text)


def test_an_element_that_is_broken_in_itself_is_a_broken_record(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.json", '[{"text":"a"}, {"text":tru}, {"text":"b\nc"}, {"text":"d"} {"text":"e"}, {"text":"f"}]'
    )
    texts, report = records_read(path)
    assert (texts, report.first_broken) == ([b"a", b"f"], (2, 3, 4))


def test_a_value_that_is_no_array_is_one_record(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json", json.dumps({"title": "t", "text": "one\ndocument"}, indent=2))
    assert records_read(path)[0] == [b"one\ndocument"]
    path = written(tmp_path / "b.json", json.dumps({"data": [{"text": "a"}, {"text": "b"}]}, indent=2))
    assert records_read(path, "data[].text")[0] == [b"a", b"b"]


@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_values_nested_without_end_are_read_like_others(tmp_path: Path, name: str) -> None:
    deep = "[" * 100_000 + "]" * 100_000
    record = f'{{"text":"a","deep":{deep}}}'
    path = written(
        tmp_path / name, f'[{record},{{"text":"b"}}]' if name == "a.json" else f'{record}\n{{"text":"b"}}\n{{"\n'
    )
    assert records_read(path)[0] == [b"a", b"b"]


@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_a_stop_is_heard_within_a_record_of_any_length(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / name, '[{"text":"' + "x" * 5_000_000)
    monitor = Monitor()
    monitor.stop()
    with pytest.raises(Stopped):
        list(ChunkReader(Recipe(vocab_size=300), monitor, 2**20).chunks([Source(path)]))


@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_a_record_that_memory_cannot_hold_is_refused(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / name, '[{"text":"' + "x" * 5_000_000 + '"}]')
    with pytest.raises(
        CorpusError, match=r"without a place where it can be divided, too much for the memory of this run"
    ):
        list(ChunkReader(Recipe(vocab_size=300), Monitor(), 2**20, 4_000_000).chunks([Source(path)]))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_an_array_on_one_line_is_an_array_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    path = written(tmp_path / "a.json", '[{"text":"one"},{"text":"two"}]\r\n'.encode(encoding))
    texts, report = records_read(path)
    assert (texts, report.kind) == ([b"one", b"two"], "json")
