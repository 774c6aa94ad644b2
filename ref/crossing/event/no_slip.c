/* That no slip begins where a contact sticks that has several slides, as the directions of a slip are not a few to be tried.
 *
 * Let it alone be closed: J its rows, W = J M^-1 J^T; l > 0 and L the normal and the tangential force of sticking, mu the
 * friction of what slides. Another motion that slips at once, with the acceleration a w, a > 0, |w| = 1, has forces k >= 0 and
 * -mu k w. With the differences of both forces (k - l, D), D = -mu k w - L, of which the contact's accelerations are
 * (0, a w),
 *
 *     0 <= (k - l, D)^T W (k - l, D) = a D . w <= a (|L| - mu k),      0 = W_nn (k - l) + W_nt . D,
 *
 * so that mu k <= |L| and (W_nn + mu |W_nt|) k >= W_nn l - |W_nt| |L|. Both are false where
 *
 *     mu W_nn l > (W_nn + 2 mu |W_nt|) |L|.
 *
 * A motion whose slip grows as a higher power of time has the accelerations of sticking, and so its forces, W being regular:
 * then |L| = mu l, which is false, too.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "ref/crossing/choice.h"

/* M's inverse between two rows. */
static expr couple(const struct crossing_scene *s, int a, int b) {
    const struct crossing_rows *r = &s->rows;
    return crossing_dot(s->m->graph, r->nv, r->row + a * r->nv, r->response + b * r->nv);
}

/* value[2 rows] := the forces, then the normal row of W, over the box; *mu := friction. */
static bool evaluate(const struct crossing_scene *s, const struct crossing_stage *stage,
                     int contact, arb_srcptr box, arb_ptr value, arb_t mu) {
    const int first = s->rows.first[contact], rows = s->rows.first[contact + 1] - first;
    expr *e = malloc(2 * (size_t)rows * sizeof *e + 1);
    bool known = e != NULL;
    for (int k = 0; k < rows && known; k++) {
        e[k] = stage->force[first + k];
        e[rows + k] = couple(s, first, first + k);
    }
    known = known && crossing_evaluate(s, 2 * rows, e, box, s->low, value) == REF_OK &&
            crossing_evaluate(s, 1, &s->m->contact[contact].dynamic_friction, box, s->low,
                              mu) == REF_OK;
    free(e);
    return known;
}

/* size := |x|. */
static void find_size(arb_t size, arb_srcptr x, int n) {
    mag_t sum, one;
    mag_init(sum);
    mag_init(one);
    for (int i = 0; i < n; i++) {
        arb_get_mag(one, x + i);
        mag_hypot(sum, sum, one);
    }
    arb_zero(size);
    arf_set_mag(arb_midref(size), sum);
    mag_clear(one);
    mag_clear(sum);
}

static bool holds_still(const struct crossing_scene *s,
                        const struct crossing_stage *stage, int contact, arb_srcptr box) {
    const int rows = s->rows.first[contact + 1] - s->rows.first[contact];
    arb_ptr value = _arb_vec_init(2 * rows);
    arb_srcptr normal = value, along = value + rows; /* l, W_nn */
    arb_t mu, force, across, room;
    arb_init(mu);
    arb_init(force);
    arb_init(across);
    arb_init(room);
    bool still = evaluate(s, stage, contact, box, value, mu);
    find_size(force, value + 1, rows - 1);
    find_size(across, along + 1, rows - 1);
    arb_mul(across, across, mu, s->low);
    arb_mul_2exp_si(across, across, 1);
    arb_add(across, across, along, s->low);
    arb_mul(across, across, force, s->low);
    arb_mul(room, mu, along, s->low);
    arb_mul(room, room, normal, s->low);
    arb_sub(room, room, across, s->low);
    still = still && arb_is_positive(normal) && arb_is_positive(along) &&
            arb_is_positive(room);
    arb_clear(room);
    arb_clear(across);
    arb_clear(force);
    arb_clear(mu);
    _arb_vec_clear(value, 2 * rows);
    return still;
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

bool crossing_no_slip_begins(const struct crossing_scene *s,
                             const struct crossing_stage *stage,
                             const struct crossing_options *options, arb_srcptr box) {
    bool none = true;
    for (int i = 0; i < s->m->contacts && none && s->group == NULL; i++)
        if (stage->mode[s->surfaces + 2 * i] == CROSSING_STICKING &&
            crossing_slides(s, i) > 1 && options[i].count > 1)
            none = is_alone(s, options, i) && holds_still(s, stage, i, box);
    return none;
}
