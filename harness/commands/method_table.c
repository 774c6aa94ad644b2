/* The table of the methods and their options.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <string.h>

#include "harness/commands/method.h"

/* Of both methods: they solve the same discrete equations for different unknowns. */
static const struct method_option pair_options[] = {
    {"mode", "one of", "default|faithful", "default",
     "default: few evaluations, the iteration's error below the error estimate; "
     "faithful: "
     "every decision as the original makes it"},
    {"driver", "one of", "multiple|single", "multiple",
     "multiple: steps to --until; single: one attempt at a step from the start to "
     "--until, "
     "without error control"},
    {"accuracy", "number", NULL, "0.1",
     "as --accuracy: the error allowed in a step, and the tolerance of the iteration "
     "follows from it; above 0.5 it acts as 0.5"},
    {"relative", "number", NULL, "unset",
     "with absolute, in default mode: errors in units of relative |x_i| + absolute, root "
     "mean square, allowed up to 1, instead of accuracy and weights"},
    {"absolute", "number", NULL, "unset", "see relative"},
    {"jacobian", "one of", "forward|central|exact", "forward",
     "how J is formed: by differences, or from the model's exact derivatives"},
    {"newton", "one of", "reuse|fresh|full", "reuse",
     "keep J and its factors as long as they serve, form them in each sub-solve, or in "
     "each iteration"},
    {"max-step", "number", NULL, "--step, or 0.1 under error control",
     "no step is longer"},
    {"min-step", "number", NULL, "0",
     "error control makes no shorter steps; those that have to be are explicit"},
    {"initial-step", "number", NULL, "max-step",
     "the first step that error control tries"},
    {"throw-on-min-step", "yes or no", "yes|no", "yes",
     "fail when a step would have to be shorter than min-step"},
    {"weights-v", "numbers", NULL, "1 each",
     "a weight >= 0 for each velocity and its position in the error norm: 1,1,0.5"},
    {"weights-z", "numbers", NULL, "1 each",
     "a weight >= 0 for each other state in the error norm"},
    {NULL, NULL, NULL, NULL, NULL},
};

static const struct method methods[] = {
    {"velocity-implicit-euler",
     "Velocity-implicit Euler with step doubling, first order: solves for v and z",
     "Drake, systems/analysis/velocity_implicit_euler_integrator.h",
     FAST_VELOCITY_IMPLICIT_EULER, pair_options},
    {"implicit-euler",
     "Implicit Euler with step doubling, first order: solves for all states",
     "Drake, systems/analysis/implicit_euler_integrator.h", FAST_IMPLICIT_EULER,
     pair_options},
    {NULL, NULL, NULL, FAST_VELOCITY_IMPLICIT_EULER, NULL},
};

static const char names[] = "velocity-implicit-euler, implicit-euler";

/* Named by the documentation, and not there yet. */
static const char *const methods_to_come[] = {"semi-explicit-euler",
                                              "semi-explicit-euler-2",
                                              "explicit-euler",
                                              "runge-kutta-merson",
                                              "bdf",
                                              "contact-stepper"};
static const char *const options_to_come[] = {
    "form",    "projection", "constraint-tolerance", "restitution",
    "induced", "solver",     "capture-velocity"};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool contains(const char *const *words, size_t count, const char *word) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

const struct method *method_table(void) {
    return methods;
}

const char *method_names(void) {
    return names;
}

bool method_is_to_come(const char *name) {
    return contains(methods_to_come, COUNT(methods_to_come), name);
}

bool method_option_is_to_come(const char *name) {
    return contains(options_to_come, COUNT(options_to_come), name);
}
