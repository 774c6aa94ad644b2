/* SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/elaboration/trees.h"

#define EVERY_JOINT                                                                      \
    "position x = 0.1, y = 0.2, z = 0.3, e0 = 0.5, e1 = -0.1, e2 = 0.7, e3 = 0.5\n"      \
    "velocity u = 1, v = 2, w = 3, p = 0.3, r = 0.7, s = -0.4\n"                         \
    "position a = 0.3, b = 0.4, f0 = 0.7, f1 = 0.5, f2 = -0.1, f3 = 0.5, c = 0.2\n"      \
    "velocity da = 0.3, db = 0.4, k = 0.1, l = 0.2, m = 0.3, dc = 0.1\n"                 \
    "body trunk { joint = free x, y, z, e0, e1, e2, e3, u, v, w, p, r, s; mass = 3\n"    \
    "  center = 0.1, 0.2, -0.1; inertia = 0.3, 0.4, 0.5, 0.01, 0.02, -0.03 }\n"          \
    "body arm { parent = trunk; position = 0.3, 0.1, 0.2; rotation = 0.9, 0.1, 0.3, "    \
    "0.2\n"                                                                              \
    "  joint = revolute a, da; axis = 1, 2, 2; mass = 1; center = 0, 0.2, 0.5\n"         \
    "  inertia = 0.1, 0.2, 0.15 }\n"                                                     \
    "body slide { parent = arm; position = 0, 0, 0.4; joint = prismatic b, db\n"         \
    "  axis = 0, 3, 4; stiffness = 7; rest = 0.1 }\n"                                    \
    "body hand { parent = slide; rotation = 0.3, 0.5, 0, 0.1; position = 0.1, 0, 0\n"    \
    "  mass = 0.5; center = 0, 0.1, 0; inertia = 0.01, 0.02, 0.015 }\n"                  \
    "body leg { parent = trunk; position = 0, -0.3, 0.1; mass = 0.7; center = 0.1, 0, "  \
    "0.4\n"                                                                              \
    "  joint = ball f0, f1, f2, f3, k, l, m; inertia = 0.03, 0.04, 0.02, 0.001, 0, 0 "   \
    "}\n"                                                                                \
    "body foot { parent = leg; position = 0, 0.1, 0.5; joint = revolute c, dc; mass = "  \
    "0.2\n"                                                                              \
    "  center = 0.1, 0.1, 0.1; inertia = 0.01, 0.01, 0.01 }\n"

const char trees_every_joint[] = EVERY_JOINT;

const char trees_pushed[] = EVERY_JOINT "gravity = 0.3, -0.1, -9.81\n"
                                        "force da = sin(t) - a*dc\nforce u = x*t\n"
                                        "force k = f0\n";

const char trees_chain[] =
    "size n = 3\nparam m = 1.37, l = 0.71, g = 9.81\ngravity = 0, -g\n"
    "position q[i] = i/7 for i in 1..n\nvelocity w[i] = i/9 for i in 1..n\n"
    "body rod[1] { joint = revolute q[1], w[1]; mass = m; center = 0, -l }\n"
    "body rod[i] { parent = rod[i-1]; position = 0, -l; joint = revolute q[i], w[i]\n"
    "  mass = m; center = 0, -l } for i in 2..n\n";
