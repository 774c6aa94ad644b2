/* One coefficient of a table, by Gauss-Newton in it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fault/fault_coefficient.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/fingerprint/laws/fraction.h"
#include "ref/vector.h"

struct coefficient_trial {
    struct tableau *tableau;
    const struct coefficient_place *place;
    mpq_t estimate_rest; /* where a weight changes the estimate: e_i - b_i */
    mpq_t node_rest;     /* where an entry of a moves the node: c_i - a_ij */
    const struct judge *judge;
    struct judge_weights weights;
};

static mpq_ptr coefficient(const struct coefficient_trial *t, int part) {
    const struct tableau *table = t->tableau;
    const int i = t->place->i;
    switch (t->place->kind) {
    case COEFFICIENT_A: return table->a[part][i * table->stages + t->place->j];
    case COEFFICIENT_B: return (part == 0 ? table->bq : table->bv)[i];
    case COEFFICIENT_E: return (part == 0 ? table->eq : table->ev)[i];
    case COEFFICIENT_C:
    case COEFFICIENT_KINDS: break;
    }
    return table->c[i];
}

static bool is_in(const struct coefficient_trial *t, int part) {
    return (t->place->parts >> part & 1) != 0;
}

static int first_part(const struct coefficient_trial *t) {
    int part = 0;
    while (!is_in(t, part))
        part++;
    return part;
}

/* Where a weight stands in other places, too, as in a last row of a that is b, these follow. */
static void repeat_weight(struct coefficient_trial *t) {
    const struct coefficient_place *p = t->place;
    struct tableau *table = t->tableau;
    mpq_srcptr weight = table->bv[p->i];
    if (p->kind != COEFFICIENT_B)
        return;
    for (int part = 0; part < TABLEAU_PARTS && p->row >= 0; part++)
        mpq_set(table->a[part][p->row * table->stages + p->i], weight);
    if (!p->changes_estimate)
        return;
    mpq_add(table->ev[p->i], t->estimate_rest, weight);
    mpq_set(table->eq[p->i], table->ev[p->i]);
}

static void move_node(struct coefficient_trial *t) {
    if (t->place->moves_node)
        mpq_add(t->tableau->c[t->place->i], t->node_rest, coefficient(t, first_part(t)));
}

static void set_coefficient(struct coefficient_trial *t, mpq_srcptr value) {
    for (int part = 0; part < TABLEAU_PARTS; part++)
        if (is_in(t, part))
            mpq_set(coefficient(t, part), value);
    repeat_weight(t);
    move_node(t);
}

static int weights_of_coefficient(void *context, mpfr_srcptr number,
                                  const mpfr_t **result, const mpfr_t **estimate) {
    struct coefficient_trial *t = context;
    mpq_t value;
    mpq_init(value);
    mpfr_get_q(value, number);
    set_coefficient(t, value);
    mpq_clear(value);
    judge_weights_free(&t->weights);
    if (judge_tableau(&t->weights, t->judge, t->tableau))
        return -1;
    *result = vector_const(t->weights.result);
    *estimate = t->weights.estimate != NULL ? vector_const(t->weights.estimate) : NULL;
    return 0;
}

/* What a part of the table is to who reads it; "": all of it. */
static const char *name_parts(const struct coefficient_place *p) {
    static const char *const of_a[1 << TABLEAU_PARTS] = {
        [1 << TABLEAU_QQ] = " of the positions in N(q)",
        [1 << TABLEAU_QV] = " of the velocities that N(q) takes",
        [1 << TABLEAU_VQ] = " of the positions in forces",
        [1 << TABLEAU_VV] = " of the velocities in forces",
        [1 << TABLEAU_QQ | 1 << TABLEAU_VQ] = " of positions",
        [1 << TABLEAU_QV | 1 << TABLEAU_VV] = " of velocities",
        [1 << TABLEAU_QQ | 1 << TABLEAU_QV] = " in N(q) v",
        [1 << TABLEAU_VQ | 1 << TABLEAU_VV] = " in forces",
    };
    static const char *const of_halves[] = {"", " of positions", " of velocities", ""};
    const char *name = p->kind == COEFFICIENT_A   ? of_a[p->parts]
                       : p->kind == COEFFICIENT_C ? ""
                                                  : of_halves[p->parts];
    return name != NULL ? name : "";
}

/* Whether it is the nominal number in single precision. */
static bool is_single(mpfr_srcptr number, double nominal, double unit) {
    const double single = (double)(float)nominal;
    return single != nominal &&
           fabs(mpfr_get_d(number, MPFR_RNDN) - single) <= FRACTION_UNITS * unit;
}

static void describe(struct fault *fault, const struct evidence *e,
                     const struct coefficient_place *p, mpfr_srcptr number,
                     double nominal, const char *title) {
    static const char letter[COEFFICIENT_KINDS] = {'a', 'b', 'c', 'e'};
    char value[96], column[16] = "";
    fault->found = true;
    fault_number_text(value, sizeof value, &fault->size, &fault->is_fraction, number,
                      nominal, e->judge.unit);
    fault->is_fraction = false; /* a table has no choice */
    if (p->kind == COEFFICIENT_A)
        snprintf(column, sizeof column, "%s%d", p->i >= 9 || p->j >= 9 ? "," : "",
                 p->j + 1);
    snprintf(fault->id, sizeof fault->id, "coefficient-%c%d%s", letter[p->kind], p->i + 1,
             column);
    snprintf(fault->text, sizeof fault->text, "%.140s, with %c%d%s%s = %s%s", title,
             letter[p->kind], p->i + 1, column, name_parts(p), value,
             p->moves_node ? ", and the node that is its row's sum" : "");
    if (nominal != 0 && is_single(number, nominal, e->judge.unit))
        snprintf(fault->text + strlen(fault->text),
                 sizeof fault->text - strlen(fault->text),
                 ", as single precision rounds it");
}

/* A coefficient that stands differently in these parts of the table is not one number. */
static bool is_one_number(const struct coefficient_trial *t) {
    const int first = first_part(t);
    for (int part = first + 1; part < TABLEAU_PARTS; part++)
        if (is_in(t, part) && !mpq_equal(coefficient(t, first), coefficient(t, part)))
            return false;
    return true;
}

static int fit_and_compare(bool *explains, mpfr_ptr number, const struct evidence *e,
                           struct coefficient_trial *t) {
    struct fault_curve curve = {weights_of_coefficient, t, false};
    const mpfr_t *result, *estimate;
    bool complete = false;
    t->judge = &e->judge;
    curve.with_estimate = t->tableau->eq != NULL && e->has_estimate;
    *explains = false;
    if (fault_fit(number, e, &curve) ||
        weights_of_coefficient(t, number, &result, &estimate))
        return -1;
    *explains = fault_explains(e, result, estimate, &complete) && complete;
    return 0;
}

static int weights_at(struct judge_weights *w, const struct judge *j,
                      struct coefficient_trial *t, mpq_srcptr value) {
    set_coefficient(t, value);
    return judge_tableau(w, j, t->tableau);
}

static int is_possible(bool *is, const struct evidence *e, struct coefficient_trial *t,
                       mpq_srcptr nominal) {
    struct judge_weights here = {0}, there = {0};
    mpq_t more;
    mpq_init(more);
    mpq_set_ui(more, 1, 1);
    mpq_add(more, more, nominal);
    const int failed =
        weights_at(&there, &e->judge, t, more) ||
        weights_at(&here, &e->judge, t, nominal) ||
        coefficient_is_possible(is, e, t->tableau, t->place, &here, &there);
    mpq_clear(more);
    judge_weights_free(&here);
    judge_weights_free(&there);
    return failed;
}

/* The small trees first: they are enough for nearly all coefficients. */
static int fit_twice(struct fault *fault, const struct evidence *e,
                     struct coefficient_trial *t, mpq_srcptr nominal, const char *title) {
    struct evidence small;
    bool explains = false, is = false;
    mpfr_t number;
    evidence_small(&small, e);
    int failed = is_possible(&is, &small, t, nominal);
    if (failed || !is)
        return failed;
    mpfr_init2(number, e->judge.bits);
    mpfr_set_q(number, nominal, MPFR_RNDN);
    failed = fit_and_compare(&explains, number, &small, t);
    if (!failed && explains)
        failed = fit_and_compare(&explains, number, e, t);
    if (!failed && explains)
        failed = families_agree_with(&explains, e->families, t->tableau, e->judge.units,
                                     false);
    if (!failed && explains)
        describe(fault, e, t->place, number, mpq_get_d(nominal), title);
    mpfr_clear(number);
    return failed;
}

int coefficient_try(struct fault *fault, const struct evidence *e, struct tableau *table,
                    const struct coefficient_place *place, const char *title) {
    struct coefficient_trial t = {.tableau = table, .place = place};
    mpq_t nominal;
    if (!is_one_number(&t))
        return 0;
    mpq_inits(nominal, t.estimate_rest, t.node_rest, NULL);
    if (place->changes_estimate)
        mpq_sub(t.estimate_rest, table->ev[place->i], table->bv[place->i]);
    mpq_set(nominal, coefficient(&t, first_part(&t)));
    mpq_sub(t.node_rest, table->c[place->i], nominal);
    int failed = fit_twice(fault, e, &t, nominal, title);
    set_coefficient(&t, nominal);
    mpq_clears(nominal, t.estimate_rest, t.node_rest, NULL);
    judge_weights_free(&t.weights);
    return failed;
}

int coefficient_repeated_row(const struct tableau *t) {
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
