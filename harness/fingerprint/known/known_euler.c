/* Tableaux of Euler's methods and what is between them, y1 = y0 + h ((1 - theta) f0 +
 * theta f1), which is what the first step of a variable-order BDF code is, too:
 *
 *     BDF1   y1 = y0 + h f1,                           estimate (y1 - y0 - h f0) / 2
 *     NDF1   y1 = y0 + h (1 - 1/a) f0 + h f1 / a,      estimate (1/2 - k) (y1 - y0 - h f0),
 *            a = 1 + k, k = 0.185
 *
 * (L. F. Shampine, M. W. Reichelt, SIAM J. Sci. Comput. 18 (1997), section 2, where k is
 * -kappa; the first step has no y before y0 but the one on the tangent.)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/known/known_table.h"

const struct known_table known_backward_euler = {.stages = 1, .a = "1", .b = "1"};

const struct known_table known_backward_euler_pair = {
    .stages = 1, .a = "1", .b = "1", .in_two_halves = true};

const struct known_table known_bdf1 = {
    .stages = 2, .a = "; 0 1", .b = "0 1", .other = "1/2 1/2"};

/* 1/a = 200/237; the estimate is (63/200) (200/237) h (f1 - f0). */
const struct known_table known_ndf1 = {.stages = 2,
                                       .a = "; 37/237 200/237",
                                       .b = "37/237 200/237",
                                       .other = "100/237 137/237"};

const struct known_table known_explicit_euler = {.stages = 1, .a = "0", .b = "1"};

/* y1 = y0 + h f0, estimate -(h/2) (f1 - f0) */
const struct known_table known_explicit_euler_trapezoid = {
    .stages = 2, .a = "; 1", .b = "1 0", .other = "1/2 1/2"};

const struct known_table known_theta_two_thirds = {
    .stages = 2, .a = "; 1/3 2/3", .b = "1/3 2/3"};

const struct known_table known_theta_three_quarters = {
    .stages = 2, .a = "; 1/4 3/4", .b = "1/4 3/4"};
