"""The fields that a user can choose from."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import Final

from vocabsmith_engine.corpus.inputs import inputs_of
from vocabsmith_engine.corpus.record_fields import NoSuchField
from vocabsmith_engine.corpus.records import open_records
from vocabsmith_engine.corpus.sources import Source
from vocabsmith_engine.recipe import Recipe

_NO_FIELD: Final = "\N{INFORMATION SEPARATOR ONE}"  # whoever asks for what is not there is told what there is


def text_fields(source: Source) -> tuple[str, ...]:
    """Columns, or paths in records, that hold text in the first table of `source`; none if it holds no table.

    Raises BadFile for a file that cannot be read.
    """
    with closing(inputs_of(replace(source, field=_NO_FIELD))) as inputs:
        for file in inputs:
            if file.kind == "text":
                continue
            try:
                open_records(file, Recipe(vocab_size=256))
            except NoSuchField as error:
                return error.fields
            break
    return ()
