/* What evidence says, once it is there.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/evidence/evidence_parts.h"

#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/evidence/memory.h"
#include "ref/vector.h"

/* Of the probes A to D. */
enum { A = 0, B = 1, D = 3 };

static const double single_rounding = 0x1p-23;

const mpfr_t *evidence_result(const struct evidence *e) {
    return vector_const(e->of[A].weights.result);
}

const mpfr_t *evidence_estimate(const struct evidence *e) {
    return e->has_estimate ? vector_const(e->of[A].weights.estimate) : NULL;
}

void evidence_take_course(struct evidence *e) {
    e->rounds = e->course != NULL && !e->course->has_memory && e->memory &&
                e->composed_off <= single_rounding;
    if (e->rounds)
        e->memory = false;
    if (e->course != NULL && e->course->is_random)
        snprintf(
            e->cause, sizeof e->cause,
            "the same step from the same start, made twice, leads to %s, so that its "
            "results depend on what it was not given: chance, memory that was not "
            "initialised, threads, or other runs",
            e->course->repeated);
}

bool evidence_is_scattered(const struct evidence *e, int tree) {
    const struct evidence_probe *b = &e->of[B];
    return e->cause[0] != '\0' && b->made &&
           !judge_same(&e->judge, tree, evidence_result(e)[tree],
                       b->weights.result[tree]);
}

bool evidence_result_remembers(const struct evidence *e) {
    return e->course != NULL ? e->course->has_memory : e->memory && e->of[D].made;
}

bool evidence_remembers(const struct evidence *e) {
    return (e->memory && e->of[D].made) || (e->course != NULL && e->course->has_memory);
}

const char *evidence_memory_why(const struct evidence *e) {
    return e->course != NULL && e->course->has_memory ? e->course->why : e->of[D].why;
}

double evidence_missing(const struct evidence *e, const struct evidence_probe *of,
                        int tree) {
    mpfr_t weight;
    mpfr_init2(weight, e->judge.bits);
    judge_exact_flow(weight, &e->forest, tree);
    mpfr_sub(weight, of->weights.result[tree], weight, MPFR_RNDN);
    const double missing = mpfr_get_d(weight, MPFR_RNDA);
    mpfr_clear(weight);
    return missing;
}

double evidence_inexactness(const struct evidence *e) {
    double largest = 0;
    for (int i = 0; i < e->forest.count; i++)
        largest = fmax(largest, fabs(evidence_missing(e, e->of, i)) /
                                    judge_tolerance(&e->judge, i, 0));
    return largest * e->judge.units * e->judge.unit;
}

struct judge evidence_few(const struct evidence *e) {
    const struct families *f = e->families;
    struct judge few = judge_few(&e->judge);
    if (f != NULL && f->made && f->has_stability && f->stability.denominator_degree > 0)
        judge_allow_quotient(&few);
    return few;
}

bool evidence_is_almost_exact(const struct evidence *e) {
    return evidence_inexactness(e) <= judge_few_digits(&e->judge);
}

bool evidence_is_common(const struct evidence *e, int order) {
    return order <= e->forest.tree[e->forest.count - 1].order &&
           evidence_is_almost_exact(e);
}
