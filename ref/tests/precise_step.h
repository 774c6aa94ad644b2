/* One exact step at a precision, and the same step at another.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TESTS_PRECISE_STEP_H
#define REF_TESTS_PRECISE_STEP_H

#include "ref/mechanical.h"

/* The pair, then those of enum ref_mechanical_method. */
enum { PRECISE_PAIR, PRECISE_METHODS = 2 + REF_RUNGE_KUTTA_MERSON };

struct precise_step {
    mpfr_prec_t bits;
    int nx, count;  /* of results: nx, of the pair 3 nx */
    mpfr_t *start;  /* the state where it begins (size nx) */
    mpfr_t *result; /* (size count) */
    enum ref_status status;
};

const char *precise_method_name(int method);

/* *s := a step of span/divisor, or of so many spans where it is negative, at s->bits, from the
 * model's start or, unless that is NULL, from where `like` began. Freed with precise_step_clear. */
void precise_step_take(struct precise_step *s, struct model *m, int method, int divisor,
                       const struct precise_step *like);
void precise_step_clear(struct precise_step *s);

/* By how many bits few is further from many than its rounding allows: 0 where it is within,
 * LONG_MAX where the one fails and the other does not, or fails otherwise. */
long precise_step_compare(const struct precise_step *few,
                          const struct precise_step *many);

#endif
