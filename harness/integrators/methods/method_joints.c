/* The options of methods that project onto joints, and of their error control.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/methods/method_groups.h"

const struct method_option method_joint_options[] = {
    {"constraint-tolerance", METHOD_POSITIVE, NULL, "accuracy / 10",
     "the norm of the joints' errors that is allowed", METHOD_REPLAYED,
     METHOD_PLACE(subject.joints.tolerance)},
    {"projection", METHOD_WORD, "lazy|every-step|off", "lazy",
     "onto the joints: when their error exceeds the tolerance, after every step, or "
     "never",
     METHOD_EVERYWHERE, METHOD_PLACE(subject.joints.projection)},
    {"norm", METHOD_WORD, "rms|infinity", "rms",
     "of the joints' errors, and of the error estimate: root mean square, or the largest",
     METHOD_REPLAYED, METHOD_PLACE(subject.joints.norm)},
    {"joint-units", METHOD_UNITS, NULL, "1 each",
     "what counts as an error of 1 in each joint", METHOD_IN_DOUBLE,
     METHOD_LIST(subject.joints.units, subject.joints.units_count)},
    {"velocity-time-scale", METHOD_POSITIVE, NULL, "1",
     "a joint's error in velocity times this is one in position", METHOD_IN_DOUBLE,
     METHOD_PLACE(subject.joints.velocity_time_scale)},
    {"weights-v", METHOD_WEIGHTS, NULL, "1 each",
     "a weight >= 0 for each velocity and its position, in the error norm and in the "
     "projection",
     METHOD_IN_DOUBLE, METHOD_LIST(subject.weights_v, subject.weights_v_count)},
    METHOD_END,
};

const struct method_option method_control_options[] = {
    {"accuracy", METHOD_POSITIVE, NULL, "1e-3",
     "as --accuracy: the error allowed in a step", METHOD_REPLAYED,
     METHOD_PLACE(subject.accuracy)},
    {"relative", METHOD_ZERO_TOO, NULL, "unset",
     "with absolute, in default mode: errors with the weights "
     "1 / (r_i relative |y_i| + u_i absolute), allowed up to 1, instead of accuracy and "
     "weights",
     METHOD_IN_DOUBLE, METHOD_PLACE(subject.relative)},
    {"absolute", METHOD_ZERO_TOO, NULL, "unset", "see relative", METHOD_IN_DOUBLE,
     METHOD_PLACE(subject.absolute)},
    {"units", METHOD_UNITS, NULL, "1 each",
     "with relative and absolute: the unit u_i of each velocity and its position, and of "
     "each other state",
     METHOD_IN_DOUBLE,
     METHOD_LIST(subject.mechanical.units, subject.mechanical.units_count)},
    {"relative-flags", METHOD_FLAGS, NULL, "yes each",
     "with relative and absolute: whether each velocity, each other state is measured "
     "relatively too (r_i = 1): yes,no,yes",
     METHOD_IN_DOUBLE,
     METHOD_LIST(subject.mechanical.relative_flags,
                 subject.mechanical.relative_flags_count)},
    {"max-step", METHOD_POSITIVE, NULL, "no limit", "no step is longer", METHOD_REPLAYED,
     METHOD_PLACE(subject.max_step)},
    {"min-step", METHOD_ZERO_TOO, NULL, "0", "error control makes no shorter steps",
     METHOD_REPLAYED, METHOD_PLACE(subject.min_step)},
    {"initial-step", METHOD_POSITIVE, NULL, "found by the method",
     "the first step that error control tries", METHOD_REPLAYED,
     METHOD_PLACE(subject.initial_step)},
    METHOD_END,
};
