"""The models as bodies with joints, for packages that build them once more: `bodies_of`. A model's state has the
bodies' positions in their order, then their velocities:

    free    a place and a quaternion; a velocity and an angular velocity
    loose   the other way round, of a body that touches others; its angular velocity is along axes of space
    ball    a quaternion; an angular velocity
    turn    the same of a body whose place nothing holds, and which rests
    hinge   an angle, and its rate
    slide   a place, and its rate

Angular velocities are along the body's own axes, but for `space_axes`; a chain in `absolute` places or angles tells
them from the axes of space, its joints from the body before. Implicit and semi-explicit Euler commute with such a
linear change of coordinates.

SPDX-License-Identifier: BSD-2-Clause"""
from collections import namedtuple

from peer_lines import Refusal, absolute, relative

# A joint at `place` of the parent, about or along an axis. Mass, its centre, moments of inertia about it. A spring,
# at rest at `rest`, and a damper act in the joint. Halves of the edges of a box that touches others.
Body = namedtuple("Body", "name parent joint place axis mass centre moments stiffness rest damping half",
                  defaults=(0.0, 0.0, 0.0, None))
# Gravity is along -z, on a floor, which has a friction, along -y.
Model = namedtuple("Model", "bodies gravity absolute space_axes friction", defaults=(False, False, None))
SIZES = {"free": (7, 6), "loose": (7, 6), "ball": (4, 3), "turn": (4, 3), "hinge": (1, 1), "slide": (1, 1)}


def row(joint, axis, apart, parts, **more):
    """Bodies of which each hangs on the one before, `apart` below it: (mass, centre, moments) of each."""
    bodies, above, parent = [], 0.0, None
    for i, (length, part) in enumerate(zip(apart, parts)):
        bodies.append(Body(f"body{i}", parent, joint, (0.0, 0.0, -above), axis, *part, **more))
        parent, above = f"body{i}", length
    return bodies


def rods(masses, lengths, g):
    """Point masses at the rods' ends."""
    parts = [(mass, (0, 0, -length), (0, 0, 0)) for mass, length in zip(masses, lengths)]
    return Model(row("hinge", (0, -1, 0), lengths, parts), g, absolute=True)


def long_rods(n, mass, length, g):
    across = mass * length ** 2 / 12
    parts = [(mass, (0, 0, -length / 2), (across, across, 0))] * n
    return Model(row("hinge", (0, -1, 0), [length] * n, parts), g)


def springs(n, mass, stiffness, damping):
    parts = [(mass, (0, 0, 0), (0, 0, 0))] * n
    bodies = row("slide", (1, 0, 0), [0.0] * n, parts, stiffness=stiffness, damping=damping)
    return Model(bodies, 0.0, absolute=True)


def turning(p, space_axes):
    moments = (p["I1"], p["I2"], p["I3"])
    return Model([Body("body", None, "turn", (0, 0, 0), None, 1.0, (0, 0, 0), moments)], 0.0,
                 space_axes=space_axes)


def top(p):
    """Mass and distance of the centre are free but for their product."""
    g, distance = 9.81, 0.1
    mass = p["mgl"] / (g * distance)
    shift = mass * distance ** 2
    moments = (p["I1"] - shift, p["I2"] - shift, p["I3"])
    return Model([Body("body", None, "ball", (0, 0, 0), None, mass, (0, 0, distance), moments)], g)


# Of the humanoid: a hinge's spring is at rest at `rest` times the model's. Mass as a part of the whole, its centre,
# radii of gyration about it.
Segment = namedtuple("Segment", "name parent joint place axis rest mass centre radii")


def arm(i, side):
    upper, fore = f"upper_arm{i}", f"forearm{i}"
    return [Segment(upper, "chest", "ball", (0, side * 0.19, 0.19), None, 0,
                    0.0271, (0, 0, -0.163), (0.0803, 0.0758, 0.0445)),
            Segment(fore, upper, "hinge", (0, 0, -0.282), (0, -1, 0), 1,
                    0.0162, (0, 0, -0.123), (0.0742, 0.0713, 0.0325)),
            Segment(f"hand{i}", fore, "hinge", (0, 0, -0.269), (1, 0, 0), 0,
                    0.0061, (0, 0, -0.068), (0.0541, 0.0442, 0.0346))]


def leg(i, side):
    thigh, shank = f"thigh{i}", f"shank{i}"
    return [Segment(thigh, "pelvis", "ball", (0, side * 0.09, -0.06), None, 0,
                    0.1416, (0, 0, -0.173), (0.1389, 0.1389, 0.0629)),
            Segment(shank, thigh, "hinge", (0, 0, -0.422), (0, 1, 0), 1,
                    0.0433, (0, 0, -0.194), (0.1107, 0.1081, 0.0447)),
            Segment(f"foot{i}", shank, "hinge", (0, 0, -0.434), (0, 1, 0), 0,
                    0.0137, (0.06, 0, -0.04), (0.0320, 0.0632, 0.0663))]


SEGMENTS = [
    Segment("pelvis", None, "free", (0, 0, 0), None, 0,
            0.1117, (0.01, 0, 0.02), (0.0896, 0.0803, 0.0855)),
    Segment("waist", "pelvis", "ball", (-0.02, 0, 0.09), None, 0,
            0.1633, (0.02, 0, 0.11), (0.1039, 0.0825, 0.1009)),
    Segment("chest", "waist", "ball", (0, 0, 0.21), None, 0,
            0.1596, (0.01, 0, 0.12), (0.1222, 0.0775, 0.1125)),
    Segment("head", "chest", "ball", (0, 0, 0.25), None, 0,
            0.0694, (0.02, 0, 0.12), (0.0736, 0.0764, 0.0634)),
    *arm(1, 1), *arm(2, -1), *leg(1, 1), *leg(2, -1)]


def humanoid(p):
    return Model([Body(s.name, s.parent, s.joint, s.place, s.axis, s.mass * p["M"], s.centre,
                       tuple(s.mass * p["M"] * r ** 2 for r in s.radii),
                       p["k"] if s.joint == "hinge" else 0.0, s.rest * p["rest"])
                  for s in SEGMENTS], p["g"])


def stack(p):
    """Of half the width a and half the height b; y is up."""
    n, a, b = int(p["n"]), p["a"], p["b"]
    if any(p[key] for key in ("slope", "gap", "offset", "e")):
        raise Refusal("bricks on a slope, apart or elastic are not made here")
    bodies = []
    for i in range(n):
        mass = p["m"] * (p["bottom"] if i == 0 else 1) * (p["top"] if i == n - 1 else 1)
        moments = (mass * (a * a + b * b) / 3,) * 3
        bodies.append(Body(f"brick{i}", None, "loose", (0, (2 * i + 1) * b, 0), None, mass, (0, 0, 0),
                           moments, half=(a, b, a)))
    return Model(bodies, p["g"], friction=p["mu"])


MODELS = {
    "pendulum": lambda p: rods([p["m"]], [p["l"]], p["g"]),
    "double_pendulum": lambda p: rods([p["m1"], p["m2"]], [p["l1"], p["l2"]], p["g"]),
    "planar_chain": lambda p: rods([p["m"]] * int(p["n"]), [p["l"]] * int(p["n"]), p["g"]),
    "chain_bodies": lambda p: long_rods(int(p["n"]), p["m"], p["l"], p["g"]),
    "spring": lambda p: springs(1, p["m"], p["k"], 0.0),
    "spring_damper": lambda p: springs(1, p["m"], p["k"], p["c"]),
    "spring_chain": lambda p: springs(int(p["n"]), p["m"], p["k"], p["c"]),
    "free_rotation": lambda p: turning(p, True),
    "rigid_body": lambda p: turning(p, False),
    "heavy_top": top,
    "brick_stack": stack,
    "humanoid": humanoid,
}


def bodies_of(name, parameters):
    if name not in MODELS:
        raise Refusal(f"{name} is not made of bodies here")
    return MODELS[name](parameters)


def split(model, x):
    """[(body, its positions, its velocities)] of a state; in a chain as its joints tell them."""
    nq = sum(SIZES[body.joint][0] for body in model.bodies)
    if model.absolute:
        x = relative(x[:nq]) + relative(x[nq:])
    q, v, parts = 0, nq, []
    for body in model.bodies:
        n, m = SIZES[body.joint]
        parts.append((body, list(x[q:q + n]), list(x[v:v + m])))
        q, v = q + n, v + m
    return parts


def join(model, parts):
    """The state of [(positions, velocities)]."""
    q, v = [x for part, _ in parts for x in part], [x for _, part in parts for x in part]
    return absolute(q) + absolute(v) if model.absolute else q + v


def quaternion_rate(quaternion, w):
    """Of a body that turns with w along its own axes."""
    e, a, b, c = quaternion
    p, r, s = w
    return [(-a * p - b * r - c * s) / 2, (e * p - c * r + b * s) / 2,
            (c * p + e * r - a * s) / 2, (-b * p + a * r + e * s) / 2]
