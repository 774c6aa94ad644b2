/* The dictionary's rows, one after the other, on one recipe.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fault/fault.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/fingerprint/laws/fraction.h"
#include "ref/vector.h"

/* A row on a recipe, as a curve of weights over its number. */
struct row_trial {
    const struct fault_row *row;
    enum recipe_form form;
    bool doubled;
    mpfr_prec_t bits;
    const struct forest *forest;
    struct recipe_weights weights;
    double nominal; /* the free number of the faultless recipe */
};

/* Applies a row with its number to a recipe. */
static void fault_apply(struct recipe *r, const struct fault_row *row,
                        mpfr_srcptr number) {
    r->predicted_map = row->predicted_map;
    r->refreshed_once = row->refreshed_once;
    for (int i = 0; i < FAULT_CHANGES && row->change[i].sub_steps != 0; i++)
        for (int s = 0; s < RECIPE_SUB_STEPS; s++) {
            const struct fault_change *c = &row->change[i];
            if ((c->sub_steps >> s & 1) == 0)
                continue;
            if (isnan(c->value))
                mpfr_set(r->number[s][c->number], number, MPFR_RNDN);
            else
                mpfr_set_d(r->number[s][c->number], c->value, MPFR_RNDN);
        }
}

static int weights_of_row(void *context, mpfr_srcptr number, const mpfr_t **result,
                          const mpfr_t **estimate) {
    struct row_trial *t = context;
    struct recipe r;
    recipe_init(&r, t->form, t->doubled, t->bits);
    fault_apply(&r, t->row, number);
    int failed = recipe_weights(&t->weights, &r, t->forest);
    recipe_clear(&r);
    *result = vector_const(t->weights.result);
    *estimate = t->doubled ? vector_const(t->weights.estimate) : NULL;
    return failed;
}

/* Whether the row changes anything: an argument that is where the row puts it does not. */
static int changes_nothing(bool *nothing, struct row_trial *t, mpfr_srcptr number) {
    struct recipe before, after;
    recipe_init(&before, t->form, t->doubled, t->bits);
    recipe_init(&after, t->form, t->doubled, t->bits);
    fault_apply(&after, t->row, number);
    *nothing = !t->row->predicted_map && !t->row->refreshed_once;
    for (int s = 0; s < RECIPE_SUB_STEPS; s++)
        for (int k = 0; k < RECIPE_NUMBERS; k++)
            *nothing &= mpfr_equal_p(before.number[s][k], after.number[s][k]) != 0;
    recipe_clear(&before);
    recipe_clear(&after);
    return 0;
}

/* Whether it is a method of the row's family, whose number somebody has chosen; it is then called
 * so. */
static bool is_of_family(struct fault *fault, const struct evidence *e,
                         const struct row_trial *t, mpfr_srcptr number) {
    enum { largest_denominator = 1000 };
    struct fraction f;
    char value[FRACTION_TEXT];
    if (t->row->family == NULL || t->doubled ||
        (t->form != RECIPE_IMPLICIT_EULER && t->form != RECIPE_TRAPEZOID) ||
        mpfr_cmp_d(number, 0.5) <= 0 || mpfr_cmp_d(number, 1) >= 0 ||
        fraction_find(&f, number, FRACTION_UNITS * e->judge.unit, largest_denominator))
        return false;
    fraction_print(value, number, e->judge.unit);
    snprintf(fault->text, sizeof fault->text, t->row->family, value);
    return true;
}

static void describe(struct fault *fault, const struct evidence *e,
                     const struct row_trial *t, mpfr_srcptr number) {
    char value[96], with[FAULT_TEXT];
    fault->found = true;
    fault->size = NAN;
    fault->is_fraction = !t->row->is_free;
    if (t->row->is_free)
        fault_number_text(value, sizeof value, &fault->size, &fault->is_fraction, number,
                          t->nominal, e->judge.unit);
    const char *hole = strstr(t->row->text, "%s");
    if (hole == NULL)
        snprintf(with, sizeof with, "%s", t->row->text);
    else /* "0.500001, off by 1e-6" is split around the unit that follows the hole */
        snprintf(with, sizeof with, "%.*s%.*s%s%s", (int)(hole - t->row->text),
                 t->row->text, (int)strcspn(value, ","), value, hole + 2,
                 value + strcspn(value, ","));
    snprintf(fault->id, sizeof fault->id, "%s", t->row->id);
    snprintf(fault->text, sizeof fault->text, "%s%s, with %.200s",
             recipe_form_name(t->form), t->doubled ? " in two half steps" : "", with);
    if (is_of_family(fault, e, t, number))
        fault->is_fraction = true;
}

/* What the faultless recipe has in place of the free number. */
static double nominal_of(const struct row_trial *t) {
    double nominal = NAN;
    struct recipe r;
    recipe_init(&r, t->form, t->doubled, t->bits);
    for (int i = 0; i < FAULT_CHANGES && t->row->change[i].sub_steps != 0; i++) {
        const struct fault_change *c = &t->row->change[i];
        for (int s = 0; s < RECIPE_SUB_STEPS && isnan(nominal); s++)
            if (isnan(c->value) && (c->sub_steps >> s & 1) != 0)
                nominal = mpfr_get_d(r.number[s][c->number], MPFR_RNDN);
    }
    recipe_clear(&r);
    return nominal;
}

static int explains_families(bool *explains, const struct evidence *e,
                             const struct row_trial *t, mpfr_srcptr number) {
    struct recipe r;
    recipe_init(&r, t->form, t->doubled, t->bits);
    fault_apply(&r, t->row, number);
    int failed = fault_explains_families(explains, e, &r);
    recipe_clear(&r);
    return failed;
}

static int try_row(struct fault *fault, const struct evidence *e, struct row_trial *t) {
    struct fault_curve curve = {weights_of_row, t, false};
    const mpfr_t *result, *estimate;
    bool nothing, complete = false, explains = false;
    mpfr_t number;
    t->nominal = nominal_of(t);
    mpfr_init2(number, t->bits);
    mpfr_set_d(number, t->nominal, MPFR_RNDN);
    int failed = changes_nothing(&nothing, t, number);
    if (t->row->is_free) {
        curve.with_estimate =
            t->doubled && e->has_estimate && e->estimate == EVIDENCE_SAME;
        failed = failed || fault_fit(number, e, &curve);
        nothing = false;
    }
    if (!failed && !nothing) {
        failed = weights_of_row(t, number, &result, &estimate);
        explains = !failed && fault_explains(e, result, estimate, &complete);
    }
    if (explains && complete)
        failed = explains_families(&explains, e, t, number);
    if (explains && complete)
        describe(fault, e, t, number);
    mpfr_clear(number);
    return failed;
}

/* The small trees first: they are enough for nearly every row. */
static int try_row_quickly(struct fault *fault, const struct evidence *e,
                           struct row_trial *t) {
    struct evidence small;
    struct fault first = {.found = false};
    evidence_small(&small, e);
    t->forest = &small.forest;
    int failed = try_row(&first, &small, t);
    t->forest = &e->forest;
    return failed || !first.found ? failed : try_row(fault, e, t);
}

int fault_find_in_recipe(struct fault *fault, const struct evidence *e,
                         enum recipe_form form, bool doubled) {
    struct row_trial t = {.form = form, .doubled = doubled, .bits = e->judge.bits};
    int failed = recipe_weights_alloc(&t.weights, e->forest.count, t.bits);
    for (t.row = fault_rows(); t.row->id != NULL && !failed && !fault->found; t.row++)
        if (doubled || !t.row->doubled_only)
            failed = try_row_quickly(fault, e, &t);
    recipe_weights_free(&t.weights);
    return failed;
}

int fault_recipe_is(bool *is, const struct judge *j, enum recipe_form form, bool doubled,
                    const struct judge_weights *known) {
    struct recipe_weights w;
    struct recipe r;
    recipe_init(&r, form, doubled, j->bits);
    int failed = recipe_weights_alloc(&w, j->forest->count, j->bits) ||
                 recipe_weights(&w, &r, j->forest);
    *is = !failed && judge_all(j, vector_const(w.result), vector_const(known->result));
    recipe_weights_free(&w);
    recipe_clear(&r);
    return failed;
}
