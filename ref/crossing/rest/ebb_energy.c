/* The energy that is left, and how fast it can be (ebb.c).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/crossing/rest/ebb.h"

/* lambda := the forces that balance at the set. */
static bool find_balance(struct crossing_ebb *w) {
    const struct crossing_scene *s = w->s;
    const int contacts = s->m->contacts;
    signed char *mode = calloc((size_t)s->places + 1, 1);
    if (mode == NULL)
        return false;
    for (int i = 0; i < contacts; i++)
        mode[s->surfaces + 2 * i] = CROSSING_STICKING;
    struct crossing_balance b;
    const int forces = contacts + s->rows.count - s->rows.contact_rows;
    const bool found = crossing_balance_init(&b, s->rows.nv, forces, s->bits) &&
                       crossing_write_balance(s, mode, w->box, &b) == REF_OK &&
                       crossing_balances(&b);
    if (found)
        _arb_vec_set(w->lambda, b.force, forces);
    crossing_balance_clear(&b);
    free(mode);
    return found;
}

/* Constants near them, those of contacts not negative. */
static void fix_forces(struct crossing_ebb *w) {
    const struct crossing_scene *s = w->s;
    const int contacts = s->m->contacts,
              forces = contacts + s->rows.count - s->rows.contact_rows;
    for (int k = 0; k < forces; k++) {
        mag_zero(arb_radref(w->lambda + k));
        if (k < contacts && arb_is_negative(w->lambda + k))
            arb_zero(w->lambda + k);
    }
}

/* phi += sum lambda* g. */
static bool add_gaps(struct crossing_ebb *w) {
    const struct crossing_scene *s = w->s;
    arb_t gap;
    arb_init(gap);
    bool found = true;
    for (int i = 0; i < s->m->contacts && found; i++) {
        found = crossing_evaluate(s, 1, &s->m->contact[i].gap, w->box, s->bits, gap) ==
                REF_OK;
        arb_addmul(w->phi, w->lambda + i, gap, s->bits);
    }
    arb_clear(gap);
    return found;
}

static bool find_mass(struct crossing_ebb *w) {
    const struct crossing_scene *s = w->s;
    const struct model *m = s->m;
    bool found = true;
    if (m->masses == 0)
        arb_mat_one(w->mass);
    for (int e = 0; e < m->mass.count && m->masses > 0 && found; e++)
        found = crossing_evaluate(
                    s, 1, &m->mass.entry[e], w->box, s->bits,
                    arb_mat_entry(w->mass, m->mass.row[e], m->mass.column[e])) == REF_OK;
    return found && arb_mat_inv(w->inverse, w->mass, s->bits);
}

bool crossing_ebb_find_energy(struct crossing_ebb *w, bool exact) {
    const struct crossing_scene *s = w->s;
    const int nv = s->m->nv;
    arb_srcptr v = w->box + 1 + s->m->nq;
    arb_t product;
    arb_init(product);
    bool found = find_balance(w);
    if (!exact)
        fix_forces(w);
    found = found && add_gaps(w) && find_mass(w);
    arb_mul_2exp_si(w->phi, w->phi, 1);
    for (int i = 0; i < nv && found; i++)
        for (int j = 0; j < nv; j++) {
            arb_mul(product, v + i, v + j, s->bits);
            arb_addmul(w->phi, product, arb_mat_entry(w->mass, i, j), s->bits);
        }
    arb_clear(product);
    return found && arb_is_finite(w->phi);
}

void crossing_ebb_set_speeds(struct crossing_ebb *w) {
    for (int j = 0; j < w->s->m->nv; j++) {
        arb_mul(w->speed + j, w->phi, arb_mat_entry(w->inverse, j, j), w->s->bits);
        arb_get_abs_ubound_arf(arb_midref(w->speed + j), w->speed + j, w->s->bits);
        mag_zero(arb_radref(w->speed + j));
        arb_sqrt(w->speed + j, w->speed + j, w->s->bits);
    }
}

enum ref_status crossing_ebb_bound_way(const struct crossing_ebb *w, int i,
                                       arb_srcptr after, arb_t way) {
    const struct model *m = w->s->m;
    enum ref_status status = REF_OK;
    arb_t slope;
    arb_init(slope);
    arb_zero(way);
    for (int j = 0; j < m->nv && status == REF_OK; j++) {
        const expr by = expr_derivative(m->graph, m->position_rates[i], 1 + m->nq + j);
        status = crossing_evaluate(w->s, 1, &by, w->box, w->s->bits, slope);
        arb_abs(slope, slope);
        arb_addmul(way, slope, w->speed + j, w->s->bits);
    }
    arb_mul(way, way, after, w->s->bits);
    arb_clear(slope);
    return status;
}
