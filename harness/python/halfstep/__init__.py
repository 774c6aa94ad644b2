"""Halfstep from Python: solutions, truths and studies as arrays, functions on the bench.

    import halfstep

    halfstep.solve("pendulum", method="implicit-euler", accuracy=1e-4, until=1).q
    halfstep.truth("double_pendulum", at=[1, 2], digits=30).decimals
    halfstep.order("pendulum", method="implicit-euler")

    @halfstep.integrator
    def midpoint(f, t, x, h):
        return x + h * f(t + h / 2, x + h / 2 * f(t, x))

    midpoint.fingerprint().name

The program does the work; this is what it says, as NumPy arrays.

SPDX-License-Identifier: BSD-2-Clause"""

from .bench import Integrator, integrator
from .exact import Truth, truth
from .model import Model
from .program import HalfstepError, run
from .solution import Solution, solve
from .study import Study, fingerprint, gap, gate, order, study
from .version import VERSION as __version__

__all__ = ["HalfstepError", "Integrator", "Model", "Solution", "Study", "Truth", "fingerprint",
           "gap", "gate", "integrator", "order", "run", "solve", "study", "truth"]
