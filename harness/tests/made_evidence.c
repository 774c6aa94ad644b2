/* Evidence made up from weights.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/made_evidence.h"

#include <criterion/criterion.h>

#include "harness/fingerprint/trees/composition.h"
#include "harness/tests/closed_weights.h"
#include "ref/vector.h"

enum { double_bits = 53 };

static void fill(struct weights *w, const struct forest *f, mpfr_prec_t bits,
                 const struct made_weights *made) {
    mpfr_prec_t own = bits == 0 ? double_bits : bits;
    *w = (struct weights){.count = f->count, .result = vector_alloc(f->count, own)};
    if (made->estimate != NULL)
        w->estimate = vector_alloc(f->count, own);
    for (int i = 0; i < f->count; i++) {
        made->result(w->result[i], f, i, made->context);
        if (made->estimate != NULL)
            made->estimate(w->estimate[i], f, i, made->context);
    }
}

static void compose(struct evidence *e) {
    struct weights *a = &e->of[0].weights, *d = &e->of[3].weights;
    mpfr_t *size = vector_alloc(e->forest.count, double_bits);
    cr_assert(composition_weights(d->result, size, &e->forest, vector_const(a->result),
                                  vector_const(a->result), false) == 0);
    if (a->estimate != NULL)
        cr_assert(composition_weights(d->estimate, size, &e->forest,
                                      vector_const(a->result), vector_const(a->estimate),
                                      true) == 0);
}

void made_evidence(struct evidence *e, enum forest_family family, int order,
                   mpfr_prec_t bits, const struct made_weights *w) {
    *e = (struct evidence){.family = family, .has_estimate = w->estimate != NULL};
    cr_assert(forest_all(&e->forest, family, order) == 0);
    for (int i = 0; i < EVIDENCE_PROBES; i++) {
        e->of[i].probe = probe_standard("ABCD"[i], 0);
        e->of[i].made = true;
        fill(&e->of[i].weights, &e->forest, bits, w);
    }
    e->judge = judge_make(&e->forest, &e->of[0].probe, bits);
    compose(e);
    cr_assert(evidence_compare(e) == 0);
}

static void of_tableau(mpfr_ptr weight, int tree, mpq_t *of) {
    mpfr_set_q(weight, of[tree], MPFR_RNDN);
}

static void tableau_result(mpfr_ptr weight, const struct forest *f, int tree,
                           const void *context) {
    (void)f;
    of_tableau(weight, tree, ((const struct weights_q *)context)->result);
}

static void tableau_estimate(mpfr_ptr weight, const struct forest *f, int tree,
                             const void *context) {
    (void)f;
    of_tableau(weight, tree, ((const struct weights_q *)context)->estimate);
}

void made_of_tableau(struct evidence *e, enum forest_family family, int order,
                     mpfr_prec_t bits, const struct tableau *t) {
    struct forest f = {0};
    struct weights_q exact;
    cr_assert(forest_all(&f, family, order) == 0);
    cr_assert(tableau_weights(&exact, t, &f) == 0);
    const struct made_weights w = {
        tableau_result, exact.estimate != NULL ? tableau_estimate : NULL, &exact};
    made_evidence(e, family, order, bits, &w);
}

void made_of_known(struct evidence *e, enum forest_family family, int order,
                   mpfr_prec_t bits, const char *key) {
    struct tableau t;
    enum known_variant variant;
    const struct known_method *m = known_find(key, &variant);
    cr_assert(m != NULL, "%s", key);
    cr_assert(known_build(&t, m, variant) == 0);
    made_of_tableau(e, family, order, bits, &t);
}

void made_families(struct families *f, const struct tableau *t) {
    const struct probe a = probe_standard('A', 0);
    struct judge_weights w;
    cr_assert(families_trees(f, FOREST_MECHANICAL) == 0);
    f->judge = judge_make(&f->forest, &a, 0);
    cr_assert(judge_tableau(&w, &f->judge, t) == 0);
    f->weights = (struct weights){.count = w.count, .result = w.result};
    f->made = true;
    families_interpret(f);
}

void made_pair_result(mpfr_ptr weight, const struct forest *f, int tree,
                      const void *context) {
    mpq_t s;
    (void)context;
    mpq_init(s);
    closed_backward_euler(s, f, tree, 2, 2);
    mpfr_set_q(weight, s, MPFR_RNDN);
}

void made_pair_estimate(mpfr_ptr weight, const struct forest *f, int tree,
                        const void *context) {
    made_pair_result(weight, f, tree, context);
    mpfr_ui_sub(weight, 1, weight, MPFR_RNDN);
}
