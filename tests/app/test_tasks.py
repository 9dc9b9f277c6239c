"""Work beside the window: results and errors come back on the window's thread, floods of steps cost nothing."""

import gc
import threading
import time

import pytest
from PySide6.QtCore import QObject, QTimer
from shiboken6 import delete

from vocabsmith.tasks import LatestTask, MonitorPoller
from vocabsmith_engine import Monitor, RecipeError, Stopped

GUARD = 10_000


pytestmark = pytest.mark.usefixtures("qapp")


def nothing(_: object) -> None:
    """A callback that nothing is expected of."""


def test_the_result_comes_back_on_the_window_s_thread(tasks, qtbot):
    seen: list[object] = []
    worker: list[int] = []

    def work(_: Monitor) -> str:
        worker.append(threading.get_ident())
        return "result"

    tasks.start(work, on_done=lambda value: seen.append((value, threading.get_ident())), on_failed=nothing)
    qtbot.waitUntil(lambda: bool(seen), timeout=GUARD)
    assert seen == [("result", threading.get_ident())]
    assert worker != [threading.get_ident()]


def test_an_error_comes_back_as_it_was_raised(tasks, qtbot):
    error = RecipeError("vocab_size 100", "at least 257 are needed", "Ask for more")
    failed: list[Exception] = []

    def work(_: Monitor) -> None:
        raise error

    tasks.start(work, on_done=nothing, on_failed=failed.append)
    qtbot.waitUntil(lambda: bool(failed), timeout=GUARD)
    assert failed == [error]


def test_stop_is_delivered_like_any_error(tasks, qtbot):
    failed: list[Exception] = []

    def work(monitor: Monitor) -> None:
        while True:
            monitor.raise_if_stopped()
            time.sleep(0.001)

    tasks.start(work, on_done=nothing, on_failed=failed.append).stop()
    qtbot.waitUntil(lambda: bool(failed), timeout=GUARD)
    assert isinstance(failed[0], Stopped)


def test_jobs_are_announced_and_quiet_tasks_are_not(tasks, qtbot):
    told: list[str] = []
    tasks.job_started.connect(lambda task: told.append(f"started {task.title}"))
    tasks.job_ended.connect(lambda task: told.append(f"ended {task.title}"))
    tasks.start(lambda _: 1, on_done=nothing, on_failed=nothing)
    tasks.start(lambda _: 2, on_done=lambda _: told.append("done"), on_failed=nothing, job="Training")
    qtbot.waitUntil(lambda: not tasks.busy, timeout=GUARD)
    assert told == ["started Training", "done", "ended Training"]


def test_a_forgotten_task_calls_nobody(tasks, qtbot):
    called: list[object] = []
    tasks.start(lambda _: 1, on_done=called.append, on_failed=called.append).forget()
    qtbot.waitUntil(lambda: not tasks.busy, timeout=GUARD)
    assert called == []


def test_wait_all_ends_paused_work_too(tasks):
    def work(monitor: Monitor) -> None:
        while monitor.checkpoint():
            time.sleep(0.001)

    tasks.start(work, on_done=nothing, on_failed=nothing).monitor.pause()
    assert tasks.wait_all(10.0)


def test_of_many_requests_the_newest_wins(tasks, qtbot):
    owner = QObject()
    latest = LatestTask(tasks, owner)
    done: list[int] = []
    begun: list[int] = []
    hold = threading.Event()

    def request(number: int):
        def work(_: Monitor) -> int:
            begun.append(number)
            hold.wait(10)
            return number

        return work

    for number in range(5):
        latest.submit(request(number), on_done=done.append, on_failed=nothing)
    hold.set()
    qtbot.waitUntil(lambda: bool(done), timeout=GUARD)
    qtbot.waitUntil(lambda: not tasks.busy, timeout=GUARD)
    assert done == [4]
    assert begun == [0, 4]


def test_a_cancelled_request_is_never_told(tasks, qtbot):
    owner = QObject()
    latest = LatestTask(tasks, owner)
    done: list[int] = []
    latest.submit(lambda _: 1, on_done=done.append, on_failed=nothing)
    latest.submit(lambda _: 2, on_done=done.append, on_failed=nothing)
    latest.cancel()
    qtbot.waitUntil(lambda: not tasks.busy, timeout=GUARD)
    assert done == []


def test_nothing_is_told_once_the_owner_is_gone(tasks, qtbot):
    owner = QObject()
    latest = LatestTask(tasks, owner)
    done: list[int] = []
    latest.submit(lambda _: 1, on_done=done.append, on_failed=nothing)
    latest.submit(lambda _: 2, on_done=done.append, on_failed=nothing)
    delete(owner)
    qtbot.waitUntil(lambda: not tasks.busy, timeout=GUARD)
    assert done == []


class Knot:
    """Garbage that only a search finds; tells in which thread it is destroyed."""

    def __init__(self, told: list[threading.Thread]) -> None:
        self.itself, self._told = self, told

    def __del__(self) -> None:
        self._told.append(threading.current_thread())


def test_no_garbage_is_searched_for_in_the_thread_of_a_task(tasks, qtbot):
    """Parts of the window that are not used any more may be among it, and Qt lets them go in its own thread only."""
    told: list[threading.Thread] = []
    made = threading.Event()

    def work(_: Monitor) -> None:
        made.wait(10)
        kept = [[] for _ in range(200_000)]  # ten times what makes Python search for garbage
        del kept

    tasks.start(work, on_done=nothing, on_failed=nothing)
    for _ in range(100):
        Knot(told)
    made.set()
    qtbot.waitUntil(lambda: not tasks.busy, timeout=GUARD)
    gc.collect()
    assert told.count(threading.main_thread()) == 100
    assert gc.isenabled()


def test_while_a_task_works_garbage_is_searched_for_in_the_window_s_thread(tasks, qtbot):
    told: list[threading.Thread] = []
    task = tasks.start(stopped, on_done=nothing, on_failed=nothing)
    assert not gc.isenabled()
    kept = [Knot(told) for _ in range(3_000)]
    del kept
    qtbot.waitUntil(lambda: len(told) == 3_000, timeout=GUARD)
    task.stop()
    qtbot.waitUntil(lambda: not tasks.busy, timeout=GUARD)
    assert gc.isenabled()
    assert set(told) == {threading.main_thread()}


def stopped(monitor: Monitor) -> None:
    while monitor.checkpoint():
        time.sleep(0.001)


def test_tasks_that_are_waited_for_at_the_end_work_no_more(tasks):
    tasks.start(stopped, on_done=nothing, on_failed=nothing)
    assert tasks.wait_all(10)
    assert gc.isenabled()


def test_a_flood_of_steps_is_looked_at_twenty_times_a_second(tasks, qtbot):
    """200,000 steps in 2 s: about 40 looks, the last value is told, and the window answers all the while."""
    told: list[int] = []
    answers: list[float] = []
    poller = MonitorPoller()
    poller.progressed.connect(lambda progress: told.append(progress.done))
    clicks = QTimer(interval=20)
    clicks.timeout.connect(lambda: answers.append(time.monotonic()))
    clicks.start()
    finished: list[float] = []

    def flood(monitor: Monitor) -> float:
        began = time.monotonic()
        monitor.begin_stage("reading", 200_000)
        for step in range(1, 200_001):
            monitor.advance_to(step)
            if step % 1000 == 0:
                time.sleep(0.01)
        return time.monotonic() - began

    def done(seconds: float) -> None:
        poller.finish()
        finished.append(seconds)

    poller.watch(tasks.start(flood, on_done=done, on_failed=nothing).monitor)
    qtbot.waitUntil(lambda: bool(finished), timeout=3 * GUARD)
    clicks.stop()
    assert told[-1] == 200_000
    assert told == sorted(told)
    assert len(told) <= finished[0] * 20 + 2
    assert len(answers) > 20


def test_nothing_new_is_not_told_again(qtbot):
    told: list[object] = []
    monitor = Monitor()
    monitor.begin_stage("merging", 10)
    poller = MonitorPoller()
    poller.progressed.connect(told.append)
    poller.watch(monitor)
    qtbot.wait(300)
    poller.finish()
    assert len(told) == 1
    assert not poller.watching
