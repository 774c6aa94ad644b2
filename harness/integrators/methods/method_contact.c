/* The options of the time stepper for contacts, fast/contact.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/methods/method_groups.h"

const struct method_option method_contact_options[] = {
    {"mode", METHOD_WORD, "default|faithful", "default",
     "default: joints hold, every solve is verified, impacts make no energy; faithful: "
     "every phase and threshold as the original has it, fixed steps, joints refused",
     METHOD_EVERYWHERE, METHOD_PLACE(subject.mode)},
    {"restitution", METHOD_WORD, "poisson|newton|none", "poisson",
     "e is the ratio of impulses (expansion to compression), of velocities (after to "
     "before), or counts as 0",
     METHOD_EVERYWHERE, METHOD_PLACE(subject.contact.restitution)},
    {"induced", METHOD_WORD, "simultaneous|sequential|mixed", "simultaneous",
     "impacts that impacts bring about: all contacts at once; round after round those "
     "that approach; the same, all of them in the last round",
     METHOD_EVERYWHERE, METHOD_PLACE(subject.contact.induced)},
    {"max-induced", METHOD_FROM_ONE, NULL, "5",
     "rounds of sequential and mixed impacts in a step", METHOD_EVERYWHERE,
     METHOD_PLACE(subject.contact.max_induced)},
    {"projection", METHOD_WORD, "bilateral|unilateral|none", "bilateral",
     "of positions after a step: touching contacts to gap = 0 like joints, only what "
     "penetrates, or nothing",
     METHOD_EVERYWHERE, METHOD_PLACE(subject.contact.projection)},
    {"solver", METHOD_WORD, "plus|pgs|proximal", "proximal, or plus in faithful mode",
     "for impulses: the original's successive pruning, its projected Gauss-Seidel, or a "
     "proximal Newton method whose answers are verified",
     METHOD_IN_DOUBLE, METHOD_PLACE(subject.contact.solver)},
    {"update", METHOD_WORD, "trapezoidal|semi-explicit",
     "trapezoidal, or semi-explicit in faithful mode",
     "positions go on with the mean of the velocities after impacts and at the end of "
     "the step, or with the latter",
     METHOD_EVERYWHERE, METHOD_PLACE(subject.contact.update)},
    {"locate-impacts", METHOD_WORD, "yes|no", "yes, or no in faithful mode",
     "split steps where contacts close that bounce, or are fast", METHOD_EVERYWHERE,
     METHOD_PLACE(subject.contact.locates_impacts)},
    {"max-impacts", METHOD_FROM_ONE, NULL, "1000",
     "more located impacts in one step accumulate: it fails", METHOD_IN_DOUBLE,
     METHOD_PLACE(subject.contact.max_impacts)},
    {"unverified", METHOD_WORD, "accept|fail", "accept",
     "a step with a solve that could not be verified is counted, or fails",
     METHOD_IN_DOUBLE, METHOD_PLACE(subject.contact.unverified)},
    METHOD_END,
};

const struct method_option method_contact_thresholds[] = {
    {"constraint-tolerance", METHOD_POSITIVE, NULL,
     "1e-9 length, or 1e-3 in faithful mode",
     "gaps up to it touch, and joints hold to it; lower velocities than it asks for are "
     "not in use: settings in_use tells what is",
     METHOD_EVERYWHERE, METHOD_PLACE(subject.joints.tolerance)},
    {"capture-velocity", METHOD_ZERO_TOO, NULL, "0",
     "contacts that approach no faster do not bounce", METHOD_EVERYWHERE,
     METHOD_PLACE(subject.contact.capture_velocity)},
    {"min-cor-velocity", METHOD_ZERO_TOO, NULL, "0",
     "from this velocity on restitution is e; below it grows to 1 for velocities that "
     "vanish",
     METHOD_EVERYWHERE, METHOD_PLACE(subject.contact.min_restitution_velocity)},
    {"friction-transition-velocity", METHOD_ZERO_TOO, NULL, "0",
     "static friction up to this velocity of slip, dynamic friction beyond",
     METHOD_EVERYWHERE, METHOD_PLACE(subject.contact.transition_velocity)},
    {"min-significant-force", METHOD_ZERO_TOO, NULL, "2^(-91/2)",
     "faithful mode: impulses of compression below it have no expansion",
     METHOD_IN_DOUBLE, METHOD_PLACE(subject.contact.min_significant_force)},
    {"length", METHOD_POSITIVE, NULL, "1", "of the scene, in the model's unit of length",
     METHOD_IN_DOUBLE, METHOD_PLACE(subject.contact.length)},
    {"accuracy", METHOD_POSITIVE, NULL, "1e-2",
     "as --accuracy: without --step the error allowed in a step, by step doubling",
     METHOD_IN_DOUBLE, METHOD_PLACE(subject.accuracy)},
    {"units", METHOD_UNITS, NULL, "1 each",
     "of the error's norm: the unit of each velocity and its position, and of each other "
     "state",
     METHOD_IN_DOUBLE, METHOD_LIST(subject.contact.units, subject.contact.units_count)},
    {"max-step", METHOD_POSITIVE, NULL, "no limit", "no step is longer", METHOD_IN_DOUBLE,
     METHOD_PLACE(subject.max_step)},
    {"min-step", METHOD_ZERO_TOO, NULL, "0", "error control makes no shorter steps",
     METHOD_IN_DOUBLE, METHOD_PLACE(subject.min_step)},
    {"initial-step", METHOD_POSITIVE, NULL, "found by the method",
     "the first step that error control tries", METHOD_IN_DOUBLE,
     METHOD_PLACE(subject.initial_step)},
    METHOD_END,
};
