/* The set A [-r, r] of errors, and its image under a linear map (R. J. Lohner, Computation
 * of Guaranteed Enclosures for the Solutions of Ordinary Initial and Boundary Value
 * Problems, in: Computational Ordinary Differential Equations (1992), section 3).
 *
 * {V A y + z : |y| <= r, |z| <= rest} is put into A1 [-r1, r1]. With D a diagonal of powers
 * of two near the size of each component, A1 = D F, where F is
 *
 *     the columns of D^-1 V A diag(r), scaled, as long as they stand well apart: then the axes go along
 *     with the flow and nothing is wrapped (the parallelepiped);
 *     else Q near their orthogonal factor, columns sorted by length.
 *
 *     r1_i >= sup |(F^-1 D^-1 (V A y + z))_i|
 *
 * is what is needed. Let W be near F^-1, I - W F = E, |E|_inf <= N < 1. Then F^-1 = (I - E)^-1
 * W, and (I - E)^-1 = I + E (I - E)^-1 differs from I by at most N/(1 - N) in the row-sum norm,
 * so
 *
 *     |(F^-1 y)_i|  <=  |(W y)_i| + N/(1 - N) max_k |(W y)_k|.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/base/many.h"
#include "ref/enclosure/enclosure.h"

enum ref_status enclosure_frame_init(struct enclosure_frame *f, int n, slong bits) {
    f->n = n;
    f->bits = bits;
    arb_mat_init(f->a, n, n);
    arb_mat_init(f->image, n, n);
    arb_mat_init(f->basis, n, n);
    arb_mat_init(f->inverse, n, n);
    arb_mat_init(f->product, n, n);
    f->radius = _mag_vec_init(n);
    f->size = _mag_vec_init(n);
    f->work = calloc((size_t)n * (size_t)n * 3, sizeof *f->work);
    f->norm = calloc((size_t)n, sizeof *f->norm);
    f->pick = calloc((size_t)n, sizeof *f->pick);
    f->exponent = calloc((size_t)n, sizeof *f->exponent);
    bool made =
        f->work != NULL && f->norm != NULL && f->pick != NULL && f->exponent != NULL;
    return made ? REF_OK : REF_NO_MEMORY;
}

void enclosure_frame_clear(struct enclosure_frame *f) {
    free(f->work);
    free(f->norm);
    free(f->pick);
    free(f->exponent);
    if (f->radius == NULL)
        return;
    arb_mat_clear(f->a);
    arb_mat_clear(f->image);
    arb_mat_clear(f->basis);
    arb_mat_clear(f->inverse);
    arb_mat_clear(f->product);
    _mag_vec_clear(f->radius, f->n);
    _mag_vec_clear(f->size, f->n);
}

void enclosure_frame_box(struct enclosure_frame *f, mag_srcptr radius) {
    arb_mat_one(f->a);
    for (int i = 0; i < f->n; i++)
        mag_set(f->radius + i, radius + i);
}

void enclosure_frame_hull(mag_ptr hull, const struct enclosure_frame *f,
                          const arb_mat_t b) {
    mag_t entry;
    mag_init(entry);
    for (int i = 0; i < f->n; i++) {
        mag_zero(hull + i);
        for (int j = 0; j < f->n; j++) {
            arb_get_mag(entry, arb_mat_entry(b, i, j));
            mag_addmul(hull + i, entry, f->radius + j);
        }
    }
    mag_clear(entry);
}

/* exponent[i]: D_ii = 2^exponent is near size_i; components without error take that of the
 * largest. */
static void find_scales(struct enclosure_frame *f) {
    slong largest = 0;
    bool found = false;
    for (int i = 0; i < f->n; i++) {
        if (mag_is_zero(f->size + i))
            continue;
        f->exponent[i] = fmpz_get_si(MAG_EXPREF(f->size + i));
        if (!found || f->exponent[i] > largest)
            largest = f->exponent[i];
        found = true;
    }
    for (int i = 0; i < f->n; i++)
        if (mag_is_zero(f->size + i))
            f->exponent[i] = largest;
}

/* The image becomes D^-1 image. */
static void scale_image(struct enclosure_frame *f) {
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < f->n; j++)
            arb_mul_2exp_si(arb_mat_entry(f->image, i, j), arb_mat_entry(f->image, i, j),
                            -f->exponent[i]);
}

/* work := mid(image diag(r)), rounded. */
static void set_columns(struct enclosure_frame *f) {
    arf_t entry, radius;
    arf_inits(entry, radius);
    for (int j = 0; j < f->n; j++) {
        arf_set_mag(radius, f->radius + j);
        for (int i = 0; i < f->n; i++) {
            arf_mul(entry, arb_midref(arb_mat_entry(f->image, i, j)), radius,
                    ENCLOSURE_LOW_BITS, ARF_RND_NEAR);
            f->work[i * f->n + j] = arf_get_d(entry, ARF_RND_NEAR);
        }
    }
    arf_clears(radius, entry);
}

/* excess := N/(1 - N) for F in `basis` and W in `inverse`; infinite for N >= 1. */
static void find_excess(mag_t excess, struct enclosure_frame *f) {
    mag_t room;
    mag_init(room);
    arb_mat_mul(f->product, f->inverse, f->basis, f->bits);
    for (int i = 0; i < f->n; i++)
        arb_sub_ui(arb_mat_entry(f->product, i, i), arb_mat_entry(f->product, i, i), 1,
                   f->bits);
    arb_mat_bound_inf_norm(excess, f->product);
    mag_one(room);
    mag_sub_lower(room, room, excess);
    mag_div(excess, excess, room);
    mag_clear(room);
}

/* F := the first matrix, W := the second one, or its transpose; whether they serve. */
static bool take_basis(mag_t excess, struct enclosure_frame *f, const double *basis,
                       const double *inverse, bool is_transposed) {
    const int n = f->n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            arb_set_d(arb_mat_entry(f->basis, i, j), basis[i * n + j]);
            arb_set_d(arb_mat_entry(f->inverse, i, j),
                      inverse[is_transposed ? j * n + i : i * n + j]);
        }
    find_excess(excess, f);
    return mag_cmp_2exp_si(excess, -8) < 0;
}

/* F := the image's columns where they stand well apart, else a rotation that suits them, or I where
 * that is no better. */
static void find_basis(mag_t excess, struct enclosure_frame *f) {
    double *columns = f->work, *second = columns + f->n * f->n;
    set_columns(f);
    if (enclosure_frame_columns(columns, second, second + f->n * f->n, f->n) &&
        take_basis(excess, f, columns, second, false))
        return;
    set_columns(f);
    enclosure_frame_rotation(second, columns, f->norm, f->pick, f->n);
    if (take_basis(excess, f, second, second, true))
        return;
    arb_mat_one(f->basis);
    arb_mat_one(f->inverse);
    mag_zero(excess);
}

/* r := sup |(F^-1 (image y + D^-1 z))_i|. */
static void turn_back(struct enclosure_frame *f, mag_srcptr rest, const mag_t excess) {
    mag_t entry, largest;
    mag_inits(entry, largest);
    arb_mat_mul(f->product, f->inverse, f->image, f->bits);
    enclosure_frame_hull(f->size, f, f->product);
    for (int i = 0; i < f->n; i++)
        for (int j = 0; j < f->n; j++) {
            arb_get_mag(entry, arb_mat_entry(f->inverse, i, j));
            mag_mul_2exp_si(entry, entry, -f->exponent[j]);
            mag_addmul(f->size + i, entry, rest + j);
        }
    for (int i = 0; i < f->n; i++)
        mag_max(largest, largest, f->size + i);
    mag_mul(largest, largest, excess);
    for (int i = 0; i < f->n; i++)
        mag_add(f->size + i, f->size + i, largest);
    mag_clears(largest, entry);
}

/* Whether F with the radii in `size` is not much larger than the image, whose components are
 * about 1. */
static bool is_tight(struct enclosure_frame *f) {
    enum { LOOSE_BITS = 2 };
    bool tight = true;
    mag_t hull, entry;
    mag_inits(hull, entry);
    for (int i = 0; i < f->n && tight; i++) {
        mag_zero(hull);
        for (int j = 0; j < f->n; j++) {
            arb_get_mag(entry, arb_mat_entry(f->basis, i, j));
            mag_addmul(hull, entry, f->size + j);
        }
        tight = mag_cmp_2exp_si(hull, LOOSE_BITS) <= 0;
    }
    mag_clears(entry, hull);
    return tight;
}

/* F in more bits than doubles have, where it is tight; size := its radii. */
static bool take_precise(struct enclosure_frame *f, mag_srcptr rest) {
    mag_t excess;
    mag_init(excess);
    bool taken = f->bits > ENCLOSURE_LOW_BITS && enclosure_frame_take_columns(f);
    if (taken) {
        find_excess(excess, f);
        taken = mag_cmp_2exp_si(excess, -8) < 0;
    }
    if (taken) {
        turn_back(f, rest, excess);
        taken = is_tight(f);
    }
    mag_clear(excess);
    return taken;
}

void enclosure_frame_map(struct enclosure_frame *f, const arb_mat_t v, mag_srcptr rest) {
    mag_t excess;
    mag_init(excess);
    arb_mat_mul(f->image, v, f->a, f->bits);
    enclosure_frame_hull(f->size, f, f->image);
    for (int i = 0; i < f->n; i++)
        mag_add(f->size + i, f->size + i, rest + i);
    find_scales(f);
    scale_image(f);
    if (!take_precise(f, rest)) {
        find_basis(excess, f);
        turn_back(f, rest, excess);
    }
    for (int i = 0; i < f->n; i++) {
        mag_set(f->radius + i, f->size + i);
        for (int j = 0; j < f->n; j++)
            arb_mul_2exp_si(arb_mat_entry(f->a, i, j), arb_mat_entry(f->basis, i, j),
                            f->exponent[i]);
    }
    mag_clear(excess);
}
