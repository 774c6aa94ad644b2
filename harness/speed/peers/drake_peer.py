#!/usr/bin/env python3
"""Drake beside Halfstep (peer_lines.py says how they talk): `pip install drake`.

Each model file is built once more as a MultibodyPlant, or where the request's "system" is
"examples" as the class of Drake's own examples, and integrated by Simulator.AdvanceTo, one call a
pass. Joints tell places relative to the body before; implicit Euler commutes with such a linear
change of coordinates, so that its steps are the same ones.

    spring, spring_damper, spring_chain    prismatic joints with springs and damping
    pendulum, double_pendulum, planar_chain    revolute joints, point masses
    chain_bodies    revolute joints of rods, in the same coordinates
    free_rotation, rigid_body    one free body without gravity; its translation rests
    heavy_top    a ball joint, roll-pitch-yaw
    humanoid    a free joint with a quaternion, balls from where they begin, hinges with springs

SPDX-License-Identifier: BSD-2-Clause"""
import sys
import time

sys.dont_write_bytecode = True  # the project's folder stays as it is

from peer_humanoid import SEGMENTS, quaternion_rate, split
from peer_lines import Refusal, absolute, like, quaternion_product, relative, say, serve, turn, turn_back

try:
    import importlib.metadata

    import numpy
    from pydrake.examples import AcrobotPlant, PendulumPlant
    from pydrake.math import RigidTransform, RollPitchYaw
    from pydrake.multibody.tree import (BallRpyJoint, FixedOffsetFrame, PrismaticJoint,
                                        PrismaticSpring, QuaternionFloatingJoint, RevoluteJoint,
                                        RevoluteSpring, SpatialInertia,
                                        UnitInertia)
    from pydrake.multibody.plant import MultibodyPlant
    from pydrake.common.eigen_geometry import Quaternion
    from pydrake.systems.analysis import ResetIntegratorFromFlags, Simulator
except ImportError as why:
    say({"failed": f"this Python has no Drake ({why}): pip install drake"})
    sys.exit(0)


class Chain:
    """Coordinates of joints in a row, each relative to the one before."""

    def to_theirs(self, x):
        n = len(x) // 2
        return relative(x[:n]) + relative(x[n:])

    def to_ours(self, x, truth):
        n = len(x) // 2
        return absolute(x[:n]) + absolute(x[n:])

    def rates_to_ours(self, x, rates):
        return self.to_ours(rates, None)


class Relative:
    """Coordinates that are theirs, too."""

    def to_theirs(self, x):
        return list(x)

    def to_ours(self, x, truth):
        return list(x)

    def rates_to_ours(self, x, rates):
        return list(rates)


class FreeBody:
    """A quaternion and three places; velocities in space axes."""

    def __init__(self, in_space):
        self.in_space = in_space

    def to_theirs(self, x):
        q, w = x[:4], x[4:]
        return [*q, 0, 0, 0, *(w if self.in_space else turn(q, w)), 0, 0, 0]

    def to_ours(self, x, truth):
        q, w = list(x[:4]), list(x[7:10])
        w = w if self.in_space else turn_back(q, w)
        return like(q, truth[:4]) + w

    def rates_to_ours(self, x, rates):
        dw = list(rates[7:10])
        return list(rates[:4]) + (dw if self.in_space else turn_back(x[:4], dw))


class Ball:
    """Roll, pitch and yaw; velocities in space axes. Rates of the quaternion are those that the
    velocities mean: only accelerations are compared."""

    def to_theirs(self, x):
        q, w = numpy.array(x[:4]), x[4:]
        angles = RollPitchYaw(Quaternion(q / numpy.linalg.norm(q)))
        return [*angles.vector(), *turn(x[:4], w)]

    def to_ours(self, x, truth):
        q = list(RollPitchYaw(x[:3]).ToQuaternion().wxyz())
        return like(q, truth[:4]) + turn_back(q, list(x[3:]))

    def rates_to_ours(self, x, rates):
        w, a, b, c = x[:4]
        p, r, s = x[4:]
        q = [(-a * p - b * r - c * s) / 2, (w * p - c * r + b * s) / 2,
             (c * p + w * r - a * s) / 2, (-b * p + a * r + w * s) / 2]
        return q + turn_back(x[:4], list(rates[3:]))


class Humanoid:
    """A ball's roll, pitch and yaw are those from the orientation where it begins, so that no pitch
    is a right angle; angular velocities are along the axes before the joint."""

    def __init__(self, plant, begin):
        self.plant, self.begin = plant, begin

    def place_of(self, segment):
        """Where a joint's coordinates and velocities are in the state."""
        joint = self.plant.GetJointByName(segment.name)
        v = self.plant.num_positions() + joint.velocity_start()
        return (slice(joint.position_start(), joint.position_start() + joint.num_positions()),
                slice(v, v + joint.num_velocities()))

    def to_theirs(self, x):
        theirs = numpy.zeros(self.plant.num_positions() + self.plant.num_velocities())
        for segment, q, v in split(x):
            place, speed = self.place_of(segment)
            if segment.joint == "hinge":
                theirs[place], theirs[speed] = q, v
            elif segment.joint == "free":
                theirs[place] = [*q[3:], *q[:3]]
                theirs[speed] = [*turn(q[3:], v[3:]), *v[:3]]
            else:
                since = numpy.array(self.since(segment, q))
                angles = RollPitchYaw(Quaternion(since / numpy.linalg.norm(since)))
                theirs[place], theirs[speed] = angles.vector(), turn(list(since), v)
        return theirs

    def since(self, segment, q):
        w, x, y, z = self.begin[segment.name]
        return quaternion_product([w, -x, -y, -z], q)

    def to_ours(self, theirs, truth):
        q, v = [], []
        for segment, wanted, _ in split(truth):
            place, speed = (list(theirs[part]) for part in self.place_of(segment))
            if segment.joint == "hinge":
                q, v = q + place, v + speed
            elif segment.joint == "free":
                q += place[4:] + like(place[:4], wanted[3:])
                v += speed[3:] + turn_back(place[:4], speed[:3])
            else:
                since = list(RollPitchYaw(place).ToQuaternion().wxyz())
                q += like(quaternion_product(self.begin[segment.name], since), wanted)
                v += turn_back(since, speed)
        return q + v

    def rates_to_ours(self, x, rates):
        q, v = [], []
        for segment, place, w in split(x):
            change = list(rates[self.place_of(segment)[1]])
            if segment.joint == "hinge":
                q, v = q + w, v + change
            elif segment.joint == "free":
                q += w[:3] + quaternion_rate(place[3:], w[3:])
                v += change[3:] + turn_back(place[3:], change[:3])
            else:
                q += quaternion_rate(place, w)
                v += turn_back(self.since(segment, place), change)
        return q + v


def plant_with_gravity(g):
    plant = MultibodyPlant(0.0)
    plant.mutable_gravity_field().set_gravity_vector([0, 0, -g])
    return plant


def point_mass(mass, place):
    return SpatialInertia(mass, place, UnitInertia.PointMass(place))


def rods(masses, lengths, g):
    plant = plant_with_gravity(g)
    frame, above = plant.world_frame(), 0.0
    for i, (mass, length) in enumerate(zip(masses, lengths)):
        body = plant.AddRigidBody(f"body{i}", point_mass(mass, [0, 0, -length]))
        joint = RevoluteJoint(f"joint{i}", frame_at(plant, frame, above, i),
                              body.body_frame(), [0, -1, 0])
        plant.AddJoint(joint)
        frame, above = body.body_frame(), length
    return plant, Chain()


def long_rods(n, mass, length, g):
    plant = plant_with_gravity(g)
    about_middle = UnitInertia.StraightLine(length ** 2 / 12, [0, 0, 1])
    inertia = SpatialInertia(mass, [0, 0, -length / 2],
                             about_middle.ShiftFromCenterOfMass([0, 0, -length / 2]))
    frame, above = plant.world_frame(), 0.0
    for i in range(n):
        body = plant.AddRigidBody(f"body{i}", inertia)
        plant.AddJoint(RevoluteJoint(f"joint{i}", frame_at(plant, frame, above, i),
                                     body.body_frame(), [0, -1, 0]))
        frame, above = body.body_frame(), length
    return plant, Relative()


def frame_at(plant, frame, above, i):
    place = RigidTransform([0.0, 0.0, -above])
    return plant.AddFrame(FixedOffsetFrame(f"end{i}", frame, place))


def springs(n, mass, stiffness, damping):
    plant = plant_with_gravity(0.0)
    frame = plant.world_frame()
    for i in range(n):
        body = plant.AddRigidBody(f"body{i}", point_mass(mass, [0, 0, 0]))
        joint = plant.AddJoint(PrismaticJoint(f"joint{i}", frame, body.body_frame(),
                                              [1, 0, 0], damping=damping))
        plant.AddForceElement(PrismaticSpring(joint, 0.0, stiffness))
        frame = body.body_frame()
    return plant, Chain()


def free_body(p, in_space):
    plant = plant_with_gravity(0.0)
    inertia = UnitInertia(p["I1"], p["I2"], p["I3"])
    plant.AddRigidBody("body", SpatialInertia(1.0, [0, 0, 0], inertia))
    return plant, FreeBody(in_space)


def top(p):
    """Mass and distance of the centre are free but for their product."""
    g, distance = 9.81, 0.1
    mass = p["mgl"] / (g * distance)
    plant = plant_with_gravity(g)
    inertia = UnitInertia(p["I1"] / mass, p["I2"] / mass, p["I3"] / mass)
    body = plant.AddRigidBody("body", SpatialInertia(mass, [0, 0, distance], inertia))
    plant.AddJoint(BallRpyJoint("ball", plant.world_frame(), body.body_frame()))
    return plant, Ball()


def segment_inertia(segment, p):
    moments = [r ** 2 for r in segment.radii]
    about_origin = UnitInertia(*moments).ShiftFromCenterOfMass(numpy.array(segment.centre))
    return SpatialInertia(segment.mass * p["M"], segment.centre, about_origin)


def humanoid(p, start):
    plant = plant_with_gravity(p["g"])
    begin = {}
    for segment, q, _ in split(start):
        name, turned = segment.name, [1.0, 0.0, 0.0, 0.0]
        if segment.joint == "ball":
            turned = begin[name] = q
        body = plant.AddRigidBody(name, segment_inertia(segment, p))
        parent = plant.world_frame() if segment.parent is None else \
            plant.GetBodyByName(segment.parent).body_frame()
        frame = plant.AddFrame(FixedOffsetFrame(
            f"at_{name}", parent, RigidTransform(Quaternion(turned), segment.place)))
        if segment.joint == "free":
            plant.AddJoint(QuaternionFloatingJoint(name, parent, body.body_frame()))
        elif segment.joint == "ball":
            plant.AddJoint(BallRpyJoint(name, frame, body.body_frame()))
        else:
            joint = plant.AddJoint(RevoluteJoint(name, frame, body.body_frame(),
                                                 list(segment.axis)))
            plant.AddForceElement(RevoluteSpring(joint, segment.rest * p["rest"], p["k"]))
    return plant, Humanoid(plant, begin)


def multibody(model, p, start):
    if model == "pendulum":
        return rods([p["m"]], [p["l"]], p["g"])
    if model == "double_pendulum":
        return rods([p["m1"], p["m2"]], [p["l1"], p["l2"]], p["g"])
    if model == "planar_chain":
        return rods([p["m"]] * int(p["n"]), [p["l"]] * int(p["n"]), p["g"])
    if model == "chain_bodies":
        return long_rods(int(p["n"]), p["m"], p["l"], p["g"])
    if model in ("spring", "spring_damper"):
        return springs(1, p["m"], p["k"], p.get("c", 0.0))
    if model == "spring_chain":
        return springs(int(p["n"]), p["m"], p["k"], p["c"])
    if model in ("free_rotation", "rigid_body"):
        return free_body(p, model == "free_rotation")
    if model == "heavy_top":
        return top(p)
    if model == "humanoid":
        return humanoid(p, start)
    raise Refusal(f"{model} is no MultibodyPlant here")


def example(model, p):
    """(system, parameters) of Drake's examples with cheap equations of motion."""
    if model == "pendulum":
        return PendulumPlant(), [p["m"], p["l"], 0, p["g"]]
    if model == "double_pendulum":
        return AcrobotPlant(), [p["m1"], p["m2"], p["l1"], p["l2"], p["l1"], p["l2"],
                                0, 0, 0, 0, p["g"]]
    raise Refusal(f"{model} is not among Drake's examples")


class Built:
    def __init__(self, request):
        model, p = request["model"], request["parameters"]
        self.request = request
        if request["system"] == "examples":
            self.plant, parameters = example(model, p)
            self.coordinates = Chain()
            self.context = self.plant.CreateDefaultContext()
            self.context.get_mutable_numeric_parameter(0).SetFromVector(parameters)
            self.plant.get_input_port(0).FixValue(self.context, [0.0])
        else:
            self.plant, self.coordinates = multibody(model, p, request["checks"][0]["state"])
            self.plant.Finalize()
            self.context = self.plant.CreateDefaultContext()
        self.system = type(self.plant).__name__
        self.start = self.coordinates.to_theirs(request["checks"][0]["state"])
        self.simulator = Simulator(self.plant, self.context)
        self.set_integrator(request)

    def set_integrator(self, request):
        fixed = request.get("step") is not None
        longest = request["step"] if fixed else request["max_step"]
        ResetIntegratorFromFlags(self.simulator, request["method"], longest)
        self.integrator = self.simulator.get_mutable_integrator()
        self.integrator.set_maximum_step_size(longest)
        self.integrator.set_fixed_step_mode(fixed)
        if not fixed:
            self.integrator.set_target_accuracy(request["accuracy"])

    def place(self, x):
        self.context.SetContinuousState(self.coordinates.to_theirs(x))

    def rates(self, x):
        self.place(x)
        rates = self.plant.EvalTimeDerivatives(self.context).CopyToVector()
        return self.coordinates.rates_to_ours(x, list(rates))

    def energy(self, x):
        self.place(x)
        return (self.plant.EvalPotentialEnergy(self.context) +
                self.plant.EvalKineticEnergy(self.context))

    def begin(self):
        self.context.SetTime(self.request["begin"])
        self.context.SetContinuousState(self.start)
        self.simulator.Initialize()
        self.integrator.ResetStatistics()

    def run(self):
        self.simulator.AdvanceTo(self.request["begin"] + self.request["length"])

    def count(self):
        """Of the last pass; and what a call costs that has nothing to do."""
        steps = self.integrator.get_num_steps_taken()
        evaluations = self.integrator.get_num_derivative_evaluations()
        self.final = list(self.context.get_continuous_state_vector().CopyToVector())
        end = self.context.get_time()
        self.simulator.AdvanceTo(end)
        began = time.process_time_ns()
        self.simulator.AdvanceTo(end)
        return {"steps": steps, "evaluations": evaluations,
                "overhead_ns": time.process_time_ns() - began}

    def end(self, truth):
        return self.coordinates.to_ours(self.final, truth)


serve(importlib.metadata.version("drake"), Built)
