"""Compressed files and archives: read as what they hold, in bounded memory; what is wrong with one is a BadFile."""

from __future__ import annotations

import gzip
import io
import random
import tarfile
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from packing import COMPRESSIONS, tarred, zipped

from vocabsmith_engine import BadFile, CorpusError, Monitor, Recipe, Source, count_pieces
from vocabsmith_engine.corpus import inputs
from vocabsmith_engine.corpus.inputs import inputs_of

TEXT = "".join(f"line {number} näh\n" for number in range(20_000)).encode()
MEMBERS = {"a.txt": b"one two\n", "folder/b.txt": b"drei\n"}
RECIPE = Recipe(vocab_size=300)


def contents_of(path: Path, block: int = 1000) -> dict[str, bytes]:
    """What every input of a file holds, by its name below the file."""
    found = {}
    for file in inputs_of(Source(path)):
        data = b""
        while more := file.read(block):
            assert len(more) <= block
            data += more
        found[file.path.relative_to(path).as_posix()] = data
    return found


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


# --- compression


@pytest.mark.parametrize("block", [1, 7, 1000, 10**7])
@pytest.mark.parametrize("ending", COMPRESSIONS)
def test_a_compressed_file_is_read_as_what_it_holds(tmp_path: Path, ending: str, block: int) -> None:
    text = TEXT[:3000] if block < 10 else TEXT
    path = written(tmp_path, f"text.{ending}", COMPRESSIONS[ending](text))
    assert contents_of(path, block) == {".": text}


@pytest.mark.parametrize("ending", COMPRESSIONS)
def test_several_parts_are_one_text_and_zeros_between_them_nothing(tmp_path: Path, ending: str) -> None:
    compress = COMPRESSIONS[ending]
    path = written(tmp_path, "text", compress(b"one ") + compress(b"") + bytes(8) + compress(b"two") + bytes(512))
    assert contents_of(path) == {".": b"one two"}


@pytest.mark.parametrize("ending", COMPRESSIONS)
def test_the_first_bytes_tell_the_compression_not_the_name(tmp_path: Path, ending: str) -> None:
    assert contents_of(written(tmp_path, "text.txt", COMPRESSIONS[ending](b"one"))) == {".": b"one"}
    assert contents_of(written(tmp_path, f"plain.{ending}", b"one")) == {".": b"one"}


@pytest.mark.parametrize("ending", COMPRESSIONS)
def test_a_compressed_text_counts_like_the_plain_one(tmp_path: Path, ending: str) -> None:
    plain = dict(count_pieces(written(tmp_path, "text.txt", TEXT), RECIPE).counts.items())
    path = written(tmp_path, f"text.txt.{ending}", COMPRESSIONS[ending](TEXT))
    for window in (1000, 2**20):
        result = count_pieces(path, RECIPE, window=window)
        assert dict(result.counts.items()) == plain
    assert (result.documents, result.bytes) == (1, path.stat().st_size)


@pytest.mark.parametrize("ending", COMPRESSIONS)
def test_progress_counts_the_bytes_on_the_disk(tmp_path: Path, ending: str) -> None:
    path = written(tmp_path, f"text.{ending}", COMPRESSIONS[ending](TEXT))
    monitor = Monitor()
    count_pieces(path, RECIPE, monitor, window=1000)
    assert (monitor.progress().done, monitor.progress().total) == (path.stat().st_size, path.stat().st_size)


@pytest.mark.parametrize("ending", COMPRESSIONS)
def test_a_file_that_is_cut_short_is_bad(tmp_path: Path, ending: str) -> None:
    whole = COMPRESSIONS[ending](TEXT)
    for length in (len(whole) - 1, len(whole) // 2, 40):
        path = written(tmp_path, f"text.{ending}", whole[:length])
        with pytest.raises(BadFile, match=rf"text\.{ending}: is cut short: its .* data has no end\. Get it again"):
            count_pieces(path, RECIPE)


@pytest.mark.parametrize("ending", COMPRESSIONS)
def test_a_file_with_something_else_at_its_end_is_bad(tmp_path: Path, ending: str) -> None:
    path = written(tmp_path, f"text.{ending}", COMPRESSIONS[ending](TEXT) + b"<html>")
    with pytest.raises(BadFile, match=r"is damaged: something else follows its .* data"):
        count_pieces(path, RECIPE)


def test_damaged_data_is_named_with_the_reason(tmp_path: Path) -> None:
    data = bytearray(gzip.compress(TEXT))
    data[len(data) // 2] ^= 0xFF
    with pytest.raises(BadFile, match=r"text\.gz: is damaged: its gzip data cannot be read \(error -3 while"):
        count_pieces(written(tmp_path, "text.gz", bytes(data)), RECIPE)


@pytest.mark.parametrize("ending", COMPRESSIONS)
def test_a_bomb_is_read_in_the_memory_of_what_is_asked_for(tmp_path: Path, ending: str) -> None:
    path = written(tmp_path, "bomb", COMPRESSIONS[ending](bytes(40_000_000)))
    tracemalloc.start()
    size = 0
    for file in inputs_of(Source(path)):
        while data := file.read(65_536):
            size += len(data)
    assert (size, tracemalloc.get_traced_memory()[1] < 10_000_000) == (40_000_000, True)
    tracemalloc.stop()


def test_a_bomb_that_nothing_cuts_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    path = written(tmp_path, "bomb.gz", gzip.compress(bytes(150_000_000), 1))
    with pytest.raises(CorpusError, match=r"bomb\.gz: holds more than .* without a place where it can be divided"):
        count_pieces(path, RECIPE, memory=120_000_000, threads=1)


def test_layers_have_an_end(tmp_path: Path) -> None:
    data = b"text"
    for _ in range(6):
        data = gzip.compress(data)
    assert contents_of(written(tmp_path, "six", data)) == {".": b"text"}
    with pytest.raises(BadFile, match="is packed more than 6 times"):
        contents_of(written(tmp_path, "seven", gzip.compress(data)))


def test_of_compressed_records_only_the_text_is_learned(tmp_path: Path) -> None:
    lines = [b'{"text": "one", "id": 1}', b'{"text": "two", "id": 2}', b'{"text": "thr', b'{"id": 4}']
    for ending, compress in COMPRESSIONS.items():
        path = written(tmp_path, f"notes.jsonl.{ending}", compress(b"\n".join(lines) + b"\n"))
        result = count_pieces(path, RECIPE)
        report = result.files[0]
        assert dict(result.counts.items()) == {b"one": 1, b"two": 1}
        assert (report.kind, report.used_records, report.first_broken, report.first_missing) == ("jsonl", 2, (3,), (4,))


# --- archives


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_each_member_of_a_zip_is_a_file_of_its_own(tmp_path: Path, method: int) -> None:
    assert contents_of(written(tmp_path, "a.zip", zipped(MEMBERS, method))) == MEMBERS


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_each_member_of_a_tar_is_a_file_of_its_own(tmp_path: Path, form: int) -> None:
    members = MEMBERS | {f"{'long' * 24}/{'name' * 20}.txt": b"x", "empty.txt": b""}
    assert contents_of(written(tmp_path, "a.tar", tarred(members, form))) == members


@pytest.mark.parametrize("ending", COMPRESSIONS)
def test_a_compressed_tar_is_an_archive(tmp_path: Path, ending: str) -> None:
    path = written(tmp_path, f"a.tar.{ending}", COMPRESSIONS[ending](tarred(MEMBERS)))
    assert contents_of(path) == MEMBERS


def test_members_may_be_packed_themselves(tmp_path: Path) -> None:
    inner = zipped({"deep.txt": b"deep"})
    path = written(
        tmp_path, "a.tar", tarred({"a.txt.gz": gzip.compress(b"one"), "b.zip": inner, "c.tar": tarred(MEMBERS)})
    )
    assert contents_of(path) == {
        "a.txt.gz": b"one",
        "b.zip/deep.txt": b"deep",
        "c.tar/a.txt": b"one two\n",
        "c.tar/folder/b.txt": b"drei\n",
    }


def test_no_piece_crosses_the_border_of_two_members(tmp_path: Path) -> None:
    for pack in (zipped, tarred):
        result = count_pieces(written(tmp_path, "archive", pack({"1": b"ab", "2": b"cd"})), RECIPE)
        assert (dict(result.counts.items()), result.documents) == ({b"ab": 1, b"cd": 1}, 2)


def test_the_kind_of_a_member_is_told_by_its_own_name(tmp_path: Path) -> None:
    members = {"a.jsonl": b'{"text": "one"}\n', "b.csv.gz": gzip.compress(b"text\ntwo\n"), "c": b"three"}
    found = [file.kind for file in inputs_of(Source(written(tmp_path, "a.zip", zipped(members))))]
    assert found == ["jsonl", "csv", "text"]


def test_folders_links_and_what_is_hidden_are_left_out(tmp_path: Path) -> None:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        for name, kind in (("link", tarfile.SYMTYPE), ("hard", tarfile.LNKTYPE), ("dir", tarfile.DIRTYPE)):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
        for name in (".hidden", "x/.git/config", "__MACOSX/._a", "./kept"):
            archive.addfile(tarfile.TarInfo(name))
    assert contents_of(written(tmp_path, "a.tar", target.getvalue())) == {"kept": b""}
    link = zipfile.ZipInfo("link")
    link.external_attr = 0o120777 << 16
    data = zipped({"folder/": b"", ".hidden": b"", "__MACOSX/a": b"", "kept": b""})
    with zipfile.ZipFile(appended := io.BytesIO(data), "a") as archive:
        archive.writestr(link, "/etc/passwd")
    assert contents_of(written(tmp_path, "a.zip", appended.getvalue())) == {"kept": b""}


@pytest.mark.parametrize(
    "name", ["../../up.txt", "/abs/olute.txt", "a/../../b.txt", "a\nb\x1b[31m.txt", "\\\\x\\y.txt", ".."]
)
def test_a_name_that_leads_elsewhere_does_not(tmp_path: Path, name: str) -> None:
    for pack in (zipped, tarred):
        folder = tmp_path / pack.__name__
        folder.mkdir()
        path = written(folder, "archive", pack({name: b"text"}))
        result = count_pieces(path, RECIPE)
        assert path in result.files[0].path.parents
        assert ".." not in result.files[0].path.parts
        assert [entry.name for entry in folder.iterdir()] == ["archive"]


def test_a_name_that_would_lead_a_terminal_astray_is_shown_without_it(tmp_path: Path) -> None:
    path = written(tmp_path, "a.zip", zipped({"a\x1b[31m\n.png": b"\x89PNG\r\n\x1a\n"}))
    with pytest.raises(BadFile, match=r"a\.zip/a\ufffd\[31m\ufffd\.png: is a picture"):
        count_pieces(path, RECIPE)


def test_an_encrypted_member_is_bad_and_the_others_are_not(tmp_path: Path) -> None:
    data = zipped({"a.txt": b"one", "b.txt": b"two"}, zipfile.ZIP_STORED)
    locked = bytearray(data)
    locked[data.index(b"PK\x03\x04") + 6] |= 1
    locked[data.index(b"PK\x01\x02") + 8] |= 1
    path = written(tmp_path, "a.zip", bytes(locked))
    with pytest.raises(BadFile, match=r"a\.zip/a\.txt: is encrypted\. Unpack it, or leave it out"):
        count_pieces(path, RECIPE)
    result = count_pieces(path, RECIPE, skip_bad=True)
    assert (dict(result.counts.items()), len(result.skipped)) == ({b"two": 1}, 1)


def test_a_member_with_a_wrong_checksum_is_bad_and_the_others_are_not(tmp_path: Path) -> None:
    data = zipped({"a.txt": b"one two", "b.txt": b"three"}, zipfile.ZIP_STORED).replace(b"one two", b"one twX")
    path = written(tmp_path, "a.zip", data)
    with pytest.raises(
        BadFile, match=r"a\.zip/a\.txt: is damaged or cannot be unpacked \(bad crc-32 for file 'a\.txt'\)"
    ):
        count_pieces(path, RECIPE)
    result = count_pieces(path, RECIPE, skip_bad=True)
    assert dict(result.counts.items()) == {b"three": 1}


@pytest.mark.parametrize("length", [600, 1024 + 100, 2048, 2048 + 512])
def test_a_tar_that_is_cut_short_is_bad_as_a_whole(tmp_path: Path, length: int) -> None:
    path = written(tmp_path, "a.tar", tarred({"a.txt": b"x" * 600, "b.txt": b"y"})[:length])
    with pytest.raises(BadFile, match=r"a\.tar: is damaged or cannot be unpacked"):
        count_pieces(path, RECIPE)
    with pytest.raises(BadFile, match=r"a\.tar: is damaged"):
        count_pieces(path, RECIPE, skip_bad=True)


def test_a_damaged_header_in_the_middle_is_not_the_end(tmp_path: Path) -> None:
    data = bytearray(tarred({"a.txt": b"x", "b.txt": b"y"}))
    data[1024] ^= 1
    with pytest.raises(BadFile, match=r"a\.tar: is damaged or cannot be unpacked \(bad checksum\)"):
        count_pieces(written(tmp_path, "a.tar", bytes(data)), RECIPE)


def test_a_second_archive_after_the_end_is_not_passed_over(tmp_path: Path) -> None:
    path = written(tmp_path, "a.tar", tarred({"a.txt": b"x"}) + tarred({"b.txt": b"y"}))
    with pytest.raises(BadFile, match=r"a\.tar: holds something after its end, such as a second archive"):
        count_pieces(path, RECIPE)


def test_a_header_cannot_fill_the_memory(tmp_path: Path) -> None:
    info = tarfile.TarInfo("././@LongLink")
    info.type, info.size = tarfile.GNUTYPE_LONGNAME, 2**40
    path = written(tmp_path, "a.tar.gz", gzip.compress(info.tobuf(tarfile.GNU_FORMAT) + bytes(50_000_000)))
    with pytest.raises(BadFile, match="a name in it is too long"):
        count_pieces(path, RECIPE)


def test_a_sparse_file_is_refused(tmp_path: Path) -> None:
    for headers in (
        {"GNU.sparse.map": "0,1", "GNU.sparse.size": "999999999999"},
        {"GNU.sparse.major": "1", "GNU.sparse.minor": "0"},
    ):
        target = io.BytesIO()
        with tarfile.open(fileobj=target, mode="w", format=tarfile.PAX_FORMAT) as archive:
            info = tarfile.TarInfo("a.txt")
            info.size, info.pax_headers = 1, headers
            archive.addfile(info, io.BytesIO(b"x"))
        with pytest.raises(BadFile, match="it holds a sparse file"):
            count_pieces(written(tmp_path, "a.tar", target.getvalue()), RECIPE)


def test_an_archive_without_files_is_bad(tmp_path: Path) -> None:
    for pack in (zipped, tarred):
        with pytest.raises(BadFile, match="is an archive without files"):
            count_pieces(written(tmp_path, "archive", pack({".hidden": b"x"})), RECIPE)


def test_what_must_be_read_here_and_there_is_held_in_memory_up_to_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, "a.zip.gz", gzip.compress(zipped({"a.txt": b"one"})))
    assert contents_of(path) == {"a.txt": b"one"}
    monkeypatch.setattr(inputs, "MOST_IN_MEMORY", 50)
    with pytest.raises(BadFile, match=r"a\.zip\.gz: would take more than 50 bytes of memory\. Unpack it first"):
        contents_of(path)


def test_an_input_that_lies_on_the_disk_is_read_there(tmp_path: Path) -> None:
    path = written(tmp_path, "a.bin", b"0123456789")
    for file in inputs_of(Source(path, kind="parquet")):
        anywhere = file.random_access()
        anywhere.seek(-3, 2)
        assert anywhere.read() == b"789"
        anywhere.seek(2)
        assert anywhere.read(2) == b"23"


# --- hostile archives


@pytest.mark.parametrize(
    "shape", ["zip", "zip-bzip2", "tar", "tar-gnu", "tar.gz", "tar.bz2", "tar.xz", "tar.zst", "gz"]
)
def test_nothing_but_bad_files_comes_of_what_is_damaged_at_random(tmp_path: Path, shape: str) -> None:
    draw = random.Random(shape)
    members = {"a.txt": TEXT[:2000], f"{'n' * 120}/b.txt": b"x y\n" * 300, "c.txt.gz": gzip.compress(b"one")}
    whole = {
        "zip": lambda: zipped(members),
        "zip-bzip2": lambda: zipped(members, zipfile.ZIP_BZIP2),
        "tar": lambda: tarred(members),
        "tar-gnu": lambda: tarred(members, tarfile.GNU_FORMAT),
        "gz": lambda: gzip.compress(TEXT[:5000]),
    }.get(shape, lambda: COMPRESSIONS[shape.removeprefix("tar.")](tarred(members)))()
    path = tmp_path / "archive"
    for _ in range(150):
        path.write_bytes(mutated(whole, draw))
        try:
            for file in inputs_of(Source(path)):
                try:
                    _ = file.kind
                    while file.read(10_000):
                        pass
                except BadFile:
                    pass
        except BadFile:
            pass


def mutated(data: bytes, draw: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(draw.choice([0, 1, 1, 3, 20])):
        changed[draw.randrange(len(changed))] = draw.choice([0, 255, draw.randrange(256)])
    if draw.random() < 0.4:
        del changed[draw.randrange(len(changed)) :]
    if draw.random() < 0.2:
        at = draw.randrange(len(changed) + 1)
        changed[at:at] = draw.randbytes(draw.randrange(1, 600))
    return bytes(changed)


def test_a_run_over_damaged_archives_ends_with_an_error_or_a_result(tmp_path: Path) -> None:
    draw = random.Random(5)
    for number in range(30):
        pack = draw.choice([zipped, tarred])
        (tmp_path / f"{number:02}").write_bytes(mutated(pack({"a.txt": TEXT[:3000], "b.txt": b"x y\n" * 300}), draw))
    result = count_pieces(tmp_path, RECIPE, skip_bad=True, window=500)
    assert len(result.skipped) > 0
    with pytest.raises(CorpusError):
        count_pieces(tmp_path, RECIPE)


def test_an_archive_of_nothing_but_its_end_is_no_text(tmp_path: Path) -> None:
    for name in ("a.tar", "a.tgz", "a.tar.xz"):
        data = tarred({})
        packed = data if name == "a.tar" else COMPRESSIONS["gz" if name == "a.tgz" else "xz"](data)
        with pytest.raises(BadFile, match="is an archive without files"):
            count_pieces(written(tmp_path, name, packed), RECIPE)
