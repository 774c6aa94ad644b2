"""A function of this process on the bench. The program starts integrators as processes of their
own: here a relay (relay.py), which connects to a socket in this process; a thread answers for each,
with a state of its own.

SPDX-License-Identifier: BSD-2-Clause"""

import contextlib
import os
import shlex
import socket
import socketserver
import stat
import sys
import tempfile
import threading

from . import relay
from .speaker import Speaker


class _Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads, block_on_close, request_queue_size = True, False, 64


class _Handler(socketserver.StreamRequestHandler):
    def handle(self):
        with contextlib.suppress(OSError, ValueError):  # the bench has gone away
            with self.request.makefile("rb") as said, self.request.makefile("wb") as out:
                Speaker(self.server.subject, said, out).talk()
                self.request.shutdown(socket.SHUT_RDWR)


def _without_blanks():
    """A folder for a place, which the program cuts into words at blanks."""
    usual = tempfile.gettempdir()
    return "/tmp" if any(c.isspace() for c in usual) else usual


@contextlib.contextmanager
def serving(integrator):
    """A context in which its value, a file, is the integrator's place for the program."""
    with tempfile.TemporaryDirectory(prefix="halfstep-", dir=_without_blanks()) as folder:
        place, path = os.path.join(folder, "integrator"), os.path.join(folder, "socket")
        with open(place, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexec %s\n" % shlex.join(
                [sys.executable, "-S", "-E", relay.__file__, path]))
        os.chmod(place, stat.S_IRWXU)
        with _Server(path, _Handler) as server:
            server.subject = integrator
            threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
            try:
                yield place
            finally:
                server.shutdown()
