/* Decisions of an integrator, kept in the order in which they are told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/common/decisions.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "problems/base/arena.h"
#include "ref/ref.h"

/* Limits are the algorithm's constants times its settings; those of two implementations
 * agree but for rounding. */
static const double same_limit = 1e-9;

/* Below this part of x an update is zero, as double is told. */
static const double zero_limit = 10 * DBL_EPSILON;

/* Chosen sizes of steps follow from errors, in which rounding may show; a wrong constant
 * shows more. */
static const double same_size = 1e-2;

void decisions_keep(void *context, const struct pair_decision *decision) {
    struct decisions *d = context;
    struct pair_decision *grown =
        array_grow(d->decision, &d->room, (int)d->count + 1, sizeof *grown);
    if (grown == NULL) {
        d->lost = true;
        return;
    }
    d->decision = grown;
    d->decision[d->count++] = *decision;
}

void decisions_keep_reference(void *context, const struct ref_decision *decision) {
    static const enum pair_decision_kind KIND[] = {
        [REF_DECISION_NEWTON] = PAIR_DECISION_NEWTON,
        [REF_DECISION_TRIAL] = PAIR_DECISION_TRIAL,
        [REF_DECISION_ATTEMPT] = PAIR_DECISION_ATTEMPT,
        [REF_DECISION_ERROR] = PAIR_DECISION_ERROR,
        [REF_DECISION_STEP] = PAIR_DECISION_STEP};
    const struct pair_decision same = {.kind = KIND[decision->kind],
                                       .outcome = decision->outcome,
                                       .t = decision->t,
                                       .h = decision->h,
                                       .value = decision->value,
                                       .limit = decision->limit};
    decisions_keep(context, &same);
}

void decisions_clear(struct decisions *d) {
    free(d->decision);
    *d = (struct decisions){.count = 0};
}

long decisions_count(const struct decisions *d, enum pair_decision_kind kind,
                     int outcome) {
    long count = 0;
    for (long i = 0; i < d->count; i++)
        count += d->decision[i].kind == kind &&
                 (outcome == DECISIONS_ANY || d->decision[i].outcome == outcome);
    return count;
}

const char *decisions_kind_text(enum pair_decision_kind kind) {
    switch (kind) {
    case PAIR_DECISION_NEWTON: return "the convergence test of Newton's iteration";
    case PAIR_DECISION_TRIAL: return "the choice of matrices";
    case PAIR_DECISION_ATTEMPT: return "whether a step has succeeded";
    case PAIR_DECISION_ERROR: return "whether the error is small enough";
    case PAIR_DECISION_STEP: break;
    }
    return "the size of the next step";
}

static bool are_close(double a, double b, double tolerance) {
    return !(fabs(a - b) > tolerance * fmax(fabs(a), fabs(b)));
}

/* An iteration may converge by either of two tests; which of them is met first may depend
 * on rounding, and makes no difference. */
static bool is_zero_test(const struct pair_decision *d) {
    return d->kind == PAIR_DECISION_NEWTON && d->outcome == 1 &&
           are_close(d->limit, zero_limit, same_limit);
}

static bool are_same(const struct pair_decision *a, const struct pair_decision *b) {
    if (a->kind != b->kind || a->outcome != b->outcome)
        return false;
    if (a->kind == PAIR_DECISION_STEP)
        return are_close(a->value, b->value, same_size);
    bool has_limit = a->kind == PAIR_DECISION_NEWTON || a->kind == PAIR_DECISION_ERROR;
    return !has_limit || is_zero_test(a) || is_zero_test(b) ||
           are_close(a->limit, b->limit, same_limit);
}

long decisions_first_difference(const struct decisions *a, const struct decisions *b) {
    long both = a->count < b->count ? a->count : b->count;
    for (long i = 0; i < both; i++)
        if (!are_same(&a->decision[i], &b->decision[i]))
            return i;
    return a->count == b->count ? -1 : both;
}

double decisions_margin(const struct pair_decision *decision) {
    return fabs(decision->value - decision->limit) / fabs(decision->limit);
}
