/* What the comparison of the probes comes to: weights that scatter, or the cause of there
 * being none.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/evidence/evidence_parts.h"

#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/trees/composition.h"
#include "ref/vector.h"

enum { A, B, C, D };

/* Differences of weights up to this are an iteration's that was left early; those of another
 * method are larger. Steps in other bases and from other states are left as early, but
 * elsewhere. */
static const double largest_scatter = 1e-6, scatter_margin = 16;
/* Nor is what treats components one by one so near to itself in another basis. */
static const double largest_unsolved = 1e-2;
/* Weights of a method in double have more bits, but where all are dyadic. */
enum { single_bits = 24, spare_bits = 4 };
static const double single_units = 16;
/* Up to this it is rounding, of large coefficients or of an iteration. */
static const double rounding_scatter = 1e-12;

/* Whether f is told the time since the step's start: the weight of v[t] is then off by t0/h in
 * both probes. */
static bool counts_time_from_start(const struct evidence *e) {
    const int none = 0;
    double weight[2];
    int tree = composition_lookup(&e->forest, TREE_V, 1, 0, &none);
    if (tree < 0)
        return false;
    for (int i = A; i <= B; i++) {
        const struct probe *p = &e->of[i].probe;
        weight[i] = mpfr_get_d(e->of[i].weights.result[tree], MPFR_RNDN);
        if (fabs(weight[i]) <= 1)
            return false;
        weight[i] += p->t0 / p->h;
    }
    return fabs(weight[A] - weight[B]) <= largest_scatter;
}

/* Whether only weights of trees with a time leaf differ. */
static bool only_time_differs(const struct evidence *e, const mpfr_t *a,
                              const mpfr_t *b) {
    for (int i = 0; i < e->forest.count; i++)
        if (judge_time_leaves(&e->forest, i) == 0 &&
            !judge_same(&e->judge, i, a[i], b[i]))
            return false;
    return true;
}

/* Whether at constant rates positions go other ways in A and B, and velocities the same: what goes
 * into positions is no multiple of N(q) v. */
static bool goes_without_map(const struct evidence *e) {
    const struct weights *a = &e->of[A].weights, *b = &e->of[B].weights;
    bool differs[2] = {false, false};
    for (int i = 0; i < e->forest.count; i++)
        if (e->forest.tree[i].order == 1)
            differs[e->forest.tree[i].colour] |=
                !judge_same(&e->judge, i, a->result[i], b->result[i]);
    return differs[TREE_Q] && !differs[TREE_V];
}

/* Why the step is none of a method, from where the weights of A and B differ. */
static void find_cause(struct evidence *e) {
    if (e->scatter > rounding_scatter && !e->time_scatters)
        snprintf(e->cause, sizeof e->cause,
                 "its weights scatter by %.0e, so that its equations are not solved to "
                 "rounding: a stop rule, which the option accuracy should tighten, or "
                 "differenced Jacobians",
                 e->scatter);
    else if (e->scatter > 0)
        return;
    else if (!e->of[B].made)
        snprintf(e->cause, sizeof e->cause,
                 "it makes the step of probe A, not that of B: %s", e->of[B].why);
    else if (e->result != EVIDENCE_SAME && counts_time_from_start(e))
        snprintf(e->cause, sizeof e->cause,
                 "f is told the time since the start of the step, not the time");
    else if (e->result != EVIDENCE_SAME &&
             only_time_differs(e, vector_const(e->of[A].weights.result),
                               vector_const(e->of[B].weights.result)))
        snprintf(e->cause, sizeof e->cause,
                 "f is told a time that is not t0 + c h with a fixed c (%s)",
                 e->of[B].why);
    else if (e->result == EVIDENCE_SAME_SIZE)
        snprintf(e->cause, sizeof e->cause, "an absolute value is taken: signs are lost");
    else if (e->result == EVIDENCE_TIMES_H || e->result == EVIDENCE_OVER_H)
        snprintf(e->cause, sizeof e->cause, "the weights depend on h itself");
    else if (e->result != EVIDENCE_SAME && goes_without_map(e))
        snprintf(e->cause, sizeof e->cause,
                 "positions do not go along N(q) v, as where v is added without N(q) "
                 "(%s)",
                 e->of[B].why);
    else if (e->result != EVIDENCE_SAME)
        snprintf(e->cause, sizeof e->cause,
                 "the weights depend on the size or the signs of the step: clipping, a "
                 "stop rule, or a step that was cut (%s)",
                 e->of[B].why);
    else if (!e->equivariant && e->of[C].made && e->difference <= largest_unsolved)
        snprintf(e->cause, sizeof e->cause,
                 "in another basis its weights are off by up to %.0e, so that its "
                 "equations are not solved to rounding there: a stop rule, which the "
                 "option accuracy should tighten, or differenced Jacobians",
                 e->difference);
    else if (!e->equivariant && e->of[C].made)
        snprintf(
            e->cause, sizeof e->cause,
            "components are treated one by one, so that in another basis it is another "
            "method: coordinate increments (as Itoh's and Abe's) or a splitting by "
            "components, which may be meant, a limiter, or some are left out (in "
            "another basis %s)",
            e->of[C].why);
    else if (e->estimate == EVIDENCE_DIFFERENT)
        snprintf(e->cause, sizeof e->cause,
                 "the estimate depends on the size or the signs of the step (%s)",
                 e->of[B].why);
}

/* The largest difference between measured weights of A and of another probe. */
static double largest_difference(const struct evidence *e, int count, const mpfr_t *a,
                                 const mpfr_t *b, bool sizes) {
    double largest = 0;
    mpfr_t difference;
    mpfr_init2(difference, e->judge.bits);
    for (int i = 0; i < count; i++) {
        if (sizes) {
            mpfr_abs(difference, b[i], MPFR_RNDN);
            if (mpfr_sgn(a[i]) < 0)
                mpfr_neg(difference, difference, MPFR_RNDN);
        } else {
            mpfr_set(difference, b[i], MPFR_RNDN);
        }
        mpfr_sub(difference, a[i], difference, MPFR_RNDN);
        largest = fmax(largest, fabs(mpfr_get_d(difference, MPFR_RNDA)));
    }
    mpfr_clear(difference);
    return largest;
}

/* Whether the scatter is that of a difference quotient by time, in results and estimates: an
 * iteration that is left early shows without the time, too. */
static bool only_time_scatters(const struct evidence *e) {
    const struct weights *a = &e->of[A].weights, *b = &e->of[B].weights;
    return e->of[B].made &&
           only_time_differs(e, vector_const(a->result), vector_const(b->result)) &&
           (!e->has_estimate ||
            only_time_differs(e, vector_const(a->estimate), vector_const(b->estimate)));
}

/* The results' and estimates' scatter over A, B and C, if that is what it is: too large for
 * rounding, too small for another method. */
static void find_scatter(struct evidence *e) {
    const struct weights *a = &e->of[A].weights;
    double largest = 0;
    e->scatter = 0;
    e->time_scatters = false;
    for (int i = B; i <= C; i++) {
        const struct weights *w = &e->of[i].weights;
        if (!e->of[i].made)
            continue;
        largest = fmax(largest, largest_difference(e, w->count, vector_const(a->result),
                                                   vector_const(w->result), false));
        /* of an estimate without signs the sizes are compared, in B */
        if (e->has_estimate)
            largest = fmax(largest,
                           fmin(largest_difference(e, w->count, vector_const(a->estimate),
                                                   vector_const(w->estimate), false),
                                largest_difference(e, w->count, vector_const(a->estimate),
                                                   vector_const(w->estimate), true)));
    }
    e->difference = largest;
    if (largest > largest_scatter || (e->result == EVIDENCE_SAME && e->equivariant &&
                                      e->estimate != EVIDENCE_DIFFERENT))
        return;
    e->scatter = largest;
    e->time_scatters = largest > rounding_scatter && only_time_scatters(e);
    e->judge.units = fmax(e->judge.units, scatter_margin * largest / e->judge.unit);
}

/* Whether all weights of A and B are numbers of single precision, and one of them needs nearly all
 * of its bits, as a third does. */
static bool is_single(const struct evidence *e) {
    bool needs_bits = false;
    for (int i = A; i <= B; i++)
        for (int k = 0; k < e->of[i].weights.count && e->of[i].made; k++) {
            mpfr_srcptr weight = e->of[i].weights.result[k];
            const mpfr_prec_t bits = mpfr_zero_p(weight) ? 0 : mpfr_min_prec(weight);
            if (bits > single_bits)
                return false;
            needs_bits |= bits > single_bits - spare_bits;
        }
    return needs_bits;
}

int evidence_compare(struct evidence *e) {
    e->is_single = is_single(e);
    if (e->is_single)
        e->judge.units =
            fmax(e->judge.units, ldexp(single_units, -single_bits) / e->judge.unit);
    int failed = evidence_compare_probes(e);
    if (!failed && e->result == EVIDENCE_DIFFERENT && evidence_find_inner(e))
        return 0;
    find_scatter(e);
    if (!failed && e->scatter > 0)
        failed = evidence_compare_probes(e);
    find_cause(e);
    return failed;
}
