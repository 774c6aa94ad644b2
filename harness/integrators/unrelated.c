/* Two positions, two velocities and a state, each with the others in its equations.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/unrelated.h"

const char unrelated_text[] = "span 0 .. 1\n"
                              "position a = 0.7, b = -0.3\n"
                              "velocity u = 0.2, w = 1.1\n"
                              "state z = 0.4\n"
                              "a' = u\n"
                              "b' = w\n"
                              "u' = -3*sin(a) + z*cos(t)\n"
                              "w' = -b*b*b + a*z\n"
                              "z' = u*w - z\n";

const double unrelated_step = 0.0137;
