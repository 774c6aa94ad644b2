"""A script serves one system after another: it begins once, each system finds it as it was then, and what
goes wrong is told as of a process of its own.

SPDX-License-Identifier: BSD-2-Clause"""

import pathlib
import subprocess
import sys

import halfstep
from halfstep.program import find

SCRIPT = """import os, signal, sys, time
import halfstep

def note(what):
    with open("log", "a") as log:
        print(what, os.getpid(), file=log)

note("begun")
sizes = set()

@halfstep.integrator
def euler(f, t, x, h):
    if not sizes:
        note("system")
    sizes.add(len(x))
    if len(sizes) > 1:
        os._exit(9)  # another system has been here
    if len(x) == 3:
        %s
    return x + h * f(t, x)

euler.main()
"""
MODEL = "state a = 1, b = 1, c = 1\na' = -b\nb' = -c\nc' = -a\n"


THREAD = "import threading; threading.Thread(target=threading.Event().wait, daemon=True).start()\n"


def run(folder, command, at_three="pass", *words, thread=False):
    """What a command says of the script, which does something with three states, beside a thread or without."""
    (folder / "mine.py").write_text(THREAD * thread + SCRIPT % at_three)
    (folder / "three.model").write_text(MODEL)
    (folder / "log").unlink(missing_ok=True)
    return subprocess.run(
        [find(), *command.split(), "--integrator", sys.executable + " mine.py", *words],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        env={"PYTHONPATH": str(pathlib.Path(halfstep.__file__).parents[1]), "PATH": "/usr/bin:/bin"})


def logged(folder, what):
    lines = (folder / "log").read_text().splitlines()
    return [line.split()[1] for line in lines if line.startswith(what)]


def is_running(folder):
    """Whether a process has the folder for its own: all that a command has started has."""
    return any(place.is_symlink() and place.resolve() == folder.resolve()
               for place in pathlib.Path("/proc").glob("[0-9]*/cwd") if can_read(place))


def can_read(place):
    try:
        return bool(place.readlink())
    except OSError:
        return False


def test_it_begins_once_for_many_systems_which_are_processes_of_their_own(tmp_path):
    ended = run(tmp_path, "fingerprint")
    assert ended.returncode == 0, ended.stdout
    systems = logged(tmp_path, "system")
    assert len(set(systems)) == len(systems) > 15
    assert len(logged(tmp_path, "begun")) < len(systems) / 3


SOLVE = "solve ./three.model --step 1/8 --until 1"


def test_how_a_system_ends_is_told(tmp_path):
    for what, told in (("os.kill(os.getpid(), signal.SIGSEGV)", "crashed in step (SIGSEGV)"),
                       ("os.kill(os.getpid(), signal.SIGKILL)", "crashed in step (SIGKILL)"),
                       ("os._exit(7)", "ended its process in step (exit status 7)"),
                       ("os._exit(0)", "ended its process in step (exit status 0)"),
                       ("sys.exit(5)", "ended its process in step (exit status 5)"),
                       ("os.close(1); time.sleep(0.1)", "in step")):
        ended = run(tmp_path, SOLVE, what)
        assert told in ended.stdout and ended.returncode == 1, (what, ended.stdout)


def test_what_takes_too_long_or_too_much_is_ended(tmp_path):
    ended = run(tmp_path, SOLVE, "time.sleep(1000)", "--call-limit", "2")
    assert "step did not return within 2 s" in ended.stdout, ended.stdout
    ended = run(tmp_path, SOLVE, "taken = bytearray(700000000); time.sleep(1000)", "--memory-limit", "400")
    assert "used more than 400 MB of memory, and was ended in step" in ended.stdout, ended.stdout
    assert not is_running(tmp_path)


def test_threads_that_a_process_forked_would_lack_are_kept(tmp_path):
    ended = run(tmp_path, "fingerprint", "pass", thread=True)
    assert ended.returncode == 0, ended.stdout
    assert len(logged(tmp_path, "begun")) >= len(logged(tmp_path, "system")) > 15
