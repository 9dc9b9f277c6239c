"""The corpora that uses can be counted in without choosing files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from vocabsmith.operations.vocabulary_marks import Corpus
from vocabsmith.session import Session
from vocabsmith.wording import count
from vocabsmith_engine import Source
from vocabsmith_engine.corpus import shown


def corpora_of(session: Session) -> list[Corpus]:
    """What the present tokenizer was learned from, where that is known, and the corpus list of the project."""
    corpora = []
    entry = session.shelf.get(session.current_name)
    run_id = entry.run_id if entry else ""
    runs = [run for run in session.runs if run_id and run.id == run_id]
    corpora += [Corpus("what it was learned from", run=run) for run in runs]
    items = session.distinct_corpus
    if items:
        sources = tuple(item.source for item in items)
        corpora.append(Corpus(f"the corpus of the project, {_listed(sources)}", sources))
    return corpora


def corpus_of_files(paths: Sequence[Path]) -> Corpus:
    """Files and folders that the user named."""
    sources = tuple(Source(path) for path in paths)
    return Corpus(_listed(sources), sources)


def _listed(sources: Sequence[Source]) -> str:
    if len(sources) == 1:
        return shown(Path(sources[0].path.name or sources[0].path))
    return count(len(sources), "source")
