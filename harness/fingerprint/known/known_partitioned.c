/* Tableaux of methods that treat q and v differently. In each part's name the first letter
 * is the stage's (q: N(Q) V, v: f(t, Q, V)), the second what goes into it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/known/known_table.h"

/* v1 = v0 + h f(t0, q0, v0), q1 = q0 + h N(q0) v1 */
const struct known_table known_gaming = {
    .stages = 1, .part[TABLEAU_QV] = "1", .c = "0", .b = "1"};

const struct known_table known_gaming_pair = {
    .stages = 1, .part[TABLEAU_QV] = "1", .c = "0", .b = "1", .in_two_halves = true};

/* q1 = q0 + h N(q1) v0, v1 = v0 + h f(t1, q1, v0) */
const struct known_table known_position_implicit = {
    .stages = 1, .part[TABLEAU_QQ] = "1", .part[TABLEAU_VQ] = "1", .c = "1", .b = "1"};

/* v1 = v0 + h f(t1, q0, v1), q1 = q0 + h N(q0) v1 */
const struct known_table known_velocity_implicit = {
    .stages = 1, .part[TABLEAU_QV] = "1", .part[TABLEAU_VV] = "1", .c = "1", .b = "1"};

/* The same with f(t0, q0, v1). */
const struct known_table known_velocity_implicit_begin = {
    .stages = 1, .part[TABLEAU_QV] = "1", .part[TABLEAU_VV] = "1", .c = "0", .b = "1"};

/* q1 = q0 + h N(q0) v0, v1 = v0 + h f(t1, q1, v0) */
const struct known_table known_position_first = {
    .stages = 1, .part[TABLEAU_VQ] = "1", .c = "1", .b = "1"};

/* w = v0 + h/2 f(t0, q0, w), q1 = q0 + h/2 (N(q0) + N(q1)) w, v1 = w + h/2 f(t1, q1, w) */
const struct known_table known_stoermer_verlet = {.stages = 2,
                                                  .part[TABLEAU_QQ] = "; 1/2 1/2",
                                                  .part[TABLEAU_QV] = "1/2; 1/2",
                                                  .part[TABLEAU_VQ] = "; 1/2 1/2",
                                                  .part[TABLEAU_VV] = "1/2; 1/2",
                                                  .c = "0 1",
                                                  .b = "1/2 1/2"};

/* w = v0 + h/2 f(t0, q0, v0), q1 = q0 + h N(q0) w, v1 = w + h/2 f(t1, q1, w) */
const struct known_table known_velocity_verlet = {.stages = 2,
                                                  .part[TABLEAU_QV] = "1/2",
                                                  .part[TABLEAU_VQ] = "; 1",
                                                  .part[TABLEAU_VV] = "; 1/2",
                                                  .c = "0 1",
                                                  .bq = "1",
                                                  .bv = "1/2 1/2"};

/* The same with f(t1, q1, v0 + h f(t0, q0, v0)), and with f(t1, q1, v0). */
const struct known_table known_velocity_verlet_predicted = {.stages = 2,
                                                            .part[TABLEAU_QV] = "1/2",
                                                            .part[TABLEAU_VQ] = "; 1",
                                                            .part[TABLEAU_VV] = "; 1",
                                                            .c = "0 1",
                                                            .bq = "1",
                                                            .bv = "1/2 1/2"};
const struct known_table known_velocity_verlet_old = {.stages = 2,
                                                      .part[TABLEAU_QV] = "1/2",
                                                      .part[TABLEAU_VQ] = "; 1",
                                                      .c = "0 1",
                                                      .bq = "1",
                                                      .bv = "1/2 1/2"};

/* q1 = q0 + h N(q0 + h/2 N(q0) w) w */
const struct known_table known_velocity_verlet_middle = {.stages = 2,
                                                         .part[TABLEAU_QQ] = "; 1/2",
                                                         .part[TABLEAU_QV] = "1/2; 1/2",
                                                         .part[TABLEAU_VQ] = "; 0 1",
                                                         .part[TABLEAU_VV] = "; 1/2",
                                                         .c = "0 1",
                                                         .bq = "0 1",
                                                         .bv = "1/2 1/2"};

/* p = q0 + h/2 N(q0) v0, v1 = v0 + h f(t0 + h/2, p, v0), q1 = p + h/2 N(p) v1 */
const struct known_table known_position_verlet = {.stages = 2,
                                                  .part[TABLEAU_QQ] = "; 1/2",
                                                  .part[TABLEAU_QV] = "; 1",
                                                  .part[TABLEAU_VQ] = "1/2",
                                                  .c = "1/2 0",
                                                  .bq = "1/2 1/2",
                                                  .bv = "1"};

/* The same with q1 = p + h/2 N(q0) v1. */
const struct known_table known_position_verlet_old_map = {.stages = 2,
                                                          .part[TABLEAU_QV] = "; 1",
                                                          .part[TABLEAU_VQ] = "1/2",
                                                          .c = "1/2 0",
                                                          .bq = "1/2 1/2",
                                                          .bv = "1"};

/* Q2 = Q3 = q0 + h/2 v0 + h^2/8 k1, Q4 = q0 + h v0 + h^2/2 k3, q1 = q0 + h v0 + h^2/6 (k1 + k2 +
 * k3), by the velocities v0 + h/4 k1, v0 + h/2 k3, v0 + h/6 (k1 + k2 + k3); the rest is the
 * classical Runge-Kutta method. */
const struct known_table known_nystrom_4 = {.stages = 4,
                                            .part[TABLEAU_QV] =
                                                "1/4; 0 0 1/2; 1/6 1/6 1/6",
                                            .part[TABLEAU_VQ] = "; 1/2; 1/2; 0 1",
                                            .part[TABLEAU_VV] = "; 1/2; 0 1/2; 0 0 1",
                                            .c = "0 1/2 1/2 1",
                                            .bq = "0 0 1",
                                            .bv = "1/6 1/3 1/3 1/6"};
