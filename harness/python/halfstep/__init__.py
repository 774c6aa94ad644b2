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

import importlib

# Which module has what. It is read when first asked for: a script that is an integrator begins
# anew for each system, and needs only `bench`.
_HOME = {"bench": ("Integrator", "integrator"), "exact": ("Truth", "truth"), "model": ("Model",),
         "program": ("HalfstepError", "run"), "solution": ("Solution", "solve"),
         "studies": ("Study", "fingerprint", "gap", "gate", "order", "study")}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}
__all__ = sorted(_MODULE_OF)


def __getattr__(name):
    if name == "__version__":
        from .version import VERSION
        return VERSION
    if name not in _MODULE_OF:
        raise AttributeError("halfstep has no %r" % name)
    value = getattr(importlib.import_module("." + _MODULE_OF[name], __name__), name)
    globals()[name] = value
    return value


def __dir__():
    return [*__all__, "__version__"]
