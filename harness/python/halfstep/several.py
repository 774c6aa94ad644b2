"""A program that serves one system after another: each in a process that is forked for it, so that it
finds everything as the script has left it, and what becomes of it is told as that of a program of its own.

SPDX-License-Identifier: BSD-2-Clause"""

import os
import signal
import sys
import threading
import warnings

# What computes in threads from its import on, which a forked process does not have.
THREADED = ("jax", "tensorflow", "torch")


def can_serve():
    """Whether nothing here is lost in a forked process."""
    return (hasattr(os, "fork") and threading.active_count() == 1
            and not any(name in sys.modules for name in THREADED))


def _end_like(status):
    """Ends this process as the other one has ended."""
    if os.WIFSIGNALED(status):
        if os.WTERMSIG(status) != signal.SIGKILL:
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.WEXITSTATUS(status))


def _has_said(was_left):
    """Whether the process, which has ended, wrote that it left; what it started may still hold the
    other end."""
    os.set_blocking(was_left, False)
    try:
        return os.read(was_left, 1) != b""
    except BlockingIOError:
        return False


class Child:
    """What a forked process knows of being one."""

    def __init__(self, left):
        self._left = left

    def leave(self):
        """The system was left as it should be."""
        os.write(self._left, b".")


def serve():
    """In the forked process a Child, at once; in this one None, when that has left its system."""
    was_left, left = os.pipe()
    sys.stderr.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of threads that BLAS has, and starts anew
        child = os.fork()
    if child == 0:
        os.close(was_left)
        return Child(left)
    os.close(left)
    status = os.waitpid(child, 0)[1]
    if not _has_said(was_left):
        _end_like(status)
    os.close(was_left)
    return None
