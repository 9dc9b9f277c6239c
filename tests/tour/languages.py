"""Texts in several languages and scripts, taken out of the sample, and a second tokenizer beside that of the tour."""

from __future__ import annotations

from pathlib import Path

from vocabsmith_engine import Recipe, train
from vocabsmith_resources.samples import sample_path

TEXT = (
    "The tokenizer doesn't know naïve cafés; 1234567 spinlocks unfold.\n"
    "人人生而自由,在尊严和权利上一律平等。\n"
    "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.\n"
    "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता प्राप्त है।\n"
    "👩🏽‍💻 writes 🦙🦙 and 👍🏿 in 🇨🇭\n"
    "\tint irq = platform_get_irq(pdev, 0);  /* -1 */\n"
)
"""Every script once: what is looked at on the pages."""

_LETTERS = {"Chinese": "的", "Arabic": "ا", "Hindi": "अ", "Russian": "я"}  # a letter that tells the language
_PER_FILE = 60


def make_languages(folder: Path) -> list[Path]:
    """A file of each language, one of code, and one of emoji; named after what is in them."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = sample_path().read_text(encoding="utf-8").splitlines()
    english = next(place for place, line in enumerate(lines) if line.startswith("Universal Declaration"))
    found = {"English": lines[english : english + _PER_FILE]}
    for language, letter in _LETTERS.items():
        found[language] = [line for line in lines if letter in line][:_PER_FILE]
    found["Code"] = (Path(__file__).with_name("stage.py")).read_text(encoding="utf-8").splitlines()
    found["Emoji"] = ["👩🏽‍💻 🦙🦙 👍🏿 🇨🇭 ❤️‍🔥 🙂 🎉"] * 20
    paths = []
    for name, text in found.items():
        path = folder / (f"{name.lower()}.py" if name == "Code" else f"{name.lower()}.txt")
        path.write_text("\n".join(text) + "\n", encoding="utf-8")
        paths.append(path)
    return paths


def make_second_tokenizer(folder: Path) -> Path:
    """A smaller tokenizer with other pieces, as a file of another library."""
    folder = folder / "gpt2 pieces 3k"
    if not folder.exists():
        recipe = Recipe(vocab_size=3000, pretokenizer="gpt2", special_tokens=["<|endoftext|>"])
        train([sample_path()], recipe).tokenizer.save(folder, formats=["huggingface"])
    return folder / "tokenizer.json"
