"""What the peers in Python share: a conversation in lines of JSON on standard input and output.

The program begins with {"ready": true, "version": ...}, or {"failed": why}. Each request names a
model file of the catalogue, its parameters, and

    begin, length        the span of a pass; `step` or `accuracy`, and `method`
    checks               [{"state", "rates", "energy"}]: what the model file says; energy may be null
    rounds               how often a pass is timed
    truth                the exact state at the end, by which the sign of a quaternion is chosen

and is answered by one line: {"ns": of a pass, median, "rounds": [...], "steps", "evaluations",
"end": the state at the end in the model's coordinates, "rates_off", "energy_off": the largest
differences from the checks, relative to the largest number there, "overhead_ns": of calling the
package once from Python, "system": what was built}, or {"failed": why}.

SPDX-License-Identifier: BSD-2-Clause"""
import json
import math
import statistics
import sys
import time


class Refusal(Exception):
    """What cannot be done, in a sentence for a person."""


def say(answer):
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def offset(found, wanted):
    """The largest difference, relative to the largest number wanted."""
    size = max([abs(w) for w in wanted] + [1e-300])
    differences = [abs(f - w) for f, w in zip(found, wanted)]
    if len(found) != len(wanted) or not all(math.isfinite(d) for d in differences):
        return math.inf
    return max(differences) / size


def check(built, checks):
    """How far rates and energy of what was built are from the model's."""
    rates_off = energy_off = 0.0
    energies = []
    for one in checks:
        rates_off = max(rates_off, offset(built.rates(one["state"]), one["rates"]))
        if one["energy"] is not None:
            energies.append((built.energy(one["state"]), one["energy"]))
    # A constant in the potential energy has no meaning.
    for found, wanted in energies[1:]:
        change, expected = found - energies[0][0], wanted - energies[0][1]
        size = max(abs(wanted), abs(energies[0][1]), abs(expected))
        energy_off = max(energy_off, abs(change - expected) / size)
    return {"rates_off": rates_off, "energy_off": energy_off if len(energies) > 1 else None}


def measure(built, request):
    """The median time of a pass, of the processor spent on this process, whatever else the machine
    does; each begins anew, which is not timed."""
    times = []
    for _ in range(request["rounds"] + 1):
        built.begin()
        began = time.process_time_ns()
        built.run()
        times.append(time.process_time_ns() - began)
    times = times[1:]  # the first one is that of cold memory
    return {"ns": statistics.median(times), "rounds": times}


def serve(version, build):
    """Answers requests until there are no more; build(request) makes what they name."""
    say({"ready": True, "version": version})
    for line in sys.stdin:
        try:
            request = json.loads(line)
            built = build(request)
            answer = {"system": built.system, **check(built, request["checks"]),
                      **measure(built, request), **built.count()}
            answer["end"] = [float(number) for number in built.end(request["truth"])]
            say(answer)
        except Exception as why:  # whatever a package throws is an answer
            say({"failed": " ".join(str(why).split()) or type(why).__name__})


def quaternion_product(a, b):
    w, x, y, z = a
    p, q, r, s = b
    return [w * p - x * q - y * r - z * s, w * q + x * p + y * s - z * r,
            w * r - x * s + y * p + z * q, w * s + x * r - y * q + z * p]


def turn(quaternion, vector):
    """The vector in space axes for one in body axes."""
    w, x, y, z = quaternion
    conjugate = [w, -x, -y, -z]
    return quaternion_product(quaternion_product(quaternion, [0.0, *vector]), conjugate)[1:]


def turn_back(quaternion, vector):
    w, x, y, z = quaternion
    return turn([w, -x, -y, -z], vector)


def like(quaternion, wanted):
    """Of q and -q, which are one orientation, the one nearer to the wanted one."""
    dot = sum(a * b for a, b in zip(quaternion, wanted))
    return [-a for a in quaternion] if dot < 0 else list(quaternion)


def relative(numbers):
    """q_1, q_2 - q_1, ...: how a chain of joints tells places or rates."""
    return [b - a for a, b in zip([0.0, *numbers], numbers)]


def absolute(numbers):
    sums, total = [], 0.0
    for number in numbers:
        total += number
        sums.append(total)
    return sums
