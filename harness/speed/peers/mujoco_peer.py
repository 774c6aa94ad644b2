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


class Coordinates:
    """Those of joints, which are theirs, too, but for what is loose. Rates of a quaternion are those that
    the velocities mean: only accelerations are compared."""

    def __init__(self, model):
        self.model = model

    def to_theirs(self, x):
        q, v = [], []
        for body, place, speed in split(self.model, x):
            if body.joint == "loose":
                speed = speed[3:] + turn_back(place[:4], speed[:3])
                place = place[4:] + place[:4]
            q, v = q + place, v + speed
        return q, v

    def to_ours(self, q, v, truth):
        parts = []
        for body, wanted, speed in split(self.model, truth):
            place, q = list(q[:len(wanted)]), q[len(wanted):]
            speed, v = list(v[:len(speed)]), v[len(speed):]
            if body.joint == "loose":
                speed = self.loose(place[3:], speed)
                place = like(place[3:], wanted[:4]) + place[:3]
            elif body.joint in ("free", "ball", "turn"):
                place[-4:] = like(place[-4:], wanted[-4:])
            parts.append((place, speed))
        return join(self.model, parts)

    def loose(self, quaternion, change):
        return turn(quaternion, change[3:]) + change[:3]

    def rates(self, x, v, acceleration):
        parts = []
        for body, q, w in split(self.model, x):
            change, acceleration = list(acceleration[:len(w)]), acceleration[len(w):]
            if body.joint == "loose":
                w = quaternion_rate(q[:4], turn_back(q[:4], w[:3])) + w[3:]
                change = self.loose(q[:4], change)
            elif body.joint in ("free", "ball", "turn"):
                w = w[:-3] + quaternion_rate(q[-4:], w[-3:])
            parts.append((w, change))
        return join(self.model, parts)


def add_joint(made, body):
    if body.joint in ("free", "loose"):
        made.add_freejoint()
    elif body.joint in ("ball", "turn"):
        made.add_joint(type=mujoco.mjtJoint.mjJNT_BALL)
    else:
        kinds = {"hinge": mujoco.mjtJoint.mjJNT_HINGE, "slide": mujoco.mjtJoint.mjJNT_SLIDE}
        made.add_joint(type=kinds[body.joint], axis=body.axis, springref=body.rest,
                       stiffness=body.stiffness, damping=body.damping)


def read_bodies(model, method, step):
    """Made without XML, whose elements cannot stand in each other 1000 times."""
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    spec.option.timestep, spec.option.gravity = step, [0, 0, -model.gravity]
    spec.option.integrator = getattr(mujoco.mjtIntegrator, "mjINT_" + method.upper())
    if model.friction is None:
        spec.option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    else:
        spec.option.gravity = [0, -model.gravity, 0]
        floor = spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[10, 10, 1])
        floor.alt.type = mujoco.mjtOrientation.mjORIENTATION_ZAXIS
        floor.alt.zaxis = [0, 1, 0]
        floor.friction[0] = model.friction
    made = {None: spec.worldbody}
    for body in model.bodies:
        made[body.name] = made[body.parent].add_body(
            pos=body.place, mass=body.mass, ipos=body.centre, explicitinertial=True,
            inertia=[max(moment, POINT) for moment in body.moments])
        add_joint(made[body.name], body)
        if body.half is not None:
            box = made[body.name].add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=body.half)
            box.friction[0] = model.friction
    return spec.compile()


class Built:
    def __init__(self, request):
        name, step = request["model"], request.get("step")
        if step is None:
            raise Refusal("MuJoCo has fixed steps only")
        if name == "free_rotation":
            raise Refusal(f"{name} is not made for MuJoCo here")
        self.request = request
        model = bodies_of(name, request["parameters"])
        self.model = read_bodies(model, request["method"], step)
        self.coordinates = Coordinates(model)
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
