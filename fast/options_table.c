/* The table of the options of all methods.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/options.h"

#include <math.h>

#define METHOD(method) (1u << (method))
#define PAIR (METHOD(FAST_VELOCITY_IMPLICIT_EULER) | METHOD(FAST_IMPLICIT_EULER))
#define FIXED METHOD(PROJECTED_SEMI_EXPLICIT_EULER)
#define CONTROLLED                                                                       \
    (METHOD(PROJECTED_SEMI_EXPLICIT_EULER_2) | METHOD(PROJECTED_EXPLICIT_EULER) |        \
     METHOD(PROJECTED_RUNGE_KUTTA_MERSON))
#define PROJECTED (FIXED | CONTROLLED)
#define BDF METHOD(BDF_VARIABLE_ORDER)
#define CONTACT METHOD(CONTACT_STEPPER)

/* A default that is a number: as one writes it, and its value. */
#define NUMBER(value) #value, value

/* Where an option is stored. */
#define PLACE(member) offsetof(struct integrator_options, member), 0, INTEGRATOR_OF_V
#define LIST(member, length)                                                             \
    offsetof(struct integrator_options, member),                                         \
        offsetof(struct integrator_options, member##_count), INTEGRATOR_OF_##length

/* A sentence is not to be cut into words. */
/* clang-format off */
static const struct integrator_option table[] = {
    {"mode", INTEGRATOR_WORD, "default|faithful", "default", NAN,
     "default: few evaluations, the iteration's error below the error estimate; "
     "faithful: every decision as the original makes it",
     PAIR, PLACE(mode)},
    /* Drake's VelocityImplicitEulerIntegrator */
    {"accuracy", INTEGRATOR_POSITIVE, NULL, NUMBER(0.1),
     "as --accuracy: the error allowed in a step, and the tolerance of the "
     "iteration follows from it; above 0.5 it acts as 0.5",
     PAIR, PLACE(accuracy)},
    {"relative", INTEGRATOR_ZERO_TOO, NULL, "unset", NAN,
     "with absolute, in default mode: errors in units of relative |x_i| + "
     "absolute, root mean square, allowed up to 1, instead of accuracy and weights",
     PAIR, PLACE(relative)},
    {"absolute", INTEGRATOR_ZERO_TOO, NULL, "unset", NAN,
     "see relative",
     PAIR, PLACE(absolute)},
    {"jacobian", INTEGRATOR_WORD, "forward|central|exact", "forward", NAN,
     "how J is formed: by differences, or from the model's exact derivatives",
     PAIR, PLACE(jacobian)},
    {"newton", INTEGRATOR_WORD, "reuse|fresh|full", "reuse", NAN,
     "keep J and its factors as long as they serve, form them in each sub-solve, "
     "or in each iteration",
     PAIR, PLACE(newton)},
    /* Drake's Simulator configuration */
    {"max-step", INTEGRATOR_POSITIVE, NULL, "--step, or 0.1 under error control", 0.1,
     "no step is longer",
     PAIR, PLACE(max_step)},
    {"min-step", INTEGRATOR_ZERO_TOO, NULL, NUMBER(0),
     "error control makes no shorter steps; one that has to be shorter is explicit",
     PAIR, PLACE(min_step)},
    {"initial-step", INTEGRATOR_POSITIVE, NULL, "max-step", NAN,
     "the first step that error control tries",
     PAIR, PLACE(initial_step)},
    {"throw-on-min-step", INTEGRATOR_BOOL, "yes|no", "yes", NAN,
     "fail when a step would have to be shorter than min-step",
     PAIR, PLACE(throw_on_min_step)},
    {"weights-v", INTEGRATOR_WEIGHTS, NULL, "1 each", NAN,
     "a weight >= 0 for each velocity and its position in the error norm: 1,1,0.5",
     PAIR, LIST(weights_v, V)},
    {"weights-z", INTEGRATOR_WEIGHTS, NULL, "1 each", NAN,
     "a weight >= 0 for each other state in the error norm",
     PAIR, LIST(weights_z, Z)},
    {"form", INTEGRATOR_WORD, "position-implicit|velocity-implicit|gaming", "gaming", NAN,
     "position-implicit (form 1): q1 = q0 + h N(q1) v0, then v1 = v0 + h v'(q1, "
     "v0); velocity-implicit (form 2): v1 = v0 + h v'(q0, v1), then q1 = q0 + h "
     "N(q0) v1; gaming: form 2 with v'(q0, v0)",
     FIXED, PLACE(form)},
    {"mode", INTEGRATOR_WORD, "default|faithful", "default", NAN,
     "default: the same method, with the original's known faults mended; faithful:"
     " every decision as the original makes it",
     PROJECTED, PLACE(mode)},
    {"interpolate", INTEGRATOR_BOOL, "yes|no", "yes", NAN,
     "tell the state at the times of --at by interpolation and projection; no: "
     "steps end there",
     PROJECTED, PLACE(interpolate)},
    {"accuracy", INTEGRATOR_POSITIVE, NULL, NUMBER(1e-3),
     "as --accuracy: the error allowed in a step",
     CONTROLLED | BDF, PLACE(accuracy)},
    {"relative", INTEGRATOR_ZERO_TOO, NULL, "unset", NAN,
     "with absolute, in default mode: errors with the weights 1 / (r_i relative "
     "|y_i| + u_i absolute), allowed up to 1, instead of accuracy and weights",
     CONTROLLED | BDF, PLACE(relative)},
    {"absolute", INTEGRATOR_ZERO_TOO, NULL, "unset", NAN,
     "see relative",
     CONTROLLED | BDF, PLACE(absolute)},
    {"units", INTEGRATOR_UNITS, NULL, "1 each", NAN,
     "with relative and absolute: the unit u_i of each velocity and its position, "
     "and of each other state",
     CONTROLLED | BDF, LIST(units, Y)},
    {"relative-flags", INTEGRATOR_FLAGS, NULL, "yes each", NAN,
     "with relative and absolute: whether each velocity, each other state is "
     "measured relatively too (r_i = 1): yes,no,yes",
     CONTROLLED | BDF, LIST(is_relative, Y)},
    {"max-step", INTEGRATOR_POSITIVE, NULL, "no limit", NAN,
     "no step is longer",
     CONTROLLED | BDF, PLACE(max_step)},
    {"min-step", INTEGRATOR_ZERO_TOO, NULL, NUMBER(0),
     "error control makes no shorter steps",
     CONTROLLED | BDF, PLACE(min_step)},
    {"initial-step", INTEGRATOR_POSITIVE, NULL, "found by the method", NAN,
     "the first step that error control tries",
     CONTROLLED | BDF, PLACE(initial_step)},
    {"weights-z", INTEGRATOR_WEIGHTS, NULL, "1 each", NAN,
     "a weight >= 0 for each other state in the error norm",
     CONTROLLED, LIST(weights_z, Z)},
    {"time-scale", INTEGRATOR_POSITIVE, NULL, NUMBER(0.1),
     "the system's, in the model's unit of time; a tenth of it is the first step",
     CONTROLLED, PLACE(time_scale)},
    {"constraint-tolerance", INTEGRATOR_POSITIVE, NULL, "accuracy / 10", NAN,
     "the norm of the joints' errors that is allowed",
     PROJECTED | BDF, PLACE(constraint_tolerance)},
    {"projection", INTEGRATOR_WORD, "lazy|every-step|off", "lazy", NAN,
     "onto the joints: when their error exceeds the tolerance, after every step, "
     "or never",
     PROJECTED | BDF, PLACE(projection)},
    {"norm", INTEGRATOR_WORD, "rms|infinity", "rms", NAN,
     "of the joints' errors, and of the error estimate: root mean square, or the "
     "largest",
     PROJECTED | BDF, PLACE(norm)},
    {"joint-units", INTEGRATOR_UNITS, NULL, "1 each", NAN,
     "what counts as an error of 1 in each joint",
     PROJECTED | BDF, LIST(joint_units, JOINTS)},
    {"velocity-time-scale", INTEGRATOR_POSITIVE, NULL, NUMBER(1),
     "a joint's error in velocity times this is one in position",
     PROJECTED | BDF, PLACE(velocity_time_scale)},
    {"weights-v", INTEGRATOR_WEIGHTS, NULL, "1 each", NAN,
     "a weight >= 0 for each velocity and its position, in the error norm and in "
     "the projection",
     PROJECTED | BDF, LIST(weights_v, V)},
    {"mode", INTEGRATOR_WORD, "default|faithful", "default", NAN,
     "default: joints hold, every solve is verified, impacts make no energy; "
     "faithful: every phase and threshold as the original has it, fixed steps, "
     "joints refused",
     CONTACT, PLACE(mode)},
    {"restitution", INTEGRATOR_WORD, "poisson|newton|none", "poisson", NAN,
     "e is the ratio of impulses (expansion to compression), of velocities (after "
     "to before), or counts as 0",
     CONTACT, PLACE(restitution)},
    {"induced", INTEGRATOR_WORD, "simultaneous|sequential|mixed", "simultaneous", NAN,
     "impacts that impacts bring about: all contacts at once; round after round "
     "those that approach; the same, all of them in the last round",
     CONTACT, PLACE(induced)},
    {"max-induced", INTEGRATOR_FROM_ONE, NULL, NUMBER(5),
     "rounds of sequential and mixed impacts in a step",
     CONTACT, PLACE(max_induced)},
    {"projection", INTEGRATOR_WORD, "bilateral|unilateral|none", "bilateral", NAN,
     "of positions after a step: touching contacts to gap = 0 like joints, only "
     "what penetrates, or nothing",
     CONTACT, PLACE(contact_projection)},
    {"solver", INTEGRATOR_WORD, "plus|pgs|proximal", "proximal, or plus in faithful mode", NAN,
     "for impulses: the original's successive pruning, its projected Gauss-Seidel,"
     " or a proximal Newton method whose answers are verified",
     CONTACT, PLACE(solver)},
    {"update", INTEGRATOR_WORD, "trapezoidal|semi-explicit", "trapezoidal, or semi-explicit in faithful mode", NAN,
     "positions go on with the mean of the velocities after impacts and at the end"
     " of the step, and forces are those half way; or with the latter, and those at the"
     " start",
     CONTACT, PLACE(update)},
    {"locate-impacts", INTEGRATOR_CHOICE, "yes|no", "yes, or no in faithful mode", NAN,
     "split steps where contacts close that bounce, or are fast",
     CONTACT, PLACE(locates_impacts)},
    {"max-impacts", INTEGRATOR_FROM_ONE, NULL, NUMBER(1000),
     "more located impacts in one step accumulate: it fails",
     CONTACT, PLACE(max_impacts)},
    {"unverified", INTEGRATOR_BOOL, "accept|fail", "accept", NAN,
     "a step with a solve that could not be verified is counted, or fails",
     CONTACT, PLACE(accepts_unverified)},
    {"threads", INTEGRATOR_FROM_ONE, NULL, NUMBER(1),
     "in default mode, with its own solver: bodies that no contact or joint connects are shared among "
     "so many threads, 64 at most; results have the same bits with any number",
     CONTACT, PLACE(threads)},
    {"constraint-tolerance", INTEGRATOR_POSITIVE, NULL, "1e-9 length, or 1e-3 in faithful mode", NAN,
     "gaps up to it touch, and joints hold to it; lower velocities than it asks "
     "for are not in use: settings in_use tells what is",
     CONTACT, PLACE(constraint_tolerance)},
    {"capture-velocity", INTEGRATOR_ZERO_TOO, NULL, NUMBER(0),
     "contacts that approach no faster do not bounce",
     CONTACT, PLACE(capture_velocity)},
    {"min-cor-velocity", INTEGRATOR_ZERO_TOO, NULL, NUMBER(0),
     "from this velocity on restitution is e; below it grows to 1 for velocities "
     "that vanish",
     CONTACT, PLACE(min_restitution_velocity)},
    {"friction-transition-velocity", INTEGRATOR_ZERO_TOO, NULL, NUMBER(0),
     "static friction up to this velocity of slip, dynamic friction beyond",
     CONTACT, PLACE(transition_velocity)},
    /* Simbody's SignificantReal, (2^-52)^(7/8) */
    {"min-significant-force", INTEGRATOR_ZERO_TOO, NULL, "2^(-91/2)", 0x1.6a09e667f3bcdp-46,
     "stored, as the original does, whose contacts do not ask for it",
     CONTACT, PLACE(min_significant_force)},
    {"length", INTEGRATOR_POSITIVE, NULL, NUMBER(1),
     "of the scene, in the model's unit of length",
     CONTACT, PLACE(length)},
    {"accuracy", INTEGRATOR_POSITIVE, NULL, NUMBER(1e-2),
     "as --accuracy: without --step the error allowed in a step, by step doubling",
     CONTACT, PLACE(accuracy)},
    {"units", INTEGRATOR_UNITS, NULL, "1 each", NAN,
     "of the error's norm: the unit of each velocity and its position, and of each"
     " other state",
     CONTACT, LIST(units, Y)},
    {"max-step", INTEGRATOR_POSITIVE, NULL, "no limit", NAN,
     "no step is longer",
     CONTACT, PLACE(max_step)},
    {"min-step", INTEGRATOR_ZERO_TOO, NULL, NUMBER(0),
     "error control makes no shorter steps",
     CONTACT, PLACE(min_step)},
    {"initial-step", INTEGRATOR_POSITIVE, NULL, "found by the method", NAN,
     "the first step that error control tries",
     CONTACT, PLACE(initial_step)},
    {NULL, INTEGRATOR_WORD, NULL, NULL, NAN, NULL, 0, 0, 0, INTEGRATOR_OF_V}};
/* clang-format on */

const struct integrator_option *integrator_option_table(void) {
    return table;
}
