"""The command line: train, encode, decode, export, edit, evaluate, scan, inspect. Qt is never imported.

Results go to standard output, progress and errors to standard error. An error is one line; the exit status is 2 for
bad input, 130 after Ctrl-C, 1 when whoever read the output has gone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from vocabsmith.commands import INTERRUPTED, decode, edit, encode, evaluate, export, inspect, scan, train
from vocabsmith_engine import Stopped, VocabsmithError

BAD_INPUT = 2
OUTPUT_CLOSED = 1  # as Typer has it where it notices first
OUT_OF_MEMORY = "the run: needs more memory than the system gives it. Close other programs, or use a part of the text."

app = typer.Typer(
    name="vocabsmith",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="With files or with nothing instead of a command, the window opens. A file named like a command: ./train",
)
app.command(epilog=train.EXAMPLES)(train.train)
app.command(epilog=encode.EXAMPLES)(encode.encode)
app.command(epilog=decode.EXAMPLES)(decode.decode)
app.command(epilog=export.EXAMPLES)(export.export)
app.command(epilog=edit.EXAMPLES)(edit.edit)
app.command(epilog=evaluate.EXAMPLES)(evaluate.evaluate)
app.command(epilog=scan.EXAMPLES)(scan.scan)
app.command(epilog=inspect.EXAMPLES)(inspect.inspect)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"vocabsmith {version('vocabsmith')}")
        raise typer.Exit


@app.callback()
def _vocabsmith(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Build BPE tokenizers: train them, use them, save them for other libraries."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status. `arguments` default to those of the process."""
    _replace_closed_streams()
    try:
        status = app(args=None if arguments is None else list(arguments), prog_name="vocabsmith", standalone_mode=False)
        sys.stdout.flush()
    except Stopped as stopped:
        return _fail(stopped, INTERRUPTED)
    except (VocabsmithError, typer.TyperException, MemoryError) as error:
        return _fail(error, BAD_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return OUTPUT_CLOSED
    except OSError as error:  # files have errors of their own, so this is the output
        _drop_output()
        return _fail(OutputError(error), BAD_INPUT)
    return status if isinstance(status, int) else 0


class OutputError(VocabsmithError):
    """Standard output took no more."""

    def __init__(self, error: OSError) -> None:
        super().__init__(
            "standard output", f"cannot be written to ({error.strerror})", "Free space or send it elsewhere"
        )


def _replace_closed_streams() -> None:
    """A shell can close them (`>&-`); Python then has None in their place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115, open until the process ends


def _drop_output() -> None:
    """Python would try once more to flush at exit, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(error: Exception, status: int) -> int:
    print(f"error: {' '.join(_message(error).split())}", file=sys.stderr)
    return status


def _message(error: Exception) -> str:
    """What is wrong and what to do; Typer's own errors lack the second, a lack of memory both."""
    if isinstance(error, MemoryError):
        return OUT_OF_MEMORY
    if not isinstance(error, typer.TyperException):
        return str(error)
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "vocabsmith"
    return f"{error.format_message().rstrip('.')}. See {command} --help."
