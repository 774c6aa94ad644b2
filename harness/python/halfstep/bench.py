"""A Python function on the bench: what a script needs that is an integrator, and no more.

SPDX-License-Identifier: BSD-2-Clause"""

import contextlib
import os
import sys


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
        --integrator "python3 mine.py"; the script's last line. What the step prints goes to
        standard error."""
        try:
            from .several import can_serve
            from .speaker import Speaker
        except ModuleNotFoundError as missing:
            sys.exit("%s has no module %s, which an integrator in Python needs: install it, or name "
                     "a Python that has it" % (sys.executable, missing.name))
        out, sys.stdout = sys.stdout.buffer, sys.stderr
        Speaker(self, sys.stdin.buffer, out, can_serve()).talk()

    def fingerprint(self):
        """Which method it really is, or what is wrong with it."""
        from .studies import fingerprint
        return fingerprint(integrator=self)

    def gate(self, models=(), **named):
        """All studies of a profile: halfstep.gate."""
        from .studies import gate
        return gate(models, integrator=self, **named)

    def order(self, models):
        """Its order of accuracy: halfstep.order."""
        from .studies import order
        return order(models, integrator=self)

    def solve(self, model, **named):
        """One solution: halfstep.solve."""
        from .solution import solve
        return solve(model, integrator=self, **named)


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
        from .serving import serving
        with serving(integrator) as place:
            yield ["--integrator", place]
    elif integrator is not None:
        yield ["--integrator", os.fspath(integrator)]
    else:
        yield ["--method", method] if method is not None else []
