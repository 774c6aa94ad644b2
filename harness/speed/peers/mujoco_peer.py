#!/usr/bin/env python3
"""MuJoCo beside Halfstep (peer_lines.py says how they talk): `pip install mujoco`.

Each model file is written once more in MuJoCo's own language and stepped by mj_step with nstep, one
call a pass. Hinges and slides tell places relative to the body before; semi-explicit Euler
commutes with such a linear change of coordinates. A ball joint's quaternion goes on by the
exponential of the velocity, unlike ours.

    spring, spring_damper, spring_chain    slides with stiffness and damping
    pendulum, double_pendulum, planar_chain    hinges; point masses have the inertia 2e-15 kg m^2
    chain_bodies    hinges of rods, in the same coordinates
    rigid_body, heavy_top    a ball joint
    humanoid    a free joint, balls and hinges with springs, in the same coordinates
    brick_stack    boxes on a plane, with MuJoCo's own contacts: soft ones, unlike the model's; what is
                   checked is the motion without them

SPDX-License-Identifier: BSD-2-Clause"""
import sys
import time

sys.dont_write_bytecode = True  # the project's folder stays as it is

from peer_humanoid import SEGMENTS, quaternion_rate, split
from peer_lines import Refusal, absolute, like, relative, say, serve, turn, turn_back

try:
    import mujoco
except ImportError as why:
    say({"failed": f"this Python has no MuJoCo ({why}): pip install mujoco"})
    sys.exit(0)

POINT = 2e-15  # the inertia of a point mass, near the least that is not refused
EVALUATIONS = {"Euler": 1, "implicit": 1, "implicitfast": 1, "RK4": 4}


class Chain:
    """Coordinates of joints in a row, each relative to the one before."""

    def to_theirs(self, x):
        n = len(x) // 2
        return relative(x[:n]), relative(x[n:])

    def to_ours(self, q, v, truth):
        return absolute(q) + absolute(v)

    def rates(self, x, v, acceleration):
        return absolute(v) + absolute(acceleration)


class Relative:
    """Coordinates that are theirs, too."""

    def to_theirs(self, x):
        n = len(x) // 2
        return x[:n], x[n:]

    def to_ours(self, q, v, truth):
        return [*q, *v]

    def rates(self, x, v, acceleration):
        return [*v, *acceleration]


class Ball:
    """A quaternion; velocities in body axes. Rates of the quaternion are those that the velocities
    mean: only accelerations are compared."""

    def to_theirs(self, x):
        return x[:4], x[4:]

    def to_ours(self, q, v, truth):
        return like(q, truth[:4]) + list(v)

    def rates(self, x, v, acceleration):
        w, a, b, c = x[:4]
        p, r, s = x[4:]
        return [(-a * p - b * r - c * s) / 2, (w * p - c * r + b * s) / 2,
                (c * p + w * r - a * s) / 2, (-b * p + a * r + w * s) / 2, *acceleration]


class Humanoid:
    """Coordinates that are theirs, too, with quaternions among them."""

    def to_theirs(self, x):
        return x[:43], x[43:]

    def to_ours(self, q, v, truth):
        x, begin = [], 0
        for segment, wanted, _ in split(truth):
            place = list(q[begin:begin + len(wanted)])
            if segment.joint != "hinge":
                place[-4:] = like(place[-4:], wanted[-4:])
            x += place
            begin += len(wanted)
        return x + list(v)

    def rates(self, x, v, acceleration):
        rates = []
        for segment, q, w in split(x):
            if segment.joint == "hinge":
                rates += w
            else:
                rates += w[:-3] + quaternion_rate(q[-4:], w[-3:])
        return rates + list(acceleration)


class Bodies:
    """Of each body a quaternion and a place, then of each its angular velocity, in space axes, and
    its velocity; theirs are the other way round, and turn in body axes."""

    def __init__(self, n):
        self.n = n

    def quaternion(self, x, i):
        return x[7 * i:7 * i + 4]

    def to_theirs(self, x):
        q, v = [], []
        for i in range(self.n):
            w = x[7 * self.n + 6 * i:7 * self.n + 6 * i + 6]
            q += [*x[7 * i + 4:7 * i + 7], *self.quaternion(x, i)]
            v += [*w[3:], *turn_back(self.quaternion(x, i), w[:3])]
        return q, v

    def to_ours(self, q, v, truth):
        x = []
        for i in range(self.n):
            x += like(q[7 * i + 3:7 * i + 7], self.quaternion(truth, i))
            x += list(q[7 * i:7 * i + 3])
        return x + self.velocities(x, v)

    def velocities(self, x, v):
        ours = []
        for i in range(self.n):
            ours += turn(self.quaternion(x, i), list(v[6 * i + 3:6 * i + 6]))
            ours += list(v[6 * i:6 * i + 3])
        return ours

    def rates(self, x, v, acceleration):
        rates = []
        for i in range(self.n):
            e, a, b, c = self.quaternion(x, i)
            p, r, s, *velocity = x[7 * self.n + 6 * i:7 * self.n + 6 * i + 6]
            rates += [(-a * p - b * r - c * s) / 2, (e * p + c * r - b * s) / 2,
                      (-c * p + e * r + a * s) / 2, (b * p - a * r + e * s) / 2, *velocity]
        return rates + self.velocities(x, acceleration)


def text(*numbers):
    return " ".join(repr(float(number)) for number in numbers)


def nest(bodies):
    """Bodies of which each is part of the one before."""
    return "".join(bodies) + "</body>" * len(bodies)


def inertial(mass, place, inertia):
    return (f'<inertial pos="{text(*place)}" mass="{text(mass)}" '
            f'diaginertia="{text(*inertia)}"/>')


def rods(masses, lengths):
    bodies, above = [], 0.0
    for mass, length in zip(masses, lengths):
        bodies.append(f'<body pos="{text(0, 0, -above)}"><joint type="hinge" axis="0 -1 0"/>'
                      + inertial(mass, (0, 0, -length), (POINT,) * 3))
        above = length
    return nest(bodies)


def long_rods(p, request, step):
    """A model made without XML, whose elements cannot stand in each other 1000 times."""
    spec, length = mujoco.MjSpec(), p["l"]
    spec.option.timestep, spec.option.gravity = step, [0, 0, -p["g"]]
    spec.option.integrator = getattr(mujoco.mjtIntegrator, "mjINT_" + request["method"].upper())
    spec.option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    body, inertia = spec.worldbody, p["m"] * length ** 2 / 12
    for i in range(int(p["n"])):
        body = body.add_body(pos=[0, 0, -length if i else 0], mass=p["m"], ipos=[0, 0, -length / 2],
                             inertia=[inertia] * 3, explicitinertial=True)
        body.add_joint(type=mujoco.mjtJoint.mjJNT_HINGE, axis=[0, -1, 0])
    return spec.compile()


def springs(n, mass, stiffness, damping):
    joint = (f'<joint type="slide" axis="1 0 0" stiffness="{text(stiffness)}" '
             f'damping="{text(damping)}"/>')
    return nest(["<body>" + joint + inertial(mass, (0, 0, 0), (POINT,) * 3)] * n)


def ball(mass, distance, inertia):
    return nest(['<body><joint type="ball"/>' + inertial(mass, (0, 0, distance), inertia)])


def bricks(p):
    """Of half the width a and half the height b, on a plane; y is up."""
    n, a, b = int(p["n"]), p["a"], p["b"]
    if any(p[key] for key in ("slope", "gap", "offset", "e")):
        raise Refusal("bricks on a slope, apart or elastic are not made for MuJoCo here")
    friction = f'friction="{text(p["mu"])}"'
    parts = [f'<geom type="plane" size="10 10 1" zaxis="0 1 0" {friction}/>']
    for i in range(n):
        mass = p["m"] * (p["bottom"] if i == 0 else 1) * (p["top"] if i == n - 1 else 1)
        inertia = mass * (a * a + b * b) / 3
        parts.append(f'<body pos="{text(0, (2 * i + 1) * b, 0)}"><freejoint/>'
                     + inertial(mass, (0, 0, 0), (inertia,) * 3)
                     + f'<geom type="box" size="{text(a, b, a)}" {friction}/></body>')
    return "".join(parts)


def joint_of(segment, p):
    if segment.joint == "free":
        return "<freejoint/>"
    if segment.joint == "ball":
        return '<joint type="ball"/>'
    return (f'<joint type="hinge" axis="{text(*segment.axis)}" stiffness="{text(p["k"])}" '
            f'springref="{text(segment.rest * p["rest"])}"/>')


def humanoid(p, parent=None):
    """Segments in the order of the states, as a body comes before those that hang on it."""
    bodies = []
    for segment in SEGMENTS:
        if segment.parent != parent:
            continue
        mass = segment.mass * p["M"]
        bodies.append(f'<body pos="{text(*segment.place)}">' + joint_of(segment, p)
                      + inertial(mass, segment.centre, [mass * r ** 2 for r in segment.radii])
                      + humanoid(p, segment.name) + "</body>")
    return "".join(bodies)


def bodies_of(model, p):
    """(bodies, gravity)"""
    if model == "brick_stack":
        return bricks(p), p["g"]
    if model == "pendulum":
        return rods([p["m"]], [p["l"]]), p["g"]
    if model == "double_pendulum":
        return rods([p["m1"], p["m2"]], [p["l1"], p["l2"]]), p["g"]
    if model == "planar_chain":
        return rods([p["m"]] * int(p["n"]), [p["l"]] * int(p["n"])), p["g"]
    if model in ("spring", "spring_damper"):
        return springs(1, p["m"], p["k"], p.get("c", 0.0)), 0.0
    if model == "spring_chain":
        return springs(int(p["n"]), p["m"], p["k"], p["c"]), 0.0
    if model == "rigid_body":
        return ball(1.0, 0.0, (p["I1"], p["I2"], p["I3"])), 0.0
    if model == "heavy_top":
        g, distance = 9.81, 0.1  # with the mass free but for their product
        mass = p["mgl"] / (g * distance)
        shift = mass * distance ** 2
        return ball(mass, distance, (p["I1"] - shift, p["I2"] - shift, p["I3"])), g
    if model == "humanoid":
        return humanoid(p), p["g"]
    raise Refusal(f"{model} is not made for MuJoCo here")


def read_model(request, step):
    if request["model"] == "chain_bodies":
        return long_rods(request["parameters"], request, step)
    bodies, g = bodies_of(request["model"], request["parameters"])
    stack = request["model"] == "brick_stack"
    gravity, contact = ((0, -g, 0), "enable") if stack else ((0, 0, -g), "disable")
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><compiler angle="radian"/><option timestep="{text(step)}" gravity="{text(*gravity)}" '
        f'integrator="{request["method"]}"><flag contact="{contact}"/></option>'
        f'<worldbody>{bodies}</worldbody></mujoco>')


class Built:
    def __init__(self, request):
        if request.get("step") is None:
            raise Refusal("MuJoCo has fixed steps only")
        self.request = request
        self.model = read_model(request, request["step"])
        self.data = mujoco.MjData(self.model)
        self.coordinates = self.coordinates_of(request["model"])
        self.steps = round(request["length"] / request["step"])
        self.system = f"MjModel, nv = {self.model.nv}"
        self.start = request["checks"][0]["state"]

    def coordinates_of(self, model):
        if model == "brick_stack":
            return Bodies(self.model.nbody - 1)
        if model == "chain_bodies":
            return Relative()
        if model == "humanoid":
            return Humanoid()
        return Chain() if self.model.nq == self.model.nv else Ball()

    def place(self, x):
        q, v = self.coordinates.to_theirs(x)
        mujoco.mj_resetData(self.model, self.data)
        self.data.time = self.request["begin"]
        self.data.qpos[:] = q
        self.data.qvel[:] = v

    def rates(self, x):
        """Without the forces of contacts."""
        self.place(x)
        mujoco.mj_forward(self.model, self.data)
        return self.coordinates.rates(x, self.data.qvel, self.data.qacc_smooth)

    def energy(self, x):
        self.place(x)
        mujoco.mj_forward(self.model, self.data)
        mujoco.mj_energyPos(self.model, self.data)
        mujoco.mj_energyVel(self.model, self.data)
        return float(sum(self.data.energy))

    def begin(self):
        self.place(self.start)

    def run(self):
        mujoco.mj_step(self.model, self.data, nstep=self.steps)

    def count(self):
        self.final_q = list(self.data.qpos)
        self.final_v = list(self.data.qvel)
        began = time.process_time_ns()
        mujoco.mj_step(self.model, self.data, nstep=1)
        return {"steps": self.steps,
                "evaluations": self.steps * EVALUATIONS[self.request["method"]],
                "overhead_ns": time.process_time_ns() - began}

    def end(self, truth):
        return self.coordinates.to_ours(self.final_q, self.final_v, truth)


serve(mujoco.__version__, Built)
