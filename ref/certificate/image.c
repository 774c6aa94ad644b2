/* The image of a set, P(1) + V(1) A [-r, r] + [-rest, rest], held against a set c' + A' [-r', r']:
 * it is inside if, in each coordinate i of the frame A',
 *
 *     |A'^-1 (P(1) - c')|_i + sum_j |A'^-1 V(1) A|_ij r_j + sum_j |A'^-1|_ij rest_j <= r'_i.
 *
 * A new set has c' = P(1), rounded, or 0 where that is nearly nothing, and a frame that suits
 * the image (R. J. Lohner, 1992); any frame would do that has an inverse.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "ref/certificate/claim.h"

enum {
    RADIUS_BITS = 24, /* of a radius that is recorded */
    ROOM_BITS = 1     /* a set that is recorded is wider by 2^-ROOM_BITS of itself */
};

/* The power of two above the largest entry of row i; 0 where the row vanishes. */
static slong row_exponent(const arb_mat_t a, slong i) {
    mag_t entry, largest;
    mag_inits(entry, largest);
    for (slong j = 0; j < arb_mat_ncols(a); j++) {
        arb_get_mag(entry, arb_mat_entry(a, i, j));
        mag_max(largest, largest, entry);
    }
    slong exponent = mag_is_special(largest) ? 0 : fmpz_get_si(MAG_EXPREF(largest));
    mag_clears(largest, entry);
    return exponent;
}

/* inverse := A'^-1, in balls; false: A' is not proved to have one. Rows are scaled first. */
static bool invert(arb_mat_t inverse, const arb_mat_t frame) {
    const slong n = arb_mat_nrows(frame);
    arb_mat_t scaled;
    arb_mat_init(scaled, n, n);
    for (slong i = 0; i < n; i++) {
        slong exponent = row_exponent(frame, i);
        for (slong j = 0; j < n; j++)
            arb_mul_2exp_si(arb_mat_entry(scaled, i, j), arb_mat_entry(frame, i, j),
                            -exponent);
    }
    bool regular = arb_mat_inv(inverse, scaled, 2 * CLAIM_LOW_BITS) != 0;
    for (slong j = 0; j < n && regular; j++) {
        slong exponent = row_exponent(frame, j);
        for (slong i = 0; i < n; i++)
            arb_mul_2exp_si(arb_mat_entry(inverse, i, j), arb_mat_entry(inverse, i, j),
                            -exponent);
    }
    arb_mat_clear(scaled);
    return regular;
}

/* How the image of a set comes to lie in the coordinates of a frame. */
struct change {
    arb_mat_t inverse, linear; /* A'^-1; A'^-1 V(1) A */
};

/* From `moved` = V(1) A. False: the frame has no inverse. change_clear in any case. */
static bool change_init(struct change *to, const arb_mat_t moved, const arb_mat_t frame) {
    const slong n = arb_mat_nrows(frame);
    arb_mat_init(to->inverse, n, n);
    arb_mat_init(to->linear, n, n);
    if (!invert(to->inverse, frame))
        return false;
    arb_mat_mul(to->linear, to->inverse, moved, 2 * CLAIM_LOW_BITS);
    return true;
}

static void change_clear(struct change *to) {
    arb_mat_clear(to->linear);
    arb_mat_clear(to->inverse);
}

/* product[i] := a bound of sum_j |m_ij| v_j. */
static void multiply(mag_ptr product, const arb_mat_t m, mag_srcptr v) {
    mag_t entry;
    mag_init(entry);
    for (slong i = 0; i < arb_mat_nrows(m); i++) {
        mag_zero(product + i);
        for (slong j = 0; j < arb_mat_ncols(m); j++) {
            arb_get_mag(entry, arb_mat_entry(m, i, j));
            mag_addmul(product + i, entry, v + j);
        }
    }
    mag_clear(entry);
}

/* radius[i] += a bound of |A'^-1 (P(1) - centre)|_i. */
static void add_distance(mag_ptr radius, const struct change *to, const struct claim *c,
                         arf_srcptr centre) {
    arb_t distance, sum;
    mag_t size;
    arb_inits(distance, sum);
    mag_init(size);
    for (int i = 0; i < c->n; i++) {
        arb_zero(sum);
        for (int j = 0; j < c->n; j++) {
            arb_sub_arf(distance, c->value + j, centre + j, 2 * CLAIM_LOW_BITS);
            arb_addmul(sum, arb_mat_entry(to->inverse, i, j), distance,
                       2 * CLAIM_LOW_BITS);
        }
        arb_get_mag(size, sum);
        mag_add(radius + i, radius + i, size);
    }
    mag_clear(size);
    arb_clears(sum, distance);
}

/* linear[i], more[i] := what the set's radii, and what centre and rest need of r'_i. */
static bool find_needs(mag_ptr linear, mag_ptr more, const struct claim *c,
                       const struct claim_set *set, const struct claim_set *next) {
    struct change to;
    arb_mat_t moved;
    arb_mat_init(moved, c->n, c->n);
    arb_mat_mul(moved, c->map, set->frame, 2 * CLAIM_LOW_BITS);
    bool regular = change_init(&to, moved, next->frame);
    arb_mat_clear(moved);
    if (regular) {
        multiply(linear, to.linear, set->radius);
        multiply(more, to.inverse, c->rest);
        add_distance(more, &to, c, next->centre);
    }
    change_clear(&to);
    return regular;
}

/* The state's component that frame coordinate i moves most. */
static int main_component(const struct claim_set *s, int i) {
    int most = 0;
    for (int k = 1; k < s->n; k++)
        if (arf_cmpabs(arb_midref(arb_mat_entry(s->frame, k, i)),
                       arb_midref(arb_mat_entry(s->frame, most, i))) > 0)
            most = k;
    return most;
}

bool claim_image_fits(const struct claim *c, const struct claim_set *set,
                      const struct claim_set *next, int *component) {
    mag_ptr linear = _mag_vec_init(c->n), more = _mag_vec_init(c->n);
    bool fits = find_needs(linear, more, c, set, next);
    *component = -1;
    for (int i = 0; i < c->n && fits; i++) {
        mag_add(linear + i, linear + i, more + i);
        if (mag_cmp(linear + i, next->radius + i) > 0) {
            *component = main_component(next, i);
            fits = false;
        }
    }
    _mag_vec_clear(linear, c->n);
    _mag_vec_clear(more, c->n);
    return fits;
}

/* radius := with few bits, rounded upward; expected := what it is when it is read again. */
static void shorten(mag_t radius, mag_t expected) {
    arf_t bound;
    arf_init(bound);
    arf_set_mag(bound, radius);
    arf_set_round(bound, bound, RADIUS_BITS, ARF_RND_UP);
    arf_get_mag(radius, bound);
    arf_set_mag(bound, radius);
    arf_get_mag(expected, bound);
    arf_clear(bound);
}

/* next's frame, and how the image of `set` comes to lie in it. */
static void change_choose(struct change *to, struct claim_set *next,
                          const struct claim *c, const struct claim_set *set) {
    arb_mat_t moved;
    arb_mat_init(moved, c->n, c->n);
    arb_mat_mul(moved, c->map, set->frame, 2 * CLAIM_LOW_BITS);
    bool made = claim_frame_choose(next->frame, c, set, moved);
    if (!made)
        arb_mat_one(next->frame);
    if (!change_init(to, moved, next->frame) && made) {
        change_clear(to);
        arb_mat_one(next->frame);
        change_init(to, moved, next->frame);
    }
    arb_mat_clear(moved);
}

/* radius and expected of what find_needs is to be for. */
static void set_radii(struct claim_set *next, mag_ptr more, const struct change *to,
                      const struct claim *c, const struct claim_set *set) {
    mag_ptr nominal = _mag_vec_init(c->n);
    claim_frame_nominal(nominal, c, set);
    multiply(next->expected, to->inverse, nominal);
    multiply(nominal, to->linear, set->expected);
    multiply(next->radius, to->linear, set->radius);
    multiply(more, to->inverse, c->rest);
    add_distance(more, to, c, next->centre);
    for (int i = 0; i < c->n; i++) {
        mag_add(next->expected + i, next->expected + i, nominal + i);
        mag_add(next->radius + i, next->radius + i, more + i);
    }
    _mag_vec_clear(nominal, c->n);
}

/* Another P has another end, as far off as each one's error, `more`. What is nearly nothing is
 * made `least`, whose exponent is short. */
static void make_room(struct claim_set *set, mag_ptr more, slong least) {
    for (int i = 0; i < set->n; i++) {
        mag_ptr radius = set->radius + i;
        if (!mag_is_zero(radius) && mag_cmp_2exp_si(radius, least) < 0)
            mag_set_ui_2exp_si(radius, 1, least);
        mag_mul_2exp_si(more + i, more + i, 1);
        mag_add(radius, radius, more + i);
        mag_mul_2exp_si(more + i, radius, -ROOM_BITS);
        mag_add(radius, radius, more + i);
        shorten(radius, set->expected + i);
    }
}

void claim_image_take(struct claim *c, struct claim_set *set, bool room) {
    struct claim_set next;
    struct change to;
    mag_ptr more = _mag_vec_init(c->n);
    claim_set_init(&next, c->n);
    for (int i = 0; i < c->n; i++)
        if (arf_cmpabs_2exp_si(arb_midref(c->value + i), claim_nothing(c)) > 0)
            arf_set_round(next.centre + i, arb_midref(c->value + i), c->bits,
                          ARF_RND_NEAR);
    change_choose(&to, &next, c, set);
    set_radii(&next, more, &to, c, set);
    change_clear(&to);
    if (room)
        make_room(&next, more, claim_nothing(c));
    claim_set_clear(set);
    *set = next;
    _mag_vec_clear(more, c->n);
}

void claim_image_balls(arb_ptr x, const struct claim *c, const struct claim_set *set) {
    mag_t entry;
    arb_mat_t image;
    mag_init(entry);
    arb_mat_init(image, c->n, c->n);
    arb_mat_mul(image, c->map, set->frame, CLAIM_LOW_BITS);
    for (int i = 0; i < c->n; i++) {
        arb_set(x + i, c->value + i);
        arb_add_error_mag(x + i, c->rest + i);
        for (int j = 0; j < c->n; j++) {
            arb_get_mag(entry, arb_mat_entry(image, i, j));
            mag_mul(entry, entry, set->radius + j);
            arb_add_error_mag(x + i, entry);
        }
    }
    for (int k = 0; k < c->mode.pins; k++)
        arb_set(x + c->mode.pin[k], c->pinned + k);
    arb_mat_clear(image);
    mag_clear(entry);
}
