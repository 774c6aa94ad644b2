/* Numbers on the command line: constant expressions of the model language (0.0078125, 1/128,
 * 2*pi), exact until they are rounded once to what they are wanted in.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_NUMBER_H
#define HARNESS_NUMBER_H

#include <mpfr.h>

struct diagnostic; /* problems/base/status.h */

/* value := the expression `text`, rounded to value's precision. `what` names it in messages.
 * Nonzero, value unchanged: it is no finite number, and *d says why. */
int number_read(mpfr_ptr value, const char *text, const char *what, struct diagnostic *d);

/* The same, rounded to double. */
int number_read_double(double *value, const char *text, const char *what,
                       struct diagnostic *d);

/* A whole number from `least` to `most`; text NULL leaves it as it is. */
int number_read_whole(long *value, const char *text, const char *what, long least,
                      long most, struct diagnostic *d);

/* A list separated by commas: *count values of `bits` bits in *values, which the caller
 * frees with number_list_free. Nonzero: *values is NULL and *d says why. */
int number_read_list(mpfr_t **values, int *count, mpfr_prec_t bits, const char *list,
                     const char *what, struct diagnostic *d);

/* Leaves one of equal neighbours: a time that is asked twice is one time. */
void number_list_merge(mpfr_t *values, int *count);

void number_list_free(mpfr_t *values, int count);

#endif
