/* Do the laws of a model obey a Lipschitz condition around a state?
 *
 * N v, the free rates, M, J and G do, in a box around it, where their derivatives by x are
 * bounded there. Without that a body may leave where it rests: x' = u, u' = (x^2)^(1/3) has the
 * solutions 0 and t^6/27000, J of a dome y = -(x^2)^(3/4) those of J. D. Norton, Philosophers'
 * Imprint 3 (2003) no. 4.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_arb.h"
#include "ref/lipschitz.h"
#include "ref/model.h"

enum { LAW_BITS = 64, LAW_WIDTH = -20 };

/* All of them, in an array that the caller frees; NULL: no memory. */
static expr *list_laws(const struct model *m, int *count) {
    const struct {
        const expr *law;
        int count;
    } all[] = {
        {m->position_rates, m->nq},
        {m->free_rates, m->nv + m->nz},
        {m->mass.entry, m->masses > 0 ? m->mass.count : 0},
        {m->contact_matrix.entry, m->contact_matrix.count},
        {m->joint_matrix.entry, m->joint_matrix.count},
    };
    enum { KINDS = sizeof all / sizeof *all };
    *count = 0;
    for (int k = 0; k < KINDS; k++)
        *count += all[k].count;
    expr *law = malloc(((size_t)*count + 1) * sizeof *law);
    for (int k = 0, at = 0; k < KINDS && law != NULL; k++)
        for (int i = 0; i < all[k].count; i++)
            law[at++] = all[k].law[i];
    return law;
}

/* box := (t, x), each x_i with 2^-20 max(1, |x_i|) or more on either side. */
static void set_box(arb_ptr box, int n, arb_srcptr point) {
    mag_t more;
    mag_init(more);
    arb_set(box, point);
    for (int i = 1; i <= n; i++) {
        arb_get_mag(more, point + i);
        mag_mul_2exp_si(more, more, LAW_WIDTH);
        arb_set(box + i, point + i);
        arb_add_error_mag(box + i, more);
        arb_add_error_2exp_si(box + i, LAW_WIDTH);
    }
    mag_clear(more);
}

static enum ref_status bound(struct model *m, const struct expr_matrix *slope,
                             arb_srcptr point, enum eval_constants constants) {
    const int n = ref_state_size(m);
    struct program *p = model_program(m, slope->count, slope->entry);
    struct eval_arb *reader = NULL;
    enum ref_status status = p == NULL ? REF_NO_MEMORY
                                       : ref_from_problem_status(eval_arb_alloc(
                                             &reader, m->graph, p, LAW_BITS, constants));
    if (status == REF_OK) {
        arb_ptr box = _arb_vec_init(1 + n), value = _arb_vec_init(slope->count);
        set_box(box, n, point);
        eval_arb_run(reader, box, value);
        if (!_arb_vec_is_finite(value, slope->count))
            status = REF_NOT_APPLICABLE;
        _arb_vec_clear(value, slope->count);
        _arb_vec_clear(box, 1 + n);
    }
    eval_arb_free(reader);
    program_free(p);
    return status;
}

enum ref_status ref_laws_are_lipschitz(struct model *m, arb_srcptr point,
                                       enum eval_constants constants) {
    int count;
    struct expr_matrix slope = {0};
    expr *law = list_laws(m, &count);
    if (law == NULL)
        return REF_NO_MEMORY;
    enum ref_status status = ref_from_problem_status(
        model_jacobian(m, count, law, 1, ref_state_size(m), &slope));
    if (status == REF_OK)
        status = bound(m, &slope, point, constants);
    expr_matrix_clear(&slope);
    free(law);
    return status;
}
