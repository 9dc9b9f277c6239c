"""All files of a set appear, or none: whatever happens on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from vocabsmith_engine import FormatError, Recipe, Tokenizer, train_from_counts
from vocabsmith_engine.formats.base import PlannedFile
from vocabsmith_engine.formats.file_lock import locked
from vocabsmith_engine.formats.saving_files import STAGING, complete_interrupted_save, save_files

OLD = {"a.txt": b"old a", "b.txt": b"old b"}
NEW = {"a.txt": b"new a", "b.txt": b"new b", "c.txt": b"new c"}


def put(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)


def found(folder: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in folder.iterdir()}


def save(folder: Path, files: dict[str, bytes] = NEW) -> None:
    planned = [PlannedFile(name, content) for name, content in files.items()]
    save_files(folder, planned, lambda _staging: None, lambda _done: None)


def test_new_files_take_the_place_of_old_ones(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    save(tmp_path)
    assert found(tmp_path) == NEW


def test_the_folder_is_made_if_only_it_is_missing(tmp_path: Path) -> None:
    save(tmp_path / "made")
    assert found(tmp_path / "made") == NEW


def test_the_check_sees_the_new_files_before_they_take_their_place(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    seen: list[bytes] = []
    planned = [PlannedFile("a.txt", b"new a")]
    save_files(tmp_path, planned, lambda staging: seen.append((staging / "a.txt").read_bytes()), lambda _done: None)
    assert seen == [b"new a"]


def test_a_failed_check_leaves_everything_as_it_was(tmp_path: Path) -> None:
    def fail(_staging: Path) -> None:
        raise FormatError("ids", "differ", "Report this")

    put(tmp_path, OLD)
    with pytest.raises(FormatError, match="ids: differ"):
        save_files(tmp_path, [PlannedFile("a.txt", b"new")], fail, lambda _done: None)
    assert found(tmp_path) == OLD
    with pytest.raises(FormatError, match="ids: differ"):
        save_files(tmp_path / "new", [PlannedFile("a.txt", b"new")], fail, lambda _done: None)
    assert not (tmp_path / "new").exists()


# --- a crash at any moment

KILLED_SAVE = """
import os, signal, sys
from pathlib import Path
from vocabsmith_engine.formats.base import PlannedFile
from vocabsmith_engine.formats.saving_files import save_files

left = int(sys.argv[2])

def watch(event, arguments):
    global left
    if event in ("open", "os.rename", "os.mkdir", "os.remove", "os.rmdir") and sys.argv[1] in str(arguments[0]):
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

files = [PlannedFile(name, f"new {name[0]}".encode()) for name in ("a.txt", "b.txt", "c.txt")]
sys.addaudithook(watch)
save_files(Path(sys.argv[1]), files, lambda staging: None, lambda done: None)
"""


def save_killed_before(event: int, folder: Path) -> bool:
    """Save in a process that is killed before its n-th step on the disk; whether it was."""
    done = subprocess.run([sys.executable, "-c", KILLED_SAVE, str(folder), str(event)], check=False)
    assert done.returncode in (0, -signal.SIGKILL)
    return done.returncode != 0


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
def test_after_a_kill_at_any_step_the_old_set_or_the_new_one_stands(tmp_path: Path) -> None:
    outcomes: list[bool] = []
    for event in range(100):
        folder = tmp_path / f"run{event}"
        put(folder, OLD)
        was_killed = save_killed_before(event, folder)
        complete_interrupted_save(folder, roll_back=False)  # what loading does
        stands = {name: content for name, content in found_files(folder).items() if name != STAGING}
        assert stands in (OLD, NEW), event
        outcomes.append(stands == NEW)
        save(folder)
        assert found(folder) == NEW
        if not was_killed:
            break
    assert not was_killed
    assert outcomes == sorted(outcomes)  # first the old set, then, from the commit on, the new one
    assert outcomes.count(False) >= 4
    assert outcomes.count(True) >= 4


def found_files(folder: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in folder.iterdir() if entry.is_file()}


def test_loading_finishes_a_save_that_was_cut_short(tmp_path: Path) -> None:
    tokenizer = train_from_counts([(b"abab", 3)], Recipe(vocab_size=257)).tokenizer
    tokenizer.save(tmp_path / "t", ["huggingface"])
    staging = tmp_path / "t" / STAGING
    staging.mkdir()
    (tmp_path / "t" / "tokenizer.json").rename(staging / "tokenizer.json")
    (staging / "journal.json").write_text(json.dumps({"files": ["tokenizer.json", "tokenizer_config.json"]}))
    assert Tokenizer.load(tmp_path / "t").encode("abab") == [256, 256]
    assert not staging.exists()


def test_loading_leaves_an_uncommitted_save_alone(tmp_path: Path) -> None:
    tokenizer = train_from_counts([(b"abab", 3)], Recipe(vocab_size=257)).tokenizer
    tokenizer.save(tmp_path / "t", ["huggingface"])
    (tmp_path / "t" / STAGING).mkdir()
    assert Tokenizer.load(tmp_path / "t").encode("abab") == [256, 256]
    assert (tmp_path / "t" / STAGING).exists()  # it may be the work of a living process


def test_the_work_of_a_living_process_is_not_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vocabsmith_engine.formats.saving_files._SECONDS_TO_WAIT", 0.05)
    put(tmp_path, OLD)
    staging = tmp_path / STAGING
    staging.mkdir()
    with (
        locked(staging / "lock"),
        pytest.raises(FormatError, match="is being saved to by another process"),
    ):
        save(tmp_path)
    assert staging.exists()


@pytest.mark.parametrize("name", ["../outside.txt", "/etc/passwd", "..", "sub/file", ""])
def test_a_journal_moves_only_plain_names(name: str, tmp_path: Path) -> None:
    staging = tmp_path / STAGING
    staging.mkdir()
    (staging / "journal.json").write_text(json.dumps({"files": [name]}))
    with pytest.raises(FormatError, match=r"journal.json: is not a journal of Vocabsmith"):
        complete_interrupted_save(tmp_path, roll_back=False)


# --- disks and folders that do not take files

SAVE_WITH_LIMIT = """
import resource, sys
from vocabsmith_engine import FormatError, Recipe, train_from_counts
tokenizer = train_from_counts([(b"abcdefgh" * 4, 3)], Recipe(vocab_size=280, pretokenizer="none")).tokenizer
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    tokenizer.save(sys.argv[1], ["huggingface", "gpt2", "tiktoken"])
except FormatError as error:
    print(error)
print(tokenizer.encode("abab") != [])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_full_disk_leaves_the_old_files_byte_equal_and_nothing_else(tmp_path: Path) -> None:
    put(tmp_path, {"tokenizer.json": b"good and old"})
    run = subprocess.run(
        [sys.executable, "-c", SAVE_WITH_LIMIT, str(tmp_path)], check=True, capture_output=True, text=True
    )
    message, is_alive = run.stdout.splitlines()
    assert message == f"{tmp_path}: cannot be written to (File too large). Free space or choose another folder."
    assert is_alive == "True"
    assert found(tmp_path) == {"tokenizer.json": b"good and old"}


SAVE_UNPRIVILEGED = """
import os, sys
from vocabsmith_engine import FormatError, Recipe, train_from_counts
tokenizer = train_from_counts([(b"abab", 3)], Recipe(vocab_size=257)).tokenizer
import vocabsmith_engine.formats, tokenizers, tiktoken
os.chdir(sys.argv[1])  # the folders around it may be closed to others
if os.geteuid() == 0:
    os.setgid(65534), os.setuid(65534)
try:
    tokenizer.save(".", ["huggingface", "tiktoken"])
except FormatError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_a_folder_without_permission_is_found_before_writing(tmp_path: Path) -> None:
    put(tmp_path / "closed", OLD)
    (tmp_path / "closed").chmod(0o555)
    command = [sys.executable, "-c", SAVE_UNPRIVILEGED, str(tmp_path / "closed")]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    assert run.stdout == ".: must not be written to by this user. Choose another folder.\n"
    assert found(tmp_path / "closed") == OLD


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_a_folder_of_the_system_is_refused() -> None:
    with pytest.raises(FormatError, match="/proc/self"):
        save(Path("/proc/self/fd"))


def test_a_target_that_is_a_file_is_refused(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    with pytest.raises(FormatError, match=r"a.txt: is a file, and a folder is needed"):
        save(tmp_path / "a.txt")


def test_a_file_that_is_a_folder_is_refused(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    (tmp_path / "c.txt").mkdir()
    with pytest.raises(FormatError, match=r"c.txt: is a folder, and a file of this name is to be saved"):
        save(tmp_path)
    assert found_files(tmp_path) == OLD


def test_a_missing_folder_around_the_target_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"missing: does not exist. Create it or choose another folder"):
        save(tmp_path / "missing" / "target")
    assert not (tmp_path / "missing").exists()
