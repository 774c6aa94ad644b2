#!/usr/bin/env python3
"""MuJoCo beside Halfstep (peer_lines.py says how they talk): `pip install mujoco`.

Each model is built once more as an MjModel (peer_bodies.py) and stepped by mj_step with nstep, one
call a pass. A ball joint's quaternion goes on by the exponential of the velocity, unlike ours.
Point masses have the inertia 2e-15 kg m^2.

    brick_stack    boxes on a plane, with MuJoCo's own contacts: soft ones, unlike the model's; what is
                   checked is the motion without them

SPDX-License-Identifier: BSD-2-Clause"""
import sys
import time

sys.dont_write_bytecode = True  # the project's folder stays as it is

from peer_bodies import bodies_of, join, quaternion_rate, split
from peer_lines import Refusal, like, say, serve, turn, turn_back

try:
    import mujoco
except ImportError as why:
    say({"failed": f"this Python has no MuJoCo ({why}): pip install mujoco"})
    sys.exit(0)

POINT = 2e-15  # the inertia of a point mass, near the least that is not refused
EVALUATIONS = {"Euler": 1, "implicit": 1, "implicitfast": 1, "RK4": 4}


class Joints:
    """Coordinates of joints, which are theirs, too. Rates of a quaternion are those that the velocities
    mean: only accelerations are compared."""

    def __init__(self, model):
        self.model = model

    def to_theirs(self, x):
        parts = split(self.model, x)
        return [a for _, q, _ in parts for a in q], [a for _, _, v in parts for a in v]

    def to_ours(self, q, v, truth):
        parts = []
        for body, wanted, speed in split(self.model, truth):
            place, q = list(q[:len(wanted)]), q[len(wanted):]
            if body.joint in ("free", "ball", "turn"):
                place[-4:] = like(place[-4:], wanted[-4:])
            parts.append((place, list(v[:len(speed)])))
            v = v[len(speed):]
        return join(self.model, parts)

    def rates(self, x, v, acceleration):
        parts = []
        for body, q, w in split(self.model, x):
            is_turning = body.joint in ("free", "ball", "turn")
            change, acceleration = list(acceleration[:len(w)]), acceleration[len(w):]
            parts.append((w[:-3] + quaternion_rate(q[-4:], w[-3:]) if is_turning else w, change))
        return join(self.model, parts)


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
                     + f'<inertial pos="0 0 0" mass="{text(mass)}" diaginertia="{text(*(inertia,) * 3)}"/>'
                     + f'<geom type="box" size="{text(a, b, a)}" {friction}/></body>')
    return "".join(parts)


def read_stack(request, step):
    """With gravity along y."""
    parameters = request["parameters"]
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep="{text(step)}" gravity="{text(0, -parameters["g"], 0)}" '
        f'integrator="{request["method"]}"/><worldbody>{bricks(parameters)}</worldbody></mujoco>')


def add_joint(made, body):
    if body.joint == "free":
        made.add_freejoint()
    elif body.joint in ("ball", "turn"):
        made.add_joint(type=mujoco.mjtJoint.mjJNT_BALL)
    else:
        kinds = {"hinge": mujoco.mjtJoint.mjJNT_HINGE, "slide": mujoco.mjtJoint.mjJNT_SLIDE}
        joint = made.add_joint(type=kinds[body.joint], axis=body.axis, springref=body.rest)
        joint.stiffness[0], joint.damping[0] = body.stiffness, body.damping


def read_bodies(model, method, step):
    """Made without XML, whose elements cannot stand in each other 1000 times."""
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    spec.option.timestep, spec.option.gravity = step, [0, 0, -model.gravity]
    spec.option.integrator = getattr(mujoco.mjtIntegrator, "mjINT_" + method.upper())
    spec.option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    made = {None: spec.worldbody}
    for body in model.bodies:
        made[body.name] = made[body.parent].add_body(
            pos=body.place, mass=body.mass, ipos=body.centre, explicitinertial=True,
            inertia=[max(moment, POINT) for moment in body.moments])
        add_joint(made[body.name], body)
    return spec.compile()


class Built:
    def __init__(self, request):
        name, step = request["model"], request.get("step")
        if step is None:
            raise Refusal("MuJoCo has fixed steps only")
        if name == "free_rotation":
            raise Refusal(f"{name} is not made for MuJoCo here")
        self.request = request
        if name == "brick_stack":
            self.model = read_stack(request, step)
            self.coordinates = Bodies(self.model.nbody - 1)
        else:
            model = bodies_of(name, request["parameters"])
            self.model = read_bodies(model, request["method"], step)
            self.coordinates = Joints(model)
        self.data = mujoco.MjData(self.model)
        self.steps = round(request["length"] / step)
        self.system = f"MjModel, nv = {self.model.nv}"
        self.start = request["checks"][0]["state"]

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
