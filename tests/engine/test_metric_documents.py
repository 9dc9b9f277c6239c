"""docs/metrics.md says of every metric what the table of metrics says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from vocabsmith_engine.analysis import METRICS, RENYI_ALPHA, Evaluation, Metric

PAGE = (Path(__file__).parents[2] / "docs" / "metrics.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^### (.+?)\n\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL))
BETTER = {"more": "more is better", "fewer": "fewer is better", "neither": "a diagnostic"}


def test_every_metric_has_its_section_in_order() -> None:
    assert list(SECTIONS) == [metric.title for metric in METRICS.values()]


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
def test_the_section_says_what_the_table_says(metric: Metric) -> None:
    section = " ".join(SECTIONS[metric.title].split())
    assert section.startswith(f"`{metric.key}`, {BETTER[metric.better]}. {metric.definition}")
    if metric.source:
        assert f"Source: {metric.source}" in section
    else:
        assert "Source:" not in section


def test_keys_are_what_evaluations_call_them() -> None:
    for key, metric in METRICS.items():
        assert key == metric.key
        assert (metric.of is None) == (key in ("premium", "spread", "gini"))
        assert metric.of is None or hasattr(Evaluation, key)


def test_a_definition_is_one_sentence() -> None:
    for metric in METRICS.values():
        assert metric.definition.endswith(".")
        assert ". " not in metric.definition
        assert not metric.source.endswith(".")


def test_the_page_names_the_order_of_the_renyi_efficiency() -> None:
    assert f"α {RENYI_ALPHA} unless another is chosen" in METRICS["renyi_efficiency"].definition
