"""Time and memory of the run that the form stands for: measured, newest wins, nothing made up."""

import pytest
from recipe_form import SECONDS

from vocabsmith.operations.estimate_run import RunEstimator
from vocabsmith.pages.build_page.run_estimate import Question, RunEstimate
from vocabsmith_engine import Monitor, Recipe, Source


@pytest.fixture
def text(tmp_path):
    (tmp_path / "a.txt").write_text("some words and some more words\n" * 20_000)
    return Source(tmp_path / "a.txt")


@pytest.fixture
def estimate(tasks):
    return RunEstimate(tasks)


def question(*sources, vocab_size=1_000, memory=None):
    return Question(sources, Recipe(vocab_size=vocab_size), 1, memory)


def measured(sources, vocab_size=300):
    recipe = Recipe(vocab_size=vocab_size)
    return RunEstimator().estimate(sources=sources, recipe=recipe, threads=1, memory=None, monitor=Monitor())


def test_a_run_is_measured_on_its_own_text_and_its_check_with_it(text):
    found = measured([text])
    assert found.corpus_bytes == 620_000
    assert min(found.counting_seconds, found.merging_seconds, found.checking_seconds, found.memory) > 0


def test_without_text_there_is_no_estimate(tmp_path):
    (tmp_path / "empty.txt").write_text("")
    assert measured([Source(tmp_path / "empty.txt"), Source(tmp_path / "gone.txt")]) is None


def test_files_that_a_run_leaves_out_are_left_out_of_the_trial(text):
    (text.path.parent / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    assert measured([Source(text.path.parent)]).corpus_bytes == 620_000


def test_it_is_said_that_it_is_measured_and_then_what(qtbot, estimate, text):
    assert estimate.words() == ""
    estimate.ask(question(text))
    assert estimate.words() == "; measuring…"
    qtbot.waitUntil(lambda: estimate.estimate is not None, timeout=SECONDS)
    assert estimate.words().startswith("; this text gives about 1")  # of the 744 that there is room for
    assert ", in less" in estimate.words() or ", in about" in estimate.words()
    assert not estimate.measuring


def test_a_text_that_fills_the_vocabulary_has_only_its_time_told(qtbot, estimate, text):
    estimate.ask(question(text, vocab_size=260))
    qtbot.waitUntil(lambda: estimate.estimate is not None, timeout=SECONDS)
    assert estimate.words().startswith(("; less", "; about"))


def test_the_newest_question_is_answered(qtbot, estimate, text):
    for vocab_size in (300, 400, 500):
        estimate.ask(question(text, vocab_size=vocab_size))
    answers = []
    estimate.changed.connect(lambda: answers.append(estimate.estimate))
    qtbot.waitUntil(lambda: bool(answers), timeout=SECONDS)
    assert answers[-1].merges <= 244


def test_no_question_has_no_answer(qtbot, estimate, text):
    estimate.ask(question(text))
    qtbot.waitUntil(lambda: estimate.estimate is not None, timeout=SECONDS)
    estimate.ask(None)
    assert (estimate.words(), estimate.estimate) == ("", None)


def test_what_cannot_be_measured_is_not_made_up(qtbot, estimate, tmp_path):
    estimate.ask(question(Source(tmp_path / "gone.txt")))
    qtbot.waitUntil(lambda: not estimate.measuring, timeout=SECONDS)
    assert (estimate.words(), estimate.problem) == ("", "")


def test_too_little_memory_is_told_before_the_run(qtbot, estimate, text):
    estimate.ask(question(text, memory=1_000_000))
    qtbot.waitUntil(lambda: bool(estimate.problem), timeout=SECONDS)
    assert estimate.problem.startswith("memory 1,000,000: must be ")


def test_during_a_run_nothing_is_measured(qtbot, estimate, text):
    estimate.hold()
    estimate.ask(question(text))
    qtbot.wait(900)
    assert (estimate.estimate, estimate.words()) == (None, "")
    estimate.release()
    qtbot.waitUntil(lambda: estimate.estimate is not None, timeout=SECONDS)
