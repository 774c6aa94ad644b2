/* Whether steps are of lower order on a rotation than their weights are: no step that goes along
 * N(q) v is, and one that goes along the group is where it leaves out what does not commute, which
 * costs it no more than the orders above 1. An order below 1 is a fault of either.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/fingerprint/diagnosis/diagnosis.h"
#include "harness/fingerprint/measure/rotation.h"

/* Where a step and what remains of it at short ones differ by one power of h. */
static const double half = 0.5;

static void say_wrong_way(struct diagnosis *x, const struct rotation *r) {
    diagnosis_say(x, " Where a quaternion goes with a velocity it is not consistent: ");
    if (r->in_space)
        diagnosis_say(x, "it turns about the axes of space, and not of the body.");
    else if (r->pace > 0)
        diagnosis_say(x, "it turns %.2g times as far as it should.", r->pace);
    else
        diagnosis_say(x, "it does not turn as the velocity says.");
    if (x->verdict == DIAGNOSIS_PASS)
        x->verdict = DIAGNOSIS_FAIL;
}

void diagnosis_judge_rotation(struct diagnosis *x, const struct evidence *e) {
    const struct rotation *r = e->rotation;
    if (r == NULL || !r->made || e->cause[0] != '\0' || e->is_single ||
        evidence_remembers(e))
        return;
    const struct judge wide = judge_wide(&e->judge);
    const int order = judge_order(&wide, evidence_result(e), NULL, NULL);
    if (fabs(r->order) < half && order > 0)
        say_wrong_way(x, r);
    else if (r->order > half && r->order < order - half)
        diagnosis_say(
            x,
            " Where a quaternion goes with a velocity whose axis turns, it is of "
            "order %.0f, and of order %d elsewhere: rotations that do not "
            "commute are not put together as that order asks.",
            r->order, order);
}
