"""Builds the texts that the tables name out of public Debian packages: english, linux, multi and cjk.

python tests/benchmarks/corpora.py FOLDER [NAME…]

Needs apt with fresh lists of packages, but no rights; some 300 MB are fetched and 3 GB of disk are needed for all four.
Newer packages give somewhat other text: comparable, not equal. Documents are parted by a line with <|endoftext|>.
"""

from __future__ import annotations

import argparse
import gzip
import subprocess
import tarfile
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path

LANGUAGES = ("de", "en-US", "es", "fr", "hi", "ja", "ko", "ru", "zh-CN", "zh-TW")
CHINESE_AND_JAPANESE = ("zh-CN", "zh-TW", "ja")
SOURCE_NAMES = (".c", ".h", ".S", ".py", ".yaml", ".rst", ".txt")
BLOCKS = {"p", "br", "div", "li", "tr", "dd", "dt", "pre", "h1", "h2", "h3", "h4", "h5", "h6"}
UNSEEN = {"script", "style", "head"}


class _PlainText(HTMLParser):
    """Collects what a reader of a page sees."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002, a name of the base class
        self._unseen += tag in UNSEEN
        if tag in BLOCKS:
            self.seen.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in UNSEEN
        if tag in BLOCKS:
            self.seen.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.seen.append(data)


def text_of_page(page: str) -> str:
    """The text of an HTML page, a line for each block, runs of blanks and empty lines made one."""
    parser = _PlainText()
    parser.feed(page)
    lines = (" ".join(line.split()) for line in "".join(parser.seen).split("\n"))
    return "\n".join(filter(None, lines))


class Packages:
    """Debian packages, fetched and unpacked when first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def root(self, package: str) -> Path:
        """Where the files of a package lie; `{number}` in its name stands for the newest there is."""
        name = self._newest(package) if "{number}" in package else package
        root = self._folder / name
        if not root.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            subprocess.run(["apt-get", "download", name], cwd=self._folder, check=True)
            (archive,) = self._folder.glob(f"{name}_*.deb")
            subprocess.run(["dpkg-deb", "--extract", archive, root], check=True)
            archive.unlink()
        return root

    def _newest(self, package: str) -> str:
        pattern = f"^{package.replace('{number}', '[0-9.]+')}$"
        found = subprocess.run(
            ["apt-cache", "search", "--names-only", pattern], capture_output=True, text=True, check=True
        ).stdout.split("\n")
        names = [line.split()[0] for line in found if line]
        if not names:
            raise SystemExit(f"apt knows no package {package}; try apt-get update")
        return max(names, key=lambda name: [int(part) for part in name.replace("-", ".").split(".") if part.isdigit()])

    def pages(self, package: str, folder: str) -> Iterator[str]:
        for path in sorted((self.root(package) / folder).rglob("*.html")):
            yield text_of_page(path.read_text("utf-8", "replace"))

    def zipped(self, package: str, pattern: str) -> Iterator[str]:
        for path in sorted(self.root(package).glob(pattern)):
            if path.is_file() and not path.is_symlink():
                yield gzip.decompress(path.read_bytes()).decode("utf-8", "replace")

    def kernel(self, names: tuple[str, ...]) -> Iterator[str]:
        (archive,) = self.root("linux-source-{number}").glob("usr/src/linux-source-*.tar.xz")
        with tarfile.open(archive) as files:
            for member in files:
                file = files.extractfile(member) if member.isfile() and member.name.endswith(names) else None
                if file:
                    yield file.read().decode("utf-8", "replace")


def documents(packages: Packages, name: str) -> Iterator[str]:
    """The documents of one corpus."""
    if name == "linux":
        yield from packages.kernel(SOURCE_NAMES)
    elif name == "english":
        yield from packages.pages("openjdk-{number}-doc", "usr/share/doc")
        for dictionary in ("dict-gcide", "dict-wn"):
            yield from packages.zipped(dictionary, "usr/share/dictd/*.dict.dz")
        for manual in ("manpages", "manpages-dev"):
            yield from packages.zipped(manual, "usr/share/man/man*/*.gz")
        yield from packages.kernel((".rst", ".txt"))
    else:
        for language in CHINESE_AND_JAPANESE if name == "cjk" else LANGUAGES:
            yield from packages.pages(f"libreoffice-help-{language.lower()}", f"usr/share/libreoffice/help/{language}")


def write(path: Path, texts: Iterable[str]) -> None:
    """Texts to a file, one after the other, each ended by a special token on a line of its own."""
    with path.open("w", encoding="utf-8", newline="") as out:
        for text in texts:
            out.write(f"{text}\n<|endoftext|>\n")
    print(f"{path}: {path.stat().st_size:,} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the texts of the benchmarks out of Debian packages.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME", default=["english", "linux", "multi", "cjk"])
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    packages = Packages(arguments.folder / "packages")
    for name in arguments.names:
        write(arguments.folder / f"{name}.txt", documents(packages, name))


if __name__ == "__main__":
    main()
