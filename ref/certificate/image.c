/* The image of a set, P(1) + V(1) A [-r, r] + [-rest, rest], held against a set c' + A' [-r', r']:
 * it is inside if, in each coordinate i of the frame A',
 *
 *     |A'^-1 (P(1) - c')|_i + sum_j |A'^-1 V(1) A|_ij r_j + sum_j |A'^-1|_ij rest_j <= r'_i.
 *
 * A new set has c' = P(1), rounded, and a frame that suits the image (R. J. Lohner, 1992); any
 * frame would do that has an inverse.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/certificate/claim.h"

enum {
    RADIUS_BITS = 24, /* of a radius that is recorded */
    ROOM_BITS = 1     /* a set that is recorded is wider by 2^-ROOM_BITS of itself */
};

/* The power of two above the largest entry of row i; 0 where the row vanishes. */
static slong row_exponent(const arb_mat_t a, slong i) {
    mag_t entry, largest;
    mag_init(entry);
    mag_init(largest);
    for (slong j = 0; j < arb_mat_ncols(a); j++) {
        arb_get_mag(entry, arb_mat_entry(a, i, j));
        mag_max(largest, largest, entry);
    }
    slong exponent = mag_is_special(largest) ? 0 : fmpz_get_si(MAG_EXPREF(largest));
    mag_clear(largest);
    mag_clear(entry);
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

/* linear[i], more[i] := what the set's radii, and what centre and rest need of r'_i. */
static bool find_needs(mag_ptr linear, mag_ptr more, const struct claim *c,
                       const struct claim_set *set, const struct claim_set *next) {
    const int n = c->n;
    arb_mat_t inverse, image;
    arb_t distance, sum;
    mag_t entry;
    arb_mat_init(inverse, n, n);
    arb_mat_init(image, n, n);
    arb_init(distance);
    arb_init(sum);
    mag_init(entry);
    bool regular = invert(inverse, next->frame);
    arb_mat_mul(image, c->map, set->frame, 2 * CLAIM_LOW_BITS);
    arb_mat_mul(image, inverse, image, 2 * CLAIM_LOW_BITS);
    for (int i = 0; i < n && regular; i++) {
        mag_zero(linear + i);
        mag_zero(more + i);
        arb_zero(sum);
        for (int j = 0; j < n; j++) {
            arb_get_mag(entry, arb_mat_entry(image, i, j));
            mag_addmul(linear + i, entry, set->radius + j);
            arb_get_mag(entry, arb_mat_entry(inverse, i, j));
            mag_addmul(more + i, entry, c->rest + j);
            arb_sub_arf(distance, c->value + j, next->centre + j, 2 * CLAIM_LOW_BITS);
            arb_addmul(sum, arb_mat_entry(inverse, i, j), distance, 2 * CLAIM_LOW_BITS);
        }
        arb_get_mag(entry, sum);
        mag_add(more + i, more + i, entry);
    }
    mag_clear(entry);
    arb_clear(sum);
    arb_clear(distance);
    arb_mat_clear(image);
    arb_mat_clear(inverse);
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

/* radius := with few bits, rounded upward. */
static void shorten(mag_t radius) {
    arf_t bound;
    arf_init(bound);
    arf_set_mag(bound, radius);
    arf_set_round(bound, bound, RADIUS_BITS, ARF_RND_UP);
    arf_get_mag(radius, bound);
    arf_clear(bound);
}

void claim_image_take(struct claim *c, struct claim_set *set, bool room) {
    struct claim_set next;
    mag_ptr more = _mag_vec_init(c->n);
    claim_set_init(&next, c->n);
    for (int i = 0; i < c->n; i++)
        arf_set_round(next.centre + i, arb_midref(c->value + i), c->bits, ARF_RND_NEAR);
    bool regular = claim_frame_choose(next.frame, c, set) &&
                   find_needs(next.radius, more, c, set, &next);
    if (!regular) {
        arb_mat_one(next.frame);
        find_needs(next.radius, more, c, set, &next);
    }
    for (int i = 0; i < c->n; i++) {
        mag_add(next.radius + i, next.radius + i, more + i);
        if (room) { /* another P has another end, as far off as each one's error */
            mag_mul_2exp_si(more + i, more + i, 1);
            mag_add(next.radius + i, next.radius + i, more + i);
            mag_mul_2exp_si(more + i, next.radius + i, -ROOM_BITS);
            mag_add(next.radius + i, next.radius + i, more + i);
            shorten(next.radius + i);
        }
    }
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
    arb_mat_clear(image);
    mag_clear(entry);
}
