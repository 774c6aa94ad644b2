/* Room for arrays that are given back together. What owns several of them asks one after the other,
 * looks once whether any is missing, and clears them in one call.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_ROOM_H
#define PROBLEMS_ROOM_H

#include <stdbool.h>
#include <stddef.h>

#include <mpfr.h>

#include <arb.h>

struct room_array; /* of which each knows the one before */

/* All zero: there is none yet. */
struct room {
    struct room_array *last;
    bool is_short; /* memory has run out: an array is NULL */
};

/* So many elements of zeros; n doubles; n MPFR numbers of so many bits; one of them. Until
 * room_clear; NULL when memory runs out. */
void *room_take(struct room *r, size_t count, size_t size); /* size > 0 */
double *room_doubles(struct room *r, int n);
mpfr_t *room_numbers(struct room *r, int n, mpfr_prec_t bits);
mpfr_ptr room_number(struct room *r, mpfr_prec_t bits);

/* n balls that are zero; n bounds. Never NULL: FLINT ends the program when memory runs out. */
arb_ptr room_balls(struct room *r, slong n);
mag_ptr room_mags(struct room *r, slong n);

void room_clear(struct room *r);

#endif
