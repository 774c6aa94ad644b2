/* A known method of which what was measured has one half, and not the other: its chains and bushes,
 * so that it is that method on linear equations and in its nodes, and only the stages' nonlinear
 * equations are not solved; a splitting's kicks or times; or a Rosenbrock method's poles.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/fault/fault.h"
#include "harness/fingerprint/known/known_table.h"

/* Whether no node has two children, so that a linear equation has the tree, too. */
static bool is_linear(const struct forest *f, int tree) {
    const struct tree *t = &f->tree[tree];
    return t->children + t->time_leaves <= 1 &&
           (t->children == 0 || is_linear(f, t->child[0]));
}

/* Whether those of the trees that a linear equation has, or does not have, are all the method's;
 * of the latter those without the time, which is right in equations that are left, too. */
static bool has_trees(const struct judge *j, const struct evidence *e,
                      const struct judge_weights *w, bool linear) {
    bool has = true;
    for (int i = 0; i < w->count && has; i++)
        if (is_linear(j->forest, i) == linear &&
            (linear || judge_time_leaves(j->forest, i) == 0))
            has = judge_same(j, i, evidence_result(e)[i], w->result[i]);
    return has;
}

static int is_unsolved(bool *is, const struct evidence *e, const struct known_method *m,
                       const struct tableau *t) {
    int tree = -1;
    *is = false;
    if (tableau_is_explicit(t, TABLEAU_VV) || !tableau_is_uniform(t) || t->stages < 2)
        return 0;
    int failed =
        families_difference(&tree, e->families, m, KNOWN_AS_IT_IS, e->judge.units, false);
    if (failed || tree >= 0)
        return failed;
    const struct judge j = judge_printed(&e->judge, m);
    struct judge_weights w;
    failed = judge_tableau(&w, &j, t);
    *is = !failed && has_trees(&j, e, &w, true) && !has_trees(&j, e, &w, false);
    judge_weights_free(&w);
    return failed;
}

/* What is asked before the table is built, which takes long of many stages. */
static bool may_be_unsolved(const struct evidence *e, const struct known_method *m) {
    return !m->table->is_splitting && known_is_runge_kutta(m) && m->table->stages > 1 &&
           families_has_order(e->families, e->families->bush, m->order) &&
           families_has_order(e->families, e->families->chain, m->order);
}

static int find_unsolved(struct fault *fault, const struct evidence *e,
                         const struct known_method *m) {
    struct tableau t;
    bool unsolved = false;
    if (!may_be_unsolved(e, m))
        return 0;
    int failed = known_build(&t, m, KNOWN_AS_IT_IS) || is_unsolved(&unsolved, e, m, &t);
    tableau_free(&t);
    fault->found = unsolved;
    snprintf(fault->id, sizeof fault->id, "unsolved");
    snprintf(fault->text, sizeof fault->text,
             "%.160s, with stage equations that are left before they are solved",
             m->title);
    return failed;
}

static int find_of_splitting(struct fault *fault, const struct evidence *e,
                             const struct known_method *m) {
    int failed = fault_find_halves(fault, e, m);
    return failed || fault->found ? failed : fault_find_drift_kick(fault, e, m);
}

int fault_find_kin(struct fault *fault, const struct known_method **base,
                   const struct evidence *e) {
    *base = NULL;
    *fault = (struct fault){.found = false, .size = NAN};
    if (e->families == NULL || !e->families->made)
        return 0;
    for (const struct known_method *m = known_methods(); m->name != NULL; m++) {
        if (m->table->in_two_halves)
            continue;
        if (m->table->is_splitting     ? find_of_splitting(fault, e, m)
            : !known_is_runge_kutta(m) ? fault_find_rosenbrock(fault, e, m)
                                       : find_unsolved(fault, e, m))
            return -1;
        if (fault->found) {
            name_key(fault->base_key, m, KNOWN_AS_IT_IS);
            *base = m;
            return 0;
        }
    }
    return 0;
}
