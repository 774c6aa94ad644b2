/* Room for arrays that are given back together: a list, in front of each array where the one
 * before stands.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/room.h"

#include <stdint.h>
#include <stdlib.h>

struct room_array {
    struct room_array *before;
    slong numbers, balls, mags; /* to be cleared */
    bool is_of_flint;           /* its memory is */
    max_align_t data[];
};

void *room_take(struct room *r, size_t count, size_t size) {
    const bool fits = count <= (SIZE_MAX - sizeof(struct room_array)) / size;
    struct room_array *a = fits ? calloc(1, sizeof *a + count * size) : NULL;
    if (a == NULL) {
        r->is_short = true;
        return NULL;
    }
    a->before = r->last;
    r->last = a;
    return a->data;
}

double *room_doubles(struct room *r, int n) {
    return room_take(r, (size_t)n, sizeof(double));
}

mpfr_t *room_numbers(struct room *r, int n, mpfr_prec_t bits) {
    mpfr_t *x = room_take(r, (size_t)n, sizeof *x);
    if (x == NULL)
        return NULL;
    r->last->numbers = n;
    for (int i = 0; i < n; i++) {
        mpfr_init2(x[i], bits);
        mpfr_set_zero(x[i], 1);
    }
    return x;
}

mpfr_ptr room_number(struct room *r, mpfr_prec_t bits) {
    mpfr_t *x = room_numbers(r, 1, bits);
    return x != NULL ? *x : NULL;
}

static void *take_of_flint(struct room *r, struct room_array of, size_t size) {
    struct room_array *a = flint_calloc(1, sizeof *a + size);
    *a = of;
    a->is_of_flint = true;
    a->before = r->last;
    r->last = a;
    return a->data;
}

arb_ptr room_balls(struct room *r, slong n) {
    arb_ptr x = take_of_flint(r, (struct room_array){.balls = n}, (size_t)n * sizeof *x);
    for (slong i = 0; i < n; i++)
        arb_init(x + i);
    return x;
}

mag_ptr room_mags(struct room *r, slong n) {
    mag_ptr x = take_of_flint(r, (struct room_array){.mags = n}, (size_t)n * sizeof *x);
    for (slong i = 0; i < n; i++)
        mag_init(x + i);
    return x;
}

static void clear_numbers(struct room_array *a) {
    mpfr_t *x = (void *)a->data;
    arb_ptr ball = (void *)a->data;
    mag_ptr mag = (void *)a->data;
    for (slong i = 0; i < a->numbers; i++)
        mpfr_clear(x[i]);
    for (slong i = 0; i < a->balls; i++)
        arb_clear(ball + i);
    for (slong i = 0; i < a->mags; i++)
        mag_clear(mag + i);
}

void room_clear(struct room *r) {
    while (r->last != NULL) {
        struct room_array *a = r->last;
        clear_numbers(a);
        r->last = a->before;
        (a->is_of_flint ? flint_free : free)(a);
    }
    *r = (struct room){.last = NULL};
}
