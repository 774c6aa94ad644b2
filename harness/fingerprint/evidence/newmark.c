/* Newmark's two numbers are weights: gamma that of v[v], beta that of q[v[v]]. That of q[v] is 1/2
 * where the old acceleration has the factor 1/2 - beta.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/evidence/newmark.h"

#include "harness/fingerprint/trees/composition.h"
#include "ref/vector.h"

enum { STAGES = 2 };

/* A chain of so many velocities, below a position or not; -1: there is none. */
static int find_chain(const struct forest *f, enum tree_colour root, int velocities) {
    int below = composition_lookup(f, TREE_V, 0, 0, NULL);
    for (int i = 1; i < velocities && below >= 0; i++)
        below = composition_lookup(f, TREE_V, 0, 1, &below);
    return root == TREE_V || below < 0 ? below
                                       : composition_lookup(f, TREE_Q, 0, 1, &below);
}

/* Second row of a part of the tableau := (whole - last, last). */
static void set_row(mpq_t *row, double whole, double last) {
    mpq_set_d(row[1], last);
    mpq_set_d(row[0], whole);
    mpq_sub(row[0], row[0], row[1]);
}

static int make_tableau(struct tableau *t, const struct newmark *n) {
    if (tableau_init(t, STAGES, false))
        return -1;
    set_row(t->a[TABLEAU_QV] + STAGES, n->half, n->beta);
    set_row(t->a[TABLEAU_VV] + STAGES, 1, n->gamma);
    set_row(t->a[TABLEAU_VQ] + STAGES, 1, 1);
    set_row(t->bq, 1, 1);
    set_row(t->bv, 1, n->gamma);
    mpq_set_ui(t->c[1], 1, 1);
    return 0;
}

int newmark_find(struct newmark *n, const struct evidence *e) {
    const int of_gamma = find_chain(&e->forest, TREE_V, 2);
    const int of_beta = find_chain(&e->forest, TREE_Q, 2);
    const int of_half = find_chain(&e->forest, TREE_Q, 1);
    const struct judge wide = judge_wide(&e->judge);
    struct judge_weights w = {0};
    struct tableau t;
    *n = (struct newmark){.is_one = false};
    if (of_gamma < 0 || of_beta < 0 || of_half < 0)
        return 0;
    n->half = mpfr_get_d(evidence_result(e)[of_half], MPFR_RNDN);
    n->gamma = mpfr_get_d(evidence_result(e)[of_gamma], MPFR_RNDN);
    n->beta = mpfr_get_d(evidence_result(e)[of_beta], MPFR_RNDN);
    int failed = make_tableau(&t, n) || judge_tableau(&w, &wide, &t);
    n->is_one = !failed && judge_all(&wide, evidence_result(e), vector_const(w.result));
    judge_weights_free(&w);
    tableau_free(&t);
    return failed;
}
