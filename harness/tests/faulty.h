/* A plain implementation of implicit Euler's pair in double with faults that can be switched
 * on, as an integrator under test. It solves x1 = x0 + h F(t0 + h, x1) for all of x by
 * Newton's method with differenced Jacobians and shares nothing with fast or ref.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_FAULTY_H
#define HARNESS_TESTS_FAULTY_H

struct diagnostic;      /* problems/base/status.h */
struct model;           /* problems/model.h */
struct subject;         /* harness/integrators/subject.h */
struct subject_options; /* harness/integrators/subject_options.h */

/* The faults: of the step, of the estimate, further ones, and two that change nothing. */
#define FAULT_LIST(ENTRY)                                                                \
    ENTRY(NO_FAULT, "no fault")                                                          \
    ENTRY(I1_RESTART, "second half step restarts from x_n")                              \
    ENTRY(I2_LARGE_KEPT, "the large step is propagated")                                 \
    ENTRY(I3_HALF_051, "second half step is 0.51 h")                                     \
    ENTRY(I4_HALF_1E6, "second half step is (0.5 + 1e-6) h")                             \
    ENTRY(I5_THETA_099, "theta = 0.99 in both half steps")                               \
    ENTRY(I6_HALF_EXPLICIT, "first half step is explicit Euler")                         \
    ENTRY(I7_OLD_TIME, "f at t_n")                                                       \
    ENTRY(I8_OLD_POSITION, "force from the old position")                                \
    ENTRY(I9_ONE_ITERATION, "one Newton iteration")                                      \
    ENTRY(I10_ONE_ROUGH_ITERATION, "Jacobian 10% off and one iteration")                 \
    ENTRY(I11_FORCE_1E3, "force times 1 + 1e-3")                                         \
    ENTRY(I12_FORCE_1E6, "force times 1 + 1e-6")                                         \
    ENTRY(I13_FORCE_1E12, "force times 1 + 1e-12")                                       \
    ENTRY(I14_HALVES_TRAPEZOID, "half steps by the trapezoid rule")                      \
    ENTRY(I15_OLD_VELOCITY, "position uses the old velocity")                            \
    ENTRY(E1_HALVED, "estimate halved")                                                  \
    ENTRY(E2_DOUBLED, "estimate doubled")                                                \
    ENTRY(E3_SIGN, "estimate with the sign flipped")                                     \
    ENTRY(E4_SWAPPED, "estimate's components swapped")                                   \
    ENTRY(E5_TRAPEZOID, "estimate is the large step minus a trapezoid step")             \
    ENTRY(E6_ZERO, "estimate zero")                                                      \
    ENTRY(E7_1E3, "estimate times 1 + 1e-3")                                             \
    ENTRY(E8_NO_VELOCITY, "estimate of the velocities missing")                          \
    ENTRY(E9_OVER_H, "estimate divided by h")                                            \
    ENTRY(E10_TIMES_H, "estimate times h")                                               \
    ENTRY(E11_EXPLICIT, "estimate from explicit Euler")                                  \
    ENTRY(E12_MIDDLE, "estimate is middle minus end")                                    \
    ENTRY(E13_ABSOLUTE, "estimate made absolute")                                        \
    ENTRY(N1_MAP_FROZEN, "N at the old position")                                        \
    ENTRY(N5_MEAN_VELOCITY, "position uses the mean velocity")                           \
    ENTRY(N6_MIDDLE_POSITION, "force from the middle position")                          \
    ENTRY(N7_OLD_VELOCITY_FORCE, "force from the old velocity")                          \
    ENTRY(N8_MIDDLE_TIME, "f at the middle of each sub-step")                            \
    ENTRY(N9_SECOND_AT_START, "second half step starts at time t_n")                     \
    ENTRY(N10_SECOND_AT_END, "second half step starts at time t_n + h")                  \
    ENTRY(N12_EXTRAPOLATED, "extrapolated result propagated")                            \
    ENTRY(N13_THIRD, "estimate divided by 3")                                            \
    ENTRY(N14_POSITION_DOUBLED, "position part of the estimate doubled")                 \
    ENTRY(N15_TWO_ITERATIONS, "two Newton iterations")                                   \
    ENTRY(N19_HALF_1E9, "second half step is (0.5 + 1e-9) h")                            \
    ENTRY(N20_HALF_1E12, "second half step is (0.5 + 1e-12) h")                          \
    ENTRY(T1_FORCE_1E10, "force times 1 + 1e-10")                                        \
    ENTRY(T2_ESTIMATE_1E10, "estimate times 1 + 1e-10")                                  \
    ENTRY(T3_TIME, "time goes on by (1 + 1e-9) h")                                       \
    ENTRY(T4_LATER, "force times 1 + 1e-6, not in the first step")                       \
    ENTRY(N24_ROUGH_CONVERGED, "Jacobian 10% off, converged (harmless)")                 \
    ENTRY(N25_OLD_CONVERGED, "Jacobian from x_n, converged (harmless)")

#define FAULT_ENUM(name, text) name,
enum fault { FAULT_LIST(FAULT_ENUM) FAULTS };
#undef FAULT_ENUM

/* "I1_RESTART: second half step restarts from x_n" in two parts. */
const char *fault_name(enum fault fault);
const char *fault_text(enum fault fault);

/* The 28 faults of the published list: I1 to I15, E1 to E13. */
enum { FIRST_FAULT = I1_RESTART, LAST_OF_28 = E13_ABSOLUTE, LAST_FAULT = T4_LATER };

/* Opens one; `context` points to the enum fault. The options are of no influence. */
int faulty_open(void *context, struct model *m, const struct subject_options *options,
                struct subject *s, struct diagnostic *d);

#endif
