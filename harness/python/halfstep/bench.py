"""A Python function on the bench.

The program starts integrators as processes of their own. For a function of this process it starts
a relay (relay.py), which connects to a socket here; a thread answers for each, with a state of its
own. A script serves the program directly: `main`.

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


class Integrator:
    """A step function on the bench; calling it calls the function."""

    def __init__(self, step, name):
        self.step, self.name, self.__doc__ = step, name, step.__doc__

    def __call__(self, *arguments):
        return self.step(*arguments)

    def __repr__(self):
        return "<halfstep.Integrator %s>" % self.name

    def main(self):
        """Serves the bench on standard input and output, where a script is run as
        --integrator "python3 mine.py"; the script's last line."""
        Speaker(self, sys.stdin, sys.stdout).talk()

    @contextlib.contextmanager
    def serving(self):
        """A context in which its value, a file, is an integrator's place for the program."""
        folder = tempfile.mkdtemp(prefix="halfstep-", dir=_without_blanks())
        place, path = os.path.join(folder, "integrator"), os.path.join(folder, "socket")
        with open(place, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexec %s\n" % shlex.join(
                [sys.executable, "-S", "-E", relay.__file__, path]))
        os.chmod(place, stat.S_IRWXU)
        server = _Server(path, _Handler)
        server.subject = self
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield place
        finally:
            server.shutdown()
            server.server_close()
            for file in (place, path):
                os.remove(file)
            os.rmdir(folder)

    def fingerprint(self):
        """Which method it really is, or what is wrong with it."""
        from .study import fingerprint
        return fingerprint(integrator=self)

    def gate(self, models=(), **named):
        """All studies of a profile: halfstep.gate."""
        from .study import gate
        return gate(models, integrator=self, **named)

    def order(self, models):
        """Its order of accuracy: halfstep.order."""
        from .study import order
        return order(models, integrator=self)

    def solve(self, model, **named):
        """One solution: halfstep.solve."""
        from .solution import solve
        return solve(model, integrator=self, **named)


class _Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads, block_on_close, request_queue_size = True, False, 64


class _Handler(socketserver.StreamRequestHandler):
    def handle(self):
        with contextlib.suppress(OSError, ValueError):  # the bench has gone away
            with self.request.makefile("r") as said, self.request.makefile("w") as out:
                Speaker(self.server.subject, said, out).talk()
                self.request.shutdown(socket.SHUT_RDWR)


def _without_blanks():
    """A folder for a place, which the program cuts into words at blanks."""
    usual = tempfile.gettempdir()
    return "/tmp" if any(c.isspace() for c in usual) else usual


def _step_of_class(solver):
    """A step of a solver like SciPy's: the first one of a new solver, of the size that it is told,
    with tolerances so wide that every error test passes."""
    def step(f, t, x, h):
        made = solver(f, t, x, t + h, first_step=h, max_step=h, rtol=1e20, atol=1e20)
        made.step()
        if made.status == "failed" or abs(made.t - (t + h)) > 1e-12 * (abs(t) + h):
            raise ArithmeticError("%s made no step of %r from t = %r" % (solver.__name__, h, t))
        return made.y
    return step


def integrator(step):
    """Puts a step on the bench: a function (f, t, x, h) that returns the state after a step of h
    from x at t, or that and an estimate of its error (computed minus true); or a class of
    solvers like SciPy's RK45. f(t, x) is x', f.jacobian(t, x) its exact derivative; x is an array."""
    if isinstance(step, type):
        return Integrator(_step_of_class(step), step.__name__)
    if not callable(step):
        raise TypeError("an integrator is a function or a class of solvers, not %r" % (step,))
    return Integrator(step, getattr(step, "__name__", type(step).__name__))


@contextlib.contextmanager
def subject(method, integrator):
    """The words that name what is studied; an Integrator is served meanwhile."""
    if method is not None and integrator is not None:
        raise TypeError("a method of the program or an integrator of yours, not both")
    if isinstance(integrator, Integrator):
        with integrator.serving() as place:
            yield ["--integrator", place]
    elif integrator is not None:
        yield ["--integrator", os.fspath(integrator)]
    else:
        yield ["--method", method] if method is not None else []
