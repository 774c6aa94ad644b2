/* A fingerprint tree by tree, and the orders that follow from it: the result's order is the
 * highest p such that all trees of up to p nodes have the exact flow's weights; error,
 * estimate and gap = error - estimate begin with the smallest tree where they are not 0.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fingerprint_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
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

/* Whether the tree is one of q' = v, v' = f(t, q). */
static bool is_separable(const struct forest *f, int tree) {
    const struct tree *root = &f->tree[tree];
    bool is = root->colour == TREE_V || root->children <= 1;
    for (int i = 0; i < root->children && is; i++)
        is = f->tree[root->child[i]].colour != root->colour &&
             is_separable(f, root->child[i]);
    return is;
}

/* The highest order through which these have the exact flow's weights; of a method with a name
 * that has it beyond the trees the name's. */
static int find_separable_order(const struct judge *j, const mpfr_t *result,
                                const struct name *n) {
    const struct judge wide = judge_wide(j);
    const int highest = j->forest->tree[j->forest->count - 1].order;
    int order = highest;
    for (int i = 0; i < j->forest->count; i++)
        if (j->forest->tree[i].order <= order && is_separable(j->forest, i) &&
            !judge_is_flow(&wide, i, result[i]))
            order = j->forest->tree[i].order - 1;
    return order == highest && n->method != NULL && n->method->order > highest
               ? n->method->order
               : order;
}

/* Where it is higher, as of methods that treat positions and velocities in turns. */
static int add_separable_order(json_t *convergence, const struct judge *j,
                               const struct diagnosis *x, const struct evidence *e) {
    const int order = find_separable_order(j, evidence_result(e), &x->name);
    if (e->family == FOREST_PLAIN || evidence_result_remembers(e) ||
        order <= json_integer_value(json_object_get(convergence, "order")))
        return 0;
    return json_object_set_new(convergence, "separable_order", json_integer(order));
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

static json_t *order_or_null(int order) {
    return order > 0 ? json_integer(order) : json_null();
}

/* Beyond the trees nothing is known: the order is theirs, at least. */
static json_t *convergence(struct orders o, const struct forest *f) {
    int highest = f->tree[f->count - 1].order;
    return json_pack("{s:i, s:b, s:o, s:o}", "order", o.error > 0 ? o.error - 1 : highest,
                     "at_least", o.error == 0, "estimate_order",
                     order_or_null(o.estimate), "gap_order", order_or_null(o.gap));
}

/* A named method's order is known, however few trees there are. */
static void complete_order(json_t *object, const struct diagnosis *x) {
    const struct name *n = &x->name;
    if (!json_is_true(json_object_get(object, "at_least")) || n->method == NULL)
        return;
    int order = n->method->order + (n->variant == KNOWN_EXTRAPOLATED);
    if (order < json_integer_value(json_object_get(object, "order")))
        return;
    json_object_set_new(object, "order", json_integer(order));
    json_object_set_new(object, "at_least", json_false());
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
static void set_law_order(json_t *object, const struct evidence *e) {
    const struct memory *m = e->course;
    const bool has_law = m != NULL && m->kind != MEMORY_UNKNOWN;
    if (!evidence_result_remembers(e))
        return;
    json_object_set(object, "first_order", json_object_get(object, "order"));
    if (has_law)
        json_object_set_new(object, "order", json_integer(m->order));
    json_object_set_new(object, "at_least", json_boolean(!has_law));
}

int fingerprint_add_convergence(json_t *object, const struct diagnosis *x,
                                const struct evidence *e) {
    const struct judge judge = judge_for_order(x, e);
    json_t *measured = convergence(
        find_orders(&judge, evidence_result(e), evidence_estimate(e)), &e->forest);
    complete_order(measured, x);
    set_law_order(measured, e);
    int failed = add_separable_order(measured, &judge, x, e);
    json_t *expected = json_null();
    if (x->expected != NULL && !x->is_nearest && !x->is_law)
        expected = convergence(find_orders(&e->judge, vector_const(x->weights.result),
                                           x->weights.estimate == NULL
                                               ? NULL
                                               : vector_const(x->weights.estimate)),
                               &e->forest);
    return failed | json_object_set_new(measured, "expected", expected) |
           json_object_set_new(object, "convergence", measured);
}

static json_t *weight_text(mpfr_srcptr weight, const struct judge *j) {
    char text[FRACTION_TEXT];
    fraction_print(text, weight, j->unit);
    return json_string(text);
}

static json_t *difference(mpfr_srcptr measured, mpfr_srcptr expected,
                          const struct judge *j) {
    mpfr_t d;
    mpfr_init2(d, j->bits);
    mpfr_sub(d, measured, expected, MPFR_RNDN);
    json_t *number = json_number(mpfr_get_d(d, MPFR_RNDN));
    mpfr_clear(d);
    return number;
}

/* measured and expected under two keys, their difference under a third. */
static int add_pair(json_t *object, const char *const keys[3], mpfr_srcptr measured,
                    mpfr_srcptr expected, const struct judge *j) {
    int failed = json_object_set_new(
        object, keys[0], measured == NULL ? json_null() : weight_text(measured, j));
    failed |= json_object_set_new(
        object, keys[1], expected == NULL ? json_null() : weight_text(expected, j));
    return failed | json_object_set_new(object, keys[2],
                                        measured == NULL || expected == NULL
                                            ? json_null()
                                            : difference(measured, expected, j));
}

static int add_names(json_t *object, const struct forest *f, int tree) {
    char *name = forest_text(f, tree), *what = forest_differential_text(f, tree);
    char *levels = forest_levels_text(f, tree);
    const char *root = f->tree[tree].colour == TREE_Q ? "q" : "v";
    char *children = name != NULL ? strchr(name, '[') : NULL;
    int failed = name == NULL || what == NULL || levels == NULL;
    if (!failed) {
        failed = json_object_set_new(object, "tree", json_string(name)) |
                 json_object_set_new(object, "differential", json_string(what)) |
                 json_object_set_new(object, "levels", json_string(levels)) |
                 json_object_set_new(object, "root", json_string(root)) |
                 json_object_set_new(object, "order", json_integer(f->tree[tree].order)) |
                 json_object_set_new(object, "children",
                                     json_string(children != NULL ? children : "[]"));
    }
    free(name);
    free(what);
    free(levels);
    return failed;
}

static int add_weights(json_t *object, const struct diagnosis *x,
                       const struct evidence *e, int i) {
    static const char *const result_keys[3] = {"result", "expected", "difference"};
    static const char *const estimate_keys[3] = {"estimate", "estimate_expected",
                                                 "estimate_difference"};
    const bool compared = x->expected != NULL && !x->is_nearest;
    mpfr_srcptr result = evidence_result(e)[i];
    mpfr_srcptr estimate = e->has_estimate ? evidence_estimate(e)[i] : NULL;
    mpfr_srcptr expected = compared ? x->weights.result[i] : NULL;
    mpfr_srcptr meant = compared && x->judges_estimate ? x->weights.estimate[i] : NULL;
    mpfr_t flow;
    mpfr_init2(flow, e->judge.bits);
    judge_exact_flow(flow, &e->forest, i);
    int failed = add_pair(object, result_keys, result, expected, &e->judge) |
                 add_pair(object, estimate_keys, estimate, meant, &e->judge);
    failed |= json_object_set_new(object, "result_value",
                                  json_number(mpfr_get_d(result, MPFR_RNDN)));
    failed |= json_object_set_new(object, "exact_flow", weight_text(flow, &e->judge));
    failed |= json_object_set_new(
        object, "tolerance",
        json_number(judge_tolerance(
            &e->judge, i, expected != NULL ? mpfr_get_d(expected, MPFR_RNDN) : 1)));
    failed |= json_object_set_new(object, "verdict",
                                  json_string(compared && x->fails[i] ? "fail" : "pass"));
    mpfr_clear(flow);
    return failed;
}

int fingerprint_add_trees(json_t *object, const struct diagnosis *x,
                          const struct evidence *e) {
    json_t *trees = json_array();
    int failed = trees == NULL;
    for (int i = 0; i < e->forest.count && !failed; i++) {
        json_t *tree = json_object();
        failed =
            tree == NULL || add_names(tree, &e->forest, i) || add_weights(tree, x, e, i);
        failed |= json_array_append_new(trees, tree);
    }
    return failed | json_object_set_new(object, "trees", trees);
}
