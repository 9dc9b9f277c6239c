"""Numbers, sizes and times in words, the same everywhere in the window."""

from __future__ import annotations

from vocabsmith_engine import Progress

STAGE_TITLES = {
    "idle": "Waiting",
    "reading": "Reading and counting",
    "merging": "Merging",
    "measuring": "Measuring what was held out",
    "checking": "Checking",
    "saving": "Saving",
    "finished": "Finishing",
}
_UNIT_OF_STAGE = {"merging": "merge", "saving": "file"}
_MOMENT = 0.4  # seconds: what was done in less tells no rate
_BYTE_STAGES = frozenset({"reading", "measuring", "checking"})


def grouped(number: int) -> str:
    """1233300025 → "1,233,300,025"."""
    return f"{number:,}"


def count(number: int, noun: str, plural: str = "") -> str:
    """1, "merge" → "1 merge"; 2, "merge" → "2 merges"; `plural` where an s is not enough."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def decimal(value: float, places: int = 2) -> str:
    """4.0831 → "4.08"."""
    return f"{value:,.{places}f}"


def size(number_of_bytes: float) -> str:
    """29900000 → "29.9 MB". Units go in steps of 1,000, as file managers count."""
    if number_of_bytes < 1000:
        return f"{number_of_bytes:.0f} B"
    value = float(number_of_bytes)
    for unit in ("kB", "MB", "GB", "TB"):
        value /= 1000
        if value < 999.5 or unit == "TB":
            break
    places = 0 if unit == "kB" or value >= 99.95 else 1
    return f"{value:,.{places}f} {unit}"


def duration(seconds: float) -> str:
    """38.41 → "38.4 s"; 127 → "2 min 7 s"; 7380 → "2 h 3 min"."""
    if seconds < 0.095:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    minutes = round(seconds / 60)
    return f"{grouped(minutes // 60)} h {minutes % 60} min"


def time_left(seconds: float) -> str:
    """Words that do not promise more than is known: 12.3 → "about 12 s left", 130 → "about 2 min left"."""
    if seconds < 3:
        return "a moment left"
    if seconds < 20:
        return f"about {round(seconds)} s left"
    if seconds < 58:
        return f"about {5 * round(seconds / 5)} s left"
    if seconds < 58 * 60:
        return f"about {max(1, round(seconds / 60))} min left"
    if seconds < 20 * 3600:
        return f"about {count(max(1, round(seconds / 3600)), 'hour')} left"
    return "more than a day left" if seconds > 24 * 3600 else "about a day left"


def per_second(rate: float, noun: str = "") -> str:
    """1086.4, "merge" → "1,086 merges/s"; without a noun the rate is in bytes: "12.1 MB/s"."""
    return f"{rate:,.0f} {noun}s/s" if noun else f"{size(rate)}/s"


def stage_title(stage: str) -> str:
    """The name that the window gives to a stage of a Progress."""
    return STAGE_TITLES.get(stage, stage.capitalize())


def stage_figures(progress: Progress) -> str:
    """How far the stage is: "18,211 of 31,743", "12.1 MB of 63.5 MB", or only what is done if the end is unknown."""
    show = size if progress.stage in _BYTE_STAGES else grouped
    return show(progress.done) if progress.total is None else f"{show(progress.done)} of {show(progress.total)}"


def stage_rate(progress: Progress) -> str:
    """The stage's rate in its own unit, or "" while it is unknown."""
    if progress.per_second <= 0:
        return ""
    return per_second(progress.per_second, _UNIT_OF_STAGE.get(progress.stage, ""))


def seconds_left(progress: Progress) -> float | None:
    """What remains of the stage at its present rate; None while the end is unknown or the rate but a moment old."""
    if progress.total is None or progress.per_second <= 0 or progress.done < _MOMENT * progress.per_second:
        return None
    return max(0, progress.total - progress.done) / progress.per_second


def about_duration(seconds: float) -> str:
    """What an expectation can tell: 0.4 → "less than a second", 38.4 → "about 40 s", 130 → "about 2 min"."""
    if seconds < 1:
        return "less than a second"
    if seconds < 9.5:
        return f"about {round(seconds)} s"
    if seconds < 57.5:
        return f"about {5 * round(seconds / 5)} s"
    if seconds < 57.5 * 60:
        return f"about {max(1, round(seconds / 60))} min"
    hours = seconds / 3600
    return f"about {count(max(1, round(hours)), 'hour')}" if hours < 36 else f"about {round(hours / 24):,} days"


def about_size(number_of_bytes: float) -> str:
    """A size that is expected, in two figures: 312_000_000 → "310 MB"."""
    if number_of_bytes < 1000:
        return size(number_of_bytes)
    step = 10 ** (len(str(round(number_of_bytes))) - 2)
    return size(step * round(number_of_bytes / step)).replace(".0 ", " ")
