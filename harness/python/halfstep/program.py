"""The program: where it is, and what it answers.

SPDX-License-Identifier: BSD-2-Clause"""

import json
import os
import pathlib
import shutil
import subprocess
import urllib.parse
import urllib.request
from importlib import metadata

PASSED, VERDICT = 0, 1


class HalfstepError(Exception):
    """The program could not do it; its message, and `status`, its exit status: 1 the numerics
    failed, 2 wrong usage or a bad model, 3 the machine lacks something."""

    def __init__(self, message, status):
        super().__init__(message)
        self.status = status


def sources():
    """The folder `harness/python` that this package stands in, then the one that pip installed it
    from (PEP 610)."""
    yield pathlib.Path(__file__).resolve().parents[1]
    try:
        record = json.loads(metadata.distribution("halfstep").read_text("direct_url.json"))
        yield pathlib.Path(urllib.request.url2pathname(urllib.parse.urlparse(record["url"]).path))
    except (metadata.PackageNotFoundError, TypeError, ValueError, KeyError):
        pass


def find():
    """The program: HALFSTEP_PROGRAM, the build of the sources that this package comes from,
    or `halfstep` on the PATH."""
    named = os.environ.get("HALFSTEP_PROGRAM")
    if named:
        return named
    builds = (place.parent.parent / "build/harness/halfstep" for place in sources())
    found = next((str(p) for p in builds if p.is_file()), None) or shutil.which("halfstep")
    if not found:
        raise HalfstepError("no program 'halfstep' on the PATH, and HALFSTEP_PROGRAM names none: "
                            "./halfstep install makes one", 3)
    return found


def run(*words, accept=(PASSED,)):
    """What the program prints, run with these words. Raises HalfstepError where its exit status is
    not among those that are accepted, and where it is none of success and nothing was printed."""
    ended = subprocess.run([find(), *map(str, words)], stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    if ended.returncode not in accept or ended.returncode != PASSED and not ended.stdout.strip():
        reason = ended.stderr.strip() or "exit status %d" % ended.returncode
        raise HalfstepError(reason.replace("halfstep: ", "", 1), ended.returncode)
    return ended.stdout


def ask(*words, accept=(PASSED,)):
    """The same as JSON, with --json. Raises HalfstepError where a failure printed none."""
    return json.loads(run(*words, "--json", accept=accept))


def options(name, given):
    """["--name", "K=V", ...] of a dictionary, which may be None."""
    return [word for key, value in (given or {}).items()
            for word in ("--" + name, "%s=%s" % (key, value))]


def number(value):
    """A number as the program reads it: all digits of a float; a str as it is, as "1/128"."""
    return value if isinstance(value, str) else repr(float(value))
