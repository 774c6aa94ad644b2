/* The series of one step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "ref/taylor/flow.h"

static double find_exponent(void *context, int i, int k) {
    ref_flow *f = context;
    mpfr_srcptr c = eval_jet_input(f->jet, 1 + i)[k];
    return mpfr_regular_p(c) ? (double)mpfr_get_exp(c) : -INFINITY;
}

int ref_flow_expand(ref_flow *f) {
    mpfr_t *time = eval_jet_input(f->jet, 0);
    mpfr_set(time[0], f->time, MPFR_RNDN);
    mpfr_set_ui(time[1], 1, MPFR_RNDN);
    for (int i = 0; i < f->nx; i++)
        mpfr_set(eval_jet_input(f->jet, 1 + i)[0], f->x[i], MPFR_RNDN);
    for (int i = 0; i < f->switching.selects; i++)
        eval_jet_branches(f->jet)[i] = f->switching.branch[i];
    for (int k = 0; k < f->order; k++) {
        eval_jet_precision(f->jet, ref_taper_bits(&f->taper, k, find_exponent, f));
        eval_jet_order(f->jet, k);
        for (int i = 0; i < f->nx; i++) {
            mpfr_ptr next = eval_jet_input(f->jet, 1 + i)[k + 1];
            mpfr_div_ui(next, eval_jet_output(f->jet, i)[k], (unsigned long)k + 1,
                        MPFR_RNDN);
            if (!mpfr_number_p(next))
                return k;
        }
    }
    if (f->switching.selects > 0)
        eval_jet_order(f->jet, f->order);
    return f->order;
}
