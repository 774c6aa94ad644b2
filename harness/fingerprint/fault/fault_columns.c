/* Gragg's columns, whose errors are series in h^2, extrapolated with the factors of h (Hairer,
 * Norsett, Wanner, Solving Ordinary Differential Equations I, II.9).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "harness/fingerprint/fault/fault.h"
#include "harness/fingerprint/known/known_table.h"
#include "ref/vector.h"

enum { MOST_COLUMNS = 4 };

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
    *same = !failed && judge_all(&e->judge, evidence_result(e), vector_const(w.result));
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

int fault_find_columns(struct fault *fault, const struct evidence *e) {
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
