#!/usr/bin/env python3
"""Truth beside heyoka: what a certified, and a converged, value costs, and what the same digits
cost in heyoka (F. Biscani, D. Izzo, MNRAS 504 (2021)), which certifies nothing.

    python3 harness/speed/peers/heyoka_truth.py [--halfstep build/harness/halfstep] [--digits 30,60,100]
                                          [--only lorenz20,fpu] [--repeats 3]

heyoka comes from `pip install heyoka`; without it the script says so and ends with status 0.
Each run is a process of its own, from the model to the number, and what is told are its seconds
of user time, the least of the repeats. heyoka gets the fewest bits with which its value agrees to the digits asked
for with the certified one, found beforehand; that search is not counted. "steps" is heyoka without its start and its
compiler.

SPDX-License-Identifier: BSD-2-Clause"""
import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
from decimal import Decimal, getcontext

LORENZ = """title "Lorenz"
source "Lorenz, J. Atmos. Sci. 20 (1963)"
why "Chaos"
tags smooth
state x = 1, y = 1, z = 1
span 0 .. 20
x' = 10*(y - x)
y' = x*(28 - z) - y
z' = x*y - 8*z/3
"""


def gravity(hy, number, count, mass, names, scale):
    """The equations of motion of bodies that attract each other; names: places, velocities."""
    place = [[hy.make_vars(f"{c}{i}") for i in range(count)] for c in names[0]]
    speed = [[hy.make_vars(f"{c}{i}") for i in range(count)] for c in names[1]]
    force = [[[] for _ in range(count)] for _ in names[0]]
    for i in range(count):
        for j in range(i):
            way = [p[j] - p[i] for p in place]
            cube = hy.sum([d * d for d in way]) ** number("-1.5")
            for c, d in enumerate(way):
                force[c][i].append(scale * mass[j] * d * cube)
                force[c][j].append(-scale * mass[i] * d * cube)
    flat = [(p, v) for ps, vs in zip(place, speed) for p, v in zip(ps, vs)]
    push = [(v, hy.sum(f)) for vs, fs in zip(speed, force) for v, f in zip(vs, fs)]
    return flat + push


def lorenz(hy, number):
    x, y, z = hy.make_vars("x", "y", "z")
    return [(x, 10 * (y - x)), (y, x * (28 - z) - y), (z, x * y - 8 * z / number("3"))]


def henon_heiles(hy, number):
    x, y, u, v = hy.make_vars("x", "y", "u", "v")
    return [(x, u), (y, v), (u, -x - 2 * x * y), (v, y * y - x * x - y)]


def fpu(hy, number):
    a, b, u, w = ([hy.make_vars(f"{c}{i}") for i in range(3)] for c in "abuw")
    s = [a[0] - b[0], a[1] - b[1] - a[0] - b[0], a[2] - b[2] - a[1] - b[1], -a[2] - b[2]]
    cube = [x * x * x for x in s]
    du = [cube[i + 1] - cube[i] for i in range(3)]
    dw = [-2500 * b[i] + cube[i] + cube[i + 1] for i in range(3)]
    return [*zip(a, u), *zip(b, w), *zip(u, du), *zip(w, dw)]


def pleiades(hy, number):
    return gravity(hy, number, 7, [number(str(i + 1)) for i in range(7)], ("xy", "uv"),
                   number("1"))


def outer_solar(hy, number):
    mass = ["1.00000597682", "0.000954786104043", "0.000285583733151", "0.0000437273164546",
            "0.0000517759138449"]
    mass = [number(m) for m in mass] + [number("1") / number("130000000")]
    return gravity(hy, number, 6, mass, ("xyz", "uvw"), number("2.95912208286e-4"))


def double_pendulum(hy, number):
    a, b, u, w = hy.make_vars("a", "b", "u", "w")
    g = number("9.81")
    d = a - b
    det = 3 - hy.cos(2 * d)
    du = (-3 * g * hy.sin(a) - g * hy.sin(a - 2 * b)
          - 2 * hy.sin(d) * (w * w + u * u * hy.cos(d))) / det
    dw = 2 * hy.sin(d) * (2 * u * u + 2 * g * hy.cos(a) + w * w * hy.cos(d)) / det
    return [(a, u), (b, w), (u, du), (w, dw)]


def kepler(hy, number):
    x, y, u, v = hy.make_vars("x", "y", "u", "v")
    cube = (x * x + y * y) ** number("-1.5")
    return [(x, u), (y, v), (u, -x * cube), (v, -y * cube)]


CASES = {  # the model, or its text; the time; the equations in heyoka
    "lorenz20": (LORENZ, "20", lorenz),
    "lorenz100": (LORENZ, "100", lorenz),
    "henon_heiles": ("henon_heiles", "100", henon_heiles),
    "fpu": ("fpu", "10", fpu),
    "pleiades": ("pleiades", "3", pleiades),
    "outer_solar6": ("outer_solar6", "10000", outer_solar),
    "double_pendulum": ("double_pendulum", "10", double_pendulum),
    "kepler": ("kepler", "10", kepler),
}


def run_heyoka(case, bits, start):
    """In a process of its own: prints the state and the seconds of the steps."""
    import heyoka as hy
    number = lambda text: hy.real(text, bits)
    system = CASES[case][2](hy, number)
    state = [number(text) for text in start]
    began = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    flow = hy.taylor_adaptive(system, state, fp_type=hy.real, prec=bits,
                              compact_mode=True)
    made = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    flow.propagate_until(number(CASES[case][1]))
    spent = resource.getrusage(resource.RUSAGE_SELF).ru_utime - made
    print(json.dumps({"state": [str(x) for x in flow.state], "steps": spent,
                      "compile": made - began}))


def spend(command):
    """The process's output and its seconds of user time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, capture_output=True, text=True)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return done.stdout, seconds


def least(command, repeats):
    runs = [spend(command) for _ in range(repeats)]
    return runs[0][0], min(seconds for _, seconds in runs), runs


def truth(program, model, time, digits, ways):
    return [program, "truth", model, "--at", time, "--digits", str(digits), "--no-cache",
            "--time-limit", "3600", "--json", *ways]


def state_of(text):
    state = json.loads(text)["truth"][0]["state"]
    return [Decimal(x) for part in "qvz" for x in state[part]]


def agreement(a, b):
    """Digits to which two states agree, of the largest component."""
    off = max(abs(x - y) for x, y in zip(a, b))
    return math.inf if off == 0 else -float((off / max(map(abs, a))).log10())


def heyoka(case, bits, start):
    return [sys.executable, __file__, "--run", case, str(bits), json.dumps(start)]


def find_bits(case, digits, start, state):
    bits = math.ceil(digits * math.log2(10)) + 8
    while True:
        text, _ = spend(heyoka(case, bits, start))
        found = [Decimal(x) for x in json.loads(text)["state"]]
        reached = agreement(state, found)
        if reached >= digits:
            return bits
        bits += max(4, math.ceil((digits - reached) * math.log2(10)))


def compare(program, case, digits, repeats):
    model, time, _ = CASES[case]
    with tempfile.NamedTemporaryFile("w", suffix=".model") as file:
        if "\n" in model:
            file.write(model)
            file.flush()
            model = file.name
        text, _ = spend(truth(program, model, "0", digits + 60, ["--way", "enclosure"]))
        start = [str(x) for x in state_of(text)]
        text, certified, _ = least(
            truth(program, model, time, digits, ["--way", "enclosure"]), repeats)
        state = state_of(text)
        _, converged, _ = least(truth(program, model, time, digits, ["--way", "taylor"]),
                                repeats)
    bits = find_bits(case, digits, start, state)
    text, whole, runs = least(heyoka(case, bits, start), repeats)
    steps = min(json.loads(out)["steps"] for out, _ in runs)
    print(f"{case:16} {digits:6} {certified:10.3f} {converged:10.3f} {whole:8.3f} "
          f"{steps:8.3f} {bits:5} {certified / whole:7.2f} {converged / whole:7.2f} "
          f"{certified / steps:7.2f} {converged / steps:7.2f}", flush=True)


def main():
    getcontext().prec = 2000
    if sys.argv[1:2] == ["--run"]:
        run_heyoka(sys.argv[2], int(sys.argv[3]), json.loads(sys.argv[4]))
        return
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--halfstep", default="build/harness/halfstep")
    parser.add_argument("--digits", default="30,60,100")
    parser.add_argument("--only", default=",".join(CASES))
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    try:
        import heyoka as hy
    except ImportError:
        print("heyoka is not installed: pip install heyoka")
        return
    print(f"heyoka {hy.__version__}; seconds of user time; ratios to heyoka with start and "
          "compiler, and to its steps alone")
    print("case             digits  certified  converged   heyoka    steps  bits "
          "  cert.  conv.  cert.  conv.")
    for digits in map(int, options.digits.split(",")):
        for case in options.only.split(","):
            compare(options.halfstep, case, digits, options.repeats)


if __name__ == "__main__":
    main()
