/* The control study.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/control/study_control.h"

#include "harness/studies/control/study_control_watch.h"

/* A restoring force that the first steps do not know of: it sets in after them, and an
 * iteration to which it is new goes astray, to other periods of the sine. */
static const char setting_in[] =
    "position q = 0, a = 0.1\nvelocity u = 1, v = 0.3\nspan 0 .. 1\nq' = u\na' = v\n"
    "u' = 0\nv' = -12.5*(1 + tanh(2000*(q - 0.003)))*sin(v)\n";

static int judge_recovery(const struct study *s, void *results, struct diagnostic *d) {
    return study_control_recovery(s, results, d);
}

static int judge_dense(const struct study *s, void *results, struct diagnostic *d) {
    return study_control_dense(s, results, d);
}

int study_control(const struct study *s, struct results *results, struct diagnostic *d) {
    return study_control_watch(s, results, d) ||
           control_with_model(s, control_moving, results, judge_dense, d) ||
           control_with_model(s, setting_in, results, judge_recovery, d);
}
