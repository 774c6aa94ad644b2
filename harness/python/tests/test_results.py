"""Solutions, truths and studies, held to closed forms.

SPDX-License-Identifier: BSD-2-Clause"""

import decimal
import math
import xml.etree.ElementTree

import numpy
import pytest

import halfstep
from halfstep import program

# A spring with a closed form: q = cos(w t), v = -w sin(w t).
SPRING = """
title "A spring"
param w = 3
span 0 .. 1
position a = 1
velocity b = 0
a' = b
b' = -w^2*a
solution a = cos(w*t)
solution b = -w*sin(w*t)
"""


def test_a_model_from_a_string_is_solved_to_its_closed_form():
    s = halfstep.solve(SPRING, method="runge-kutta-merson", accuracy=1e-10, until=1)
    assert s.names == ["a", "b"] and s.t[-1] == 1 and len(s.t) == s.statistics["steps_taken"]
    assert numpy.abs(s.q[:, 0] - numpy.cos(3 * s.t)).max() < 1e-6
    assert numpy.abs(s.v[:, 0] + 3 * numpy.sin(3 * s.t)).max() < 1e-6
    assert s.x.shape == (len(s.t), 2) and s.z.shape == (len(s.t), 0)


def test_implicit_euler_makes_its_recursion_with_parameters_set():
    s = halfstep.solve(halfstep.Model(SPRING, "spring"), method="implicit-euler", step="1/8",
                       until=0.125, set={"w": 2}, newton="full", max_step=1)
    h, w = 0.125, 2  # x1 = (1 - h A)^-1 x0
    large = numpy.linalg.solve([[1, -h], [h * w * w, 1]], [1, 0])
    half = numpy.linalg.solve(numpy.linalg.matrix_power([[1, -h / 2], [h * w * w / 2, 1]], 2), [1, 0])
    assert s.x[-1] == pytest.approx(half, rel=1e-5)
    assert s.error_estimate == pytest.approx(large - half, rel=1e-3)
    assert s.document["model"] == "spring"


def test_the_truth_has_its_digits_and_radius():
    t = halfstep.truth(SPRING, at=[0.5, 1], digits=30)
    assert t.q[:, 0] == pytest.approx([math.cos(1.5), math.cos(3)], rel=1e-15)
    term, cosine = decimal.Decimal(1), decimal.Decimal(0)  # the series of cos 3
    with decimal.localcontext() as context:
        context.prec = 50
        for k in range(60):
            cosine, term = cosine + term, -term * 9 / ((2 * k + 1) * (2 * k + 2))
        assert abs(cosine - decimal.Decimal(t.decimals[1]["q"][0])) < t.radius[1]
    assert (t.radius < 1e-29).all() and t.grade == ["closed-form"] * 2


def test_the_order_is_one_with_its_points():
    study = halfstep.order(SPRING, method="implicit-euler")
    h, error = study.points()
    slope = numpy.polyfit(numpy.log(h[-4:]), numpy.log(error[-4:]), 1)[0]
    assert study.passed and study.value() == pytest.approx(1, abs=1e-3)
    assert slope == pytest.approx(1, abs=0.05)


def test_what_is_not_decided_is_not_passed():
    @halfstep.integrator
    def broken(f, t, x, h):
        raise ArithmeticError("no step")

    study = broken.order(SPRING)
    assert study.failures == [] and not study.passed


def test_what_fails_says_why():
    with pytest.raises(halfstep.HalfstepError, match="unknown method 'eulr'") as refused:
        halfstep.solve(SPRING, method="eulr", step=0.1, until=1)
    assert refused.value.status == 2
    with pytest.raises(halfstep.HalfstepError, match=r"model.model:3:"):
        halfstep.solve("title \"no\"\n\nparam g r\n", method="bdf", accuracy=1e-3, until=1)
    with pytest.raises(halfstep.HalfstepError, match="needs --method"):
        halfstep.solve(SPRING, accuracy=1e-3)
    with pytest.raises(halfstep.HalfstepError) as failed:
        halfstep.solve("state z = 1\nz' = z^2\n", method="implicit-euler", step=0.01, until=2)
    assert failed.value.status == 1 and 0.5 < failed.value.solution.t[-1] < 1.5
    with pytest.raises(ValueError, match="two models"):
        halfstep.order([SPRING, SPRING])


def test_a_notebook_shows_tables_and_figures():
    for shown in (halfstep.solve(SPRING, method="bdf", accuracy=1e-3, until=1),
                  halfstep.truth(SPRING), halfstep.order(SPRING, method="implicit-euler")):
        page = xml.etree.ElementTree.fromstring("<div>%s</div>" % shown._repr_html_())
        assert page.find("table") is not None
        assert isinstance(shown, halfstep.Truth) or page.find(".//{*}polyline") is not None


def test_frames_have_a_row_for_each_time_and_result():
    pytest.importorskip("pandas")
    s = halfstep.solve(SPRING, method="bdf", accuracy=1e-3, until=1)
    assert list(s.frame().columns) == ["a", "b"] and len(s.frame()) == len(s.t)
    assert halfstep.truth(SPRING, at=[1]).frame().grade[1.0] == "closed-form"
    frame = halfstep.order(SPRING, method="implicit-euler").frame()
    assert "pass" in set(frame.verdict) and "fail" not in set(frame.verdict)


class Installed:
    """What pip remembers of a package that it has installed from a folder."""

    def __init__(self, folder):
        self.url = folder.as_uri()

    def read_text(self, name):
        return '{"dir_info": {}, "url": "%s"}' % self.url if name == "direct_url.json" else None


def test_an_installed_package_finds_the_build_of_its_sources(tmp_path, monkeypatch):
    top = tmp_path / "the sources"
    built = top / "build" / "harness" / "halfstep"
    built.parent.mkdir(parents=True)
    built.touch()
    monkeypatch.delenv("HALFSTEP_PROGRAM")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(program, "__file__", str(tmp_path / "a" / "b" / "c" / "d" / "program.py"))
    monkeypatch.setattr(program.metadata, "distribution",
                        lambda name: Installed(top / "harness" / "python"))
    assert program.find() == str(built)
    built.unlink()
    with pytest.raises(halfstep.HalfstepError):
        program.find()
