"""To which group a text belongs when nobody has said it: the language in its name, code, or else its main script."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import dropwhile
from pathlib import PurePath
from typing import Final

CODE: Final = "Code"
LANGUAGES: Final = {
    # Codes of ISO 639-1 and 639-3: the name of the language, and the scripts that it is written in.
    "am amh": ("Amharic", "Ethiopic"),
    "ar arb ara": ("Arabic", "Arabic"),
    "az aze azj": ("Azerbaijani", "Latin Cyrillic"),
    "be bel": ("Belarusian", "Cyrillic"),
    "bg bul": ("Bulgarian", "Cyrillic"),
    "bn ben": ("Bengali", "Bengali"),
    "bs bos": ("Bosnian", "Latin Cyrillic"),
    "ca cat": ("Catalan", "Latin"),
    "cs ces cze": ("Czech", "Latin"),
    "cy cym": ("Welsh", "Latin"),
    "da dan": ("Danish", "Latin"),
    "de deu ger": ("German", "Latin"),
    "el ell gre": ("Greek", "Greek"),
    "en eng": ("English", "Latin"),
    "eo epo": ("Esperanto", "Latin"),
    "es spa": ("Spanish", "Latin"),
    "et est ekk": ("Estonian", "Latin"),
    "eu eus baq": ("Basque", "Latin"),
    "fa fas pes per": ("Persian", "Arabic"),
    "fi fin": ("Finnish", "Latin"),
    "fr fra fre": ("French", "Latin"),
    "ga gle": ("Irish", "Latin"),
    "gl glg": ("Galician", "Latin"),
    "gu guj": ("Gujarati", "Gujarati"),
    "ha hau": ("Hausa", "Latin"),
    "he heb": ("Hebrew", "Hebrew"),
    "hi hin": ("Hindi", "Devanagari"),
    "hr hrv": ("Croatian", "Latin"),
    "hu hun": ("Hungarian", "Latin"),
    "hy hye arm": ("Armenian", "Armenian"),
    "id ind": ("Indonesian", "Latin"),
    "ig ibo": ("Igbo", "Latin"),
    "is isl ice": ("Icelandic", "Latin"),
    "it ita": ("Italian", "Latin"),
    "ja jpn": ("Japanese", "Han Kana"),
    "ka kat geo": ("Georgian", "Georgian"),
    "kk kaz": ("Kazakh", "Cyrillic Latin"),
    "km khm": ("Khmer", "Khmer"),
    "kn kan": ("Kannada", "Kannada"),
    "ko kor": ("Korean", "Hangul Han"),
    "lo lao": ("Lao", "Lao"),
    "lt lit": ("Lithuanian", "Latin"),
    "lv lav lvs": ("Latvian", "Latin"),
    "mk mkd mac": ("Macedonian", "Cyrillic"),
    "ml mal": ("Malayalam", "Malayalam"),
    "mn mon khk": ("Mongolian", "Cyrillic Mongolian"),
    "mr mar": ("Marathi", "Devanagari"),
    "ms msa zsm may": ("Malay", "Latin Arabic"),
    "mt mlt": ("Maltese", "Latin"),
    "my mya bur": ("Burmese", "Myanmar"),
    "nb nn no nob nno nor": ("Norwegian", "Latin"),
    "ne nep npi": ("Nepali", "Devanagari"),
    "nl nld dut": ("Dutch", "Latin"),
    "or ori ory": ("Odia", "Oriya"),
    "pa pan": ("Punjabi", "Gurmukhi Arabic"),
    "pl pol": ("Polish", "Latin"),
    "ps pus pbt": ("Pashto", "Arabic"),
    "pt por": ("Portuguese", "Latin"),
    "ro ron rum": ("Romanian", "Latin"),
    "ru rus": ("Russian", "Cyrillic"),
    "sd snd": ("Sindhi", "Arabic Devanagari"),
    "si sin": ("Sinhala", "Sinhala"),
    "sk slk slo": ("Slovak", "Latin"),
    "sl slv": ("Slovenian", "Latin"),
    "so som": ("Somali", "Latin"),  # codespell:ignore som
    "sq sqi alb als": ("Albanian", "Latin"),  # codespell:ignore als
    "sr srp": ("Serbian", "Cyrillic Latin"),
    "sv swe": ("Swedish", "Latin"),
    "sw swa swh": ("Swahili", "Latin"),
    "ta tam": ("Tamil", "Tamil"),
    "te tel": ("Telugu", "Telugu"),
    "th tha": ("Thai", "Thai"),  # codespell:ignore tha
    "ti tir": ("Tigrinya", "Ethiopic"),
    "tl tgl fil": ("Filipino", "Latin"),
    "tr tur": ("Turkish", "Latin"),
    "uk ukr": ("Ukrainian", "Cyrillic"),
    "ur urd": ("Urdu", "Arabic"),
    "uz uzb uzn": ("Uzbek", "Latin Cyrillic"),
    "vi vie": ("Vietnamese", "Latin"),  # codespell:ignore vie
    "xh xho": ("Xhosa", "Latin"),
    "yo yor": ("Yoruba", "Latin"),
    "zh zho cmn chi": ("Chinese", "Han"),
    "zu zul": ("Zulu", "Latin"),
}
_CODE_ENDINGS: Final = (
    "py pyx pxd pyi ipynb c h cc cpp cxx hpp hh cu java kt kts scala js jsx mjs ts tsx go rs rb php swift m mm cs fs "
    "vb lua pl pm sh bash zsh ps1 bat r jl hs ml mli ex exs erl clj lisp el vim sql css scss sass less yaml yml toml "
    "cmake mk s asm f f90 pas d nim zig dart v sv vhd tcl proto graphql tex"
)
_ENDINGS: Final = "gz bz xz zst lz txt text md rst jsonl json csv tsv parquet arrow dev devtest train test valid sample"
_SCRIPTS_OF_NAMES: Final = {"Hans": "simplified", "Hant": "traditional"}
# First words of the names of characters whose script is called otherwise.
_SCRIPTS: Final = {"CJK": "Han", "HIRAGANA": "Kana", "KATAKANA": "Kana", "FULLWIDTH": "Latin", "HALFWIDTH": "Kana"}
_LETTERS: Final = 4096  # characters of a text that its script is told by
_KANA_SHARE: Final = 0.05  # of the letters of a Japanese text at least; Chinese has none
_WORDS: Final = re.compile(r"[^\W\d_]+")

_CODE: Final = frozenset(_CODE_ENDINGS.split())
_LEFT_OUT: Final = frozenset(_ENDINGS.split())
_BY_CODE: Final = {code: entry for codes, entry in LANGUAGES.items() for code in codes.split()}
_BY_NAME: Final = {entry[0].lower(): entry for entry in LANGUAGES.values()}

GROUPS: Final = (CODE, *sorted(name for name, _ in LANGUAGES.values()))
"""What can be guessed from a name, to be offered where a group is typed."""


def guess_group(path: PurePath, text: str) -> str:
    """The group of a text by its name, if that goes with what it is written in, or else by its script; "" for none.

    Examples:
        help-de.txt, de/help.txt, help.de-DE.txt → "German"; zh-Hans.txt → "Chinese, simplified"; main.c → "Code".
    """
    if is_code(path):
        return CODE
    script = main_script(text)
    for part in _parts_of(path):
        language = _language_in(part, script)
        if language:
            return language
    return {"Hangul": "Korean", "Kana": "Japanese"}.get(script, script)


def is_code(path: PurePath) -> bool:
    """Whether a file of that name holds source code."""
    return path.suffix[1:].lower() in _CODE


def main_script(text: str) -> str:
    """The script of most letters of a text, such as "Latin" or "Han"; "Kana" for Japanese. "" without letters."""
    tried = text[:: max(1, len(text) // _LETTERS)]  # a notice in English at the beginning is not the text
    scripts = Counter(map(_script_of, filter(str.isalpha, tried)))
    scripts.pop("", None)
    if not scripts:
        return ""
    if scripts["Kana"] > _KANA_SHARE * scripts.total() and scripts["Kana"] + scripts["Han"] > scripts.total() / 2:
        return "Kana"
    return scripts.most_common(1)[0][0]


def _script_of(letter: str) -> str:
    name = unicodedata.name(letter, "").partition(" ")[0]
    return _SCRIPTS.get(name, name.capitalize())


def _parts_of(path: PurePath) -> Iterator[list[str]]:
    """The words of the file's name without its endings, and those of the nearest two folders, each from the last."""
    words = _WORDS.findall(path.name.replace("_", "-"))[::-1]
    yield list(dropwhile(lambda word: word.lower() in _LEFT_OUT, words))
    for folder in list(path.parents)[:2]:
        yield _WORDS.findall(folder.name.replace("_", "-"))[::-1]


def _language_in(words: list[str], script: str) -> str:
    """The language that a word names, looked for from the end: code, name, or code with a country or script."""
    for place, word in enumerate(words):
        found = _BY_CODE.get(word.lower()) or _BY_NAME.get(word.lower())
        if found is None or not _goes_with(script, found[1]):
            continue
        variants = {_SCRIPTS_OF_NAMES.get(later.capitalize(), "") for later in words[:place]} - {""}
        if _is_said_plainly(words, place):
            return ", ".join((found[0], *variants))
    return ""


def _is_said_plainly(words: list[str], place: int) -> bool:
    """Whether a word stands at the end of a name, or only country and script follow: "help-de", "zh-Hans", "de-DE"."""
    return all(later.capitalize() in _SCRIPTS_OF_NAMES or later.isupper() or len(later) == 4 for later in words[:place])


def _goes_with(script: str, usual: str) -> bool:
    return not script or script in usual.split()
