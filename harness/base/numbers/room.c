/* Room for arrays that are given back together: a list, in front of each array where the one before stands.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/numbers/room.h"

#include <stdint.h>
#include <stdlib.h>

struct room_array {
    struct room_array *before;
    int numbers; /* MPFR's, to be cleared */
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

void room_clear(struct room *r) {
    while (r->last != NULL) {
        struct room_array *a = r->last;
        mpfr_t *x = (void *)a->data;
        for (int i = 0; i < a->numbers; i++)
            mpfr_clear(x[i]);
        r->last = a->before;
        free(a);
    }
    *r = (struct room){.last = NULL};
}
