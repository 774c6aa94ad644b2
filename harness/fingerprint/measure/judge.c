/* When two weights are the same.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/measure/judge.h"

#include <math.h>

#include "harness/fingerprint/known/known_table.h"
#include "ref/vector.h"

/* The largest seen on faultless integrators is 5 of 16; at a raised precision there is room
 * for more, since what is looked for is far above it. */
static const double units_in_double = 16, units_raised = 256;
static const double coefficient_margin = 16;
enum { double_bits = 53, guard_bits = 64 };

struct judge judge_make(const struct forest *f, const struct probe *p, mpfr_prec_t bits) {
    return (struct judge){
        .forest = f,
        .unit = ldexp(1, bits == 0 ? -double_bits : -(int)bits),
        .units = bits == 0 ? units_in_double : units_raised,
        .time_ratio = fabs(p->t0) / p->h,
        .bits = (bits == 0 ? double_bits : bits) + guard_bits,
    };
}

struct judge judge_wide(const struct judge *j) {
    struct judge wide = *j;
    wide.units *= coefficient_margin;
    return wide;
}

/* Of functions that change by 1 in a step, forward, with the best of sizes. */
static const double difference_quotient = 3e-8;

void judge_allow_quotient(struct judge *j) {
    if (j->bits == double_bits + guard_bits)
        j->time_units = difference_quotient / j->unit;
}

struct judge judge_printed(const struct judge *j, const struct known_method *m) {
    struct judge printed = *j;
    printed.units = fmax(j->units, m->table->printed / j->unit);
    if (!known_is_runge_kutta(m))
        judge_allow_quotient(&printed);
    return printed;
}

struct judge judge_printed_wide(const struct judge *j, const struct known_method *m) {
    const struct judge printed = judge_printed(j, m);
    return judge_wide(&printed);
}

int judge_time_leaves(const struct forest *f, int tree) {
    const struct tree *t = &f->tree[tree];
    int leaves = t->time_leaves;
    for (int i = 0; i < t->children; i++)
        leaves += judge_time_leaves(f, t->child[i]);
    return leaves;
}

/* The k-th power of a node has k times its rounding; up to this many nodes `units` is enough. */
static const double small_tree = 4;

double judge_tolerance(const struct judge *j, int tree, double expected) {
    const int time_leaves = judge_time_leaves(j->forest, tree);
    const double units = j->units * (1 + time_leaves * j->time_ratio) +
                         (time_leaves > 0 ? j->time_units : 0);
    return units * j->unit * fmax(1, fabs(expected)) *
           fmax(1, j->forest->tree[tree].order / small_tree);
}

double judge_few_digits(const struct judge *j) {
    static const double typed_in = 1e-9;
    return fmax(typed_in, j->units * j->unit);
}

struct judge judge_few(const struct judge *j) {
    struct judge few = *j;
    few.units = judge_few_digits(j) / j->unit;
    return few;
}

bool judge_same(const struct judge *j, int tree, mpfr_srcptr measured,
                mpfr_srcptr expected) {
    mpfr_t difference;
    mpfr_init2(difference, j->bits);
    mpfr_sub(difference, measured, expected, MPFR_RNDN);
    double distance = fabs(mpfr_get_d(difference, MPFR_RNDA));
    mpfr_clear(difference);
    return distance <= judge_tolerance(j, tree, mpfr_get_d(expected, MPFR_RNDN));
}

bool judge_all(const struct judge *j, const mpfr_t *measured, const mpfr_t *expected) {
    for (int i = 0; i < j->forest->count; i++)
        if (!judge_same(j, i, measured[i], expected[i]))
            return false;
    return true;
}

void judge_exact_flow(mpfr_ptr weight, const struct forest *f, int tree) {
    mpz_t density;
    mpz_init(density);
    forest_density(density, f, tree);
    mpfr_set_z(weight, density, MPFR_RNDN);
    mpfr_ui_div(weight, 1, weight, MPFR_RNDN);
    mpz_clear(density);
}

bool judge_is_flow(const struct judge *j, int tree, mpfr_srcptr measured) {
    mpfr_t exact;
    mpfr_init2(exact, j->bits);
    judge_exact_flow(exact, j->forest, tree);
    const bool is_same = judge_same(j, tree, measured, exact);
    mpfr_clear(exact);
    return is_same;
}

bool judge_separable(const struct forest *f, int tree, const void *context) {
    (void)context;
    return forest_is_separable(f, tree);
}

int judge_order(const struct judge *j, const mpfr_t *measured, judge_counts *counts,
                const void *context) {
    const struct forest *f = j->forest;
    int order = f->tree[f->count - 1].order;
    for (int i = 0; i < f->count; i++)
        if (f->tree[i].order <= order && (counts == NULL || counts(f, i, context)) &&
            !judge_is_flow(j, i, measured[i]))
            order = f->tree[i].order - 1;
    return order;
}

int judge_tableau(struct judge_weights *w, const struct judge *j,
                  const struct tableau *t) {
    const int count = j->forest->count;
    *w = (struct judge_weights){.count = count};
    w->result = vector_alloc(count, j->bits);
    if (t->ev != NULL)
        w->estimate = vector_alloc(count, j->bits);
    if (w->result == NULL || (t->ev != NULL && w->estimate == NULL))
        return -1;
    return tableau_numbers(w->result, w->estimate, t, j->forest);
}

int judge_known(struct judge_weights *w, const struct judge *j,
                const struct known_method *m, enum known_variant variant) {
    struct tableau t;
    *w = (struct judge_weights){0};
    int failed = known_build(&t, m, variant) || judge_tableau(w, j, &t);
    tableau_free(&t);
    return failed;
}

void judge_weights_free(struct judge_weights *w) {
    vector_free(w->result, w->count);
    vector_free(w->estimate, w->count);
    *w = (struct judge_weights){0};
}
