/* The variants: integrators with one fault each, or with what looks like one. Each line:
 *
 *     id, method, what is wrong, the change of the scheme,
 *     order of the first trees that differ, one of them, where, its weight, the right
 *     one, how many trees of order <= 4 differ in the result and in the estimate, seen
 *     by what
 *
 * I1 to I15 and E1 to E13 are faults of the step and of the estimate; N1 to N25
 * further ones of the pair (N24 and N25 change nothing); S1 to S11 of the
 * semi-explicit forms and the midpoint rule; M1 to M10 of Merson's method; T1 to T7 of
 * what needs a second step, another basis or another time. REUSE changes nothing.
 * Faults that were made in other programs are re-enacted: RobotLocomotion/drake#10633,
 * #11939 and #23503, headmyshoulder/odeint-v2#235 and simbody/simbody#37 (there
 * positions are prescribed as functions of the time; here what the time prescribes is
 * a force). SIZE_... have a size, for the search of the smallest one.
 *
 * An estimate has the sign of computed minus true. The weights and counts are for
 * trees of q' = N(q) v, y' = f(t, q, y) with time leaves; they follow from the
 * method's tableau in rational arithmetic. UNTOLD: it depends on the probe, or is
 * within rounding for some trees.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CORPUS_VARIANT_LIST_H
#define HARNESS_CORPUS_VARIANT_LIST_H

#define PAIR "velocity-implicit-euler"
#define GAMING "semi-explicit-euler-gaming"
#define POSITION "semi-explicit-euler-position-implicit"
#define VELOCITY "semi-explicit-euler-velocity-implicit"
#define SEE2 "semi-explicit-euler-2"
#define MIDPOINT "implicit-midpoint"
#define MERSON "runge-kutta-merson"
#define KUTTA_3 "kutta-3"
#define DORMAND_PRINCE "dormand-prince"

/* clang-format off */
#define VARIANT_LIST(V)                                                                  \
    V(I1, PAIR, "second half step restarts from x_n",                                    \
      r->second_from = STATE_START,                                                      \
      1, "q", RESULT, "1/2", "1", 95, 95, FINGERPRINT)                                   \
    V(I2, PAIR, "the large step is propagated",                                          \
      r->large_share = 1,                                                                \
      2, "q[q]", RESULT, "1", "3/4", 93, 0, FINGERPRINT)                                 \
    V(I3, PAIR, "second half step is 0.51 h",                                            \
      r->second_length = 0.51,                                                           \
      1, "q", RESULT, "101/100", "1", 95, 95, FINGERPRINT)                               \
    V(I4, PAIR, "second half step is (0.5 + 1e-6) h",                                    \
      r->second_length += 1e-6,                                                          \
      1, "q", RESULT, "1.000001", "1", 95, 95, FINGERPRINT)                              \
    V(I5, PAIR, "theta = 0.99 in both half steps",                                       \
      set_theta(first, 0.99); set_theta(second, 0.99),                                   \
      2, "q[v]", RESULT, "149/200", "3/4", 86, 86, FINGERPRINT)                          \
    V(I6, PAIR, "first half step is explicit Euler",                                     \
      set_explicit(first),                                                               \
      2, "q[q]", RESULT, "1/2", "3/4", 93, 93, FINGERPRINT)                              \
    V(I7, PAIR, "f at t_n",                                                              \
      large->time = first->time = second->time = 0,                                      \
      2, "v[t]", RESULT, "1/4", "3/4", 30, 30, FINGERPRINT)                              \
    V(I8, PAIR, "force from the old position",                                           \
      large->force_position = first->force_position =                                    \
          second->force_position = 0,                                                    \
      2, "v[q]", RESULT, "1/4", "3/4", 46, 46, FINGERPRINT)                              \
    V(I9, PAIR, "one Newton iteration",                                                  \
      r->iteration.most = 1,                                                             \
      2, "q[q]", ESTIMATE, "-3/4", "1/4", 15, 41, FINGERPRINT)                           \
    V(I10, PAIR, "Jacobian 10% off and one iteration",                                   \
      r->iteration.most = 1; r->iteration.jacobian_factor = 1.1,                         \
      2, "q[q]", ESTIMATE, "-3/4", "1/4", 44, 78, FINGERPRINT)                           \
    V(I11, PAIR, "force times 1 + 1e-3",                                                 \
      scale_force(r, 1 + 1e-3),                                                          \
      1, "v", RESULT, "1001/1000", "1", 87, 86, FINGERPRINT)                             \
    V(I12, PAIR, "force times 1 + 1e-6",                                                 \
      scale_force(r, 1 + 1e-6),                                                          \
      1, "v", RESULT, "1.000001", "1", 87, 86, FINGERPRINT)                              \
    V(I13, PAIR, "force times 1 + 1e-12",                                                \
      scale_force(r, 1 + 1e-12),                                                         \
      1, "v", RESULT, "1.000000000001", "1", 87, 86, FINGERPRINT)                        \
    V(I14, PAIR, "half steps by the trapezoid rule",                                     \
      set_theta(first, 0.5); set_theta(second, 0.5),                                     \
      2, "q[v]", RESULT, "1/2", "3/4", 86, 86, FINGERPRINT)                              \
    V(I15, PAIR, "position uses the old velocity",                                       \
      large->map_velocity = first->map_velocity = second->map_velocity = 0,              \
      2, "q[v]", RESULT, "1/4", "3/4", 39, 39, FINGERPRINT)                              \
    V(E1, PAIR, "estimate halved",                                                       \
      scale_estimate(r, 0.5),                                                            \
      2, "q[q]", ESTIMATE, "1/8", "1/4", 0, 93, FINGERPRINT)                             \
    V(E2, PAIR, "estimate doubled",                                                      \
      scale_estimate(r, 2),                                                              \
      2, "q[q]", ESTIMATE, "1/2", "1/4", 0, 93, FINGERPRINT)                             \
    V(E3, PAIR, "estimate with the sign flipped",                                        \
      scale_estimate(r, -1),                                                             \
      2, "q[q]", ESTIMATE, "-1/4", "1/4", 0, 93, FINGERPRINT)                            \
    V(E4, PAIR, "estimate's parts swapped",                                              \
      r->is_swapped = true,                                                              \
      0, "", ESTIMATE, "", "", 0, UNTOLD, FINGERPRINT)                                   \
    V(E5, PAIR, "estimate is the large step minus a trapezoid step",                     \
      r->subtrahend = STATE_OTHER; set_theta(other, 0.5),                                \
      2, "q[q]", ESTIMATE, "0", "1/4", 0, 91, FINGERPRINT)                               \
    V(E6, PAIR, "estimate zero",                                                         \
      scale_estimate(r, 0),                                                              \
      2, "q[q]", ESTIMATE, "0", "1/4", 0, 93, FINGERPRINT)                               \
    V(E7, PAIR, "estimate times 1 + 1e-3",                                               \
      scale_estimate(r, 1 + 1e-3),                                                       \
      2, "q[q]", ESTIMATE, "0.25025", "1/4", 0, 93, FINGERPRINT)                         \
    V(E8, PAIR, "estimate of the velocities missing",                                    \
      r->rate_factor = 0,                                                                \
      2, "v[q]", ESTIMATE, "0", "1/4", 0, 57, FINGERPRINT)                               \
    V(E9, PAIR, "estimate divided by h",                                                 \
      r->step_power = -1,                                                                \
      2, "q[q]", ESTIMATE, "2", "1/4", 0, 93, FINGERPRINT)                               \
    V(E10, PAIR, "estimate times h",                                                     \
      r->step_power = 1,                                                                 \
      2, "q[q]", ESTIMATE, "1/32", "1/4", 0, 93, FINGERPRINT)                            \
    V(E11, PAIR, "estimate from explicit Euler",                                         \
      r->minuend = STATE_OTHER; set_explicit(other),                                     \
      2, "q[q]", ESTIMATE, "-3/4", "1/4", 0, 93, FINGERPRINT)                            \
    V(E12, PAIR, "estimate is middle minus end",                                         \
      r->minuend = STATE_MIDDLE,                                                         \
      1, "q", ESTIMATE, "-1/2", "0", 0, 95, FINGERPRINT)                                 \
    V(E13, PAIR, "estimate made absolute",                                               \
      r->is_absolute = true,                                                             \
      0, "", ESTIMATE, "", "", 0, UNTOLD, FINGERPRINT)                                   \
    V(N1, PAIR, "N at the old position",                                                 \
      large->map_position = first->map_position = second->map_position = 0,              \
      2, "q[q]", RESULT, "1/4", "3/4", 31, 31, FINGERPRINT)                              \
    V(N2, PAIR, "N refreshed once, then kept",                                           \
      r->iteration.map_refreshes = 1,                                                    \
      3, "q[q[q]]", ESTIMATE, "-1/2", "1/2", 2, 8, FINGERPRINT)                          \
    V(N3, PAIR, "N at the middle position",                                              \
      large->map_position = first->map_position = second->map_position = 0.5,            \
      2, "q[q]", RESULT, "1/2", "3/4", 31, 31, FINGERPRINT)                              \
    V(N4, PAIR, "N at an explicit predictor",                                            \
      r->iteration.predicts_map = true,                                                  \
      3, "q[q[q]]", RESULT, "1/4", "1/2", 15, 15, FINGERPRINT)                           \
    V(N5, PAIR, "position uses the mean velocity",                                       \
      large->map_velocity = first->map_velocity = second->map_velocity = 0.5,            \
      2, "q[v]", RESULT, "1/2", "3/4", 39, 39, FINGERPRINT)                              \
    V(N6, PAIR, "force from the middle position",                                        \
      large->force_position = first->force_position =                                    \
          second->force_position = 0.5,                                                  \
      2, "v[q]", RESULT, "1/2", "3/4", 46, 46, FINGERPRINT)                              \
    V(N7, PAIR, "force from the old velocity",                                           \
      large->force_velocity = first->force_velocity = second->force_velocity = 0,        \
      2, "v[v]", RESULT, "1/4", "3/4", 45, 45, FINGERPRINT)                              \
    V(N8, PAIR, "f at the middle of each sub-step",                                      \
      large->time = first->time = second->time = 0.5,                                    \
      2, "v[t]", RESULT, "1/2", "3/4", 30, 30, FINGERPRINT)                              \
    V(N9, PAIR, "second half step starts at time t_n",                                   \
      r->second_start = 0,                                                               \
      2, "v[t]", RESULT, "1/2", "3/4", 30, 30, FINGERPRINT)                              \
    V(N10, PAIR, "second half step starts at time t_n + h",                              \
      r->second_start = 1,                                                               \
      2, "v[t]", RESULT, "1", "3/4", 30, 30, FINGERPRINT)                                \
    V(N11, PAIR, "second half step starts from the large step's result",                 \
      r->second_from = STATE_LARGE,                                                      \
      1, "q", RESULT, "3/2", "1", 95, 95, FINGERPRINT)                                   \
    V(N12, PAIR, "extrapolated result propagated",                                       \
      r->large_share = -1,                                                               \
      2, "q[q]", RESULT, "1/2", "3/4", 93, 0, FINGERPRINT)                               \
    V(N13, PAIR, "estimate divided by 3",                                                \
      scale_estimate(r, 1 / 3.0),                                                        \
      2, "q[q]", ESTIMATE, "1/12", "1/4", 0, 93, FINGERPRINT)                            \
    V(N14, PAIR, "position part of the estimate doubled",                                \
      r->position_factor = 2,                                                            \
      2, "q[q]", ESTIMATE, "1/2", "1/4", 0, 36, FINGERPRINT)                             \
    V(N15, PAIR, "two Newton iterations",                                                \
      r->iteration.most = 2,                                                             \
      3, "q[q[q]]", ESTIMATE, "-1/2", "1/2", 2, 8, FINGERPRINT)                          \
    V(N16, PAIR, "one iteration, which begins where its sub-step does",                  \
      r->iteration.most = 1; r->guesses_start = true,                                    \
      2, "q[q]", RESULT, "1/4", "3/4", 41, 41, FINGERPRINT)                              \
    V(N17, PAIR, "three iterations, Jacobian kept from x_n",                             \
      r->iteration.most = 3; r->iteration.jacobian_of_start = true,                      \
      4, "q[q[q[q]]]", ESTIMATE, "-5/16", "11/16", 0, 1, FINGERPRINT)                    \
    V(N18, PAIR, "three iterations, Jacobian without f_q N",                             \
      r->iteration.most = 3; r->iteration.jacobian_of_force = true,                      \
      4, "q[q[q[q]]]", ESTIMATE, "-5/16", "11/16", 0, 1, FINGERPRINT)                    \
    V(N19, PAIR, "second half step is (0.5 + 1e-9) h",                                   \
      r->second_length += 1e-9,                                                          \
      1, "q", RESULT, "1.000000001", "1", 95, 95, FINGERPRINT)                           \
    V(N20, PAIR, "second half step is (0.5 + 1e-12) h",                                  \
      r->second_length += 1e-12,                                                         \
      1, "q", RESULT, "1.000000000001", "1", 95, 95, FINGERPRINT)                        \
    V(N21, PAIR, "second half step is (0.5 + 1e-15) h",                                  \
      r->second_length += 1e-15,                                                         \
      0, "", RESULT, "", "", UNTOLD, UNTOLD, FINGERPRINT)                                \
    V(N22, PAIR, "second half step is (0.5 + 1e-30) h",                                  \
      r->second_length += 1e-30,                                                         \
      1, "q", RESULT, "1.000000000000000000000000000001", "1", 95, 95, PRECISION)        \
    V(N23, PAIR, "estimate times 1 + 1e-12",                                             \
      scale_estimate(r, 1 + 1e-12),                                                      \
      2, "q[q]", ESTIMATE, "0.25", "1/4", 0, 93, FINGERPRINT)                            \
    V(N24, PAIR, "Jacobian 10% off, converged (harmless)",                               \
      r->iteration.jacobian_factor = 1.1,                                                \
      0, "", RESULT, "", "", 0, 0, NOTHING)                                              \
    V(N25, PAIR, "Jacobian from x_n, converged (harmless)",                              \
      r->iteration.jacobian_of_start = true,                                             \
      0, "", RESULT, "", "", 0, 0, NOTHING)                                              \
    V(S1, GAMING, "N at the new position",                                               \
      large->map_position = 1; r->iteration.most = 2,                                    \
      2, "q[q]", RESULT, "1", "0", 8, 0, FINGERPRINT)                                    \
    V(S2, GAMING, "position uses the old velocity",                                      \
      large->map_velocity = 0,                                                           \
      2, "q[v]", RESULT, "0", "1", 1, 0, FINGERPRINT)                                    \
    V(S3, GAMING, "force at t_n + h",                                                    \
      large->time = 1,                                                                   \
      2, "v[t]", RESULT, "1", "0", 5, 0, FINGERPRINT)                                    \
    V(S4, VELOCITY, "one fixed-point sweep",                                             \
      sweep(r, 1),                                                                       \
      2, "v[v]", RESULT, "0", "1", 22, 0, FINGERPRINT)                                   \
    V(S5, VELOCITY, "two fixed-point sweeps",                                            \
      sweep(r, 2),                                                                       \
      3, "v[v[v]]", RESULT, "0", "1", 8, 0, FINGERPRINT)                                 \
    V(S6, VELOCITY, "three fixed-point sweeps",                                          \
      sweep(r, 3),                                                                       \
      4, "v[v[v[v]]]", RESULT, "0", "1", 1, 0, FINGERPRINT)                              \
    V(S7, POSITION, "one fixed-point sweep",                                             \
      sweep(r, 1),                                                                       \
      2, "q[q]", RESULT, "0", "1", 12, 0, FINGERPRINT)                                   \
    V(S8, POSITION, "force at t_n",                                                      \
      large->time = 0,                                                                   \
      2, "v[t]", RESULT, "0", "1", 7, 0, FINGERPRINT)                                    \
    V(S9, SEE2, "estimate with the sign flipped",                                        \
      scale_estimate(r, -1),                                                             \
      2, "q[q]", ESTIMATE, "1/4", "-1/4", 0, 45, FINGERPRINT)                            \
    V(S10, MIDPOINT, "0.5001 for the middle",                                            \
      set_middle(large, 0.5001),                                                         \
      2, "q[q]", RESULT, "0.5001", "1/2", 93, 0, FINGERPRINT)                            \
    V(S11, MIDPOINT, "three fixed-point sweeps",                                         \
      sweep(r, 3); r->iteration.whole = true,                                            \
      4, "q[q[q[q]]]", RESULT, "0", "1/8", 16, 0, FINGERPRINT)                           \
    V(M1, MERSON, "a43 times 1 + 1e-9",                                                  \
      a[3][2] *= 1 + 1e-9,                                                               \
      2, "q[q]", RESULT, "0.50000000025", "1/2", 90, 90, FINGERPRINT)                    \
    V(M2, MERSON, "sign of a53 lost",                                                    \
      a[4][2] = 3 / 2.0,                                                                 \
      2, "q[q]", RESULT, "1", "1/2", 90, 90, FINGERPRINT)                                \
    V(M3, MERSON, "c3 = 1/2, of the time only",                                          \
      c[2] = 1 / 2.0,                                                                    \
      2, "v[t]", ESTIMATE, "-1/20", "0", 8, 30, FINGERPRINT)                              \
    V(M4, MERSON, "c3 off by 1e-6, of the time only",                                    \
      c[2] += 1e-6,                                                                      \
      2, "v[t]", ESTIMATE, "-3e-07", "0", 8, 30, FINGERPRINT)                             \
    V(M5, MERSON, "b4 = 0.6667",                                                         \
      b[3] = 0.6667,                                                                     \
      1, "q", RESULT, "1.00003333333", "1", 95, 0, FINGERPRINT)                          \
    V(M6, MERSON, "estimate uses k2 for k3",                                             \
      e[1] = e[2]; e[2] = 0,                                                             \
      3, "q[q[q]]", ESTIMATE, "1/60", "0", 0, 48, FINGERPRINT)                          \
    V(M7, MERSON, "sign of e5",                                                          \
      e[4] = -e[4],                                                                      \
      1, "q", ESTIMATE, "1/15", "0", 0, 95, FINGERPRINT)                                \
    V(M8, MERSON, "estimate five times too large",                                       \
      scale_estimate(r, 5),                                                              \
      4, "q[q[q^2]]", ESTIMATE, "-1/36", "-1/180", 0, 50, FINGERPRINT)                     \
    V(M9, MERSON, "a42 and a43 interchanged",                                            \
      a[3][1] = a[3][2]; a[3][2] = 0,                                                    \
      4, "q[q[q[q]]]", RESULT, "1/36", "1/24", 20, 20, FINGERPRINT)                      \
    V(M10, MERSON, "every stage at t_n",                                                 \
      c[1] = c[2] = c[3] = c[4] = 0,                                                     \
      2, "v[t]", RESULT, "0", "1/2", 30, 20, FINGERPRINT)                                \
    V(T1, PAIR, "force times 1 + 1e-10",                                                 \
      scale_force(r, 1 + 1e-10),                                                         \
      1, "v", RESULT, "1.0000000001", "1", 87, 86, FINGERPRINT)                          \
    V(T2, PAIR, "estimate times 1 + 1e-10",                                              \
      scale_estimate(r, 1 + 1e-10),                                                      \
      2, "q[q]", ESTIMATE, "0.25", "1/4", 0, 93, FINGERPRINT)                            \
    V(T3, PAIR, "time goes on by (1 + 1e-9) h",                                          \
      r->time_factor = 1 + 1e-9,                                                         \
      0, "", RESULT, "", "", 0, 0, FAILURE)                                              \
    V(T4, PAIR, "force times 1 + 1e-6, not in the first step",                           \
      r->later_force_factor = 1 + 1e-6,                                                  \
      0, "", RESULT, "", "", 0, 0, COMPOSITION)                                          \
    V(T5, GAMING, "N at the position of the step before",                                \
      r->map_of_last_step = true,                                                        \
      0, "", RESULT, "", "", 0, 0, COMPOSITION)                                          \
    V(T6, PAIR, "the last velocity never changes",                                       \
      r->frozen_entry = 0,                                                               \
      0, "", RESULT, "", "", 0, 0, EQUIVARIANCE)                                         \
    V(T7, PAIR, "f is told the time since the start",                                    \
      r->is_elapsed = true,                                                              \
      2, "v[t]", RESULT, "-17/4", "3/4", 30, UNTOLD, FINGERPRINT)                        \
    V(REUSE, PAIR, "factors kept while the iteration converges (harmless)",              \
      r->iteration.trials = 2,                                                           \
      0, "", RESULT, "", "", 0, 0, NOTHING)                                              \
    V(DRAKE_10633, KUTTA_3, "estimate with k1 in place of k2",                           \
      e[0] = b[0] - 1; e[1] = b[1],                                                      \
      2, "v[v]", ESTIMATE, "1/2", "0", 0, 25, FINGERPRINT)                               \
    V(ODEINT_235, DORMAND_PRINCE, "sign of 1/40 lost in the estimate",                   \
      e[6] = 1 / 40.0,                                                                   \
      1, "q", ESTIMATE, "1/20", "0", 0, 95, FINGERPRINT)                                 \
    V(SIMBODY_37, SEE2, "large step sees what is prescribed as the half steps left it",  \
      large->time = 1,                                                                   \
      2, "v[t]", ESTIMATE, "3/4", "-1/4", 0, 5, FINGERPRINT)                             \
    V(DRAKE_23503, DORMAND_PRINCE, "error control takes the estimate for order 4",       \
      r->control_order = 4,                                                              \
      0, "", RESULT, "", "", 0, 0, CONTROL)                                              \
    V(DRAKE_11939, PAIR, "the second trial begins where the first one diverged",         \
      r->iteration.trials = 2; r->iteration.keeps_diverged = true,                       \
      0, "", RESULT, "", "", 0, 0, FAILURE)                                              \
    V(SIZE_HALF, PAIR, "second half step times 1 + size",                                \
      r->second_length *= 1 + size,                                                      \
      1, "q", RESULT, "", "", 95, 95, SIZE)                                              \
    V(SIZE_FORCE, PAIR, "force times 1 + size",                                          \
      scale_force(r, 1 + size),                                                          \
      1, "v", RESULT, "", "", 87, 86, SIZE)                                              \
    V(SIZE_THETA, PAIR, "theta = 1 - size in both half steps",                           \
      set_theta(first, 1 - size); set_theta(second, 1 - size),                           \
      2, "q[v]", RESULT, "", "", 86, 86, SIZE)                                           \
    V(SIZE_ESTIMATE, PAIR, "estimate times 1 + size",                                    \
      scale_estimate(r, 1 + size),                                                       \
      2, "q[q]", ESTIMATE, "", "", 0, 93, SIZE)                                          \
    V(SIZE_TIME, PAIR, "f at t_n + (1 + size) h in each sub-step",                       \
      large->time = first->time = second->time = 1 + size,                               \
      2, "v[t]", RESULT, "", "", 30, 30, SIZE)                                           \
    V(SIZE_NODE, MIDPOINT, "the middle times 1 + size",                                  \
      set_middle(large, 0.5 * (1 + size)),                                               \
      2, "q[q]", RESULT, "", "", 93, 0, SIZE)                                            \
    V(SIZE_B4, MERSON, "b4 times 1 + size",                                              \
      b[3] *= 1 + size,                                                                  \
      1, "q", RESULT, "", "", 95, 0, SIZE)                                               \
    V(SIZE_A43, MERSON, "a43 times 1 + size",                                            \
      a[3][2] *= 1 + size,                                                               \
      2, "q[q]", RESULT, "", "", 90, 90, SIZE)                                           \
    V(SIZE_C3, MERSON, "c3 times 1 + size, of the time only",                            \
      c[2] *= 1 + size,                                                                  \
      2, "v[t]", ESTIMATE, "", "", 8, 30, SIZE)                                          \
    V(SIZE_E4, MERSON, "e4 times 1 + size",                                              \
      e[3] *= 1 + size,                                                                  \
      1, "q", ESTIMATE, "", "", 0, 95, SIZE)
/* clang-format on */

#endif
