/* An extrapolation with the factors of another power of h: of a known method in two half steps as
 * if it were of another order, or of Gragg's columns in h where their errors are series in h^2
 * (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.4, II.9).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/fault/fault.h"
#include "harness/fingerprint/known/known_table.h"
#include "ref/vector.h"

/* Longer ones are made of others, and nobody extrapolates them. */
enum { MOST_STAGES = 13, HIGHEST_ORDER = 8, MOST_COLUMNS = 4 };

static bool agrees(const struct evidence *e, const mpfr_t *result) {
    bool complete;
    return fault_explains(e, result, NULL, &complete) && complete;
}

/* What step doubling divides by, 2^p - 1. */
static double divisor(int order) {
    return ldexp(1, order) - 1;
}

/* result := small + (small - big) / (2^q - 1), from that with p = the method's order, whose
 * estimate is (big - small) / (2^p - 1). */
static void divide_as_if(struct judge_weights *w, int p, int q) {
    mpfr_t change;
    mpfr_init2(change, mpfr_get_prec(w->result[0]));
    for (int i = 0; i < w->count; i++) {
        mpfr_mul_d(change, w->estimate[i], divisor(p), MPFR_RNDN);
        mpfr_div_d(change, change, divisor(q), MPFR_RNDN);
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

static int try_order(struct fault *fault, const struct evidence *e,
                     const struct known_method *m, int q) {
    struct evidence small;
    struct judge_weights w = {0};
    bool is = false;
    evidence_small(&small, e);
    int failed = weights_as_if(&w, &small.judge, m, q);
    is = !failed && agrees(&small, vector_const(w.result));
    judge_weights_free(&w);
    if (!is)
        return failed;
    failed = weights_as_if(&w, &e->judge, m, q);
    is = !failed && agrees(e, vector_const(w.result));
    judge_weights_free(&w);
    failed = failed || (is && has_families(&is, e, m, q));
    if (failed || !is)
        return failed;
    fault->found = true;
    snprintf(fault->id, sizeof fault->id, "extrapolated-as-of-order-%d", q);
    snprintf(fault->text, sizeof fault->text,
             "%.120s in two half steps, extrapolated as if it were of order %d: the "
             "difference is divided by %.0f, not by %.0f",
             m->title, q, divisor(q), divisor(m->order));
    name_key(fault->base_key, m, KNOWN_EXTRAPOLATED);
    return 0;
}

static int try_doubled(struct fault *fault, const struct evidence *e,
                       const struct known_method *m) {
    const struct judge printed = judge_printed(&e->judge, m), wide = judge_wide(&printed);
    int failed = 0;
    if (!known_has_variant(m, KNOWN_EXTRAPOLATED) || m->table->in_two_halves ||
        m->table->stages > MOST_STAGES || !name_may_be(e, &wide, m))
        return 0;
    for (int q = 1; q <= HIGHEST_ORDER && !failed && !fault->found; q++)
        if (q != m->order)
            failed = try_order(fault, e, m, q);
    return failed;
}

/* Gragg's columns, whose stages follow the first one that all have. */
struct columns {
    const char *key;
    int count, sub_steps[MOST_COLUMNS];
    bool is_smoothed;
};

/* b := b by the factors of h instead of those of h^2: prod n_j/(n_j - n_i). */
static void factor_in_h(mpq_ptr change, const struct columns *c, int j) {
    mpq_t factor;
    mpq_init(factor);
    mpq_set_ui(change, 1, 1);
    for (int i = 0; i < c->count; i++) {
        if (i == j)
            continue;
        /* n_j/(n_j - n_i) over n_j^2/(n_j^2 - n_i^2) */
        mpq_set_si(factor, c->sub_steps[j] + c->sub_steps[i],
                   (unsigned long)c->sub_steps[j]);
        mpq_canonicalize(factor);
        mpq_mul(change, change, factor);
    }
    mpq_clear(factor);
}

static void extrapolate_in_h(struct tableau *t, const struct columns *c) {
    int stage = 1;
    mpq_t change;
    mpq_init(change);
    mpq_set_ui(t->bv[0], 1, 1);
    for (int j = 0; j < c->count; j++) {
        factor_in_h(change, c, j);
        for (int k = 1; k < c->sub_steps[j] + c->is_smoothed; k++, stage++) {
            mpq_mul(t->bv[stage], t->bv[stage], change);
            mpq_sub(t->bv[0], t->bv[0], t->bv[stage]);
        }
    }
    for (int i = 0; i < t->stages; i++)
        mpq_set(t->bq[i], t->bv[i]);
    mpq_clear(change);
}

static int compare_columns(bool *same, const struct evidence *e,
                           const struct tableau *t) {
    struct judge_weights w;
    int failed = judge_tableau(&w, &e->judge, t);
    *same = !failed && agrees(e, vector_const(w.result));
    judge_weights_free(&w);
    if (*same)
        failed = families_agree_with(same, e->families, t, e->judge.units, false);
    return failed;
}

static int try_columns(struct fault *fault, const struct evidence *e,
                       const struct columns *c) {
    enum known_variant variant;
    const struct known_method *m = known_find(c->key, &variant);
    struct tableau t;
    bool same = false;
    int failed = known_build(&t, m, variant);
    if (!failed) {
        extrapolate_in_h(&t, c);
        failed = compare_columns(&same, e, &t);
    }
    tableau_free(&t);
    if (failed || !same)
        return failed;
    fault->found = true;
    snprintf(fault->id, sizeof fault->id, "extrapolated-in-h");
    snprintf(fault->text, sizeof fault->text,
             "%.160s, extrapolated in h instead of in h^2", m->title);
    name_key(fault->base_key, m, variant);
    return 0;
}

static int try_all_columns(struct fault *fault, const struct evidence *e) {
    static const struct columns columns[] = {
        {"gragg-4", 2, {2, 4}, false},       {"gragg-4-smoothed", 2, {2, 4}, true},
        {"gragg-6", 3, {2, 4, 6}, false},    {"gragg-6-smoothed", 3, {2, 4, 6}, true},
        {"gragg-8", 4, {2, 4, 6, 8}, false}, {"gragg-8-smoothed", 4, {2, 4, 6, 8}, true}};
    enum { GRAGG = 2 }; /* the order of each column */
    int failed = 0;
    if (!families_has_order(e->families, e->families->time_bush, GRAGG))
        return 0;
    for (size_t i = 0; i < sizeof columns / sizeof *columns && !fault->found; i++)
        failed = failed || try_columns(fault, e, &columns[i]);
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
    return failed || fault->found ? failed : try_all_columns(fault, e);
}
