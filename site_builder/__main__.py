"""`risk-records`, and `python -m site_builder`: runs a command and turns failures into exit codes.

0 done; 1 findings or a failed build; 2 wrong usage; 3 the environment refuses; 130 interrupted.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys

import click

from site_builder.cli import commands
from site_builder.diagnostics import BuildError

_ENVIRONMENT = 3
_INTERRUPTED = 130


def main() -> None:
    """Runs the command line of this process, and ends the process."""
    for stream in (sys.stdout, sys.stderr):
        # A console that cannot show a character shows an escape: no message may be lost to it.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(_run())


def _run() -> int:
    debug = "--debug" in sys.argv[1:]
    try:
        # click returns the code of a command that ended early, None of one that ran through.
        code: int | None = commands.main(standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.Abort:
        return _INTERRUPTED
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except BrokenPipeError:
        # The reader has what it wanted. Python would complain again when it closes the stream.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _INTERRUPTED
    except (BuildError, OSError) as error:
        if debug:
            raise
        click.echo(f"error: {_sentence(error)}", err=True)
        return _ENVIRONMENT
    except Exception as error:
        # A bug of ours. The person who meets it gets a sentence, and asks for more if need be.
        if debug:
            raise
        kind = type(error).__name__
        click.echo(f"internal error: {kind}: {error}\nhint: run again with --debug", err=True)
        return _ENVIRONMENT
    return code or 0


def _sentence(error: Exception) -> str:
    """What the system refused, without its number: `out/index.html: No space left on device`."""
    if not isinstance(error, OSError) or not error.strerror:
        return str(error)
    place = f"{os.fsdecode(error.filename)}: " if error.filename else ""
    return f"{place}{error.strerror}"


if __name__ == "__main__":
    main()
