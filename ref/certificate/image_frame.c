/* A frame A' = D Q for the image of a set: D powers of two near each component's width, Q near the
 * orthogonal factor of D^-1 V A diag(r) (R. J. Lohner, 1992), its entries rounded. No proof rests on
 * how well it suits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "ref/certificate/claim.h"
#include "ref/enclosure/enclosure.h"

/* Rounding turns the axes a little: with 12 bits the errors of fpu grow by 2^0.1 in each step. */
enum { FRAME_BITS = 24 };

/* exponent[i] := of how wide the image is; that of the widest where it has no width. */
static void find_scales(slong *exponent, const struct claim *c,
                        const struct claim_set *set) {
    slong largest = WORD_MIN;
    mag_ptr size = _mag_vec_init(c->n);
    mag_t entry;
    arb_mat_t image;
    mag_init(entry);
    arb_mat_init(image, c->n, c->n);
    arb_mat_mul(image, c->map, set->frame, CLAIM_LOW_BITS);
    for (int i = 0; i < c->n; i++) {
        mag_add(size + i, c->rest + i, arb_radref(c->value + i));
        for (int j = 0; j < c->n; j++) {
            arb_get_mag(entry, arb_mat_entry(image, i, j));
            mag_addmul(size + i, entry, set->radius + j);
        }
        exponent[i] =
            mag_is_special(size + i) ? WORD_MIN : fmpz_get_si(MAG_EXPREF(size + i));
        largest = exponent[i] > largest ? exponent[i] : largest;
    }
    for (int i = 0; i < c->n; i++)
        exponent[i] = exponent[i] != WORD_MIN ? exponent[i]
                      : largest != WORD_MIN   ? largest
                                              : 0;
    arb_mat_clear(image);
    mag_clear(entry);
    _mag_vec_clear(size, c->n);
}

/* work := D^-1 V A diag(r), rounded. */
static void find_columns(double *work, const slong *exponent, const struct claim *c,
                         const struct claim_set *set) {
    arb_mat_t image;
    arf_t entry, radius;
    arb_mat_init(image, c->n, c->n);
    arf_init(entry);
    arf_init(radius);
    arb_mat_mul(image, c->map, set->frame, CLAIM_LOW_BITS);
    for (int j = 0; j < c->n; j++) {
        arf_set_mag(radius, set->radius + j);
        for (int i = 0; i < c->n; i++) {
            arf_mul(entry, arb_midref(arb_mat_entry(image, i, j)), radius, CLAIM_LOW_BITS,
                    ARF_RND_NEAR);
            arf_mul_2exp_si(entry, entry, -exponent[i]);
            work[i * c->n + j] = arf_get_d(entry, ARF_RND_NEAR);
        }
    }
    arf_clear(radius);
    arf_clear(entry);
    arb_mat_clear(image);
}

bool claim_frame_choose(arb_mat_t frame, const struct claim *c,
                        const struct claim_set *set) {
    const size_t n = (size_t)c->n;
    double *work = calloc(2 * n * n + n, sizeof *work);
    slong *exponent = calloc(n, sizeof *exponent);
    int *pick = calloc(n, sizeof *pick);
    bool made = work != NULL && exponent != NULL && pick != NULL;
    if (made) {
        double *q = work + n * n;
        find_scales(exponent, c, set);
        find_columns(work, exponent, c, set);
        enclosure_frame_rotation(q, work, q + n * n, pick, c->n);
        for (size_t i = 0; i < n * n; i++) {
            arb_ptr entry = arb_mat_entry(frame, (slong)(i / n), (slong)(i % n));
            arb_set_d(entry, ldexp(rint(ldexp(q[i], FRAME_BITS)), -FRAME_BITS));
            arb_mul_2exp_si(entry, entry, exponent[i / n]);
        }
    }
    free(work);
    free(exponent);
    free(pick);
    return made;
}
