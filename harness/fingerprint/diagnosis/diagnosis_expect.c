/* What has been measured beside what is expected: on the trees, and on chains and bushes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/diagnosis/diagnosis.h"

#include <math.h>
#include <stdlib.h>

/* Marks the trees whose result or judged estimate is not the expected one. */
static void compare(struct diagnosis *x, const struct evidence *e) {
    const mpfr_t *result = evidence_result(e), *estimate = evidence_estimate(e);
    x->judges_estimate = estimate != NULL && x->weights.estimate != NULL;
    if (x->expectation_is_own && !x->name.estimate_too)
        x->judges_estimate = false;
    const struct judge judge = judge_printed(&e->judge, x->expected);
    x->failing = 0;
    for (int i = 0; i < e->forest.count; i++) {
        x->fails[i] = !judge_same(&judge, i, result[i], x->weights.result[i]);
        /* an estimate without its signs is wrong where probe B shows it, too */
        if (x->judges_estimate)
            x->fails[i] |=
                !judge_same(&judge, i, estimate[i], x->weights.estimate[i]) ||
                (e->of[1].made && !judge_same(&judge, i, e->of[1].weights.estimate[i],
                                              x->weights.estimate[i]));
        x->failing += x->fails[i];
    }
}

int diagnosis_expect(struct diagnosis *x, const struct evidence *e,
                     const struct known_method *m, enum known_variant variant,
                     bool is_own) {
    judge_weights_free(&x->weights);
    x->expected = m;
    x->expected_variant = variant;
    x->expectation_is_own = is_own;
    if (judge_known(&x->weights, &e->judge, m, variant))
        return -1;
    compare(x, e);
    return 0;
}

bool diagnosis_is_consistent(const struct evidence *e) {
    mpfr_t one;
    bool consistent = true;
    mpfr_init2(one, e->judge.bits);
    mpfr_set_ui(one, 1, MPFR_RNDN);
    for (int i = 0; i < e->forest.count; i++)
        if (e->forest.tree[i].order == 1)
            consistent &= judge_same(&e->judge, i, evidence_result(e)[i], one);
    mpfr_clear(one);
    return consistent;
}

bool diagnosis_is_zero(const struct evidence *e, int tree, mpfr_srcptr weight) {
    return fabs(mpfr_get_d(weight, MPFR_RNDN)) <= judge_tolerance(&e->judge, tree, 0);
}

int diagnosis_find_feature(struct diagnosis *x, const struct evidence *e) {
    const mpfr_t *estimate = evidence_estimate(e);
    bool *judged = malloc((size_t)e->forest.count * sizeof *judged);
    if (judged == NULL)
        return -1;
    for (int narrowed = 0; narrowed < 2 && !x->has_feature; narrowed++) {
        for (int i = 0; i < e->forest.count; i++)
            judged[i] = narrowed == 0 || x->fails[i] ||
                        !diagnosis_is_zero(e, i, evidence_result(e)[i]) ||
                        !diagnosis_is_zero(e, i, x->weights.result[i]) ||
                        (x->judges_estimate &&
                         (!diagnosis_is_zero(e, i, estimate[i]) ||
                          !diagnosis_is_zero(e, i, x->weights.estimate[i])));
        x->has_feature = feature_find(x->feature, &e->forest, judged, x->fails) == 0;
    }
    free(judged);
    return 0;
}

int diagnosis_look_beyond(struct diagnosis *x, const struct evidence *e) {
    x->beyond = -1;
    if (x->failing > 0 || e->families == NULL || !e->families->made)
        return 0;
    return families_difference(&x->beyond, e->families, x->expected, x->expected_variant,
                               e->judge.units, evidence_is_common(e, x->expected->order));
}
