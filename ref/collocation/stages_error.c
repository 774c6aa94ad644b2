/* The error of a step is the defect x' - F of its polynomial at the start, which is no
 * node, and at a place between nodes, as a change of x:
 *
 *     e = (mu_0 - h J)^-1 h (x' - F),
 *
 * about h d where the problem is not stiff and -J^-1 d where it is (Hairer, Wanner
 * (1996), IV.8, (8.19) with the defect at the start for the embedded formula).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/collocation/collocation_internal.h"
#include "ref/vector.h"

#include <math.h>

/* log2 of the filtered defect, F having been evaluated at the place. */
static double measure_defect(struct ref_stages *e, const mpfr_t *row) {
    if (ref_stages_defect(e, row, e->residual) != REF_OK)
        return INFINITY;
    for (int i = 0; i < e->nx; i++)
        arf_set_mpfr(arb_midref(acb_realref(acb_mat_entry(e->column, i, 0))),
                     e->residual[i]);
    ref_stages_filter(e);
    double size = ref_stages_measure(e, e->column->entries);
    return isnan(size) ? INFINITY : size;
}

double ref_stages_error(struct ref_stages *e) {
    const struct ref_radau *r = e->radau;
    for (int i = 0; i < e->nx; i++)
        mpfr_set(eval_jet_input(e->field, 1 + i)[0], e->start[i], MPFR_RNDN);
    ref_stages_evaluate(e, r->node[0]);
    double size = measure_defect(e, vector_const(r->slope));
    for (int i = 0; i < e->nx; i++) {
        ref_stages_sum(e, vector_const(r->probe_value), i);
        mpfr_add(eval_jet_input(e->field, 1 + i)[0], e->start[i], e->sum, MPFR_RNDN);
    }
    ref_stages_evaluate(e, r->probe);
    return fmax(size, measure_defect(e, vector_const(r->probe_slope)));
}
