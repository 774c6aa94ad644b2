/* The known method of which what was measured is a mistyped copy: one that has its nodes, all but
 * one, and its weights with one coefficient changed. A wrong weight leaves the nodes; a wrong
 * node leaves the other ones.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/fingerprint/fault/fault.h"
#include "harness/fingerprint/known/known_table.h"
#include "ref/vector.h"

/* Nodes come from the roots of a polynomial. */
static const double same_node = 1e-5;

static int count_shared(const struct quadrature *q, const struct tableau *t) {
    int shared = 0;
    for (int i = 0; i < q->count; i++) {
        bool is_there = false;
        for (int k = 0; k < t->stages && !is_there; k++)
            is_there = fabs(q->node[i] - mpq_get_d(t->c[k])) <= same_node;
        shared += is_there;
    }
    return shared;
}

/* Half of the stages are to be seen, so that two nodes that everybody has are no kinship; nor is
 * the start, where the other one of two is elsewhere. */
static bool are_shared(const struct quadrature *q, const struct tableau *t) {
    const int shared = count_shared(q, t);
    return 2 * q->count >= t->stages && shared >= q->count - 1 &&
           !(q->count == 2 && shared == 1);
}

static bool shares_nodes(const struct families *f, const struct tableau *t) {
    return t->stages > 1 && ((f->has_nodes && are_shared(&f->nodes, t)) ||
                             (f->has_time_nodes && are_shared(&f->time_nodes, t)));
}

/* Whether the measured time bushes are the method's: its weights and nodes are right then, also
 * where there are so many that they cannot be told from bushes. */
static int has_time_bushes(bool *has, const struct families *f, const struct tableau *t,
                           const struct known_method *m) {
    const struct judge own = families_judge(f, 0), judge = judge_printed(&own, m);
    struct judge_weights w;
    int failed = judge_tableau(&w, &judge, t);
    *has = !failed && families_count_same(f, &judge, vector_const(w.result), f->time_bush,
                                          FAMILIES_BUSHES) == FAMILIES_BUSHES;
    judge_weights_free(&w);
    return failed;
}

/* What is asked before the table is built: whether half of its stages can be seen. */
static bool may_share_nodes(const struct families *f, const struct known_table *t) {
    return t->stages > 1 && ((f->has_nodes && 2 * f->nodes.count >= t->stages) ||
                             (f->has_time_nodes && 2 * f->time_nodes.count >= t->stages));
}

/* Whether positions and velocities are treated alike: trees without the time of one shape, up to
 * three nodes, have one weight, and not all that of the exact solution. One wrong coefficient of a
 * table that treats them differently is not so. */
static bool treats_alike(const struct evidence *e) {
    enum { NODES = 3 };
    int first[NODES + 1][NODES] = {{0}};
    bool are_exact = true, are_alike = true;
    for (int i = 0; i < e->forest.count && are_alike; i++) {
        const struct tree *t = &e->forest.tree[i];
        if (t->order > NODES || judge_time_leaves(&e->forest, i) > 0)
            continue;
        int *const same = &first[t->order][t->children];
        if (*same == 0)
            *same = i + 1;
        are_alike = judge_same(&e->judge, i, evidence_result(e)[i],
                               evidence_result(e)[*same - 1]);
        are_exact = are_exact && judge_is_flow(&e->judge, i, evidence_result(e)[i]);
    }
    return are_alike && !are_exact;
}

int fault_find_sibling(struct fault *fault, const struct known_method **base,
                       const struct evidence *e) {
    int failed = 0;
    *base = NULL;
    *fault = (struct fault){.found = false, .size = NAN};
    if (e->families == NULL || !e->families->made)
        return 0;
    const bool is_alike = treats_alike(e);
    for (const struct known_method *m = known_methods(); m->name != NULL && !failed;
         m++) {
        struct tableau t;
        const bool has_order =
            families_has_order(e->families, e->families->time_bush, m->order);
        if (m->table->in_two_halves ||
            !(has_order || may_share_nodes(e->families, m->table)))
            continue;
        failed = known_build(&t, m, KNOWN_AS_IT_IS);
        bool is_kin = !failed && shares_nodes(e->families, &t);
        if (!failed && !is_kin && has_order && t.stages > 1)
            failed = has_time_bushes(&is_kin, e->families, &t, m);
        is_kin = is_kin && !(is_alike && !tableau_is_uniform(&t) &&
                             !tableau_is_explicit(&t, TABLEAU_VV));
        tableau_free(&t);
        if (!failed && is_kin)
            failed = fault_find_in_table(fault, e, m, KNOWN_AS_IT_IS);
        if (fault->found) {
            name_key(fault->base_key, m, KNOWN_AS_IT_IS);
            *base = m;
            return 0;
        }
    }
    return failed ? -1 : 0;
}
