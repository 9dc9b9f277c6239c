"""Texts that are not UTF-8: named, or found out by their bytes; the same text wherever windows end."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from vocabsmith_engine import CorpusError, FileReport, Recipe, Source, count_pieces
from vocabsmith_engine.corpus.encodings import SAMPLE, codec_named, detected, shown_encoding
from vocabsmith_engine.text_decoding import TextDecoder
from vocabsmith_engine.text_files import plain_text

GERMAN = "Für die Größe des Wagens wäre es schön, wenn alle Häuser über den Fluß könnten. "
RUSSIAN = "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему. "
JAPANESE = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。"
CHINESE = "今天天气很好，我们去公园散步吧。学习中文很有意思，但是汉字很难写。"
KOREAN = "오늘은 날씨가 매우 좋습니다. 우리는 공원에 산책하러 갔습니다. "
GREEK = "Η Αθήνα είναι η πρωτεύουσα της Ελλάδας και η μεγαλύτερη πόλη της χώρας. "
SINGLE_BYTES = ("cp1252", "cp1251", "koi8-r")
SEVERAL_BYTES = ("shift_jis", "euc-jp", "gb18030", "big5", "euc-kr", "iso2022_jp", "hz", "utf-16-le")


def decoded(data: bytes, window: int, policy: str = "replace", codec: str | None = None) -> tuple[bytes, TextDecoder]:
    decoder = TextDecoder(policy, codec)
    text = b"".join(decoder.decode(data[at : at + window], final=False) for at in range(0, len(data), window))
    return text + decoder.decode(b"", final=True), decoder


def read(path: Path, encoding: str | None = None, **settings: str) -> tuple[bytes, FileReport]:
    with plain_text(path, Recipe.from_dict({"vocab_size": 300} | settings), encoding) as file:
        text = b""
        while not file.ended:
            text += file.read(1000)
        return text, file.report()


@pytest.mark.parametrize(
    ("text", "codec", "shown"),
    [
        (GERMAN, "cp1252", "windows-1252"),
        (RUSSIAN, "cp1251", "windows-1251"),
        (RUSSIAN, "koi8-r", "koi8-r"),
        (JAPANESE, "cp932", "cp932"),
        (JAPANESE, "euc-jp", "euc_jp"),
        (CHINESE, "gb18030", "gb18030"),
        (KOREAN, "cp949", "cp949"),
        (GREEK, "cp1253", "windows-1253"),
    ],
)
def test_an_encoding_is_found_by_the_bytes_of_the_text(tmp_path: Path, text: str, codec: str, shown: str) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(b"plain words before it\n" * 100 + (text * 4).encode(codec))
    decoded_text, report = read(path)
    assert decoded_text == b"plain words before it\n" * 100 + (text * 4).encode()
    assert (report.encoding, report.encoding_found_by, report.bad_bytes) == (shown, "bytes", 0)
    assert report.notes == (f"{path} was read as {shown}, found by its bytes; name another with --encoding.",)


def test_the_text_before_the_sample_may_be_long(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(b"plain words\n" * 20_000 + (GERMAN * 4).encode("cp1252"))
    assert read(path)[0] == b"plain words\n" * 20_000 + (GERMAN * 4).encode()


def test_a_few_bad_bytes_do_not_make_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(b"ok ok\xff\xfe line\nmore more\n")
    result = count_pieces(path, Recipe(vocab_size=300))
    report = result.files[0]
    assert (report.encoding, report.encoding_found_by) == ("UTF-8", "default")
    assert (report.bad_bytes, report.first_bad_offset) == (2, 5)
    assert report.notes == (f"{path}: 2 bytes are not UTF-8, the first at offset 5; replaced by U+FFFD.",)
    assert dict(result.counts.items())[b" more"] == 1


@pytest.mark.parametrize(("bad", "good", "expected"), [(7, 0, None), (40, 0, "cp1252"), (40, 40, None)])
def test_it_is_clear_with_enough_bad_bytes_and_fewer_good_characters(bad: int, good: int, expected: str | None) -> None:
    assert detected(b"caf\xe9 " * bad + "é ".encode() * good) == expected


def test_much_valid_text_at_the_beginning_is_utf8_whatever_follows() -> None:
    text, decoder = decoded("é".encode() * 8 + b"\xe9 " * 100, 1000)
    assert (decoder.encoding, decoder.bad_bytes, decoder.first_bad_offset) == ("UTF-8", 100, 16)
    assert text == "é".encode() * 8 + "\ufffd ".encode() * 100


@pytest.mark.parametrize("text", [GERMAN, RUSSIAN, "x" * 10 + "é" * 7, "é" * 8, "\x00\x1b ä"])
def test_what_is_found_does_not_depend_on_the_windows(text: str) -> None:
    for data in (text.encode(), text.encode("cp1252", "replace"), text.encode("cp1251", "replace")):
        whole, of_whole = decoded(data, len(data))
        for window in range(1, 65):
            part, of_part = decoded(data, window)
            assert (part, of_part.encoding, of_part.found_by) == (whole, of_whole.encoding, of_whole.found_by)


def test_a_sample_that_ends_inside_a_character_is_no_sign_of_another_encoding() -> None:
    for shift in range(4):
        data = b"\xe9" + b"x" * shift + "😀".encode() * SAMPLE
        assert decoded(data, 10_000)[1].encoding == "UTF-8"


@pytest.mark.parametrize("policy", ["replace", "skip", "keep"])
@pytest.mark.parametrize("codec", [*SINGLE_BYTES, *SEVERAL_BYTES])
def test_named_encodings_give_the_same_whatever_the_window(codec: str, policy: str) -> None:
    draw = random.Random(7)
    kinds = (range(256), range(32, 127), range(128, 256), b"\x1b$B(J~{}\x0e\x0f")
    for _ in range(20):
        data = bytes(draw.choice(draw.choice(kinds)) for _ in range(100))
        whole, of_whole = decoded(data, 1000, policy, codec)
        found = (of_whole.bad_bytes, of_whole.first_bad_offset)
        for window in (1, 2, 3, 5, 8, 13, 21, 34, 64):
            part, of_part = decoded(data, window, policy, codec)
            assert (part, of_part.bad_bytes, of_part.first_bad_offset) == (whole, *found), window


@pytest.mark.parametrize(
    ("policy", "text"),
    [
        ("replace", "aбв\ufffdг".encode()),
        ("skip", "aбвг".encode()),
        ("keep", "aбв".encode() + b"\x98" + "г".encode()),
    ],
)
def test_bytes_that_an_encoding_does_not_have_follow_the_policy(tmp_path: Path, policy: str, text: bytes) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(b"a\xe1\xe2\x98\xe3")
    decoded_text, report = read(path, "windows-1251", invalid_bytes=policy)
    assert decoded_text == text
    assert (report.bad_bytes, report.first_bad_offset, report.encoding_found_by) == (1, 3, "name")


def test_a_named_encoding_wins_over_what_the_bytes_say(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(b"na\xc3\xafve")
    assert read(path, "latin-1")[0] == "naÃ¯ve".encode()
    path.write_bytes(("naïve " * 20).encode("cp1252"))
    assert read(path, "utf-8")[0] == ("na\ufffdve " * 20).encode()


def test_utf16_without_a_mark_is_read_when_it_is_named(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes("plain é".encode("utf-16-le"))
    assert read(path, "utf-16-le")[0] == "plain é".encode()
    assert read(path, "utf-16")[0] == "plain é".encode()
    path.write_bytes("plain é".encode("utf-16-be"))
    assert read(path, "UTF-16BE")[0] == "plain é".encode()


def test_a_mark_of_the_named_encoding_is_not_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes("\ufeffab".encode("utf-16-be"))
    assert read(path, "utf-16")[0] == b"ab"
    assert read(path, "utf-16-be")[0] == b"ab"
    path.write_bytes(b"\xef\xbb\xbfab")
    assert read(path, "utf-8")[0] == b"ab"


def test_utf16_without_a_mark_and_a_name_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes("plain words".encode("utf-16-le"))
    text, report = read(path)
    assert text == "plain words".encode("utf-16-le")
    assert report.notes == (
        f"{path} looks like UTF-16 without a mark, but was read as UTF-8; name utf-16-le with --encoding.",
    )


def test_a_source_takes_its_encoding_into_the_count(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes("да нет".encode("koi8-r"))
    result = count_pieces(Source(path, encoding="KOI8-R"), Recipe(vocab_size=300))
    assert dict(result.counts.items()) == {"да".encode(): 1, " нет".encode(): 1}
    assert result.files[0].notes == (f"{path} was converted from koi8-r.",)


def test_a_name_that_is_none_is_refused_with_a_near_one() -> None:
    with pytest.raises(CorpusError, match=r"'windws-1252': is not known\. Write windows_1252 if you mean that"):
        Source(Path("a"), encoding="windws-1252")
    with pytest.raises(CorpusError, match=r"encoding 'qqq': is not known\. Choose one such as utf-8, "):
        codec_named("qqq")


@pytest.mark.parametrize("name", ["base64", "rot13", "idna", "utf-7", "unicode_escape", "undefined"])
def test_codecs_that_are_no_encoding_of_files_are_refused(name: str) -> None:
    with pytest.raises(CorpusError, match="is none that a text file has"):
        codec_named(name)


@pytest.mark.parametrize("name", ["latin-1", "windows-1252", "UTF8", "utf-16-le", "Shift-JIS", "euc kr", "cp949"])
def test_the_name_that_is_shown_can_be_given_back(name: str) -> None:
    assert codec_named(shown_encoding(codec_named(name))) == codec_named(name)
