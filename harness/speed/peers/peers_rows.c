/* The table of comparisons. Models and steps of the first part are those whose costs in Drake
 * are recorded (speed/measure/original_cost_fixed.c), as far as they can be a MultibodyPlant:
 * contacts and friction have other laws there, and Van der Pol's oscillator is no mechanism.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/peers/peers_rows.h"

#include <stdio.h>
#include <string.h>

#define ONE_STEP(h)                                                                      \
    { true, (h), 1, 1 }
#define ACCURACIES(first)                                                                \
    { false, (first), 0.1, 5 }
#define FEW_ACCURACIES(first)                                                            \
    { false, (first), 0.1, 3 }
#define FINER_ACCURACIES(first)                                                          \
    { false, (first), 0.01, 5 }
#define STEPS(first)                                                                     \
    { true, (first), 0.5, 6 }

static const char vie[] = "velocity-implicit-euler", see[] = "semi-explicit-euler",
                  see2[] = "semi-explicit-euler-2", merson[] = "runge-kutta-merson",
                  bdf[] = "bdf", drake_vie[] = "velocity_implicit_euler";

/* Drake. */
static const char drake_fixed[] =
    "Simulator.AdvanceTo, fixed_step_mode, defaults else (accuracy 0.1 in Newton's "
    "method, Jacobians kept, forward differences)";
static const char drake_controlled[] =
    "Simulator.AdvanceTo, error control, maximum step 0.1, defaults else";
static const char same_decisions[] =
    "the same method at the same h, ours in faithful mode with the same decisions; "
    "theirs "
    "pays for MultibodyPlant's general dynamics in each evaluation, ours for generated "
    "formulas of this one model";
static const char same_cheap[] = "the same method at the same h with the same decisions, "
                                 "on a class of Drake's examples "
                                 "whose formulas are as cheap as ours";
static const char same_turned[] =
    "the same method at the same h; a free body has angular velocities in space axes "
    "there, "
    "in body axes here: the same motion in other coordinates, errors differ";
static const char same_angles[] =
    "the same method at the same h; a ball joint has roll-pitch-yaw there, a quaternion "
    "here: the same motion in other coordinates, errors differ";
static const char equal_error_cheap[] =
    "equal error at the end, whatever the settings, on a class of Drake's examples whose "
    "formulas are as cheap as ours";
static const char equal_error[] =
    "equal error at the end, whatever the settings; the multibody dynamics of theirs are "
    "general, so that their evaluations, not their time, compare the methods";

static const char drake_semi_explicit[] = "Simulator.AdvanceTo, fixed_step_mode";
static const char drake_bodies[] =
    "semi-explicit Euler at the same h, rates and energies being the same: both recurse "
    "along the tree, with work as n, and ours has formulas of this one model";

/* MuJoCo. */
static const char mujoco_fixed[] = "mj_step with nstep, contacts off, defaults else";
static const char mujoco_euler[] =
    "semi-explicit Euler at the same h, the same states to rounding; theirs pays for "
    "general kinematics, ours for generated formulas of this one model";
static const char mujoco_long[] =
    "semi-explicit Euler at the same h, the same states to rounding; of this size ours "
    "has no generated code and is interpreted; both recurse along the chain, with work "
    "as n, theirs along any tree";
static const char mujoco_bodies[] =
    "semi-explicit Euler at the same h, rates and energies being the same: both recurse "
    "along the tree, with work as n, and ours has generated formulas of this one model";
static const char mujoco_thousand[] =
    "semi-explicit Euler at the same h, rates and energies being the same: ours recurses "
    "along the tree, with work as n, but has no generated code of this size and is "
    "interpreted";
static const char mujoco_humanoid[] =
    "semi-explicit Euler at the same h, rates and energies being the same: both recurse "
    "along the tree, with work as n, and ours has generated formulas of this one model; "
    "a "
    "quaternion goes on by the exponential of the velocity there, errors differ";
static const char mujoco_implicit[] = "implicit in the joint's damping, at the same h: "
                                      "v1 = v0 + h f(q0, v1), q1 = q0 + h v1 "
                                      "on both sides";
static const char mujoco_rk4[] = "equal error at the end; fixed steps of the classical "
                                 "formula of order 4 there, error "
                                 "control with Merson's of order 4 here";

static const char mujoco_contacts[] = "mj_step with nstep, defaults (pyramidal cones)";
static const char mujoco_bricks[] =
    "ten bricks on each other at rest, at the same h; NOT the same law: theirs are soft "
    "contacts that sink, which the error shows, found by its collision detection; ours "
    "are rigid ones between corners and planes that the model names";

/* Libraries. */
static const char gsl_fixed[] =
    "gsl_odeiv2_step_apply, exact Jacobian, Newton's tolerance 1e-6";
static const char gsl_controlled[] =
    "gsl_odeiv2_evolve_apply, eps_abs = eps_rel = accuracy, exact Jacobian";
static const char sundials_controlled[] = "one call up to a stop time, rtol = atol = "
                                          "accuracy, dense solver with exact Jacobian "
                                          "where implicit, defaults else";
static const char simbody_fixed[] = "setFixedStepSize, one call of stepTo, defaults else";
static const char simbody_controlled[] =
    "setAccuracy, one call of stepTo, defaults else, without interpolation";
static const char two_half_steps[] =
    "implicit Euler by one step and two halves at the same h, same functions evaluated; "
    "Newton's iterations end by other tests";
static const char equal_error_same_class[] = "equal error at the end, the same functions "
                                             "evaluated; formulas of the same class and "
                                             "order";
static const char equal_error_other_order[] =
    "equal error at the end, the same functions evaluated; NOT the same order: theirs is "
    "higher, and wins as the error gets smaller";
static const char equal_error_bdf[] =
    "equal error at the end, the same functions evaluated; ours stands on CVODE itself, "
    "so "
    "that this shows what its settings and its wrapping cost";
static const char same_simbody[] =
    "the same method at the same h, the same functions evaluated; theirs realizes stages "
    "of a system, ours calls functions";

/* Rows by their host: steps of the same h, or runs of equal error. */
#define STEPS_OF(model, set, length, method, option, host, peer, system, h, how, why)    \
    {                                                                                    \
        model, set, length, method, option, host, peer, system, ONE_STEP(h),             \
            ONE_STEP(h), how, why                                                        \
    }
#define DRAKE_STEPS(model, length, system, h, why)                                       \
    STEPS_OF(model, NULL, length, vie, "mode=faithful", PEERS_DRAKE, drake_vie, system,  \
             h, drake_fixed, why)
#define DRAKE_RUNS(model, length, system, ladder, why)                                   \
    {                                                                                    \
        model, NULL, length, vie, NULL, PEERS_DRAKE, drake_vie, system, ladder, ladder,  \
            drake_controlled, why                                                        \
    }
#define DRAKE_BODIES(set, length, h)                                                     \
    STEPS_OF("chain_bodies", set, length, see, "form=gaming", PEERS_DRAKE,               \
             "semi_explicit_euler", "multibody", h, drake_semi_explicit, drake_bodies)
#define MUJOCO_STEPS(model, set, length, h, why)                                         \
    STEPS_OF(model, set, length, see, "form=gaming", PEERS_MUJOCO, "Euler", NULL, h,     \
             mujoco_fixed, why)
#define LIBRARY_STEPS(model, length, method, option, peer, h, how, why)                  \
    STEPS_OF(model, NULL, length, method, option, PEERS_LIBRARY, peer, NULL, h, how, why)
#define LIBRARY_RUNS(model, length, method, peer, ours, theirs, how, why)                \
    {                                                                                    \
        model, NULL, length, method, NULL, PEERS_LIBRARY, peer, NULL, ours, theirs, how, \
            why                                                                          \
    }

const struct peers_row peers_rows[] = {
    DRAKE_STEPS("spring_k1", 4, "multibody", 0x1p-7, same_decisions),
    DRAKE_STEPS("spring_k1e4", 0.25, "multibody", 0x1p-10, same_decisions),
    DRAKE_STEPS("spring_k1e6", 0.0625, "multibody", 0x1p-10, same_decisions),
    DRAKE_STEPS("smd_stiff", 0.015625, "multibody", 0x1p-10, same_decisions),
    DRAKE_STEPS("pendulum", 4, "examples", 0x1p-7, same_cheap),
    DRAKE_STEPS("pendulum", 4, "multibody", 0x1p-7, same_decisions),
    DRAKE_STEPS("double_pendulum", 0.5, "examples", 0x1p-10, same_cheap),
    DRAKE_STEPS("double_pendulum", 0.5, "multibody", 0x1p-10, same_decisions),
    DRAKE_STEPS("chain8_k1e5", 0.125, "multibody", 0x1p-10, same_decisions),
    DRAKE_STEPS("body_free", 4, "multibody", 0x1p-7, same_turned),
    DRAKE_STEPS("heavy_top", 0.5, "multibody", 0x1p-10, same_angles),
    DRAKE_STEPS("humanoid", 0.015625, "multibody", 0x1p-10, same_angles),
    DRAKE_BODIES("n=20", 0.015625, 0x1p-10),
    DRAKE_BODIES("n=100", 0.00390625, 0x1p-12),
    DRAKE_BODIES("n=1000", 0x1p-12, 0x1p-16),
    DRAKE_RUNS("spring_k1", 4, "multibody", ACCURACIES(1e-2), equal_error),
    DRAKE_RUNS("pendulum", 1, "examples", ACCURACIES(1e-2), equal_error_cheap),
    DRAKE_RUNS("double_pendulum", 0.5, "examples", ACCURACIES(1e-2), equal_error_cheap),
    DRAKE_RUNS("chain8_k1e5", 0.125, "multibody", FEW_ACCURACIES(1e-2), equal_error),

    MUJOCO_STEPS("spring_k1", NULL, 4, 0x1p-7, mujoco_euler),
    MUJOCO_STEPS("pendulum", NULL, 4, 0x1p-7, mujoco_euler),
    MUJOCO_STEPS("double_pendulum", NULL, 0.5, 0x1p-10, mujoco_euler),
    MUJOCO_STEPS("planar_chain10", NULL, 0.5, 0x1p-10, mujoco_euler),
    MUJOCO_STEPS("planar_chain10", "n=5", 0.5, 0x1p-10, mujoco_long),
    MUJOCO_STEPS("planar_chain10", "n=20", 0.015625, 0x1p-10, mujoco_long),
    MUJOCO_STEPS("planar_chain10", "n=50", 0.015625, 0x1p-10, mujoco_long),
    MUJOCO_STEPS("planar_chain10", "n=100", 0.00390625, 0x1p-12, mujoco_long),
    MUJOCO_STEPS("chain_bodies", "n=10", 0.015625, 0x1p-10, mujoco_bodies),
    MUJOCO_STEPS("chain_bodies", "n=20", 0.015625, 0x1p-10, mujoco_bodies),
    MUJOCO_STEPS("chain_bodies", "n=100", 0.00390625, 0x1p-12, mujoco_bodies),
    MUJOCO_STEPS("chain_bodies", "n=1000", 0x1p-12, 0x1p-16, mujoco_thousand),
    MUJOCO_STEPS("humanoid", NULL, 0.015625, 0x1p-10, mujoco_humanoid),
    {"spring_damper", NULL, 1, see, "form=velocity-implicit", PEERS_MUJOCO, "implicit",
     NULL, ONE_STEP(0x1p-8), ONE_STEP(0x1p-8), mujoco_fixed, mujoco_implicit},
    {"brick_stack", "n=10", 0.0625, "contact-stepper", NULL, PEERS_MUJOCO, "Euler", NULL,
     ONE_STEP(0x1p-10), ONE_STEP(0x1p-10), mujoco_contacts, mujoco_bricks},
    {"pendulum", NULL, 1, merson, NULL, PEERS_MUJOCO, "RK4", NULL, FINER_ACCURACIES(1e-2),
     STEPS(0x1p-3), mujoco_fixed, mujoco_rk4},
    {"double_pendulum", NULL, 0.5, merson, NULL, PEERS_MUJOCO, "RK4", NULL,
     FINER_ACCURACIES(1e-2), STEPS(0x1p-4), mujoco_fixed, mujoco_rk4},

    LIBRARY_STEPS("pendulum", 4, vie, NULL, "gsl-rk1imp", 0x1p-7, gsl_fixed,
                  two_half_steps),
    LIBRARY_STEPS("double_pendulum", 0.5, vie, NULL, "gsl-rk1imp", 0x1p-10, gsl_fixed,
                  two_half_steps),
    LIBRARY_STEPS("heavy_top", 0.5, vie, NULL, "gsl-rk1imp", 0x1p-10, gsl_fixed,
                  two_half_steps),
    LIBRARY_RUNS("pendulum", 1, vie, "gsl-rk1imp", ACCURACIES(1e-2), ACCURACIES(1e-2),
                 gsl_controlled, equal_error_same_class),
    LIBRARY_RUNS("smd_stiff", 0.015625, vie, "arkode-dirk", ACCURACIES(1e-2),
                 FINER_ACCURACIES(1e-2), sundials_controlled, equal_error_other_order),
    LIBRARY_RUNS("vdp_mu5", 4, vie, "cvode-bdf", ACCURACIES(1e-1), FINER_ACCURACIES(1e-1),
                 sundials_controlled, equal_error_other_order),
    LIBRARY_RUNS("pendulum", 1, bdf, "cvode-bdf", FINER_ACCURACIES(1e-2),
                 FINER_ACCURACIES(1e-2), sundials_controlled, equal_error_bdf),
    LIBRARY_RUNS("pendulum", 1, bdf, "ida-bdf", FINER_ACCURACIES(1e-2),
                 FINER_ACCURACIES(1e-2), sundials_controlled, equal_error_same_class),
    LIBRARY_RUNS("pendulum", 1, bdf, "gsl-msbdf", FINER_ACCURACIES(1e-2),
                 FINER_ACCURACIES(1e-2), gsl_controlled, equal_error_same_class),
    LIBRARY_RUNS("double_pendulum", 0.5, merson, "arkode-erk", FINER_ACCURACIES(1e-2),
                 FINER_ACCURACIES(1e-2), sundials_controlled, equal_error_other_order),
    LIBRARY_RUNS("double_pendulum", 0.5, merson, "cvode-adams", FINER_ACCURACIES(1e-2),
                 FINER_ACCURACIES(1e-2), sundials_controlled, equal_error_other_order),
    LIBRARY_RUNS("double_pendulum", 0.5, merson, "gsl-rk8pd", FINER_ACCURACIES(1e-2),
                 FINER_ACCURACIES(1e-2), gsl_controlled, equal_error_other_order),
    LIBRARY_STEPS("spring_k1", 4, see, "form=gaming", "simbody-semi-explicit-euler",
                  0x1p-7, simbody_fixed, same_simbody),
    LIBRARY_STEPS("pendulum", 4, see, "form=gaming", "simbody-semi-explicit-euler",
                  0x1p-7, simbody_fixed, same_simbody),
    LIBRARY_RUNS("pendulum", 1, see2, "simbody-semi-explicit-euler-2", ACCURACIES(1e-1),
                 ACCURACIES(1e-1), simbody_controlled, equal_error_same_class),
    LIBRARY_RUNS("double_pendulum", 0.5, merson, "simbody-runge-kutta-merson",
                 FINER_ACCURACIES(1e-2), FINER_ACCURACIES(1e-2), simbody_controlled,
                 equal_error_same_class),
    LIBRARY_RUNS("heavy_top", 0.5, merson, "simbody-runge-kutta-merson",
                 FINER_ACCURACIES(1e-2), FINER_ACCURACIES(1e-2), simbody_controlled,
                 equal_error_same_class),
};

const int peers_rows_count = sizeof peers_rows / sizeof *peers_rows;

bool peers_row_is_fixed(const struct peers_row *row) {
    return row->ours.is_step && row->theirs.is_step && row->ours.count == 1 &&
           row->theirs.count == 1;
}

const char *peers_value(char name[PEERS_TEXT], const char *assignment) {
    const int length = assignment != NULL ? (int)strcspn(assignment, "=") : 0;
    snprintf(name, PEERS_TEXT, "%.*s", length, assignment != NULL ? assignment : "");
    return assignment != NULL ? assignment + length + 1 : NULL;
}
