/* The options of the implicit pair: both methods solve the same discrete equations, for
 * different unknowns.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/methods/method_groups.h"

const struct method_option method_pair_options[] = {
    {"mode", METHOD_WORD, "default|faithful", "default",
     "default: few evaluations, the iteration's error below the error estimate; "
     "faithful: "
     "every decision as the original makes it",
     METHOD_EVERYWHERE, METHOD_PLACE(subject.mode)},
    {"driver", METHOD_WORD, "multiple|single", "multiple",
     "multiple: steps to --until; single: one attempt at a step from the start to "
     "--until, "
     "without error control",
     METHOD_EVERYWHERE, METHOD_PLACE(driver)},
    {"accuracy", METHOD_POSITIVE, NULL, "0.1",
     "as --accuracy: the error allowed in a step, and the tolerance of the iteration "
     "follows from it; above 0.5 it acts as 0.5",
     METHOD_REPLAYED, METHOD_PLACE(subject.accuracy)},
    {"relative", METHOD_ZERO_TOO, NULL, "unset",
     "with absolute, in default mode: errors in units of relative |x_i| + absolute, root "
     "mean square, allowed up to 1, instead of accuracy and weights",
     METHOD_IN_DOUBLE, METHOD_PLACE(subject.relative)},
    {"absolute", METHOD_ZERO_TOO, NULL, "unset", "see relative", METHOD_IN_DOUBLE,
     METHOD_PLACE(subject.absolute)},
    {"jacobian", METHOD_WORD, "forward|central|exact", "forward",
     "how J is formed: by differences, or from the model's exact derivatives",
     METHOD_REPLAYED, METHOD_PLACE(subject.jacobian)},
    {"newton", METHOD_WORD, "reuse|fresh|full", "reuse",
     "keep J and its factors as long as they serve, form them in each sub-solve, or in "
     "each iteration",
     METHOD_REPLAYED, METHOD_PLACE(subject.newton)},
    {"max-step", METHOD_POSITIVE, NULL, "--step, or 0.1 under error control",
     "no step is longer", METHOD_REPLAYED, METHOD_PLACE(subject.max_step)},
    {"min-step", METHOD_ZERO_TOO, NULL, "0",
     "error control makes no shorter steps; those that have to be are explicit",
     METHOD_REPLAYED, METHOD_PLACE(subject.min_step)},
    {"initial-step", METHOD_POSITIVE, NULL, "max-step",
     "the first step that error control tries", METHOD_REPLAYED,
     METHOD_PLACE(subject.initial_step)},
    {"throw-on-min-step", METHOD_YES_OR_NO, "yes|no", "yes",
     "fail when a step would have to be shorter than min-step", METHOD_REPLAYED,
     METHOD_PLACE(subject.throw_on_min_step)},
    {"weights-v", METHOD_WEIGHTS, NULL, "1 each",
     "a weight >= 0 for each velocity and its position in the error norm: 1,1,0.5",
     METHOD_REPLAYED, METHOD_LIST(subject.weights_v, subject.weights_v_count)},
    {"weights-z", METHOD_WEIGHTS, NULL, "1 each",
     "a weight >= 0 for each other state in the error norm", METHOD_REPLAYED,
     METHOD_LIST(subject.weights_z, subject.weights_z_count)},
    METHOD_END,
};
