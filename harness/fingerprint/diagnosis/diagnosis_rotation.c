/* Whether steps are of lower order on a rotation than their weights are: no step that goes along
 * N(q) v is, and one that goes along the group is where it leaves out what does not commute, which
 * costs it no more than the orders above 1.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/diagnosis/diagnosis.h"
#include "harness/fingerprint/measure/rotation.h"

/* The highest order through which all weights are the exact solution's. */
static int find_order(const struct evidence *e) {
    const struct forest *f = &e->forest;
    const struct judge wide = judge_wide(&e->judge);
    int order = f->tree[f->count - 1].order;
    for (int i = 0; i < f->count; i++)
        if (f->tree[i].order <= order && !judge_is_flow(&wide, i, evidence_result(e)[i]))
            order = f->tree[i].order - 1;
    return order;
}

void diagnosis_say_rotation(struct diagnosis *x, const struct evidence *e) {
    static const double half = 0.5;
    if (e->rotation == NULL || !e->rotation->made || e->cause[0] != '\0' ||
        e->is_single || evidence_remembers(e))
        return;
    const int order = find_order(e);
    if (e->rotation->order > half && e->rotation->order < order - half)
        diagnosis_say(
            x,
            " Where a quaternion goes with a velocity whose axis turns, it is of "
            "order %.0f, and of order %d elsewhere: rotations that do not "
            "commute are not put together as that order asks.",
            e->rotation->order, order);
}
