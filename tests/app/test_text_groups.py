"""What a text is guessed to be by its name and its script."""

from pathlib import PurePath

import pytest

from vocabsmith.operations.text_groups import guess_group, main_script

GERMAN, CHINESE, HINDI = "Hallo Welt", "中文文本", "नमस्ते"


@pytest.mark.parametrize(
    ("name", "text", "group"),
    [
        ("help-de.txt", GERMAN, "German"),
        ("de/help.txt", GERMAN, "German"),
        ("help.de-DE.txt.gz", GERMAN, "German"),
        ("deu_Latn.txt", GERMAN, "German"),
        ("train.de", GERMAN, "German"),
        ("german.txt", GERMAN, "German"),
        ("zh-Hans", CHINESE, "Chinese, simplified"),
        ("zho_Hant.devtest", CHINESE, "Chinese, traditional"),
        ("a.zh_CN.txt", CHINESE, "Chinese"),
        ("hi-1.txt", HINDI, "Hindi"),
        ("main.c", "int x;", "Code"),
    ],
)
def test_the_name_tells_the_group(name: str, text: str, group: str):
    assert guess_group(PurePath(name), text) == group


@pytest.mark.parametrize(
    ("name", "text", "group"),
    [
        ("read-it.txt", CHINESE, "Han"),
        ("no.txt", HINDI, "Devanagari"),
        ("book.txt", "Привет", "Cyrillic"),
        ("book.txt", "日本語のテキスト", "Japanese"),
        ("book.txt", "한국어 문서", "Korean"),
        ("is there.txt", "Hello", "Latin"),
        ("book.txt", "1234", ""),
    ],
)
def test_where_the_name_tells_nothing_or_belies_the_text_the_script_does(name: str, text: str, group: str):
    assert guess_group(PurePath(name), text) == group


def test_a_notice_at_the_beginning_is_not_the_text():
    assert main_script("Copyright notice in English. " * 20 + "中文文本" * 20_000) == "Han"
