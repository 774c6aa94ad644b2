/* That no slip begins where a contact sticks that has several slides, as the directions of a
 * slip are not a few to be tried.
 *
 * Let it alone be closed: J its rows, W = J M^-1 J^T, which is proved to be positive definite in
 * the box; l > 0 and L the normal and the tangential force of sticking, mu the friction of what
 * slides. Another motion that slips at once, with the acceleration a w, a > 0, |w| = 1, has
 * forces k >= 0 and -mu k w. With the differences of both forces (k - l, D), D = -mu k w - L, of
 * which the contact's accelerations are (0, a w),
 *
 *     0 <= (k - l, D)^T W (k - l, D) = a D . w <= a (|L| - mu k),      0 = W_nn (k - l) + W_nt . D,
 *
 * so that mu k <= |L| and (W_nn + mu |W_nt|) k >= W_nn l - |W_nt| |L|. Both are false where
 *
 *     mu W_nn l > (W_nn + 2 mu |W_nt|) |L|.
 *
 * A motion whose slip grows as a higher power of time has the accelerations of sticking, and so
 * its forces, W being regular: then |L| = mu l, which is false, too.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/base/many.h"
#include "problems/model.h"
#include "ref/crossing/choice.h"

/* M's inverse between two rows. */
static expr couple(const struct crossing_scene *s, int a, int b) {
    const struct crossing_rows *r = &s->rows;
    return crossing_dot(s->m->graph, r->nv, r->row + a * r->nv, r->response + b * r->nv);
}

/* w := W, value[rows] := the forces, *mu := friction, over the box. */
static enum ref_status evaluate(const struct crossing_scene *s,
                                const struct crossing_stage *stage, int contact,
                                arb_srcptr box, arb_mat_t w, arb_ptr value, arb_t mu) {
    const int first = s->rows.first[contact], rows = s->rows.first[contact + 1] - first;
    const expr *friction = &s->m->contact[contact].dynamic_friction;
    expr *e = malloc((size_t)rows * (size_t)rows * sizeof *e);
    enum ref_status status = e != NULL ? REF_OK : REF_NO_MEMORY;
    arb_ptr entry = _arb_vec_init((slong)rows * rows);
    for (int k = 0; k < rows * rows && status == REF_OK; k++)
        e[k] = couple(s, first + k / rows, first + k % rows);
    if (status == REF_OK)
        status = crossing_evaluate(s, rows * rows, e, box, s->low, entry);
    for (int k = 0; k < rows * rows; k++)
        arb_set(arb_mat_entry(w, k / rows, k % rows), entry + k);
    if (status == REF_OK)
        status = crossing_evaluate(s, rows, stage->force + first, box, s->low, value);
    if (status == REF_OK)
        status = crossing_evaluate(s, 1, friction, box, s->low, mu);
    _arb_vec_clear(entry, (slong)rows * rows);
    free(e);
    return status;
}

/* Whether every symmetric matrix in w is positive definite, by Cholesky's factors in balls. */
static bool is_definite(const arb_mat_t w, slong bits) {
    arb_mat_t factor;
    arb_mat_init(factor, arb_mat_nrows(w), arb_mat_ncols(w));
    const bool definite = arb_mat_cho(factor, w, bits) != 0;
    arb_mat_clear(factor);
    return definite;
}

/* size := |x|. */
static void find_size(arb_t size, arb_srcptr x, int n) {
    mag_t sum, one;
    mag_inits(sum, one);
    for (int i = 0; i < n; i++) {
        arb_get_mag(one, x + i);
        mag_hypot(sum, sum, one);
    }
    arb_zero(size);
    arf_set_mag(arb_midref(size), sum);
    mag_clears(one, sum);
}

/* Whether l > 0 and mu W_nn l > (W_nn + 2 mu |W_nt|) |L|, of the first row of W. */
static bool are_forces_small(const arb_mat_t w, arb_srcptr value, const arb_t mu,
                             slong bits) {
    const int rows = (int)arb_mat_nrows(w);
    arb_srcptr along = arb_mat_entry(w, 0, 0); /* W_nn, then W_nt */
    arb_t force, across, room;
    arb_inits(force, across, room);
    find_size(force, value + 1, rows - 1);
    find_size(across, along + 1, rows - 1);
    arb_mul(across, across, mu, bits);
    arb_mul_2exp_si(across, across, 1);
    arb_add(across, across, along, bits);
    arb_mul(across, across, force, bits);
    arb_mul(room, mu, along, bits);
    arb_mul(room, room, value, bits);
    arb_sub(room, room, across, bits);
    const bool small = arb_is_positive(value) && arb_is_positive(room);
    arb_clears(room, across, force);
    return small;
}

static enum ref_status hold_still(const struct crossing_scene *s,
                                  const struct crossing_stage *stage, int contact,
                                  arb_srcptr box) {
    const int rows = s->rows.first[contact + 1] - s->rows.first[contact];
    arb_ptr value = _arb_vec_init(rows);
    arb_mat_t w;
    arb_t mu;
    arb_mat_init(w, rows, rows);
    arb_init(mu);
    enum ref_status status = evaluate(s, stage, contact, box, w, value, mu);
    if (status != REF_NO_MEMORY && (status != REF_OK || !is_definite(w, s->low) ||
                                    !are_forces_small(w, value, mu, s->low)))
        status = REF_UNDECIDED;
    arb_clear(mu);
    arb_mat_clear(w);
    _arb_vec_clear(value, rows);
    return status;
}

/* Whether all other contacts are open, and may not be otherwise, and there are no joints. */
static bool is_alone(const struct crossing_scene *s,
                     const struct crossing_options *options, int contact) {
    bool alone = s->rows.count == s->rows.contact_rows;
    for (int i = 0; i < s->m->contacts; i++)
        alone = alone && (i == contact || (options[i].count == 1 &&
                                           options[i].option[0].state == CROSSING_OPEN));
    return alone;
}

enum ref_status crossing_exclude_slip(const struct crossing_scene *s,
                                      const struct crossing_stage *stage,
                                      const struct crossing_options *options,
                                      arb_srcptr box) {
    enum ref_status status = REF_OK;
    for (int i = 0; i < s->m->contacts && status == REF_OK && s->group == NULL; i++)
        if (stage->mode[s->surfaces + 2 * i] == CROSSING_STICKING &&
            crossing_slides(s, i) > 1 && options[i].count > 1)
            status =
                is_alone(s, options, i) ? hold_still(s, stage, i, box) : REF_UNDECIDED;
    return status;
}
