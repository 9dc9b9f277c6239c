"""What a Linux desktop is told: the program starts, and projects open by double click."""

from __future__ import annotations

import configparser
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from vocabsmith.project import SUFFIX, ProjectContents, save_project

SCRIPT = Path(__file__).parents[1] / "packaging" / "desktop_entry.py"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have other ways")


def run(home: Path, *arguments: str) -> int:
    environment = os.environ | {"XDG_DATA_HOME": str(home)}
    return subprocess.run(
        [sys.executable, SCRIPT, *arguments], env=environment, check=False, capture_output=True
    ).returncode


@pytest.fixture
def home(tmp_path: Path) -> Path:
    assert run(tmp_path, "install") == 0
    return tmp_path


def test_the_entry_starts_the_program_with_files(home: Path) -> None:
    entry = configparser.ConfigParser(interpolation=None, delimiters="=")
    entry.read(home / "applications" / "vocabsmith.desktop", encoding="utf-8")
    program = Path(sys.executable).with_name("vocabsmith")
    assert entry["Desktop Entry"]["exec"] == f'"{program}" %F'
    assert entry["Desktop Entry"]["mimetype"] == "application/x-vocabsmith;"


def test_the_entry_names_an_icon_that_is_there(home: Path) -> None:
    icon = home / "icons" / "hicolor" / "scalable" / "apps" / "vocabsmith.svg"
    assert ET.parse(icon).getroot().tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.skipif(not (shutil.which("update-mime-database") and shutil.which("gio")), reason="no desktop here")
def test_a_project_is_known_by_its_ending(home: Path, tmp_path: Path) -> None:
    save_project(tmp_path / f"handbook{SUFFIX}", ProjectContents(), known=None)
    environment = os.environ | {"XDG_DATA_HOME": str(home)}
    told = subprocess.run(
        ["gio", "info", "--attributes=standard::content-type", tmp_path / f"handbook{SUFFIX}"],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert "application/x-vocabsmith" in told


def test_nothing_of_it_stays(home: Path) -> None:
    assert run(home, "remove") == 0
    assert not list(home.rglob("vocabsmith*"))


def test_anything_else_is_explained(tmp_path: Path) -> None:
    assert run(tmp_path) == 2
