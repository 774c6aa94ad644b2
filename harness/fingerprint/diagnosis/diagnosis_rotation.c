/* Whether steps are of lower order on a rotation than their weights are: no step that goes along
 * N(q) v is, and one that goes along the group is where it leaves out what does not commute, which
 * costs it no more than the orders above 1.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/diagnosis/diagnosis.h"
#include "harness/fingerprint/measure/rotation.h"

void diagnosis_say_rotation(struct diagnosis *x, const struct evidence *e) {
    static const double half = 0.5;
    if (e->rotation == NULL || !e->rotation->made || e->cause[0] != '\0' ||
        e->is_single || evidence_remembers(e))
        return;
    const struct judge wide = judge_wide(&e->judge);
    const int order = judge_order(&wide, evidence_result(e), NULL, NULL);
    if (e->rotation->order > half && e->rotation->order < order - half)
        diagnosis_say(
            x,
            " Where a quaternion goes with a velocity whose axis turns, it is of "
            "order %.0f, and of order %d elsewhere: rotations that do not "
            "commute are not put together as that order asks.",
            e->rotation->order, order);
}
