/* What the study of control says of a fault of error control (corpus/textbook), whoever runs it:
 * the test's own process, or one of its own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_CONTROL_FAULTS_H
#define HARNESS_TESTS_CONTROL_FAULTS_H

struct control_fault {
    const char *fault, *quantity, *said; /* what fails, and words of its reason */
};

static const struct control_fault control_faults[] = {
    {"KEEPS_STAGE", "repeat", "something is kept (its time, or a stage)"},
    {"STAGE_SURVIVES", "restart", "start leaves something"},
    {"MAX_STEP_IGNORED", "max-step", "option max-step"},
    {"TEN_TIMES_LARGEST", "accepted-error", "the largest so far"},
    {"STATES_FORGOTTEN", "accepted-error:state", "neither a position nor a velocity"},
    {"INTERPOLATES_SQUARES", "dense:order", "the error of the interpolated state"},
    {"INTERPOLATES_CROSSED", "dense:curve", "is curved, and its error goes as h"},
    {"INTERPOLATES_NAN", "dense:ends", "the interpolated state from the step's own"},
    {"GIVES_IN", "accepted-error:first", "the first size is far too long"},
    {"LAST_TAKEN", "accepted-error:last", "shortly before the end"},
    {"STRETCHED", "max-step", "option max-step"},
    {"LAST_FORGOTTEN", "accepted-error:each", "one of four states after the other"},
    {"SQUARES_IN_NORM", "accepted-error:large", "all values are thousands"},
    {"END_TAKEN", "repeat:end", "an end 1e-9 s ahead"},
    {"ACCURACY_LIMITED", "accuracy:power",
     "over the last 3 accuracies down to 1e-08: it does not follow"},
    {"KEEPS_FIRST_STAGE", "repeat", "something is kept from step to step"},
};

#endif
