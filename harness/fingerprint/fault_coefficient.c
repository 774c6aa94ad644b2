/* One wrong coefficient of a Runge-Kutta table, found by Gauss-Newton in that coefficient:
 * a_ij (in all parts of the table alike), b_i, c_i, or e_i of the estimate. And nodes that
 * are not used at all: c = 0.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fault.h"

#include <math.h>
#include <stdio.h>

#include "harness/studies/vector.h"

enum coefficient_kind { OF_A, OF_B, OF_C, OF_E, KINDS };

struct coefficient_trial {
    struct tableau tableau;
    enum coefficient_kind kind;
    int i, j;              /* stage, and for OF_A the column */
    int row;               /* of OF_B: the row of a that repeats it, or -1 */
    bool changes_estimate; /* of OF_B: e is the difference from another b */
    mpq_t estimate_rest;   /* then e_i - b_i */
    const struct judge *judge;
    struct judge_weights weights;
};

/* The coefficient in the q and in the v half of the table; where it stands four times these
 * are the first two. */
static mpq_ptr coefficient(struct coefficient_trial *t, int part) {
    const int place = t->i * t->tableau.stages + t->j;
    switch (t->kind) {
    case OF_A: return t->tableau.a[part][place];
    case OF_B: return (part % 2 == 0 ? t->tableau.bq : t->tableau.bv)[t->i];
    case OF_E: return (part % 2 == 0 ? t->tableau.eq : t->tableau.ev)[t->i];
    case OF_C:
    case KINDS: break;
    }
    return t->tableau.c[t->i];
}

/* Where a weight stands in other places, too, as in a last row of a that is b, these follow. */
static void repeat_weight(struct coefficient_trial *t) {
    const int s = t->tableau.stages;
    mpq_srcptr weight = t->tableau.bv[t->i];
    if (t->kind != OF_B)
        return;
    for (int part = 0; part < TABLEAU_PARTS && t->row >= 0; part++)
        mpq_set(t->tableau.a[part][t->row * s + t->i], weight);
    if (!t->changes_estimate)
        return;
    mpq_add(t->tableau.ev[t->i], t->estimate_rest, weight);
    mpq_set(t->tableau.eq[t->i], t->tableau.ev[t->i]);
}

/* The row of a that is b; -1: none is. */
static int find_repeated_row(const struct tableau *t) {
    const int s = t->stages;
    for (int row = 0; row < s; row++) {
        bool same = true;
        for (int j = 0; j < s && same; j++)
            same = mpq_equal(t->a[TABLEAU_VV][row * s + j], t->bv[j]) != 0;
        if (same)
            return row;
    }
    return -1;
}

static int weights_of_coefficient(void *context, mpfr_srcptr number,
                                  const mpfr_t **result, const mpfr_t **estimate) {
    struct coefficient_trial *t = context;
    for (int part = 0; part < TABLEAU_PARTS; part++)
        mpfr_get_q(coefficient(t, part), number);
    repeat_weight(t);
    judge_weights_free(&t->weights);
    if (judge_tableau(&t->weights, t->judge, &t->tableau))
        return -1;
    *result = vector_const(t->weights.result);
    *estimate = t->weights.estimate != NULL ? vector_const(t->weights.estimate) : NULL;
    return 0;
}

static void describe(struct fault *fault, const struct evidence *e,
                     const struct coefficient_trial *t, mpfr_srcptr number,
                     double nominal, const char *title) {
    static const char letter[KINDS] = {'a', 'b', 'c', 'e'};
    char value[96], column[16] = "";
    fault->found = true;
    fault_number_text(value, sizeof value, &fault->size, &fault->is_fraction, number,
                      nominal, e->judge.unit);
    fault->is_fraction = false; /* a table has no choice */
    if (t->kind == OF_A)
        snprintf(column, sizeof column, "%d", t->j + 1);
    snprintf(fault->id, sizeof fault->id, "coefficient-%c%d%s", letter[t->kind], t->i + 1,
             column);
    snprintf(fault->text, sizeof fault->text, "%.160s, with %c%d%s = %s", title,
             letter[t->kind], t->i + 1, column, value);
}

/* A coefficient that stands differently in the parts of the table is not one number. */
static bool is_one_number(struct coefficient_trial *t) {
    for (int part = 1; part < TABLEAU_PARTS; part++)
        if (!mpq_equal(coefficient(t, 0), coefficient(t, part)))
            return false;
    return true;
}

static int fit_and_compare(bool *explains, mpfr_ptr number, const struct evidence *e,
                           struct coefficient_trial *t) {
    struct fault_curve curve = {weights_of_coefficient, t, false};
    const mpfr_t *result, *estimate;
    bool complete = false;
    t->judge = &e->judge;
    curve.with_estimate = t->tableau.eq != NULL && e->has_estimate;
    *explains = false;
    if (fault_fit(number, e, &curve) ||
        weights_of_coefficient(t, number, &result, &estimate))
        return -1;
    *explains = fault_explains(e, result, estimate, &complete) && complete;
    return 0;
}

static int try_coefficient(struct fault *fault, const struct evidence *e,
                           struct coefficient_trial *t, const char *title) {
    struct evidence small;
    bool explains = false;
    mpq_t nominal;
    mpfr_t number;
    if (!is_one_number(t))
        return 0;
    evidence_small(&small, e);
    mpq_init(nominal);
    mpfr_init2(number, e->judge.bits);
    mpq_set(nominal, coefficient(t, 0));
    mpfr_set_q(number, nominal, MPFR_RNDN);
    int failed = fit_and_compare(&explains, number, &small, t);
    if (!failed && explains)
        failed = fit_and_compare(&explains, number, e, t);
    if (!failed && explains)
        describe(fault, e, t, number, mpq_get_d(nominal), title);
    for (int part = 0; part < TABLEAU_PARTS; part++)
        mpq_set(coefficient(t, part), nominal);
    repeat_weight(t);
    mpq_clear(nominal);
    mpfr_clear(number);
    return failed;
}

static int try_without_nodes(struct fault *fault, const struct evidence *e,
                             struct coefficient_trial *t, const char *title) {
    bool complete = false;
    struct judge_weights w = {0, NULL, NULL};
    struct tableau without = t->tableau, zeros;
    int failed = tableau_init(&zeros, without.stages, false);
    without.c = zeros.c;
    failed = failed || judge_tableau(&w, &e->judge, &without);
    if (!failed &&
        fault_explains(e, vector_const(w.result),
                       w.estimate != NULL ? vector_const(w.estimate) : NULL, &complete) &&
        complete) {
        *fault = (struct fault){.found = true, .size = NAN};
        snprintf(fault->id, sizeof fault->id, "nodes-unused");
        snprintf(fault->text, sizeof fault->text,
                 "%.160s, with all stages taken at the time of the start", title);
    }
    judge_weights_free(&w);
    tableau_free(&zeros);
    return failed;
}

/* A weight by itself, then with the row of a that repeats it, then with the estimate. */
static int try_weight(struct fault *fault, const struct evidence *e,
                      struct coefficient_trial *t, const char *title) {
    const int repeated = find_repeated_row(&t->tableau);
    const bool has_estimate = t->tableau.ev != NULL;
    int failed = 0;
    for (int way = 0; way < 4 && !failed && !fault->found; way++) {
        if ((way % 2 == 1 && repeated < 0) || (way >= 2 && !has_estimate))
            continue;
        t->row = way % 2 == 1 ? repeated : -1;
        t->changes_estimate = way >= 2;
        if (t->changes_estimate)
            mpq_sub(t->estimate_rest, t->tableau.ev[t->i], t->tableau.bv[t->i]);
        failed = try_coefficient(fault, e, t, title);
    }
    return failed;
}

int fault_find_coefficient(struct fault *fault, const struct evidence *e,
                           const struct known_method *m, enum known_variant variant) {
    char title[NAME_TEXT];
    struct coefficient_trial t = {.judge = &e->judge};
    int failed = known_build(&t.tableau, m, variant);
    mpq_init(t.estimate_rest);
    name_title(title, m, variant);
    if (!failed)
        failed = try_without_nodes(fault, e, &t, title);
    for (int kind = 0; kind < KINDS && !failed; kind++) {
        t.kind = (enum coefficient_kind)kind;
        if (t.kind == OF_E && t.tableau.eq == NULL)
            continue;
        for (t.i = 0; t.i < t.tableau.stages; t.i++)
            for (t.j = 0; t.j < (t.kind == OF_A ? t.tableau.stages : 1); t.j++)
                if (!failed && !fault->found)
                    failed = t.kind == OF_B ? try_weight(fault, e, &t, title)
                                            : try_coefficient(fault, e, &t, title);
    }
    mpq_clear(t.estimate_rest);
    judge_weights_free(&t.weights);
    tableau_free(&t.tableau);
    return failed;
}
