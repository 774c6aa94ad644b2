/* Compositions of steps of Verlet's methods and of the implicit midpoint rule.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/known/known_table.h"

int known_steps(const struct known_table *table) {
    switch (table->form) {
    case KNOWN_POSITIONS_FIRST:
    case KNOWN_VELOCITIES_FIRST: return table->stages - 1;
    case KNOWN_OF_POSITION_VERLET:
    case KNOWN_OF_VELOCITY_VERLET: return table->stages / 2;
    case KNOWN_OF_MIDPOINT: return table->stages;
    case KNOWN_NOT_COMPOSED: break;
    }
    return 0;
}

/* Steps of half a drift, a kick and half a drift, which may follow the drift before; where `kick`
 * and `drift` are exchanged, of velocity Verlet. */
static void add_step(mpq_t *drift, mpq_t *kick, int first, int second, int turn,
                     mpq_srcptr size) {
    mpq_t half;
    mpq_init(half);
    mpq_div_2exp(half, size, 1);
    mpq_add(drift[first], drift[first], half);
    mpq_add(drift[second], drift[second], half);
    mpq_set(kick[turn], size);
    mpq_clear(half);
}

/* Stage k's size in all rows behind it, and half of it in its own. */
static void add_midpoint(struct tableau *t, int k, mpq_srcptr size) {
    const int s = t->stages;
    mpq_set(t->bq[k], size);
    mpq_set(t->bv[k], size);
    for (int part = 0; part < TABLEAU_PARTS; part++)
        for (int i = k; i < s; i++)
            i == k ? mpq_div_2exp(t->a[part][i * s + k], size, 1)
                   : mpq_set(t->a[part][i * s + k], size);
}

static void add_one(struct tableau *t, enum known_form form, int k, mpq_srcptr size) {
    switch (form) {
    case KNOWN_POSITIONS_FIRST: add_step(t->bq, t->bv, k, k + 1, k, size); return;
    case KNOWN_VELOCITIES_FIRST: add_step(t->bv, t->bq, k, k + 1, k + 1, size); return;
    case KNOWN_OF_POSITION_VERLET:
        add_step(t->bq, t->bv, 2 * k, 2 * k + 1, 2 * k, size);
        return;
    case KNOWN_OF_VELOCITY_VERLET:
        add_step(t->bv, t->bq, 2 * k, 2 * k + 1, 2 * k + 1, size);
        return;
    case KNOWN_OF_MIDPOINT: add_midpoint(t, k, size); return;
    case KNOWN_NOT_COMPOSED: return;
    }
}

void known_compose(struct tableau *t, enum known_form form, const mpq_t *size,
                   int steps) {
    for (int k = 0; k < steps; k++)
        add_one(t, form, k, size[k]);
}
