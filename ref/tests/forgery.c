/* Lies about events.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/forgery.h"

#include <string.h>

#include <mpfr.h>

#include "ref/certificate.h"
#include "ref/truth.h"

enum { MANY_BITS = 2000 };

int forgery_set(const struct ref_certificate *c, int event) {
    int k = 0;
    for (; k < c->sets; k++)
        if (!mpfr_zero_p(c->width[k]) && event-- == 0)
            break;
    return k;
}

/* to += part of `from`, which loses it; exactly. */
static void shift(mpfr_ptr from, mpfr_ptr to, mpfr_srcptr part) {
    mpfr_prec_round(from, MANY_BITS, MPFR_RNDN);
    mpfr_prec_round(to, MANY_BITS, MPFR_RNDN);
    mpfr_sub(from, from, part, MPFR_RNDN);
    mpfr_add(to, to, part, MPFR_RNDN);
}

void forgery_shrink_width(struct ref_certificate *c, int k) {
    mpfr_t most;
    mpfr_init2(most, MANY_BITS);
    mpfr_mul_d(most, c->width[k], 1 - 0x1p-10, MPFR_RNDN);
    shift(c->width[k], c->length[c->before[k]], most);
    mpfr_prec_round(c->time[k], MANY_BITS, MPFR_RNDN);
    mpfr_sub(c->time[k], c->time[k], most, MPFR_RNDN);
}

void forgery_move(struct ref_certificate *c, int k, bool time) {
    mpfr_ptr length = c->length[c->before[k] - 1];
    mpfr_t part;
    mpfr_init2(part, MANY_BITS);
    mpfr_mul_2si(part, length, -40, MPFR_RNDN);
    shift(length, c->length[c->before[k]], part);
    if (time) {
        mpfr_prec_round(c->time[k], MANY_BITS, MPFR_RNDN);
        mpfr_sub(c->time[k], c->time[k], part, MPFR_RNDN);
    }
}

void forgery_leave_out(struct ref_certificate *c, int k) {
    const size_t places = (size_t)c->places;
    mpfr_t all;
    mpfr_init2(all, MANY_BITS);
    mpfr_set(all, c->width[k], MPFR_RNDN);
    shift(c->width[k], c->length[c->before[k] - 1], all);
    mpfr_clear(all);
    const signed char *before = c->mode + (size_t)k * places;
    for (int j = k + 1; j <= c->sets; j++) {
        if (j > k + 1 && !mpfr_zero_p(c->width[j - 1]))
            break;
        memcpy(c->mode + (size_t)j * places, before, places);
        if (c->lead != NULL)
            memset(c->lead + (size_t)j * (size_t)c->leads, 0, (size_t)c->leads);
    }
}

void forgery_shrink_set(struct ref_certificate *c, int k) {
    for (int i = 0; i < c->nx; i++)
        mpfr_mul_d(c->radius[k * c->nx + i], c->radius[k * c->nx + i], 0.1, MPFR_RNDN);
}

void forgery_change_digit(struct ref_truth *truth) {
    int i = 0;
    while (i + 1 < truth->nx && mpfr_zero_p(truth->state[i]))
        i++;
    mpfr_mul_d(truth->state[i], truth->state[i], 1 + 0x1p-50, MPFR_RNDN);
}
