#!/usr/bin/env python3
"""Drake beside Halfstep (peer_lines.py says how they talk): `pip install drake`.

Each model is built once more as a MultibodyPlant (peer_bodies.py), or where the request's "system" is
"examples" as the class of Drake's own examples, and integrated by Simulator.AdvanceTo, one call a
pass.

SPDX-License-Identifier: BSD-2-Clause"""
import sys
import time

sys.dont_write_bytecode = True  # the project's folder stays as it is

from peer_bodies import bodies_of, join, quaternion_rate, split
from peer_lines import Refusal, like, quaternion_product, say, serve, turn, turn_back

try:
    import importlib.metadata

    import numpy
    from pydrake.examples import AcrobotPlant, PendulumPlant
    from pydrake.math import RigidTransform, RollPitchYaw
    from pydrake.multibody.tree import (BallRpyJoint, FixedOffsetFrame, PrismaticJoint,
                                        PrismaticSpring, QuaternionFloatingJoint, RevoluteJoint,
                                        RevoluteSpring, SpatialInertia, UnitInertia)
    from pydrake.multibody.plant import MultibodyPlant
    from pydrake.common.eigen_geometry import Quaternion
    from pydrake.systems.analysis import ResetIntegratorFromFlags, Simulator
except ImportError as why:
    say({"failed": f"this Python has no Drake ({why}): pip install drake"})
    sys.exit(0)


class Coordinates:
    """Bodies' places and velocities in a state of Drake's. A ball is told by roll, pitch and yaw, of one
    that hangs on a body from the orientation where it begins, so that no pitch is a right angle, and
    its angular velocity along the axes before the joint; what moves freely turns in axes of space.
    Rates of a ball's quaternion are those that the velocities mean: only accelerations are compared."""

    def __init__(self, model, places, begin):
        self.model, self.places, self.begin = model, places, begin

    def parts(self, x):
        return [(body, q, v, *place) for (body, q, v), place in zip(split(self.model, x), self.places)]

    def since(self, body, q):
        w, x, y, z = self.begin.get(body.name, [1.0, 0.0, 0.0, 0.0])
        return quaternion_product([w, -x, -y, -z], q)

    def to_theirs(self, x):
        theirs = numpy.zeros(self.places[-1][1].stop)
        for body, q, v, place, speed in self.parts(x):
            if body.joint == "free":
                theirs[place], theirs[speed] = [*q[3:], *q[:3]], [*turn(q[3:], v[3:]), *v[:3]]
            elif body.joint == "turn":
                theirs[place] = [*q, 0, 0, 0]
                theirs[speed] = [*(v if self.model.space_axes else turn(q, v)), 0, 0, 0]
            elif body.joint == "ball":
                since = self.since(body, q)
                angles = RollPitchYaw(Quaternion(numpy.array(since) / numpy.linalg.norm(since)))
                theirs[place], theirs[speed] = angles.vector(), turn(since, v)
            else:
                theirs[place], theirs[speed] = q, v
        return theirs

    def to_ours(self, theirs, truth):
        return join(self.model, [self.part_to_ours(body, list(theirs[place]), list(theirs[speed]), q)
                                 for body, q, _, place, speed in self.parts(truth)])

    def part_to_ours(self, body, place, speed, wanted):
        if body.joint == "free":
            return place[4:] + like(place[:4], wanted[3:]), speed[3:] + turn_back(place[:4], speed[:3])
        if body.joint == "turn":
            return like(place[:4], wanted), self.turning(place[:4], speed[:3])
        if body.joint == "ball":
            since = list(RollPitchYaw(place).ToQuaternion().wxyz())
            begin = self.begin.get(body.name, [1.0, 0.0, 0.0, 0.0])
            return like(quaternion_product(begin, since), wanted), turn_back(since, speed)
        return place, speed

    def turning(self, quaternion, w):
        return w if self.model.space_axes else turn_back(quaternion, w)

    def rates_to_ours(self, x, rates):
        return join(self.model, [self.rates_of(body, q, v, list(rates[place]), list(rates[speed]))
                                 for body, q, v, place, speed in self.parts(x)])

    def rates_of(self, body, q, v, place, change):
        if body.joint == "free":
            return v[:3] + quaternion_rate(q[3:], v[3:]), change[3:] + turn_back(q[3:], change[:3])
        if body.joint == "turn":
            return place[:4], self.turning(q, change[:3])
        if body.joint == "ball":
            return quaternion_rate(q, v), turn_back(self.since(body, q), change)
        return place, change


def inertia_of(body):
    about_centre = UnitInertia(*(moment / body.mass for moment in body.moments))
    about_origin = about_centre.ShiftFromCenterOfMass(numpy.array(body.centre))
    return SpatialInertia(body.mass, body.centre, about_origin)


def add_joint(plant, body, frame, parent, made):
    """What moves freely without one has a joint of Drake's."""
    if body.joint == "free":
        plant.AddJoint(QuaternionFloatingJoint(body.name, parent, made))
    elif body.joint == "ball":
        plant.AddJoint(BallRpyJoint(body.name, frame, made))
    elif body.joint == "hinge":
        joint = plant.AddJoint(RevoluteJoint(body.name, frame, made, list(body.axis)))
        if body.stiffness:
            plant.AddForceElement(RevoluteSpring(joint, body.rest, body.stiffness))
    elif body.joint == "slide":
        joint = plant.AddJoint(PrismaticJoint(body.name, frame, made, list(body.axis),
                                              damping=body.damping))
        plant.AddForceElement(PrismaticSpring(joint, body.rest, body.stiffness))


def multibody(model, start):
    """(plant, coordinates)"""
    if model.friction is not None:
        raise Refusal("contacts are not made for Drake here")
    plant = MultibodyPlant(0.0)
    plant.mutable_gravity_field().set_gravity_vector([0, 0, -model.gravity])
    begin = {}
    for body, q, _ in split(model, start):
        if body.joint == "ball" and body.parent is not None:
            begin[body.name] = q
        made = plant.AddRigidBody(body.name, inertia_of(body)).body_frame()
        parent = plant.world_frame() if body.parent is None else \
            plant.GetBodyByName(body.parent).body_frame()
        place = RigidTransform(Quaternion(begin.get(body.name, [1.0, 0.0, 0.0, 0.0])), body.place)
        frame = plant.AddFrame(FixedOffsetFrame(f"at_{body.name}", parent, place))
        add_joint(plant, body, frame, parent, made)
    plant.Finalize()
    joints = [plant.GetJointByName(body.name) for body in model.bodies]
    nq = plant.num_positions()
    places = [(slice(j.position_start(), j.position_start() + j.num_positions()),
               slice(nq + j.velocity_start(), nq + j.velocity_start() + j.num_velocities()))
              for j in joints]
    return plant, Coordinates(model, places, begin)


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
        start = request["checks"][0]["state"]
        model = bodies_of(request["model"], request["parameters"])
        self.request = request
        if request["system"] == "examples":
            n = len(model.bodies)
            self.plant, parameters = example(request["model"], request["parameters"])
            places = [(slice(i, i + 1), slice(n + i, n + i + 1)) for i in range(n)]
            self.coordinates = Coordinates(model, places, {})
            self.context = self.plant.CreateDefaultContext()
            self.context.get_mutable_numeric_parameter(0).SetFromVector(parameters)
            self.plant.get_input_port(0).FixValue(self.context, [0.0])
        else:
            self.plant, self.coordinates = multibody(model, start)
            self.context = self.plant.CreateDefaultContext()
        self.system = type(self.plant).__name__
        self.start = self.coordinates.to_theirs(start)
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
