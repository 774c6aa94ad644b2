/* What an integrator is when nobody has said what it should be: a known method; a faulty one of
 * the recipes; the nearest known method with one fault that costs it its order; or unknown,
 * with the nearest.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/diagnosis/diagnosis.h"
#include "harness/fingerprint/known/known_table.h"

/* Weights that are off by no more, all of them, are mistyped. */
static const double most_of_last_digits = 1e-6;

/* What nobody asked for may be a choice instead of a fault: a simple fraction in a method
 * that is not one of the pairs with an estimate. */
static bool may_be_meant(const struct diagnosis *x, const struct evidence *e) {
    return x->fault.is_fraction && !e->has_estimate && diagnosis_is_consistent(e);
}

/* A tree that the expected method has as the exact solution does, and this has not. A method
 * that keeps its order may be one of its own kind. */
static bool loses_order(const struct diagnosis *x, const struct evidence *e) {
    const struct judge wide = judge_wide(&e->judge);
    bool loses = false;
    for (int i = 0; i < e->forest.count && !loses; i++)
        loses = e->forest.tree[i].order <= x->expected->order &&
                judge_is_flow(&wide, i, x->weights.result[i]) &&
                !judge_is_flow(&wide, i, evidence_result(e)[i]);
    return loses;
}

/* Nothing is compared. */
static void forget_expected(struct diagnosis *x, const struct evidence *e) {
    judge_weights_free(&x->weights);
    x->expected = NULL;
    x->judges_estimate = x->has_feature = false;
    x->failing = 0;
    for (int i = 0; i < e->forest.count; i++)
        x->fails[i] = false;
}

/* A table with one wrong coefficient still shows most of its nodes, and to try all coefficients of
 * many stages on a method of two takes minutes. */
static bool is_searched(const struct evidence *e, const struct name *nearest) {
    enum { STAGES_OF_A_NODE = 3 };
    const struct families *f = e->families;
    const int stages =
        nearest->method->table->stages * (nearest->variant == KNOWN_AS_IT_IS ? 1 : 2);
    if (f == NULL || !f->made)
        return true;
    const int by_state = f->has_nodes ? f->nodes.count : 0;
    const int by_time = f->has_time_nodes ? f->time_nodes.count : 0;
    const int seen = by_state > by_time ? by_state : by_time;
    return seen == 0 || stages <= STAGES_OF_A_NODE * seen;
}

static int find_fault_of_nearest(struct diagnosis *x, const struct evidence *e,
                                 const struct name *nearest) {
    if (!loses_order(x, e) || !is_searched(e, nearest))
        return 0;
    if (fault_find(&x->fault, e, nearest->method, nearest->variant))
        return -1;
    if (x->fault.found && !may_be_meant(x, e))
        return diagnosis_expect(x, e, nearest->method, nearest->variant, false) ||
               diagnosis_find_feature(x, e);
    x->fault = (struct fault){.size = NAN};
    return 0;
}

/* What is compared with the method that the fault is of, perhaps beyond the trees. */
static int take_fault(struct diagnosis *x, const struct evidence *e) {
    enum known_variant variant;
    const struct known_method *base = known_find(x->fault.base_key, &variant);
    return base != NULL &&
           (diagnosis_expect(x, e, base, variant, false) || diagnosis_look_beyond(x, e) ||
            (x->failing > 0 && diagnosis_find_feature(x, e)));
}

static int find_extrapolated(struct diagnosis *x, const struct evidence *e) {
    if (fault_find_extrapolated(&x->fault, e))
        return -1;
    return x->fault.found ? take_fault(x, e) : 0;
}

/* Columns of sub-steps: a name, or a fault of none. */
static int find_columns(struct diagnosis *x, const struct evidence *e) {
    char name[FAULT_TEXT] = "";
    if (fault_find_columns(&x->fault, name, e))
        return -1;
    snprintf(x->name_text, sizeof x->name_text, "%s",
             x->fault.found ? x->fault.text : name);
    return 0;
}

static int find_composed(struct diagnosis *x, const struct evidence *e) {
    if (fault_find_composed(&x->fault, e))
        return -1;
    return x->fault.found ? take_fault(x, e) : 0;
}

/* A method with the same nodes and one other coefficient, or half of a known one, which costs it
 * its order or is off in the last digits. */
static int find_sibling(struct diagnosis *x, const struct evidence *e) {
    const struct known_method *base;
    struct fault fault;
    if (fault_find_sibling(&fault, &base, e) ||
        (base == NULL && fault_find_kin(&fault, &base, e)))
        return -1;
    if (base == NULL)
        return 0;
    if (diagnosis_expect(x, e, base, KNOWN_AS_IT_IS, false))
        return -1;
    /* where no tree fails, what differs is a chain or a bush, which the fault does not explain */
    if (x->failing > 0 &&
        (loses_order(x, e) || fabs(fault.size) <= most_of_last_digits)) {
        x->fault = fault;
        return diagnosis_find_feature(x, e);
    }
    forget_expected(x, e);
    return 0;
}

/* What differs from a known method in last digits only is meant to be it. */
static bool is_almost(const struct diagnosis *x, const struct evidence *e) {
    return x->failing > 0 && diagnosis_largest_difference(x, e) <= most_of_last_digits &&
           !evidence_is_almost_exact(e);
}

/* A method with the weights of all trees, chains and bushes of a known one: towers are off where
 * iterations end. */
static int find_unsolved(struct diagnosis *x, const struct evidence *e,
                         const struct name *n) {
    int tree;
    if (families_difference(&tree, e->families, n->method, n->variant, e->judge.units,
                            false))
        return -1;
    if (tree >= 0)
        return 0;
    name_title(x->name_text, n->method, n->variant);
    return families_unsolved(&x->unsolved, e->families, n->method, n->variant);
}

/* A known method with coefficients of few digits. Where these cost no more than 1e-9, that may be
 * meant. */
static int find_almost(struct diagnosis *x, const struct evidence *e) {
    struct name almost;
    if (name_almost(&almost, e))
        return -1;
    if (almost.method == NULL)
        return 0;
    if (evidence_is_almost_exact(e)) {
        if (find_unsolved(x, e, &almost))
            return -1;
        if (x->name_text[0] != '\0')
            return 0;
        snprintf(
            x->name_text, sizeof x->name_text,
            "%.160s to %.1e, as its coefficients are rounded, or have too few digits",
            almost.method->title, evidence_inexactness(e));
        return 0;
    }
    if (diagnosis_expect(x, e, almost.method, almost.variant, true))
        return -1;
    x->is_almost = x->is_nearest = x->failing > 0 && loses_order(x, e);
    if (x->is_almost)
        return diagnosis_find_feature(x, e);
    forget_expected(x, e);
    return 0;
}

static int find_nearest(struct diagnosis *x, const struct evidence *e) {
    struct name nearest;
    if (find_composed(x, e) || (!x->fault.found && find_sibling(x, e)))
        return -1;
    if (x->fault.found)
        return 0;
    if (find_almost(x, e))
        return -1;
    if (x->is_almost || x->name_text[0] != '\0')
        return 0;
    if (name_nearest(&nearest, e))
        return -1;
    if (nearest.method == NULL)
        return 0;
    if (diagnosis_expect(x, e, nearest.method, nearest.variant, true) ||
        find_fault_of_nearest(x, e, &nearest))
        return -1;
    x->is_nearest = !x->fault.found && nearest.is_like;
    x->is_almost = x->is_nearest && is_almost(x, e);
    if (x->is_nearest)
        return diagnosis_find_feature(x, e);
    if (!x->fault.found)
        forget_expected(x, e);
    return 0;
}

static int find_ros2_or_nearest(struct diagnosis *x, const struct evidence *e) {
    char name[FAULT_TEXT] = "";
    if (fault_find_ros2(&x->fault, name, e))
        return -1;
    if (x->fault.found)
        return take_fault(x, e);
    snprintf(x->name_text, sizeof x->name_text, "%s", name);
    return name[0] != '\0' ? 0 : find_nearest(x, e);
}

static int find_fault_or_nearest(struct diagnosis *x, const struct evidence *e) {
    char repeated[NAME_TEXT];
    if (name_repeated(repeated, e))
        return -1;
    snprintf(x->name_text, sizeof x->name_text, "%s", repeated);
    if (x->name_text[0] != '\0')
        return 0;
    if (find_extrapolated(x, e) || (!x->fault.found && find_columns(x, e)))
        return -1;
    if (x->fault.found || x->name_text[0] != '\0')
        return 0;
    if (fault_find(&x->fault, e, NULL, KNOWN_AS_IT_IS))
        return -1;
    if (!x->fault.found)
        return find_ros2_or_nearest(x, e);
    if (may_be_meant(x, e)) {
        snprintf(x->name_text, sizeof x->name_text, "%s", x->fault.text);
        x->fault.found = false;
        return 0;
    }
    return take_fault(x, e);
}

int diagnosis_find_out(struct diagnosis *x, const struct evidence *e) {
    if (x->name.method != NULL)
        return diagnosis_expect(x, e, x->name.method, x->name.variant, true);
    if (diagnosis_find_newmark(x, e))
        return -1;
    return x->law_key[0] != '\0' || x->fault.found ? 0 : find_fault_or_nearest(x, e);
}
