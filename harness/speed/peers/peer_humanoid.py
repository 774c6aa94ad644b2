"""The tree of segments of humanoid.model, for packages that build it once more. Rows are in the order of
its positions and velocities, each with those of its joint: a free joint's place, and the quaternion
of a free joint or ball, or a hinge's angle; then their rates, turning in the segment's own axes.

SPDX-License-Identifier: BSD-2-Clause"""
from collections import namedtuple

# A joint at `place` of the parent; a hinge's axis; its spring is at rest at `rest` times the
# model's. Mass as a part of the whole, its centre, radii of gyration about it.
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


def quaternion_rate(quaternion, w):
    """Of a body that turns with w along its own axes."""
    e, a, b, c = quaternion
    p, r, s = w
    return [(-a * p - b * r - c * s) / 2, (e * p - c * r + b * s) / 2,
            (c * p + e * r - a * s) / 2, (-b * p + a * r + e * s) / 2]


def split(x):
    """[(segment, its positions, its velocities)] of a state."""
    q, v = 0, 43
    parts = []
    for segment in SEGMENTS:
        nq, nv = {"free": (7, 6), "ball": (4, 3), "hinge": (1, 1)}[segment.joint]
        parts.append((segment, list(x[q:q + nq]), list(x[v:v + nv])))
        q, v = q + nq, v + nv
    return parts
