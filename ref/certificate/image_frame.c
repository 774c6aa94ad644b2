/* A frame for the image of a set. No proof rests on how well it suits; but a segment is proved
 * again in the frames that it was made in, or the sets between would be wider than those that are
 * recorded. So a frame depends on P, V, the frame before and *expected* radii alone,
 *
 *     expected' = |A'^-1 V A| expected + |A'^-1| nominal,
 *     nominal   = sum_k |V_k| change + 2^-36 sum_{k >= 1} |V_k| |A| expected,
 *     change_i  = 2^-goal sum_{k >= 1} |P_ik|, the sum not below 2^claim_nothing unless it is zero,
 *
 * from those of the set where the segment begins, and on nothing that is proved: a sharper
 * bound leaves frames as they are, and makes radii less.
 *
 * A' has the columns of V A, scaled, as long as these stand well apart: then nothing is
 * wrapped but what a step adds. Else A' = D Q, D powers of two near each component's width, Q near
 * the orthogonal factor of D^-1 V A diag(expected) (R. J. Lohner, 1992). Entries are rounded.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "problems/base/many.h"
#include "ref/certificate/claim.h"
#include "ref/enclosure/enclosure.h"

/* Rounding turns the axes a little: with 12 bits the errors of fpu grow by 2^0.1 in each step. */
enum { FRAME_BITS = 24, MAP_BITS = 36 /* to which V serves */ };

struct choice {
    slong *exponent; /* of how wide the image is expected to be (size n) */
    double *columns; /* D^-1 V A diag(expected) (size n n) */
    double *frame;   /* D^-1 V A, its columns scaled; then D^-1 A' (size n n) */
    double *scratch; /* (size 2 n n) */
    double *fresh;   /* D^-1 nominal, and as much again to compute with (size 2 n) */
    int *pick;       /* (size n) */
};

/* What a step adds is told in the columns' coordinates, where it may come out larger by their
 * condition: by so much of itself, and of the set, no component is to grow in a step. */
static const double most_of_fresh = 4, most_of_set = 0.0625;

/* change := 2^-goal sum_{k >= 1} |P_ik|: what does not change has no error from a step. */
static void find_change(mag_ptr change, const struct claim *c) {
    const slong goal = c->bits - CLAIM_GUARD_BITS;
    mag_t term;
    mag_init(term);
    for (int i = 0; i < c->n; i++) {
        mag_zero(change + i);
        for (int k = 1; k <= c->terms; k++) {
            arb_get_mag(term, claim_polynomial(c, i) + k);
            mag_add(change + i, change + i, term);
        }
        if (!mag_is_zero(change + i) && mag_cmp_2exp_si(change + i, claim_nothing(c)) < 0)
            mag_set_ui_2exp_si(change + i, 1, claim_nothing(c));
        mag_mul_2exp_si(change + i, change + i, -goal);
    }
    mag_clear(term);
}

void claim_frame_nominal(mag_ptr nominal, const struct claim *c,
                         const struct claim_set *set) {
    mag_ptr change = _mag_vec_init(c->n), hull = _mag_vec_init(c->n);
    mag_t flow;
    mag_init(flow);
    find_change(change, c);
    claim_set_expected_hull(hull, set);
    for (int i = 0; i < c->n; i++) {
        mag_set(nominal + i, change + i);
        for (int j = 0; j < c->n; j++) {
            double sum = 0; /* of |V_ij,k|, k >= 1 */
            for (int k = 1; k <= c->degree; k++)
                sum += fabs(
                    c->variation[((size_t)k * (size_t)c->n + (size_t)i) * (size_t)c->n +
                                 (size_t)j]);
            mag_set_d(flow, sum);
            mag_addmul(nominal + i, flow, change + j);
            mag_mul_2exp_si(flow, flow, -MAP_BITS);
            mag_addmul(nominal + i, flow, hull + j);
        }
    }
    mag_clear(flow);
    _mag_vec_clear(hull, c->n);
    _mag_vec_clear(change, c->n);
}

/* exponent[i] := of size[i]; of the largest where it vanishes. */
static void find_exponents(slong *exponent, mag_srcptr size, int n) {
    mag_t largest;
    mag_init(largest);
    for (int i = 0; i < n; i++)
        mag_max(largest, largest, size + i);
    if (mag_is_zero(largest))
        mag_one(largest);
    for (int i = 0; i < n; i++)
        exponent[i] = fmpz_get_si(MAG_EXPREF(mag_is_zero(size + i) ? largest : size + i));
    mag_clear(largest);
}

static void find_scales(struct choice *to, const struct claim *c,
                        const struct claim_set *set, const arb_mat_t moved) {
    mag_ptr size = _mag_vec_init(c->n), nominal = _mag_vec_init(c->n);
    mag_t entry;
    mag_init(entry);
    claim_frame_nominal(nominal, c, set);
    for (int i = 0; i < c->n; i++)
        mag_set(size + i, nominal + i);
    for (int i = 0; i < c->n; i++)
        for (int j = 0; j < c->n; j++) {
            arb_get_mag(entry, arb_mat_entry(moved, i, j));
            mag_addmul(size + i, entry, set->expected + j);
        }
    find_exponents(to->exponent, size, c->n);
    for (int i = 0; i < c->n; i++) {
        mag_mul_2exp_si(entry, nominal + i, -to->exponent[i]);
        to->fresh[i] = mag_get_d(entry);
    }
    mag_clear(entry);
    _mag_vec_clear(nominal, c->n);
    _mag_vec_clear(size, c->n);
}

/* Column j of D^-1 V A: below 1 in `frame`, times expected in `columns`. */
static void find_column(struct choice *to, int j, const arb_mat_t moved,
                        const mag_t expected) {
    const int n = (int)arb_mat_nrows(moved);
    arf_ptr entry = enclosure_exact_alloc(n);
    slong largest = WORD_MIN;
    arf_t scaled, radius;
    arf_inits(scaled, radius);
    arf_set_mag(radius, expected);
    for (int i = 0; i < n; i++) {
        arf_mul_2exp_si(entry + i, arb_midref(arb_mat_entry(moved, i, j)),
                        -to->exponent[i]);
        const slong size = arf_abs_bound_lt_2exp_si(entry + i);
        largest = size > largest ? size : largest;
    }
    for (int i = 0; i < n; i++) {
        arf_mul(scaled, entry + i, radius, CLAIM_LOW_BITS, ARF_RND_NEAR);
        to->columns[i * n + j] = arf_get_d(scaled, ARF_RND_NEAR);
        arf_mul_2exp_si(scaled, entry + i, largest > -ARF_PREC_EXACT ? -largest : 0);
        to->frame[i * n + j] = arf_get_d(scaled, ARF_RND_NEAR);
    }
    arf_clears(radius, scaled);
    enclosure_exact_free(entry, n);
}

/* product := |m| v. */
static void bound_product(double *product, const double *m, const double *v, int n) {
    for (int i = 0; i < n; i++) {
        product[i] = 0;
        for (int j = 0; j < n; j++)
            product[i] += fabs(m[i * n + j]) * v[j];
    }
}

/* Whether columns, whose inverse is in scratch, serve: |F| |F^-1| fresh is compared. */
static bool columns_serve(struct choice *to, int n) {
    double *told = to->fresh + n, *grown = to->scratch + n * n;
    bool serve = true;
    bound_product(told, to->scratch, to->fresh, n);
    bound_product(grown, to->frame, told, n);
    for (int i = 0; i < n; i++) {
        double hull = 0;
        for (int j = 0; j < n; j++)
            hull += fabs(to->columns[i * n + j]);
        serve = serve && grown[i] <= most_of_fresh * to->fresh[i] + most_of_set * hull;
    }
    return serve;
}

static void choose(arb_mat_t frame, struct choice *to, int n) {
    if (!enclosure_frame_columns(to->frame, to->scratch, to->scratch + n * n, n) ||
        !columns_serve(to, n))
        enclosure_frame_rotation(to->frame, to->columns, to->scratch, to->pick, n);
    for (int i = 0; i < n * n; i++) {
        arb_ptr entry = arb_mat_entry(frame, i / n, i % n);
        arb_set_d(entry, ldexp(rint(ldexp(to->frame[i], FRAME_BITS)), -FRAME_BITS));
        arb_mul_2exp_si(entry, entry, to->exponent[i / n]);
    }
}

bool claim_frame_choose(arb_mat_t frame, const struct claim *c,
                        const struct claim_set *set, const arb_mat_t moved) {
    const size_t n = (size_t)c->n;
    double *work = calloc(4 * n * n + 2 * n, sizeof *work);
    struct choice to = {.exponent = calloc(n, sizeof *to.exponent),
                        .columns = work,
                        .pick = calloc(n, sizeof *to.pick)};
    const bool made = work != NULL && to.exponent != NULL && to.pick != NULL;
    if (made) {
        to.frame = work + n * n;
        to.scratch = work + 2 * n * n;
        to.fresh = work + 4 * n * n;
        find_scales(&to, c, set, moved);
        for (int j = 0; j < c->n; j++)
            find_column(&to, j, moved, set->expected + j);
        choose(frame, &to, c->n);
    }
    free(work);
    free(to.exponent);
    free(to.pick);
    return made;
}
