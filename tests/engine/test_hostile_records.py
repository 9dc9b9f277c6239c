"""Files of records, damaged at random: each is a bad file or gives some result, and none ends the program."""

import io
import random
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest
from reading_records import records_read, written

from vocabsmith_engine import Recipe, count_pieces
from vocabsmith_engine.corpus import BadFile
from vocabsmith_engine.corpus.sources import Kind

TEXTS = ["alpha beta", None, "", "é😀", "x" * 300, "line\nline\r\n"] * 3
MESSAGES = [[{"content": text, "role": "user"}] if text else None for text in TEXTS]


def parquet(table: pa.Table, **options: object) -> bytes:
    file = io.BytesIO()
    pyarrow.parquet.write_table(table, file, row_group_size=7, **options)
    return file.getvalue()


def arrow(table: pa.Table, *, stream: bool, compression: str | None) -> bytes:
    file = io.BytesIO()
    options = pa.ipc.IpcWriteOptions(compression=compression)
    with (pa.ipc.new_stream if stream else pa.ipc.new_file)(file, table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=7)
    return file.getvalue()


def files() -> list[tuple[Kind, str, bytes]]:
    """Kind, field and content."""
    found: list[tuple[Kind, str, bytes]] = [
        ("csv", "text", b'id,text\n1,"x\ny"\n2\n\n3,z,4\n5,"he said ""hi"""\n6,w\n'),
        (
            "jsonl",
            "text",
            b'{"text":"good","m":{"a":[1,2]}}\n{"text":"tw\\u00e9o\\ud83d\\ude00"}\n{bro\n{"x":1}\nnull\n',
        ),
        ("jsonl", "m[].text", b'{"m":[{"text":"good"},null]}\n{"m":[{"text":"tw\\u00e9o"}]}\n'),
        ("json", "text", b'[{"text":"good"},\n {"text":"b","z":[1,{"q":"}"}]}]'),
    ]
    columns = [pa.array(TEXTS), pa.array(TEXTS).dictionary_encode(), pa.array(TEXTS, pa.large_string())]
    tables = [("text", pa.table({"text": column})) for column in columns]
    for field, table in [*tables, ("messages[].content", pa.table({"messages": MESSAGES}))]:
        for options in (
            {"compression": "zstd", "data_page_version": "2.0"},
            {"compression": "none"},
            {"compression": "snappy"},
        ):
            found.append(("parquet", field, parquet(table, **options)))
        for stream, compression in ((False, None), (True, None), (True, "zstd")):
            found.append(("arrow", field, arrow(table, stream=stream, compression=compression)))
    return found


def damaged(data: bytes, dice: random.Random) -> bytes:
    """`data` with one to three faults in it."""
    found = bytearray(data)
    for _ in range(dice.choice([1, 1, 2, 3])):
        place = dice.randrange(len(found) + 1)
        match dice.randrange(5):
            case 0:
                found[place : place + 1] = dice.randbytes(1)
            case 1:
                found[place : place + 4] = dice.choice(
                    [b"\xff\xff\xff\xff", b"\0\0\0\0", b"\xff\xff\xff\x7f", b"\0\0\0\x80"]
                )
            case 2:
                del found[place : place + dice.choice([1, 4, 100])]
            case 3:
                found[place:place] = dice.randbytes(dice.choice([1, 8]))
            case 4:
                found[place : place + 16] = found[dice.randrange(len(found) + 1) :][:16]
    return bytes(found)


@pytest.mark.parametrize("seed", range(4))
def test_damaged_files_are_bad_files_or_give_a_result(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    bases = files()
    for _ in range(150):
        kind, field, data = dice.choice(bases)
        try:
            _, report = records_read(written(tmp_path / "file", damaged(data, dice)), field, kind=kind)
        except BadFile as error:
            assert "\n" not in str(error)
        else:
            assert report.kind == kind


def test_what_they_are_made_of_is_read_whole(tmp_path: Path) -> None:
    for kind, field, data in files():
        assert records_read(written(tmp_path / "file", data), field, kind=kind)[1].used_records > 0


@pytest.mark.parametrize("place", [0.4, 0.9])
def test_no_part_of_a_damaged_table_is_learned_from(tmp_path: Path, place: float) -> None:
    good = written(tmp_path / "good.txt", "good words")
    data = bytearray(arrow(pa.table({"text": ["bad words"] * 100_000}), stream=True, compression=None))
    middle = int(len(data) * place) // 8 * 8
    data[middle : middle + 4096] = b"\xff" * 4096
    bad = written(tmp_path / "bad.arrow", bytes(data))
    counted = count_pieces([good, bad], Recipe(vocab_size=300), skip_bad=True)
    assert dict(counted.counts.items()) == {b"good": 1, b" words": 1}
    assert [file.path for file in counted.skipped] == [bad]
    with pytest.raises(BadFile, match=r"bad\.arrow: is damaged or cannot be read"):
        count_pieces([good, bad], Recipe(vocab_size=300))


def test_a_null_where_a_record_should_be_ends_nothing(tmp_path: Path) -> None:
    """pyarrow 26 ends the program at a text that begins with a null."""
    path = written(tmp_path / "a.jsonl", 'null\n{"text":"a"}\nnull {"text":"b"}\n{"text":"c"} null\n')
    texts, report = records_read(path)
    assert (texts, report.first_broken, report.first_missing) == ([b"a"], (3, 4), (1,))
