/* Power series in h at one point (t0, x0), with F expanded along each of them:
 *
 *     flow:   (k+1) x_{k+1} = F(t0 + h, x(h))_k            x' = F(t, x)
 *     large:  X_{k+1} = F(t0 + h, X(h))_k                  X = x0 + h F(t0 + h, X)
 *     half:   M_{k+1} = (1/2) F(t0 + h/2, M(h))_k          M = x0 + (h/2) F(t0 + h/2, M)
 *     small:  S_{k+1} = M_{k+1} + (1/2) F(t0 + h, S(h))_k  S = M + (h/2) F(t0 + h, S)
 *
 * The coefficient of h^k in F depends on those of h^0 .. h^k in its arguments only, so
 * all of them follow order by order.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/program/program.h"
#include "ref/ref.h"
#include "ref/vector.h"
#include "ref/pair/series.h"

static mpfr_ptr coefficient(ref_series *s, enum ref_expansion which, int i, int k) {
    return s->coefficient[which][i * (s->order + 1) + k];
}

/* Time as a whole, t0 + h or t0 + h/2, and the rest at order 0; branches as found
 * there. */
static void start_expansion(ref_series *s, enum ref_expansion which, mpfr_srcptr t,
                            const mpfr_t *x) {
    mpfr_t *time = eval_jet_input(s->jet, 0);
    mpfr_set(time[0], t, MPFR_RNDN);
    for (int k = 1; k <= s->order; k++)
        mpfr_set_ui(time[k], k == 1, MPFR_RNDN);
    if (which == HALF_SERIES)
        mpfr_div_2ui(time[1], time[1], 1, MPFR_RNDN);
    for (int i = 0; i < s->nx; i++) {
        mpfr_set(coefficient(s, which, i, 0), x[i], MPFR_RNDN);
        mpfr_set(eval_jet_input(s->jet, 1 + i)[0], x[i], MPFR_RNDN);
    }
    signed char *branch = eval_jet_branches(s->jet);
    for (int i = 0; i < s->program->switches; i++)
        branch[i] = 0;
}

/* next := coefficient k + 1 of component i, by way of F's coefficient k. */
static void take_coefficient(ref_series *s, enum ref_expansion which, int i, int k,
                             mpfr_ptr next) {
    mpfr_srcptr rate = eval_jet_output(s->jet, i)[k];
    switch (which) {
    case FLOW_SERIES: mpfr_div_ui(next, rate, (unsigned long)k + 1, MPFR_RNDN); return;
    case HALF_SERIES: mpfr_div_2ui(next, rate, 1, MPFR_RNDN); return;
    case SMALL_SERIES:
        mpfr_div_2ui(next, rate, 1, MPFR_RNDN);
        mpfr_add(next, coefficient(s, HALF_SERIES, i, k + 1), next, MPFR_RNDN);
        return;
    default: mpfr_set(next, rate, MPFR_RNDN); return;
    }
}

/* Expands one of them; the small series needs the half one. */
static enum ref_status ref_series_expand_one(ref_series *s, enum ref_expansion which,
                                             mpfr_srcptr t, const mpfr_t *x) {
    start_expansion(s, which, t, x);
    for (int k = 0; k < s->order; k++) {
        eval_jet_order(s->jet, k);
        for (int i = 0; i < s->nx; i++) {
            mpfr_ptr next = coefficient(s, which, i, k + 1);
            take_coefficient(s, which, i, k, next);
            if (!mpfr_number_p(next))
                return REF_NOT_FINITE;
        }
        for (int i = 0; i < s->nx; i++)
            mpfr_set(eval_jet_input(s->jet, 1 + i)[k + 1],
                     coefficient(s, which, i, k + 1), MPFR_RNDN);
    }
    return REF_OK;
}

enum ref_status ref_series_expand(ref_series *s, mpfr_srcptr t, const mpfr_t *x) {
    if (!mpfr_number_p(t) || !vector_is_finite(x, s->nx))
        return REF_NOT_FINITE;
    enum ref_status status = REF_OK;
    for (int e = 0; e < EXPANSIONS && status == REF_OK; e++)
        status = ref_series_expand_one(s, (enum ref_expansion)e, t, x);
    return status;
}
