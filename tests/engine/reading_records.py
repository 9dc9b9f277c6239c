"""Reads the records of a file as a run does, without counting them."""

from contextlib import closing
from pathlib import Path

from vocabsmith_engine import Monitor, Recipe, Source
from vocabsmith_engine.chunks import ChunkReader
from vocabsmith_engine.corpus import FileReport
from vocabsmith_engine.corpus.sources import Kind


def records_read(
    path: Path, field: str | None = None, *, kind: Kind | None = None, **settings: object
) -> tuple[list[bytes], FileReport]:
    """The text of every record, and the report."""
    recipe = Recipe.from_dict({"vocab_size": 300} | settings)
    reader = ChunkReader(recipe, Monitor(), 2**20)
    texts = []
    with closing(reader.chunks([Source(path, kind=kind, field=field)])) as chunks:
        for chunk in chunks:
            parsed = chunk.parse() if chunk.parse else chunk
            assert parsed.ends is not None
            ends = parsed.ends.tolist()
            texts += [bytes(parsed.text[begin:end]) for begin, end in zip([0, *ends], ends, strict=False)]
    return texts, reader.reports[0]


def written(path: Path, data: bytes | str) -> Path:
    """`path`, once the data is in it."""
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path
