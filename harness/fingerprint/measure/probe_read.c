/* The weights in a probe's state: phi(t) = x_t / (signs (S h)^order). In the Hadamard basis
 * x = B y with y = B x, B being its own inverse.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/measure/probe.h"

/* One of the PROBE_LEVELS stages of the fast transform: pairs at a distance become their sum
 * and their difference. */
static void combine_pairs(mpfr_t *x, int n, int distance) {
    for (int i = 0; i < n; i++) {
        if (i / distance % 2 != 0)
            continue;
        mpfr_add(x[i], x[i], x[i + distance], MPFR_RNDN);
        mpfr_mul_2ui(x[i + distance], x[i + distance], 1, MPFR_RNDN);
        mpfr_sub(x[i + distance], x[i], x[i + distance], MPFR_RNDN);
    }
}

static void transform(mpfr_t *x, int n) {
    for (int level = 0; level < PROBE_LEVELS; level++)
        combine_pairs(x, n, n / PROBE_BLOCK << level);
    for (int i = 0; i < n; i++)
        mpfr_div_ui(x[i], x[i], PROBE_ROOT, MPFR_RNDN);
}

/* unit := (S h)^order; a velocity is S times as large where N = I. */
static void find_unit(mpfr_ptr unit, const struct probe_layout *l, const struct probe *p,
                      const struct tree *root) {
    mpfr_set_d(unit, p->scale, MPFR_RNDN);
    mpfr_mul_d(unit, unit, p->h, MPFR_RNDN);
    mpfr_pow_ui(unit, unit, (unsigned long)root->order, MPFR_RNDN);
    if (l->family == FOREST_NYSTROM && root->colour == TREE_V)
        mpfr_mul_d(unit, unit, p->scale, MPFR_RNDN);
}

void probe_read(mpfr_t *weight, int trees, const struct probe_layout *l,
                const struct probe *p, mpfr_t *x) {
    mpfr_t *velocity = x + l->nq;
    mpfr_t unit;
    mpfr_init2(unit, trees > 0 ? mpfr_get_prec(x[0]) : MPFR_PREC_MIN);
    if (l->basis == PROBE_HADAMARD) {
        transform(x, l->nq);
        transform(velocity, l->nv + l->nz);
    }
    for (int t = 0; t < trees; t++) {
        const struct tree *root = &l->forest.tree[t];
        mpfr_t *group = root->colour == TREE_Q ? x : velocity;
        find_unit(unit, l, p, root);
        mpfr_div(weight[t], group[l->place[t]], unit, MPFR_RNDN);
        if (l->product[t] < 0)
            mpfr_neg(weight[t], weight[t], MPFR_RNDN);
    }
    mpfr_clear(unit);
}
