/* How the measurements of the probes compare: B with A, up to signs and powers of h; C, the
 * same in another basis, with A; D, two steps, with A composed with itself.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/evidence/evidence_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/fingerprint/laws/fraction.h"
#include "harness/fingerprint/trees/composition.h"
#include "ref/vector.h"

enum { A, B, C, D };

/* Two measurements may differ twice as much as one from its expectation; a dense basis and a
 * start that is not zero round sums of many terms. */
static const double two_measured = 2, dense_units = 64;
/* A difference quotient by time rounds as much. */
static const double time_rounding = 1e-12;

/* Two sets of measured weights, `factor` times the second; the first difference, or -1. */
static int first_difference(int count, const struct judge *j, const mpfr_t *a,
                            const mpfr_t *b, double factor) {
    int found = -1;
    mpfr_t scaled;
    mpfr_init2(scaled, j->bits);
    for (int i = 0; i < count && found < 0; i++) {
        mpfr_mul_d(scaled, b[i], factor, MPFR_RNDN);
        if (!judge_same(j, i, a[i], scaled))
            found = i;
    }
    mpfr_clear(scaled);
    return found;
}

/* Whether all |a| are |b|, and no a is negative. */
static bool is_same_size(const struct evidence *e, const struct judge *j, const mpfr_t *a,
                         const mpfr_t *b) {
    bool same = true;
    mpfr_t size;
    mpfr_init2(size, j->bits);
    for (int i = 0; i < e->forest.count && same; i++) {
        mpfr_abs(size, b[i], MPFR_RNDN);
        same = judge_same(j, i, a[i], size);
    }
    mpfr_clear(size);
    return same;
}

static enum evidence_agreement agreement_of(const struct evidence *e, const mpfr_t *a,
                                            const mpfr_t *b) {
    struct judge j = e->judge;
    double ratio = e->of[A].probe.h / e->of[B].probe.h;
    j.units *= two_measured;
    j.time_ratio = fmax(j.time_ratio, fabs(e->of[B].probe.t0) / e->of[B].probe.h);
    if (first_difference(e->forest.count, &j, a, b, 1) < 0)
        return EVIDENCE_SAME;
    if (is_same_size(e, &j, a, b))
        return EVIDENCE_SAME_SIZE;
    if (first_difference(e->forest.count, &j, a, b, ratio) < 0)
        return EVIDENCE_TIMES_H;
    if (first_difference(e->forest.count, &j, a, b, 1 / ratio) < 0)
        return EVIDENCE_OVER_H;
    return EVIDENCE_DIFFERENT;
}

/* "WHAT of q[q] is 1.5, not 1: off by 5.0e-01", with "not" the word for what it should be. */
static void tell_difference(struct evidence *e, int probe, int tree, const char *what,
                            mpfr_srcptr here, const char *word, mpfr_srcptr there) {
    char *name = forest_text(&e->forest, tree);
    const double is = mpfr_get_d(here, MPFR_RNDN), other = mpfr_get_d(there, MPFR_RNDN);
    const int digits = fraction_digits(is, other);
    mpfr_t difference;
    mpfr_init2(difference, e->judge.bits);
    mpfr_sub(difference, here, there, MPFR_RNDN);
    snprintf(e->of[probe].why, EVIDENCE_TEXT, "%s of %s is %.*g, %s %.*g: off by %.1e",
             what, name != NULL ? name : "", digits, is, word, digits, other,
             mpfr_get_d(difference, MPFR_RNDN));
    mpfr_clear(difference);
    free(name);
}

/* Compares a probe's weights with expected ones; says where they differ first. */
static bool agrees_with(struct evidence *e, int probe, const struct judge *j,
                        const char *what, const mpfr_t *here, const mpfr_t *there) {
    int tree = first_difference(e->of[probe].weights.count, j, here, there, 1);
    if (tree >= 0)
        tell_difference(e, probe, tree, what, here[tree], "not", there[tree]);
    return tree < 0;
}

static void compare_b(struct evidence *e) {
    const struct weights *a = &e->of[A].weights, *b = &e->of[B].weights;
    struct judge j = e->judge;
    j.units *= two_measured;
    j.time_ratio = fmax(j.time_ratio, fabs(e->of[B].probe.t0) / e->of[B].probe.h);
    e->result = agreement_of(e, vector_const(a->result), vector_const(b->result));
    e->estimate = EVIDENCE_SAME;
    if (e->has_estimate)
        e->estimate =
            agreement_of(e, vector_const(a->estimate), vector_const(b->estimate));
    e->of[B].agrees = agrees_with(e, B, &j, "the weight", vector_const(b->result),
                                  vector_const(a->result)) &&
                      (!e->has_estimate ||
                       agrees_with(e, B, &j, "the estimate's weight",
                                   vector_const(b->estimate), vector_const(a->estimate)));
}

static bool estimate_vanishes(const struct evidence *e) {
    const mpfr_t *estimate = evidence_estimate(e);
    for (int i = 0; i < e->forest.count; i++)
        if (fabs(mpfr_get_d(estimate[i], MPFR_RNDN)) > judge_tolerance(&e->judge, i, 0))
            return false;
    return true;
}

/* An unsigned estimate is none of the same method in another basis; and whether one that is 0
 * has a sign is not known. */
static void compare_c(struct evidence *e) {
    const struct weights *a = &e->of[A].weights, *c = &e->of[C].weights;
    struct judge j = e->judge;
    j.units = fmax(j.units, dense_units) * two_measured;
    e->equivariant = agrees_with(e, C, &j, "the weight", vector_const(c->result),
                                 vector_const(a->result));
    if (e->equivariant && e->has_estimate && e->estimate != EVIDENCE_SAME_SIZE &&
        !estimate_vanishes(e))
        e->equivariant =
            agrees_with(e, C, &j, "the estimate's weight", vector_const(c->estimate),
                        vector_const(a->estimate));
    e->of[C].agrees = e->equivariant;
}

static bool is_composed(struct evidence *e, const mpfr_t *twice, const mpfr_t *product,
                        const mpfr_t *size, double scale, const char *what) {
    struct judge j = e->judge;
    j.time_ratio = 2 * j.time_ratio;
    for (int i = 0; i < e->forest.count; i++) {
        double largest = fmax(1, mpfr_get_d(size[i], MPFR_RNDN));
        j.units = fmax(e->judge.units, dense_units) * two_measured * largest * scale;
        if (judge_time_leaves(&e->forest, i) > 0)
            j.units = fmax(j.units, time_rounding / j.unit);
        if (judge_same(&j, i, twice[i], product[i]))
            continue;
        tell_difference(e, D, i, what, twice[i], "from new starts", product[i]);
        e->memory_order = e->forest.tree[i].order;
        return false;
    }
    return true;
}

/* By how much they differ at most, in units of the sums' terms. */
static double find_off(const struct evidence *e, const mpfr_t *twice,
                       const mpfr_t *product, const mpfr_t *size) {
    double largest = 0;
    mpfr_t difference;
    mpfr_init2(difference, e->judge.bits);
    for (int i = 0; i < e->forest.count; i++) {
        mpfr_sub(difference, twice[i], product[i], MPFR_RNDN);
        largest = fmax(largest, fabs(mpfr_get_d(difference, MPFR_RNDN)) /
                                    fmax(1, mpfr_get_d(size[i], MPFR_RNDN)));
    }
    mpfr_clear(difference);
    return largest;
}

static int compare_d(struct evidence *e) {
    const int count = e->forest.count;
    const struct weights *a = &e->of[A].weights, *d = &e->of[D].weights;
    mpfr_t *product = vector_alloc(count, e->judge.bits);
    mpfr_t *size = vector_alloc(count, e->judge.bits);
    int failed = product == NULL || size == NULL ||
                 composition_weights(product, size, &e->forest, vector_const(a->result),
                                     vector_const(a->result), false);
    /* an estimate that is divided by h is as much larger, and so is its rounding */
    const double scale =
        e->estimate == EVIDENCE_OVER_H ? fmax(1, 1 / e->of[D].probe.h) : 1;
    bool agrees =
        !failed && is_composed(e, vector_const(d->result), vector_const(product),
                               vector_const(size), 1, "after two steps the weight");
    e->composed_off = failed ? 0
                             : find_off(e, vector_const(d->result), vector_const(product),
                                        vector_const(size));
    if (agrees && e->has_estimate && e->estimate != EVIDENCE_SAME_SIZE) {
        failed = composition_weights(product, size, &e->forest, vector_const(a->result),
                                     vector_const(a->estimate), true);
        agrees = !failed && is_composed(e, vector_const(d->estimate),
                                        vector_const(product), vector_const(size), scale,
                                        "after two steps the estimate's weight");
        if (!failed && !agrees)
            e->composed_off = fmax(e->composed_off,
                                   find_off(e, vector_const(d->estimate),
                                            vector_const(product), vector_const(size)));
    }
    e->of[D].agrees = agrees;
    e->memory = !agrees;
    vector_free(product, count);
    vector_free(size, count);
    return failed;
}

int evidence_compare_probes(struct evidence *e) {
    int failed = 0;
    e->result = e->estimate = EVIDENCE_SAME;
    e->equivariant = true;
    e->memory = false;
    e->of[A].agrees = true;
    if (e->of[B].made)
        compare_b(e);
    if (e->of[C].made)
        compare_c(e);
    if (e->of[D].made)
        failed = compare_d(e);
    return failed;
}
