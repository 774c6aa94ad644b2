/* Whether a file of recorded runs is complete and one of models that we have, so that a fault of
 * the file is not taken for one of an integrator.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_ORIGINAL_CHECK_H
#define HARNESS_ORIGINAL_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "problems/base/status.h"

struct catalogue; /* problems/catalogue.h */

/* Whether the file has all that its cases need, of models of the catalogue; nonzero: *d says which
 * case lacks what. Otherwise it says what of the file is no run to be done again, or nothing. */
int original_check(const char *path, const struct catalogue *c, struct diagnostic *d);

/* The first member of a case that is missing or does not fit; NULL: none. Its model is not
 * looked at, nor how many weights it has. */
const char *original_bad_member(const json_t *records, const json_t *record);

/* Of the settings of a case or of all, the name of one that is unknown or does not fit; NULL:
 * none. */
const char *original_bad_setting(json_t *config);

/* The same of a case with the settings of all: what is missing or out of range together. */
const char *original_missing_setting(const json_t *records, const json_t *record);

/* Whether the problems of a file whose parts are as they should be are models of the catalogue,
 * of the same size, and weights as many as there are velocities or other states. Nonzero: *d says
 * which is not. */
int original_check_models(const char *path, const json_t *records,
                          const struct catalogue *c, struct diagnostic *d);

/* Whether it is an array of n numbers, or of as many as there may be (n = 0). */
bool original_are_numbers(const json_t *array, size_t n);

/* Whether it is one of the words, which end with NULL. */
bool original_is_word(const json_t *value, const char *const *words);

#endif
