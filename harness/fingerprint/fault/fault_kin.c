/* A known method of which what was measured has one half, and not the other: its chains and bushes,
 * so that it is that method on linear equations and in its nodes, and only the stages' nonlinear
 * equations are not solved; or a splitting's kicks at other times, or other kicks at its times.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/fingerprint/fault/fault.h"
#include "harness/fingerprint/known/known_table.h"
#include "problems/base/compare.h"

/* Nodes come from the roots of a polynomial. */
static const double same_node = 1e-5;

/* Verlet's methods have one kick, or two equal ones, as others have. */
enum { FEWEST_KICKS = 3 };

static int is_unsolved(bool *is, const struct evidence *e, const struct known_method *m,
                       const struct tableau *t) {
    int tree = -1;
    *is = false;
    if (tableau_is_explicit(t, TABLEAU_VV) || !tableau_is_uniform(t) || t->stages < 2)
        return 0;
    int failed =
        families_difference(&tree, e->families, m, KNOWN_AS_IT_IS, e->judge.units, false);
    *is = !failed && tree < 0;
    return failed;
}

static bool are_same(const double *a, const double *b, int count) {
    for (int i = 0; i < count; i++)
        if (fabs(a[i] - b[i]) > same_node)
            return false;
    return true;
}

static bool are_same_sorted(double *a, double *b, int count) {
    qsort(a, (size_t)count, sizeof *a, compare_doubles);
    qsort(b, (size_t)count, sizeof *b, compare_doubles);
    return are_same(a, b, count);
}

/* Ascending times. */
static void insert_kick(struct quadrature *q, double time, double kick) {
    int k = q->count++;
    for (; k > 0 && q->node[k - 1] > time; k--) {
        q->node[k] = q->node[k - 1];
        q->weight[k] = q->weight[k - 1];
    }
    q->node[k] = time;
    q->weight[k] = kick;
}

/* A splitting's kicks and their times; how many, 0: too many. */
static int take_kicks(struct quadrature *q, const struct tableau *t) {
    q->count = 0;
    for (int i = 0; i < t->stages; i++) {
        if (mpq_sgn(t->bv[i]) == 0)
            continue;
        if (q->count == QUADRATURE_NODES)
            return 0;
        insert_kick(q, mpq_get_d(t->c[i]), mpq_get_d(t->bv[i]));
    }
    return q->count;
}

/* What of a splitting is not its own; NULL: all, or nothing. */
static const char *find_other_half(const struct evidence *e, const struct tableau *t) {
    struct quadrature own, measured = e->families->time_nodes;
    if (take_kicks(&own, t) < FEWEST_KICKS || own.count != measured.count)
        return NULL;
    const bool in_order = are_same(own.weight, measured.weight, own.count);
    const bool times = are_same(own.node, measured.node, own.count);
    if (times)
        return in_order ? NULL : "kicks";
    return are_same_sorted(own.weight, measured.weight, own.count) ? "drifts" : NULL;
}

/* What is asked before the table is built, which takes long of many stages. */
static bool may_be_unsolved(const struct evidence *e, const struct known_method *m) {
    return !m->table->is_splitting && known_is_runge_kutta(m) && m->table->stages > 1 &&
           families_has_order(e->families, e->families->bush, m->order) &&
           families_has_order(e->families, e->families->chain, m->order);
}

static bool may_be_half(const struct evidence *e, const struct known_method *m) {
    return m->table->is_splitting && e->families->has_time_nodes &&
           e->families->time_nodes.count >= FEWEST_KICKS &&
           e->families->time_nodes.count <= m->table->stages;
}

static int try_method(struct fault *fault, const struct evidence *e,
                      const struct known_method *m) {
    struct tableau t;
    bool unsolved = false;
    int failed = known_build(&t, m, KNOWN_AS_IT_IS);
    const char *other = NULL;
    if (!failed && m->table->is_splitting)
        other = find_other_half(e, &t);
    else if (!failed)
        failed = is_unsolved(&unsolved, e, m, &t);
    tableau_free(&t);
    fault->found = unsolved || other != NULL;
    snprintf(fault->id, sizeof fault->id, "%s", unsolved ? "unsolved" : "other-half");
    if (unsolved)
        snprintf(fault->text, sizeof fault->text,
                 "%.160s, with stage equations that are left before they are solved",
                 m->title);
    else if (other != NULL)
        snprintf(fault->text, sizeof fault->text, "%.160s, with other %s", m->title,
                 other);
    if (fault->found)
        name_key(fault->base_key, m, KNOWN_AS_IT_IS);
    return failed;
}

int fault_find_kin(struct fault *fault, const struct known_method **base,
                   const struct evidence *e) {
    *base = NULL;
    *fault = (struct fault){.found = false, .size = NAN};
    if (e->families == NULL || !e->families->made)
        return 0;
    for (const struct known_method *m = known_methods(); m->name != NULL; m++) {
        if (m->table->in_two_halves || !(may_be_unsolved(e, m) || may_be_half(e, m)))
            continue;
        if (try_method(fault, e, m))
            return -1;
        if (fault->found) {
            *base = m;
            return 0;
        }
    }
    return 0;
}
