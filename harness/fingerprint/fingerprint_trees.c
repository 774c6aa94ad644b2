/* A fingerprint tree by tree, and the orders that follow from it: the result's order is the
 * highest p such that all trees of up to p nodes have the exact flow's weights; error,
 * estimate and gap = error - estimate begin with the smallest tree where they are not 0.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fingerprint_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/fingerprint/laws/fraction.h"
#include "ref/vector.h"

/* The smallest order of a tree where each is not 0; 0: none. */
struct orders {
    int error, estimate, gap;
};

static void note(int *order, const struct judge *j, int tree, mpfr_srcptr value) {
    const int size = j->forest->tree[tree].order;
    const struct judge wide = judge_wide(j);
    double bound = judge_tolerance(&wide, tree, 1);
    if (fabs(mpfr_get_d(value, MPFR_RNDN)) > bound && (*order == 0 || size < *order))
        *order = size;
}

/* The highest order through which these have the exact flow's weights; of a method with a name
 * that has it beyond the trees the name's. */
static int find_separable_order(const struct judge *j, const mpfr_t *result,
                                const struct name *n) {
    const struct judge wide = judge_wide(j);
    const int highest = j->forest->tree[j->forest->count - 1].order;
    const int order = judge_order(&wide, result, judge_separable, NULL);
    return order == highest && n->method != NULL && n->method->order > highest
               ? n->method->order
               : order;
}

/* Where it is higher, as of methods that treat positions and velocities in turns. */
static void set_separable_order(struct fingerprint_convergence *c, const struct judge *j,
                                const struct diagnosis *x, const struct evidence *e) {
    const int order = find_separable_order(j, evidence_result(e), &x->name);
    if (e->family != FOREST_PLAIN && !evidence_result_remembers(e) &&
        order > c->met.order)
        c->separable = order;
}

static struct orders find_orders(const struct judge *j, const mpfr_t *result,
                                 const mpfr_t *estimate) {
    struct orders o = {0, 0, 0};
    mpfr_t value;
    mpfr_init2(value, j->bits);
    for (int i = 0; i < j->forest->count; i++) {
        judge_exact_flow(value, j->forest, i);
        mpfr_sub(value, result[i], value, MPFR_RNDN);
        note(&o.error, j, i, value);
        if (estimate == NULL)
            continue;
        note(&o.estimate, j, i, estimate[i]);
        mpfr_sub(value, value, estimate[i], MPFR_RNDN);
        note(&o.gap, j, i, value);
    }
    mpfr_clear(value);
    return o;
}

/* Beyond the trees nothing is known: the order is theirs, at least. */
static struct fingerprint_orders tell_orders(struct orders o, const struct forest *f) {
    const int highest = f->tree[f->count - 1].order;
    return (struct fingerprint_orders){.has_order = true,
                                       .order = o.error > 0 ? o.error - 1 : highest,
                                       .at_least = o.error == 0,
                                       .estimate = o.estimate,
                                       .gap = o.gap};
}

/* A named method's order is known, however few trees there are. */
static void complete_order(struct fingerprint_orders *met, const struct name *n) {
    if (!met->at_least || n->method == NULL)
        return;
    const int order = n->method->order + (n->variant == KNOWN_EXTRAPOLATED);
    if (order < met->order)
        return;
    met->order = order;
    met->at_least = false;
}

/* What is compared with nothing has its order although its coefficients' last digits may be
 * wrong, as runs have. */
static struct judge judge_for_order(const struct diagnosis *x, const struct evidence *e) {
    struct judge judge = e->judge;
    const struct judge wide = judge_wide(&judge);
    if (x->expected == NULL || x->is_nearest)
        judge.units = fmax(judge.units, judge_few_digits(&judge) / judge.unit *
                                            judge.units / wide.units);
    return judge;
}

/* Of a method with memory all that is measured is about its first step. One of no known law is
 * held to that step's order, by runs: what it keeps is to make it no worse. */
static void set_law_order(struct fingerprint_convergence *c, const struct evidence *e) {
    const struct memory *m = e->course;
    const bool has_law = m != NULL && m->kind != MEMORY_UNKNOWN;
    if (!evidence_result_remembers(e))
        return;
    c->has_first = true;
    c->first = c->met.order;
    if (has_law)
        c->met.order = m->order;
    c->met.at_least = !has_law;
}

void fingerprint_set_convergence(struct fingerprint *f, const struct diagnosis *x,
                                 const struct evidence *e) {
    struct fingerprint_convergence *c = &f->convergence;
    const struct judge judge = judge_for_order(x, e);
    c->met = tell_orders(find_orders(&judge, evidence_result(e), evidence_estimate(e)),
                         &e->forest);
    complete_order(&c->met, &x->name);
    set_law_order(c, e);
    set_separable_order(c, &judge, x, e);
    c->has_expected = x->expected != NULL && !x->is_nearest && !x->is_law;
    if (c->has_expected)
        c->expected = tell_orders(find_orders(&e->judge, vector_const(x->weights.result),
                                              x->weights.estimate == NULL
                                                  ? NULL
                                                  : vector_const(x->weights.estimate)),
                                  &e->forest);
}

static int set_weight(const char **place, mpfr_srcptr weight, const struct judge *j) {
    char text[FRACTION_TEXT];
    if (weight == NULL)
        return 0;
    fraction_print(text, weight, j->unit);
    return record_set_text(place, text);
}

/* Not a number where one is missing. */
static double difference(mpfr_srcptr measured, mpfr_srcptr expected,
                         const struct judge *j) {
    mpfr_t d;
    if (measured == NULL || expected == NULL)
        return NAN;
    mpfr_init2(d, j->bits);
    mpfr_sub(d, measured, expected, MPFR_RNDN);
    const double number = mpfr_get_d(d, MPFR_RNDN);
    mpfr_clear(d);
    return number;
}

static int set_names(struct fingerprint_tree *t, const struct forest *f, int tree) {
    t->order = f->tree[tree].order;
    free((char *)t->tree);
    free((char *)t->differential);
    free((char *)t->levels);
    t->tree = forest_text(f, tree);
    t->differential = forest_differential_text(f, tree);
    t->levels = forest_levels_text(f, tree);
    if (t->tree == NULL || t->differential == NULL || t->levels == NULL)
        return -1;
    const char *children = strchr(t->tree, '[');
    return record_set_text(&t->root, f->tree[tree].colour == TREE_Q ? "q" : "v") |
           record_set_text(&t->children, children != NULL ? children : "[]");
}

static int set_weights(struct fingerprint_tree *t, const struct diagnosis *x,
                       const struct evidence *e, int i) {
    const struct judge *j = &e->judge;
    const bool compared = x->expected != NULL && !x->is_nearest;
    mpfr_srcptr result = evidence_result(e)[i];
    mpfr_srcptr estimate = e->has_estimate ? evidence_estimate(e)[i] : NULL;
    mpfr_srcptr expected = compared ? x->weights.result[i] : NULL;
    mpfr_srcptr meant = compared && x->judges_estimate ? x->weights.estimate[i] : NULL;
    mpfr_t flow;
    mpfr_init2(flow, j->bits);
    judge_exact_flow(flow, &e->forest, i);
    int failed =
        set_weight(&t->result, result, j) | set_weight(&t->expected, expected, j) |
        set_weight(&t->estimate, estimate, j) |
        set_weight(&t->estimate_expected, meant, j) | set_weight(&t->exact_flow, flow, j);
    t->difference = difference(result, expected, j);
    t->estimate_difference = difference(estimate, meant, j);
    t->result_value = mpfr_get_d(result, MPFR_RNDN);
    t->tolerance =
        judge_tolerance(j, i, expected != NULL ? mpfr_get_d(expected, MPFR_RNDN) : 1);
    mpfr_clear(flow);
    return failed |
           record_set_text(&t->verdict, compared && x->fails[i] ? "fail" : "pass");
}

int fingerprint_set_trees(struct fingerprint *f, const struct diagnosis *x,
                          const struct evidence *e) {
    f->tree = record_make(&fingerprint_tree_record, e->forest.count, &f->trees);
    int failed = f->tree == NULL;
    for (int i = 0; i < f->trees && !failed; i++)
        failed =
            set_names(&f->tree[i], &e->forest, i) || set_weights(&f->tree[i], x, e, i);
    return failed;
}
