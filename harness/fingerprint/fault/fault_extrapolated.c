/* A known method in two half steps that is extrapolated as if it were of another order, or away
 * from the solution (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.4).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/fault/fault.h"
#include "harness/fingerprint/known/known_table.h"
#include "ref/vector.h"

/* Longer ones are made of others, and nobody extrapolates them. */
enum { MOST_STAGES = 13, HIGHEST_ORDER = 8 };

/* In place of another order: the method's own, and the sign is wrong. */
enum { WRONG_SIGN = 0 };

/* What step doubling divides by, 2^p - 1. */
static double divisor(int order) {
    return ldexp(1, order) - 1;
}

static double wrong_divisor(int p, int q) {
    return q == WRONG_SIGN ? -divisor(p) : divisor(q);
}

/* result := small + (small - big) / D, D the wrong divisor, from that with p = the method's order,
 * whose estimate is (big - small) / (2^p - 1). */
static void divide_as_if(struct judge_weights *w, int p, int q) {
    mpfr_t change;
    mpfr_init2(change, mpfr_get_prec(w->result[0]));
    for (int i = 0; i < w->count; i++) {
        mpfr_mul_d(change, w->estimate[i], divisor(p), MPFR_RNDN);
        mpfr_div_d(change, change, wrong_divisor(p, q), MPFR_RNDN);
        mpfr_sub(change, w->estimate[i], change, MPFR_RNDN);
        mpfr_add(w->result[i], w->result[i], change, MPFR_RNDN);
    }
    mpfr_clear(change);
}

/* Whether the method has these weights as if of order q, on the forest of the judge. */
static int weights_as_if(struct judge_weights *w, const struct judge *j,
                         const struct known_method *m, int q) {
    int failed = judge_known(w, j, m, KNOWN_EXTRAPOLATED);
    if (!failed)
        divide_as_if(w, m->order, q);
    return failed;
}

static int has_families(bool *has, const struct evidence *e, const struct known_method *m,
                        int q) {
    const struct judge j = families_judge(e->families, e->judge.units);
    struct judge_weights w;
    int failed = weights_as_if(&w, &j, m, q);
    *has = !failed &&
           families_agree(e->families, vector_const(w.result), e->judge.units, false);
    judge_weights_free(&w);
    return failed;
}

static void describe(struct fault *fault, const struct known_method *m, int q) {
    fault->found = true;
    name_key(fault->base_key, m, KNOWN_EXTRAPOLATED);
    if (q == WRONG_SIGN) {
        snprintf(fault->id, sizeof fault->id, "extrapolated-with-the-wrong-sign");
        snprintf(fault->text, sizeof fault->text,
                 "%.120s in two half steps, extrapolated with the wrong sign: the "
                 "difference divided by %.0f is taken off, not added",
                 m->title, divisor(m->order));
        return;
    }
    snprintf(fault->id, sizeof fault->id, "extrapolated-as-of-order-%d", q);
    snprintf(fault->text, sizeof fault->text,
             "%.120s in two half steps, extrapolated as if it were of order %d: the "
             "difference is divided by %.0f, not by %.0f",
             m->title, q, divisor(q), divisor(m->order));
}

/* Whether the small trees allow it, as far as doubles tell. */
static int may_be(bool *may, const struct evidence *e, const struct known_method *m,
                  int q) {
    struct evidence small;
    evidence_small(&small, e);
    return name_fits_less(may, &small.judge, evidence_result(e), m, KNOWN_DOUBLED,
                          divisor(m->order) / wrong_divisor(m->order, q));
}

static int try_order(struct fault *fault, const struct evidence *e,
                     const struct known_method *m, int q) {
    struct judge_weights w = {0};
    bool is = false;
    int failed = may_be(&is, e, m, q);
    if (failed || !is)
        return failed;
    failed = weights_as_if(&w, &e->judge, m, q);
    is = !failed && judge_all(&e->judge, evidence_result(e), vector_const(w.result));
    judge_weights_free(&w);
    failed = failed || (is && has_families(&is, e, m, q));
    if (!failed && is)
        describe(fault, m, q);
    return failed;
}

static int try_doubled(struct fault *fault, const struct evidence *e,
                       const struct known_method *m) {
    const struct judge wide = judge_printed_wide(&e->judge, m);
    int failed = 0;
    if (!known_has_variant(m, KNOWN_EXTRAPOLATED) || m->table->in_two_halves ||
        m->table->stages > MOST_STAGES || !name_may_be(e, &wide, m))
        return 0;
    for (int q = WRONG_SIGN; q <= HIGHEST_ORDER && !failed && !fault->found; q++)
        if (q != m->order)
            failed = try_order(fault, e, m, q);
    return failed;
}

int fault_find_extrapolated(struct fault *fault, const struct evidence *e) {
    int failed = 0;
    *fault = (struct fault){.found = false, .size = NAN};
    if (e->families == NULL || !e->families->made)
        return 0;
    for (const struct known_method *m = known_methods(); m->name != NULL; m++)
        if (!failed && !fault->found)
            failed = try_doubled(fault, e, m);
    return failed;
}
