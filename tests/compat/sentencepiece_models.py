"""Models that the `sentencepiece` library trains itself, with each option of its trainer that changes ids or text."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import sentencepiece

SYMBOLS: Final = ("<sep>", "<mask>", "foo bar", "日本", "▁x", "éè", "a")
CONTROLS: Final = ("<ctl>", "<a>")
RULES: Final = "FF21 FF22\t0061 0062\n0041\t0020 0020\n0062\t\n00E9 00E8\t65E5\n1F600\t0058\n"
SPOKEN: Final = "0058\t1F600\n0061 0062\t0020\n0021\t\n"

_SETTINGS: Final[dict[str, dict[str, Any]]] = {
    "plain": {},
    "nfkc": {"normalization_rule_name": "nfkc"},
    "nmt-nfkc-casefold": {"normalization_rule_name": "nmt_nfkc_cf"},
    "nfkc-casefold": {"normalization_rule_name": "nfkc_cf"},
    "identity": {"normalization_rule_name": "identity"},
    "own-rules": {"normalization_rule_tsv": RULES},
    "denormalizer": {"denormalization_rule_tsv": SPOKEN},
    "bytes": {"byte_fallback": True, "vocab_size": 1600},
    "digits": {"split_digits": True},
    "across-spaces": {"split_by_whitespace": False},
    "space-behind": {"treat_whitespace_as_suffix": True},
    "spaces-alone": {"allow_whitespace_only_pieces": True, "remove_extra_whitespaces": False},
    "spaces-alone-behind": {
        "allow_whitespace_only_pieces": True,
        "remove_extra_whitespaces": False,
        "treat_whitespace_as_suffix": True,
    },
    "user-defined": {"user_defined_symbols": list(SYMBOLS)},
    "control": {"control_symbols": list(CONTROLS)},
    "ids-moved": {"unk_id": 3, "bos_id": 0, "eos_id": 2, "pad_id": 1},
    "ids-off": {"bos_id": -1, "eos_id": -1},
    "own-names": {"unk_piece": "[UNK]", "bos_piece": "[B]", "eos_piece": "[E]", "unk_surface": " ?? "},
    "no-added-space": {"add_dummy_prefix": False},
    "spaces-kept": {"remove_extra_whitespaces": False},
    "spaces-kept-none-added": {"remove_extra_whitespaces": False, "add_dummy_prefix": False},
    "coverage": {"character_coverage": 0.98},
    "no-scripts": {"split_by_unicode_script": False, "split_by_number": False, "max_sentencepiece_length": 8},
    "as-llama": {
        "byte_fallback": True,
        "vocab_size": 1600,
        "normalization_rule_name": "identity",
        "split_digits": True,
        "allow_whitespace_only_pieces": True,
        "remove_extra_whitespaces": False,
    },
    "everything": {
        "byte_fallback": True,
        "vocab_size": 1600,
        "user_defined_symbols": list(SYMBOLS),
        "control_symbols": list(CONTROLS),
        "normalization_rule_tsv": RULES,
        "denormalization_rule_tsv": SPOKEN,
        "pad_id": 3,
        "split_by_whitespace": False,
    },
}
MODELS: Final = tuple(f"{kind} {name}" for kind in ("bpe", "unigram") for name in _SETTINGS)


def trained(model: str, lines: Sequence[str], folder: Path, **others: Any) -> bytes:
    """The .model file that the library makes of these lines; `folder` is for what it takes from files.

    Args:
        others: options of the trainer, which win over those of the model.
    """
    kind, _, name = model.partition(" ")
    settings = dict(_SETTINGS[name])
    for option in ("normalization_rule_tsv", "denormalization_rule_tsv"):
        if option in settings:
            (folder / option).write_text(settings[option], "utf-8")
            settings[option] = str(folder / option)
    limit = {"hard_vocab_limit": False} if kind == "unigram" else {}
    content = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=content,
        model_type=kind,
        minloglevel=2,
        num_threads=1,
        **{"vocab_size": 1300, **limit, **settings, **others},
    )
    return content.getvalue()


_ALPHABETS: Final = (
    *(
        "abcdefghij ABC",
        "the and of in ",
        "  \t\n\r",
        "0123456789٣²½ ",
        "éàüßſKİıǅʰèé",
        "中文字符今天日本あいうカタカナ",
    ),
    *(
        "à̄ḁ̈ﬁÅ",
        "😀👨\u200d👩\u200d👧🏽🇩🇪",
        '!"#$%&()*+,-./:;<=>?@[]^_`{|}~',
        "\0\1\x1f\x7f\x85\xa0\u1680\u2003\u2028\u3000\u200b\ufeff",
    ),
    *("नमस्तेทดสอบאבגدمرحبا", "▁▂ ▁x", "ＡＢ½ﬁ㈱Ⅷ", "\u1112\u1161\u11ab가힣"),
)


def random_texts(seed: int, number: int) -> Iterator[str]:
    """Texts of up to 40 characters of some alphabets, with pieces of other scripts and of the symbols strewn in."""
    dice = random.Random(seed)
    for _ in range(number):
        alphabets = dice.choices(_ALPHABETS, k=dice.randint(1, 3))
        yield "".join(_some(dice, alphabets) for _ in range(dice.randint(0, 40)))


def _some(dice: random.Random, alphabets: Sequence[str]) -> str:
    draw = dice.random()
    if draw < 0.9:
        return dice.choice(dice.choice(alphabets))
    if draw < 0.95:
        return dice.choice((*SYMBOLS, *CONTROLS, "<s>", "</s>", "<unk>", "<0x41>"))
    ranges = ((0x20, 0x250), (0x370, 0xD7FF), (0xE000, 0xFFFF), (0x10000, 0x10FFFF))
    return chr(dice.randrange(*dice.choice(ranges)))
