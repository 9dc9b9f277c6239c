"""What the project says about itself is true: documents, layers, sample."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import typer

from vocabsmith import cli
from vocabsmith.commands import COMMANDS
from vocabsmith_engine import Pretokenizer, Recipe, train_from_counts
from vocabsmith_engine.formats import FORMATS
from vocabsmith_engine.pretokenization import NAMES
from vocabsmith_resources.samples import SEPARATOR, sample_path

PROJECT = Path(__file__).parents[1]
HEADERS = PROJECT / "engine" / "cpp" / "include" / "vocabsmith"
ARCHITECTURE = (PROJECT / "docs" / "architecture.md").read_text("utf-8")
DEFINITIONS = (PROJECT / "docs" / "bpe.md").read_text("utf-8")
README = (PROJECT / "README.md").read_text("utf-8")

# Each header may include those of the layers before its own, and of its own where that is said.
LAYERS_OF_HEADERS = [
    {"types", "huge_pages"},
    {"monitor", "unicode_classes", "utf8"},
    {
        "pretokenizer",
        "pretokenizer_inline",
        "rebuilt_merges",
        "special_tokens",
        "piece_source",
        "piece_counts",
        "character_counts",
        "held_out",
        "spilled_counts",
        "saved_counts",
        "encoded_pieces",
        "scored_vocabulary",
    },
    {
        "trainer",
        "encoder",
        "character_encoder",
        "scored_pair_encoder",
        "word_measures",
        "original_places",
        "unigram_encoder",
    },
]


def included_by(header: Path) -> set[str]:
    return set(re.findall(r'#include "vocabsmith/(\w+)\.hpp"', header.read_text("utf-8")))


# ---------------------------------------------------------------- layers


def test_every_header_has_a_layer() -> None:
    assert {header.stem for header in HEADERS.glob("*.hpp")} == set().union(*LAYERS_OF_HEADERS)


@pytest.mark.parametrize("layer", range(len(LAYERS_OF_HEADERS)))
def test_headers_include_nothing_from_layers_after_their_own(layer: int) -> None:
    later = set().union(*LAYERS_OF_HEADERS[layer + 1 :])
    for name in LAYERS_OF_HEADERS[layer]:
        assert not included_by(HEADERS / f"{name}.hpp") & later, name


def test_trainer_and_encoder_do_not_know_each_other() -> None:
    assert "encoder" not in included_by(HEADERS / "trainer.hpp")
    assert "trainer" not in included_by(HEADERS / "encoder.hpp")


def test_the_core_does_not_know_python() -> None:
    sources = [*(PROJECT / "engine" / "cpp").rglob("*.?pp")]
    assert sources
    assert [path.name for path in sources if "Python.h" in path.read_text("utf-8")] == []


def test_only_the_engine_knows_its_native_module() -> None:
    # import-linter sees modules written in Python only.
    others = [*(PROJECT / "app").rglob("*.py"), *(PROJECT / "resources").rglob("*.py")]
    assert others
    assert [
        path.name for path in others if re.search(r"import.*\b(_native|_models|_analysis)\b", path.read_text("utf-8"))
    ] == []


# ---------------------------------------------------------------- documents


def test_every_name_of_a_pattern_is_defined_in_the_documents() -> None:
    assert [name for name in NAMES if f"`{name}`" not in DEFINITIONS] == []


def test_the_readme_lists_every_format_and_no_other() -> None:
    table = README.partition("## Formats")[2].partition("##")[0]
    assert re.findall(r"^\| `(\w+)`", table, re.MULTILINE) == list(FORMATS)


def test_the_architecture_page_lists_every_command_and_option() -> None:
    group = typer.main.get_command(cli.app)
    commands = getattr(group, "commands", {})
    assert tuple(commands) == COMMANDS
    for name, command in commands.items():
        usage = ARCHITECTURE.partition(f"    vocabsmith {name} ")[2].partition("    vocabsmith ")[0]
        options = [option for parameter in command.params for option in parameter.opts if option.startswith("--")]
        assert [option for option in options if option not in usage and option != "--help"] == [], name


def test_every_header_stands_on_the_architecture_page() -> None:
    assert [
        h.name for h in HEADERS.glob("*.hpp") if h.stem != "pretokenizer_inline" and h.name not in ARCHITECTURE
    ] == []


def test_every_module_of_the_engine_stands_on_the_architecture_page() -> None:
    modules = [path.stem for path in (PROJECT / "engine" / "vocabsmith_engine").glob("*.py")]
    assert modules
    assert [name for name in modules if not re.search(rf"\b{name}\b", ARCHITECTURE)] == []


def test_every_file_that_the_documents_link_to_exists() -> None:
    for document in (*PROJECT.glob("*.md"), *(PROJECT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text("utf-8")):
            assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_the_worked_example_is_what_happens() -> None:
    recipe = Recipe(vocab_size=259, pretokenizer="none", min_frequency=1)
    result = train_from_counts([(b"aaabdaaabac", 1)], recipe)
    assert result.merges == [(b"a", b"a"), (b"a", b"b"), (b"aa", b"ab")]
    assert result.merge_counts.tolist() == [4, 2, 2]
    assert [result.initial_tokens, *result.tokens_left.tolist()] == [11, 9, 7, 5]
    row = "| 1 | (a, a) | 4 | 2 places | `aa a b d aa a b a c` | 9 |"
    assert row in DEFINITIONS


def test_the_preset_is_what_the_documents_say() -> None:
    recipe = Recipe.cs336(vocab_size=300)
    assert (recipe.byte_order, recipe.specials, recipe.tie_break) == ("value", "after-bytes", "bytes")
    assert (Pretokenizer.of(recipe.pretokenizer).name, recipe.min_frequency) == ("gpt2", 1)


def test_the_changelog_has_the_version_of_the_package() -> None:
    version = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert f"## {version}" in (PROJECT / "CHANGELOG.md").read_text("utf-8")


def test_make_alone_tells_every_command() -> None:
    makefile = (PROJECT / "Makefile").read_text("utf-8")
    for command in ("run", "test", "check", "bench", "package"):
        assert f'@echo "make {command} ' in makefile
        assert re.search(rf"^{command}:", makefile, re.MULTILINE)
    told = " ".join(re.findall(r'@echo "(.*)"', makefile.partition("\nhelp:\n")[2].partition("\n\n")[0]))
    phony = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[0].split()
    assert [name for name in phony if not re.search(rf"\b{name}(?![\w-])", told)] == ["help", "test-cpp", "test-python"]


# ---------------------------------------------------------------- the sample


def test_the_sample_is_one_to_two_megabytes_of_documents_in_many_scripts() -> None:
    content = sample_path().read_bytes()
    assert 1_000_000 < len(content) < 2_000_000
    text = content.decode()
    assert len(text.split(f"\n{SEPARATOR}\n")) == 74
    for word in (
        "freedom",
        "Würde",
        "libertad",
        "свобод",
        "ελευθερ",
        "الحرية",
        "अधिकार",
        "自由",
        "自由と",
        "권리",
        "def ",
        "🎉",
    ):
        assert word in text, word


def test_each_licence_of_the_sample_stands_beside_it() -> None:
    folder = sample_path().parent
    named = re.findall(r"\(licenses/([^)]+)\)", (folder / "README.md").read_text("utf-8"))
    assert sorted(named) == sorted(path.name for path in (folder / "licenses").iterdir())
