"""An engine that speaks version 2 of the line protocol: a ball that falls by semi-implicit Euler and
bounces at the beginning of a step, with the restitution that the bench tells of the contact. As
"checks" it compares what it is told of the system with itself, and fails where that does not fit.

SPDX-License-Identifier: BSD-2-Clause"""
import sys

checks = sys.argv[1:] == ["checks"]
names, number, initial = [], {}, []
t, z, v, e = 0.0, 0.0, 0.0, 0.0


def say(*words):
    print(*words, flush=True)


def ask(*words):
    say(*words)
    answer = sys.stdin.readline().split()
    return [float(word) for word in answer[1:]] if answer[0] == "ok" else None


def why_not():
    """What of the system is not as the model has it; None: nothing."""
    m, g = number["m"], number["g"]
    at = ["0", "0.37", "-0.83"]
    wanted = {"sizes": [0, 0, 1, 1], "gaps " + " ".join(at): [0.37],
              "forces " + " ".join(at): [-m * g], "free_rates " + " ".join(at): [-g],
              "mass " + " ".join(at): [m], "pattern mass": [1, 1, 0, 1, 0],
              "pattern contact": [1, 1, 0, 1, 0], "contact_rows " + " ".join(at): [0.37, 0, 1],
              "jacobian_entries " + " ".join(at): [1], "pattern jacobian": [2, 2, 0, 0, 1, 0],
              "joint_position " + " ".join(at): None, "pattern joint": None}
    for question, value in wanted.items():
        found = ask(question)
        if (found is None) != (value is None) or (
                found and max(abs(a - b) for a, b in zip(found, value)) > 1e-15):
            return "%s: %s, not %s" % (question, found, value)
    return None


for line in sys.stdin:
    word, *rest = line.split()
    if word == "halfstep":
        say("ok 2 scenes settings options energy bits=24 version=1.5 name speaking ball")
    elif word == "scene":
        say("ok bouncing_ball bouncing_ball_?* | g=10 | it is a point" if rest == ["0"] else "fail")
    elif word == "setting":
        say("ok bounce | yes, no | no | yes | whether it does" if rest == ["0"] else "fail")
    elif word == "components":
        names = rest
        say("ok")
    elif word == "numbers":
        number = dict(zip(rest[::2], map(float, rest[1::2])))
        say("ok")
    elif word in ("model", "initial", "option"):
        say("ok")
    elif word == "create":
        reason = why_not() if checks else None
        e = ask("laws")[1]
        say("ok" if reason is None else "fail " + reason)
    elif word == "start":
        t, z, v = map(float, rest)
        say("ok")
    elif word == "step":
        h = float(rest[0])
        v -= h * number["g"]
        if z <= 0 and v < 0:
            v = -e * v
        z += h * v
        t += h
        say("ok")
    elif word == "state":
        say("ok", repr(t), repr(z), repr(v))
    elif word == "energy":
        say("ok", repr(number["m"] * (v * v / 2 + number["g"] * z)))
    elif word == "end":
        break
    else:
        say("fail there is no", word)
