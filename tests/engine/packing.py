"""Compressed files and archives for tests."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import tarfile
import zipfile
from collections.abc import Callable, Mapping

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

COMPRESSIONS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstd.compress,
}


def zipped(members: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive of these files."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return target.getvalue()


def tarred(members: Mapping[str, bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    """A tar archive of these files."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w", format=form) as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return target.getvalue()
