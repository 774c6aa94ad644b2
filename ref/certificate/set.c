/* Sets of states: centre + frame [-radius, radius].
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/model.h"
#include "problems/readers/eval_arb.h"
#include "ref/certificate/claim.h"
#include "ref/enclosure/enclosure.h"
#include "ref/model.h"

void claim_set_init(struct claim_set *s, int n) {
    s->n = n;
    s->centre = enclosure_exact_alloc(n);
    s->radius = _mag_vec_init(n);
    s->expected = _mag_vec_init(n);
    arb_mat_init(s->frame, n, n);
}

void claim_set_clear(struct claim_set *s) {
    if (s->centre == NULL)
        return;
    enclosure_exact_free(s->centre, s->n);
    _mag_vec_clear(s->radius, s->n);
    _mag_vec_clear(s->expected, s->n);
    arb_mat_clear(s->frame);
}

static void find_hull(mag_ptr hull, const struct claim_set *s, mag_srcptr radius) {
    mag_t entry;
    mag_init(entry);
    for (int i = 0; i < s->n; i++) {
        mag_zero(hull + i);
        for (int j = 0; j < s->n; j++) {
            arb_get_mag(entry, arb_mat_entry(s->frame, i, j));
            mag_addmul(hull + i, entry, radius + j);
        }
    }
    mag_clear(entry);
}

void claim_set_hull(mag_ptr hull, const struct claim_set *s) {
    find_hull(hull, s, s->radius);
}

void claim_set_expected_hull(mag_ptr hull, const struct claim_set *s) {
    find_hull(hull, s, s->expected);
}

enum ref_status claim_set_start(struct claim_set *s, arf_t time, struct model *m,
                                slong bits, enum eval_constants constants) {
    bool finite = true;
    arb_t x;
    arb_init(x);
    enum problem_status status =
        eval_arb_constant(m->graph, m->span_begin, bits, constants, x);
    bool applies = arb_is_exact(x) && arb_is_finite(x);
    arf_set(time, arb_midref(x));
    arb_mat_one(s->frame);
    for (int i = 0; i < s->n && status == PROBLEM_OK; i++) {
        status = eval_arb_constant(m->graph, m->initial[i], bits, constants, x);
        finite = finite && arb_is_finite(x);
        arf_set(s->centre + i, arb_midref(x));
        mag_set(s->radius + i, arb_radref(x));
        mag_set(s->expected + i, s->radius + i);
    }
    arb_clear(x);
    if (status != PROBLEM_OK)
        return ref_from_problem_status(status);
    if (!finite)
        return REF_NOT_FINITE;
    return applies ? REF_OK : REF_NOT_APPLICABLE;
}
