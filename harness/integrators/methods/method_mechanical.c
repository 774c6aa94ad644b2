/* The options of semi-explicit Euler and its relatives, fast/projected.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/methods/method_groups.h"

const struct method_option method_form_options[] = {
    {"form", METHOD_WORD, "position-implicit|velocity-implicit|gaming", "gaming",
     "position-implicit (form 1): q1 = q0 + h N(q1) v0, then v1 = v0 + h v'(q1, v0); "
     "velocity-implicit (form 2): v1 = v0 + h v'(q0, v1), then q1 = q0 + h N(q0) v1; "
     "gaming: form 2 with v'(q0, v0)",
     METHOD_EVERYWHERE, METHOD_PLACE(subject.mechanical.form)},
    METHOD_END,
};

const struct method_option method_mechanical_options[] = {
    {"mode", METHOD_WORD, "default|faithful", "default",
     "default: the same method, with the original's known faults mended; faithful: every "
     "decision as the original makes it",
     METHOD_EVERYWHERE, METHOD_PLACE(subject.mode)},
    {"interpolate", METHOD_YES_OR_NO, "yes|no", "yes",
     "tell the state at the times of --at by interpolation and projection; no: steps end "
     "there",
     METHOD_REPLAYED, METHOD_PLACE(subject.mechanical.interpolate)},
    METHOD_END,
};

const struct method_option method_mechanical_error_options[] = {
    {"weights-z", METHOD_WEIGHTS, NULL, "1 each",
     "a weight >= 0 for each other state in the error norm", METHOD_IN_DOUBLE,
     METHOD_LIST(subject.weights_z, subject.weights_z_count)},
    {"time-scale", METHOD_POSITIVE, NULL, "0.1",
     "the system's, in the model's unit of time; a tenth of it is the first step",
     METHOD_IN_DOUBLE, METHOD_PLACE(subject.mechanical.time_scale)},
    METHOD_END,
};
