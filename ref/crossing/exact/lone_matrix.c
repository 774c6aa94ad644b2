/* P of lone.c, a sum of rational matrices times kappa.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "problems/model.h"
#include "ref/crossing/exact/lone_parts.h"

/* sum += kappa P for one kappa, that of contact `leader`; false: there is no such P. */
static bool add_part(const struct crossing_lone *w, const fmpq_mat_t all, int leader,
                     arb_mat_t sum) {
    const struct crossing_scene *s = w->s;
    const int nv = s->each.nv;
    fmpq_mat_t wanted, P;
    fmpq_mat_init(wanted, fmpq_mat_nrows(all), nv);
    fmpq_mat_init(P, nv, nv);
    for (int k = 0; k < w->normals; k++) {
        const int i = w->contact[k],
                  along = s->each.first[i] - s->each.first[s->group[i]] +
                          s->rows.origin[s->rows.first[s->group[i]] + 1];
        for (int l = w->normals; l < w->rows && w->kappa[i] == w->kappa[leader]; l++)
            for (int j = 0; j < nv && w->row[l] == along; j++)
                fmpq_set(fmpq_mat_entry(wanted, k, j), fmpq_mat_entry(all, l, j));
    }
    arb_t kappa, entry;
    arb_inits(kappa, entry);
    const bool found =
        crossing_exact_solve(P, all, wanted) &&
        crossing_evaluate(s, 1, &w->kappa[leader], w->p->end, s->bits, kappa) == REF_OK;
    for (int i = 0; i < nv && found; i++)
        for (int j = 0; j < nv; j++) {
            arb_set_fmpq(entry, fmpq_mat_entry(P, i, j), s->bits);
            arb_addmul(arb_mat_entry(sum, i, j), entry, kappa, s->bits);
        }
    arb_clears(entry, kappa);
    fmpq_mat_clear(P);
    fmpq_mat_clear(wanted);
    return found;
}

/* Whether M - (P^T M + M P)/2 is positive definite. */
static bool is_definite(const struct crossing_lone *w, const arb_mat_t P) {
    const struct crossing_scene *s = w->s;
    const struct model *m = s->m;
    const int nv = s->each.nv;
    arb_mat_t mass, product, other;
    arb_mat_init(mass, nv, nv);
    arb_mat_init(product, nv, nv);
    arb_mat_init(other, nv, nv);
    bool found = true;
    if (m->masses == 0)
        arb_mat_one(mass);
    for (int e = 0; e < m->mass.count && m->masses > 0 && found; e++)
        found = crossing_evaluate(
                    s, 1, &m->mass.entry[e], w->p->end, s->bits,
                    arb_mat_entry(mass, m->mass.row[e], m->mass.column[e])) == REF_OK;
    arb_mat_mul(product, mass, P, s->bits);
    arb_mat_transpose(other, product);
    arb_mat_add(product, product, other, s->bits);
    arb_mat_scalar_mul_2exp_si(product, product, -1);
    arb_mat_sub(mass, mass, product, s->bits);
    found = found && arb_mat_cho(product, mass, s->bits);
    arb_mat_clear(other);
    arb_mat_clear(product);
    arb_mat_clear(mass);
    return found;
}

bool crossing_lone_has_matrix(const struct crossing_lone *w) {
    const struct crossing_scene *s = w->s;
    const int nv = s->each.nv, joints = s->each.count - s->each.contact_rows;
    fmpq_mat_t all;
    arb_mat_t P;
    fmpq_mat_init(all, w->rows + joints, nv);
    arb_mat_init(P, nv, nv);
    bool has = crossing_exact_rows(s, w->known, w->rows, w->row, all);
    for (int i = 0; i < s->m->contacts && has; i++) {
        bool first = w->touch[i] && w->kappa[i] != EXPR_NONE;
        for (int j = 0; j < i && first; j++)
            first = !w->touch[j] || w->kappa[j] != w->kappa[i];
        has = !first || add_part(w, all, i, P);
    }
    has = has && is_definite(w, P);
    arb_mat_clear(P);
    fmpq_mat_clear(all);
    return has;
}
