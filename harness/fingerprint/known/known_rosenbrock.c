/* Tableaux of Rosenbrock methods in the form of tableau.h: A of the arguments, G of the Jacobian's
 * products. "r2" is sqrt(2).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/known/known_table.h"

const struct known_table known_rosenbrock_euler = {
    .stages = 1, .a = "0", .gamma = "1", .b = "1"};

/* gamma = 1 + 1/sqrt(2), whose stages are some times larger than their sum, and are rounded so;
 * and 1 - 1/sqrt(2) */
const struct known_table known_ros2 = {.stages = 2,
                                       .a = "; 1",
                                       .gamma = "1+1/2r2; -2-1r2 1+1/2r2",
                                       .b = "1/2 1/2",
                                       .other = "1",
                                       .printed = 1e-14};
const struct known_table known_ros2_small = {.stages = 2,
                                             .a = "; 1",
                                             .gamma = "1-1/2r2; -2+1r2 1-1/2r2",
                                             .b = "1/2 1/2",
                                             .other = "1"};

/* The third stage is that of the estimate, k3 = W^-1 (F2 - e32 (k2 - F1) - 2 (k1 - F0) + h d T)
 * with F0 and F1 written by k1 and k2. */
const struct known_table known_ode23s = {
    .stages = 3,
    .a = "; 1/2; 0 1",
    .gamma = "1-1/2r2; -1+1/2r2 1-1/2r2; 3-1r2 -5+2r2 1-1/2r2",
    .b = "0 1",
    .other = "1/6 2/3 1/6"};

/* gamma = 1/2 + sqrt(3)/6 */
const struct known_table known_ros3p = {
    .stages = 3,
    .a = "; 1; 1",
    .gamma = "1/2+1/6r3; -1 1/2+1/6r3; -1/2-1/6r3 -1/2-1/3r3 1/2+1/6r3",
    .b = "2/3 0 1/3",
    .other = "1/3 1/3 1/3"};

const struct known_table known_rodas3 = {
    .stages = 4,
    .a = "; ; 1; 3/4 -1/4 1/2",
    .gamma = "1/2; 1 1/2; -1/4 -1/4 1/2; 1/12 1/12 -2/3 1/2",
    .b = "5/6 -1/6 -1/6 1/2",
    .other = "3/4 -1/4 1/2"};

/* phi_1(z) = (e^z - 1)/z = 1 + z/2 (1 + z/3 (1 + z/4 ...)), as far as the trees reach that are
 * measured: chains of 14 nodes. The result is x + h phi_1(h F_x) F, with h^2 phi_2(h F_x) F_t where
 * F depends on the time. */
const struct known_table known_exponential_rosenbrock_euler = {
    .stages = 14,
    .a = "0",
    .gamma =
        "0; 1/14; 0 1/13; 0 0 1/12; 0 0 0 1/11; 0 0 0 0 1/10; 0 0 0 0 0 1/9; "
        "0 0 0 0 0 0 1/8; 0 0 0 0 0 0 0 1/7; 0 0 0 0 0 0 0 0 1/6; 0 0 0 0 0 0 0 0 0 1/5; "
        "0 0 0 0 0 0 0 0 0 0 1/4; 0 0 0 0 0 0 0 0 0 0 0 1/3; 0 0 0 0 0 0 0 0 0 0 0 0 1/2",
    .b = "0 0 0 0 0 0 0 0 0 0 0 0 0 1"};
