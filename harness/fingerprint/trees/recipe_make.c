/* Recipes of the methods of Euler's kind.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/trees/recipe.h"

#include "ref/vector.h"

static const struct {
    const char *name;
    double alpha[5], theta;
} forms[RECIPE_FORMS] = {
    [RECIPE_IMPLICIT_EULER] = {"backward Euler", {1, 1, 1, 1, 1}, 1},
    [RECIPE_EXPLICIT_EULER] = {"explicit Euler", {0, 0, 0, 0, 0}, 1},
    [RECIPE_GAMING] = {"semi-explicit Euler (gaming)", {0, 1, 0, 0, 0}, 1},
    [RECIPE_POSITION_IMPLICIT] = {"semi-explicit Euler (position-implicit)",
                                  {1, 0, 1, 0, 1},
                                  1},
    [RECIPE_VELOCITY_IMPLICIT] = {"semi-explicit Euler (velocity-implicit)",
                                  {0, 1, 0, 1, 1},
                                  1},
    [RECIPE_MIDPOINT] = {"the implicit midpoint rule", {0.5, 0.5, 0.5, 0.5, 0.5}, 1},
    [RECIPE_TRAPEZOID] = {"the trapezoid rule", {1, 1, 1, 1, 1}, 0.5},
};

const char *recipe_form_name(enum recipe_form form) {
    return forms[form].name;
}

static void set(struct recipe *r, int sub_step, enum recipe_number number, double value) {
    mpfr_set_d(r->number[sub_step][number], value, MPFR_RNDN);
}

/* Result and estimate: both halves, and the large one minus these. */
static void double_step(struct recipe *r) {
    for (int s = RECIPE_FIRST; s <= RECIPE_SECOND; s++) {
        set(r, s, RECIPE_SIZE, 0.5);
        set(r, s, RECIPE_IN_RESULT, 1);
        set(r, s, RECIPE_IN_ESTIMATE_Q, -1);
        set(r, s, RECIPE_IN_ESTIMATE_V, -1);
    }
    set(r, RECIPE_SECOND, RECIPE_START_TIME, 0.5);
    set(r, RECIPE_SECOND, RECIPE_FROM_FIRST, 1);
    set(r, RECIPE_LARGE, RECIPE_IN_ESTIMATE_Q, 1);
    set(r, RECIPE_LARGE, RECIPE_IN_ESTIMATE_V, 1);
    set(r, RECIPE_LARGE, RECIPE_IN_RESULT, 0);
}

void recipe_init(struct recipe *r, enum recipe_form form, bool doubled,
                 mpfr_prec_t bits) {
    *r = (struct recipe){.doubled = doubled, .jacobian_factor = 1};
    for (int s = 0; s < RECIPE_SUB_STEPS; s++) {
        for (int k = 0; k < RECIPE_NUMBERS; k++) {
            mpfr_init2(r->number[s][k], bits);
            set(r, s, (enum recipe_number)k,
                k <= RECIPE_FORCE_TIME ? forms[form].alpha[k] : 0);
        }
        set(r, s, RECIPE_THETA_Q, forms[form].theta);
        set(r, s, RECIPE_THETA_V, forms[form].theta);
        set(r, s, RECIPE_MAP_FACTOR, 1);
        set(r, s, RECIPE_FORCE_FACTOR, 1);
    }
    set(r, RECIPE_LARGE, RECIPE_SIZE, 1);
    set(r, RECIPE_LARGE, RECIPE_IN_RESULT, 1);
    if (doubled)
        double_step(r);
}

void recipe_clear(struct recipe *r) {
    for (int s = 0; s < RECIPE_SUB_STEPS; s++)
        for (int k = 0; k < RECIPE_NUMBERS; k++)
            mpfr_clear(r->number[s][k]);
}

int recipe_weights_alloc(struct recipe_weights *w, int count, mpfr_prec_t bits) {
    *w = (struct recipe_weights){.count = count};
    w->result = vector_alloc(count, bits);
    w->estimate = vector_alloc(count, bits);
    int failed = w->result == NULL || w->estimate == NULL;
    for (int s = 0; s < RECIPE_SUB_STEPS; s++) {
        w->increment[s] = vector_alloc(count, bits);
        failed |= w->increment[s] == NULL;
    }
    return failed;
}

void recipe_weights_free(struct recipe_weights *w) {
    for (int s = 0; s < RECIPE_SUB_STEPS; s++)
        vector_free(w->increment[s], w->count);
    vector_free(w->result, w->count);
    vector_free(w->estimate, w->count);
    *w = (struct recipe_weights){0};
}
