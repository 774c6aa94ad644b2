"""Python functions on the bench: they get their names, and their faults are found.

SPDX-License-Identifier: BSD-2-Clause"""

import functools
import io
import math
import os
import pathlib
import subprocess
import sys

import numpy
import pytest

import halfstep
from halfstep.program import find
from halfstep.speaker import Speaker

SCRIPT = """import halfstep

@halfstep.integrator
def midpoint(f, t, x, h):
    return x + h * f(t + h / 2, x + h / 2 * f(t, x))

midpoint.main()
"""


@halfstep.integrator
def heun(f, t, x, h):
    k = f(t, x)
    last = f(t + h, x + h * k)
    return x + h / 2 * (k + last), h / 2 * (last - k)


def test_a_function_is_named_with_its_estimate():
    found = heun.fingerprint()
    assert found.name.startswith("Heun's method of order 2") and found.fault is None and found.order == 2
    assert "with Euler's inside" in found.diagnosis  # the estimate


def test_a_function_that_forgets_the_time_is_told_so():
    @halfstep.integrator
    def forgets(f, t, x, h):
        k = f(t, x)
        return x + h / 2 * (k + f(t, x + h * k))

    assert "with all stages taken at the time of the start" in forgets.fingerprint().diagnosis


def test_linearly_implicit_euler_uses_the_exact_jacobian():
    @halfstep.integrator
    def rosenbrock(f, t, x, h):
        return x + h * numpy.linalg.solve(numpy.eye(len(x)) - h * f.jacobian(t, x), f(t, x))

    stiff = "state z = 1\nz' = -1000*z\n"
    s = rosenbrock.solve(stiff, step=0.5, until=1)
    assert s.x[-1, 0] == pytest.approx(501.0 ** -2, rel=1e-12)


@pytest.mark.skipif("HALFSTEP_NIGHTLY" not in os.environ, reason="takes long: nightly")
def test_its_order_is_fitted():
    study = heun.order("state z = 1\nz' = -z + t\nsolution z = 2*exp(-t) + t - 1\n")
    assert study.passed and study.value() == pytest.approx(2, abs=0.05)


def test_what_it_raises_is_told_and_it_goes_on():
    @halfstep.integrator
    def gives_up(f, t, x, h):
        raise RuntimeError("not today")

    with pytest.raises(halfstep.HalfstepError, match="RuntimeError: not today"):
        gives_up.solve("state z = 1\nz' = z\n", step=0.5, until=1)


def test_a_step_that_raises_has_no_fingerprint():
    with pytest.raises(halfstep.HalfstepError, match="ZeroDivisionError: division by zero"):
        halfstep.integrator(lambda f, t, x, h: 1 / 0).fingerprint()


def test_a_complex_state_is_refused():
    with pytest.raises(halfstep.HalfstepError, match="complex"):
        halfstep.integrator(lambda f, t, x, h: x + 1j).solve("state z = 1\nz' = z\n", step=0.5, until=1)


def test_what_can_be_called_is_an_integrator_and_nothing_else_is():
    with pytest.raises(TypeError, match="not 3"):
        halfstep.integrator(3)
    partial = halfstep.integrator(functools.partial(lambda a, f, t, x, h: x + a * h * f(t, x), 1.0))
    assert partial.solve("state z = 1\nz' = z\n", step=0.5, until=1).x[-1, 0] == 2.25


def test_a_class_of_solvers_like_scipys_makes_steps_of_the_size_it_is_told():
    class Euler:
        def __init__(self, fun, t0, y0, t_bound, first_step, max_step, rtol, atol):
            self.fun, self.t, self.y, self.h, self.status = fun, t0, y0, first_step, "running"

        def step(self):
            self.y = self.y + self.h * self.fun(self.t, self.y)
            self.t += self.h

    assert halfstep.integrator(Euler).fingerprint().name == "explicit Euler"


def test_scipys_own_are_named():
    integrate = pytest.importorskip("scipy.integrate")
    assert "Bogacki" in halfstep.integrator(integrate.RK23).fingerprint().name


def run_script(folder, text, *words):
    """What the program says of a step of the script on the pendulum."""
    (folder / "mine.py").write_text(text)
    package = pathlib.Path(halfstep.__file__).parents[1]
    return subprocess.run(
        [find(), "solve", "pendulum", "--step", "1/2", "--until", "1/2", "--integrator",
         " ".join([sys.executable, *words, "mine.py"])],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
        env={"PYTHONPATH": str(package), "PATH": "/usr/bin:/bin"})


def test_a_script_is_a_place_for_the_program(tmp_path):
    ended = run_script(tmp_path, SCRIPT)
    rate = -9.81 * math.sin(2)  # of w at the start, a = 2, w = 0; a stays 2 at the middle
    assert ended.returncode == 0
    printed = dict(line.split()[:2] for line in ended.stdout.splitlines() if line.startswith("  "))
    assert float(printed["a"]) == pytest.approx(2 + 0.5 * 0.25 * rate, rel=1e-14)
    assert float(printed["w"]) == pytest.approx(0.5 * rate, rel=1e-14)


def test_what_a_step_prints_is_no_answer(tmp_path):
    ended = run_script(tmp_path, SCRIPT.replace("    return", "    print('here', t)\n    return"))
    assert ended.returncode == 0 and "here 0.0" in ended.stderr


def test_a_script_without_numpy_is_told_in_a_sentence(tmp_path):
    ended = run_script(tmp_path, SCRIPT, "-S")  # which leaves out what is installed
    assert ended.returncode != 0 and "has no module numpy" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_an_empty_line_is_answered_like_an_unknown_word():
    said, out = io.BytesIO(b"\nend\n"), io.BytesIO()
    Speaker(heun, said, out).talk()
    assert out.getvalue().startswith(b"fail there is no")


def test_a_state_of_another_shape_is_told_with_the_step_that_asked():
    @halfstep.integrator
    def flat(f, t, x, h):
        return x + h * f(t, x.reshape(1, -1))

    with pytest.raises(halfstep.HalfstepError, match=r"TypeError: a state is 1 numbers.*\(1, 1\)"):
        flat.solve("state z = 1\nz' = z\n", step=0.5, until=1)
