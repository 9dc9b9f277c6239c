"""Prints requirements from pyproject.toml, one a line, so that `make` installs them without building the project.

python packaging/requirements.py build run test check bench package
"""

import sys
import tomllib
from pathlib import Path


def requirements(group: str) -> list[str]:
    """Return the requirements of a group: `build`, `run`, or the name of an extra."""
    settings = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
    if group == "build":
        # The wheels of cmake and ninja spare the machine two system packages.
        return [*settings["build-system"]["requires"], "cmake>=3.20", "ninja>=1.11"]
    if group == "run":
        return list(settings["project"]["dependencies"])
    return list(settings["project"]["optional-dependencies"][group])


if __name__ == "__main__":
    print("\n".join(line for group in sys.argv[1:] for line in requirements(group)))
