"""A world of Drake (pydrake's MultibodyPlant) for drake.c, which writes a scene line by line and asks for steps. A
plant's step is a property of the plant, so that it is built when the first step tells its length.

SPDX-License-Identifier: BSD-2-Clause"""
import logging
import sys

import numpy as np
from pydrake.common.eigen_geometry import Quaternion
from pydrake.geometry import (AddCompliantHydroelasticProperties, AddContactMaterial, AddRigidHydroelasticProperties,
                              Box, HalfSpace, ProximityProperties, Sphere)
from pydrake.math import RigidTransform, RollPitchYaw, RotationMatrix
from pydrake.multibody.math import SpatialVelocity
from pydrake.multibody.plant import (AddMultibodyPlant, CoulombFriction, MultibodyPlantConfig)
from pydrake.multibody.tree import (BallRpyJoint, FixedOffsetFrame, PrismaticJoint, PrismaticSpring, RevoluteJoint,
                                    SpatialInertia, UnitInertia)
from pydrake.systems.analysis import Simulator
from pydrake.systems.framework import DiagramBuilder


class World:
    def __init__(self, laws):
        self.laws, self.bodies, self.joints, self.planes, self.spring = laws, [], [], [], None
        self.built = None

    def proximity(self, is_plane):
        """With hydroelastic contact a plane is rigid and a body compliant."""
        mu, at_rest = float(self.laws["friction"]), float(self.laws["static"])
        properties = ProximityProperties()
        AddContactMaterial(friction=CoulombFriction(at_rest, mu), properties=properties)
        if self.laws["contact"] == "hydroelastic" and is_plane:
            AddRigidHydroelasticProperties(properties)
        elif self.laws["contact"] == "hydroelastic":
            AddCompliantHydroelasticProperties(0.05, float(self.laws["modulus"]), properties)
        return properties

    def add_body(self, i, b):
        m = b["mass"]
        body = self.plant.AddRigidBody("b%d" % i, SpatialInertia(m, np.zeros(3), UnitInertia(*(b["inertia"] / m))))
        if b["shape"] != "point":
            shape = Sphere(b["half"][0]) if b["shape"] == "ball" else Box(*(2 * b["half"]))
            self.plant.RegisterCollisionGeometry(body, RigidTransform(b["centre"]), shape, "s%d" % i,
                                                 self.proximity(False))
        return body

    def add_joint(self, k, j):
        body, other = self.parts[j["body"]], self.plant.world_body() if j["other"] < 0 else self.parts[j["other"]]
        at = j["on_other"]
        if j["other"] < 0:
            b = self.bodies[j["body"]]
            at = b["place"] @ j["on_body"]
        on = self.plant.AddFrame(FixedOffsetFrame("o%d" % k, other.body_frame(), RigidTransform(at)))
        of = self.plant.AddFrame(FixedOffsetFrame("f%d" % k, body.body_frame(), RigidTransform(j["on_body"])))
        joint = RevoluteJoint("j%d" % k, on, of, [0, 0, 1]) if j["kind"] == "hinge" else BallRpyJoint("j%d" % k, on, of)
        return self.plant.AddJoint(joint)

    def add_slider(self):
        """A mass on a spring that nothing touches."""
        joint = self.plant.AddJoint(PrismaticJoint("x", self.plant.world_frame(), self.parts[0].body_frame(), [1, 0, 0]))
        self.plant.AddForceElement(PrismaticSpring(joint, 0, self.spring["stiffness"]))
        return joint

    def build(self, h):
        is_continuous = self.laws["approximation"] == "continuous"
        builder = DiagramBuilder()
        config = MultibodyPlantConfig(time_step=0 if is_continuous else h, use_sampled_output_ports=False)
        if not is_continuous:
            config.discrete_contact_approximation = self.laws["approximation"]
        self.plant, _ = AddMultibodyPlant(config, builder)
        self.plant.mutable_gravity_field().set_gravity_vector(self.laws["gravity"])
        self.parts = []
        for i, b in enumerate(self.bodies):
            self.parts.append(self.add_body(i, b))
        hinged = [self.add_joint(k, j) for k, j in enumerate(self.joints)]
        slides = self.add_slider() if self.spring and self.spring["is_alone"] else None
        for i, p in enumerate(self.planes):
            place = RigidTransform(RotationMatrix.MakeFromOneVector(p["normal"], 2), p["offset"] * p["normal"])
            self.plant.RegisterCollisionGeometry(self.plant.world_body(), place, HalfSpace(), "p%d" % i,
                                                 self.proximity(True))
        self.plant.Finalize()
        self.diagram = builder.Build()
        self.root = self.diagram.CreateDefaultContext()
        self.context = self.plant.GetMyMutableContextFromRoot(self.root)
        self.start(hinged, slides)
        self.simulator = Simulator(self.diagram, self.root) if is_continuous else None
        if is_continuous:
            self.simulator.get_mutable_integrator().set_target_accuracy(float(self.laws["accuracy"]))
        self.built = h

    def start(self, hinged, slides):
        for joint, j in zip(hinged, self.joints):
            self.start_joint(joint, self.bodies[j["body"]], self.bodies[j["other"]] if j["other"] >= 0 else None)
        if slides:
            slides.set_translation(self.context, self.bodies[0]["position"][0])
            slides.set_translation_rate(self.context, self.bodies[0]["velocity"][0])
        elif not hinged:
            for part, b in zip(self.parts, self.bodies):
                self.plant.SetFreeBodyPose(self.context, part, b["place"])
                self.plant.SetFreeBodySpatialVelocity(context=self.context, body=part,
                                                      V_JpJc=SpatialVelocity(b["spin"], b["velocity"]))

    def start_joint(self, joint, b, over):
        turned = b["place"].rotation() if over is None else over["place"].rotation().inverse() @ b["place"].rotation()
        spin = b["spin"] if over is None else over["place"].rotation().inverse() @ (b["spin"] - over["spin"])
        if isinstance(joint, RevoluteJoint):
            joint.set_angle(self.context, np.arctan2(turned.matrix()[1, 0], turned.matrix()[0, 0]))
            joint.set_angular_rate(self.context, spin[2])
        else:
            joint.set_angles(self.context, RollPitchYaw(turned).vector())
            joint.set_angular_velocity(self.context, spin)

    def step(self, h):
        if self.built != h:
            self.read()
            self.build(h)
        if self.spring and not self.spring["is_alone"]:
            force = np.zeros(self.plant.num_velocities())
            x = self.plant.EvalBodyPoseInWorld(self.context, self.parts[0]).translation()[0]
            force[3] = -self.spring["stiffness"] * (x - self.spring["end"])
            self.plant.get_applied_generalized_force_input_port().FixValue(self.context, force)
            self.spring["end"] += self.spring["speed"] * h
        if self.simulator:
            self.simulator.AdvanceTo(self.root.get_time() + h)
        else:
            self.root.SetDiscreteState(self.diagram.EvalUniquePeriodicDiscreteUpdate(self.root))
            self.root.SetTime(self.root.get_time() + h)

    def read(self):
        """Of each body mass, inertia, position, quaternion, velocity, spin."""
        if not self.built:
            return
        for part, b in zip(self.parts, self.bodies):
            b["place"] = self.plant.EvalBodyPoseInWorld(self.context, part)
            b["position"] = b["place"].translation()
            b["quaternion"] = b["place"].rotation().ToQuaternion().wxyz()
            moves = self.plant.EvalBodySpatialVelocityInWorld(self.context, part)
            b["velocity"], b["spin"] = moves.translational(), moves.rotational()
            inertia = part.CalcSpatialInertiaInBodyFrame(self.context)
            b["mass"], b["inertia"] = inertia.get_mass(), inertia.CalcRotationalInertia().get_moments()

    def numbers(self):
        self.read()
        names = ("inertia", "position", "quaternion", "velocity", "spin")
        return [x for b in self.bodies for x in [b["mass"], *(v for name in names for v in b[name])]]


def read_body(rest):
    v = np.array([float(w) for w in rest[1:]])
    keys = (("half", 3), ("centre", 3), ("mass", 1), ("inertia", 3), ("position", 3), ("quaternion", 4),
            ("velocity", 3), ("spin", 3))
    b, at = {"shape": rest[0]}, 0
    for key, count in keys:
        b[key] = v[at:at + count]
        at += count
    b["mass"] = b["mass"][0]
    b["place"] = RigidTransform(Quaternion(b["quaternion"] / np.linalg.norm(b["quaternion"])), b["position"])
    return b


def main():
    logging.getLogger("drake").setLevel(logging.ERROR)
    world, worlds = None, {}
    for line in sys.stdin:
        word, *rest = line.split()
        answer = ""
        try:
            if word == "of":
                world = worlds[rest[0]]
            elif word == "close":
                del worlds[rest[0]]
            elif word == "world":
                world = worlds[rest[0]] = World(dict(zip(rest[1::2], rest[2::2])))
                world.laws["gravity"] = np.array([float(world.laws[axis]) for axis in "xyz"])
            elif word == "body":
                world.bodies.append(read_body(rest))
            elif word == "joint":
                v = np.array([float(w) for w in rest[1:]])
                world.joints.append({"kind": rest[0], "body": int(v[0]), "other": int(v[1]), "on_body": v[2:5],
                                     "on_other": v[5:8]})
            elif word == "plane":
                v = np.array([float(w) for w in rest])
                world.planes.append({"normal": v[:3], "offset": v[3]})
            elif word == "spring":
                v = [float(w) for w in rest]
                world.spring = dict(zip(("stiffness", "end", "speed", "is_alone"), v))
            elif word == "step":
                world.step(float(rest[0]))
            elif word == "read":
                answer = "".join(" %.17g" % x for x in world.numbers())
            print("ok" + answer, flush=True)
        except Exception as why:  # told, and the world goes on
            print("fail", " ".join(str(why).split()), flush=True)


main()
