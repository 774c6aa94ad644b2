/* What the weights of a method without a name suggest, and nothing is judged by: one that is the
 * exact solution's but for the sign; an order that is lost where N depends on q, or f on v; an
 * estimate that is of another formula than one would take for it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/fingerprint/diagnosis/diagnosis.h"
#include "harness/fingerprint/laws/fraction.h"

enum { GAP_OF_ORDERS = 2 };

/* Whether N is differentiated by q in a tree (TREE_Q), or f by v (TREE_V). */
static bool has_derivative(const struct forest *f, int tree, enum tree_colour of) {
    const struct tree *t = &f->tree[tree];
    bool has = false;
    for (int i = 0; i < t->children; i++)
        has = has || has_derivative(f, t->child[i], of) ||
              (t->colour == of && f->tree[t->child[i]].colour == of);
    return has;
}

static bool is_without(const struct forest *f, int tree, const void *context) {
    const enum tree_colour *of = context;
    return !has_derivative(f, tree, *of);
}

/* A splitting is of order 1 there, by choice. */
static void say_part(struct diagnosis *x, const struct evidence *e,
                     const struct judge *few, int order, enum tree_colour of) {
    const int without = judge_order(few, evidence_result(e), is_without, &of);
    if (e->family == FOREST_PLAIN || order < 2 || without <= order)
        return;
    diagnosis_say(x, " It is of order %d where %s, and of order %d where it does%s",
                  without,
                  of == TREE_Q ? "N does not depend on q" : "f does not depend on v",
                  order, of == TREE_V || without < order + GAP_OF_ORDERS ? "." : "");
    if (of == TREE_Q && without >= order + GAP_OF_ORDERS)
        diagnosis_say(x, ": N(q) is not taken, or exponentials of it are not put "
                         "together, as that order asks.");
}

static bool is_flow_turned(const struct evidence *e, const struct judge *few, int tree) {
    mpfr_t turned;
    mpfr_init2(turned, e->judge.bits);
    mpfr_neg(turned, evidence_result(e)[tree], MPFR_RNDN);
    const bool is = judge_is_flow(few, tree, turned);
    mpfr_clear(turned);
    return is;
}

/* Of the trees that cost it the next order all have the wrong sign. */
static void say_sign(struct diagnosis *x, const struct evidence *e,
                     const struct judge *few, int order) {
    const struct forest *f = &e->forest;
    int first = -1, right = 0;
    bool are_turned = order >= 2;
    for (int i = 0; i < f->count && are_turned; i++) {
        if (f->tree[i].order != order + 1)
            continue;
        const bool is_right = judge_is_flow(few, i, evidence_result(e)[i]);
        are_turned = is_right || is_flow_turned(e, few, i);
        right += is_right;
        first = first < 0 && !is_right ? i : first;
    }
    if (!are_turned || first < 0 || right == 0)
        return;
    char weight[FRACTION_TEXT], *tree = forest_text(f, first);
    fraction_print(weight, evidence_result(e)[first], e->judge.unit);
    diagnosis_say(
        x,
        " The weight of %s is %s, the exact solution's with the sign turned, and "
        "that alone leaves it order %d: a coefficient seems to have the wrong "
        "sign.",
        tree != NULL ? tree : "a tree", weight, order);
    free(tree);
}

/* The order of the smallest trees that it has a weight of; 0: it has none. */
static int first_order(const struct evidence *e, const mpfr_t *estimate) {
    for (int i = 0; i < e->forest.count; i++)
        if (!diagnosis_is_zero(e, i, estimate[i]))
            return e->forest.tree[i].order;
    return 0;
}

static void say_estimate(struct diagnosis *x, const struct evidence *e, int order) {
    const mpfr_t *estimate = evidence_estimate(e);
    if (estimate == NULL || x->estimate.found || e->estimate != EVIDENCE_SAME)
        return;
    const int first = first_order(e, estimate);
    if (first == 1)
        diagnosis_say(x,
                      " Its estimate is not 0 at constant rates, where a step makes no "
                      "error: the formula that it compares with is not consistent.");
    else if (first > 0 && first - 1 <= order - GAP_OF_ORDERS)
        diagnosis_say(
            x,
            " Its estimate compares it with a formula of order %d, %d less than "
            "its own.",
            first - 1, order - first + 1);
}

void diagnosis_say_hints(struct diagnosis *x, const struct evidence *e) {
    const struct judge few = judge_few(&e->judge);
    const int order = judge_order(&few, evidence_result(e), NULL, NULL);
    if (order == 0)
        return;
    say_sign(x, e, &few, order);
    say_part(x, e, &few, order, TREE_Q);
    say_part(x, e, &few, order, TREE_V);
    say_estimate(x, e, order);
}
