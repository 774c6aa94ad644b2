/* What is told beside a state: accelerations, forces and impulses at a time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/model.h"
#include "ref/crossing/beside.h"

void crossing_spread(const struct crossing_scene *s, arb_srcptr value, arb_ptr to) {
    _arb_vec_zero(to, model_contact_rows(s->m));
    for (int k = 0; k < s->rows.contact_rows; k++)
        arb_set(to + s->rows.origin[k], value + k);
}

enum ref_status crossing_tell(const struct crossing_scene *s,
                              const struct crossing_stage *stage, arb_srcptr x) {
    const struct model *m = s->m;
    struct crossing_beside *beside = s->task->beside;
    arb_ptr point = _arb_vec_init(1 + s->n);
    arb_ptr force = _arb_vec_init(s->rows.contact_rows);
    arf_set_mpfr(arb_midref(point), s->task->time[s->task->times - 1]);
    _arb_vec_set(point + 1, x, s->n);
    enum ref_status status = crossing_evaluate(s, m->nv + m->nz, stage->field + m->nq,
                                               point, s->bits, beside->acceleration);
    if (status == REF_OK && stage->determined)
        status = crossing_evaluate(s, s->rows.contact_rows, stage->force, point, s->bits,
                                   force);
    crossing_spread(s, force, beside->force);
    beside->moves =
        status == REF_OK && _arb_vec_is_finite(beside->acceleration, m->nv + m->nz);
    beside->pushes = status == REF_OK && stage->determined &&
                     _arb_vec_is_finite(force, s->rows.contact_rows);
    _arb_vec_clear(force, s->rows.contact_rows);
    _arb_vec_clear(point, 1 + s->n);
    return status;
}
