/* States, and numbers by their names.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_NUMBERS_H
#define HARNESS_NUMBERS_H

#include "harness/base/json_number.h"
#include "harness/base/record/record.h"

struct model; /* problems/model.h */

/* {"q", "v", "z"}, the parts of a state. */
struct state_numbers {
    struct decimal *part[3];
    int size[3];
};
extern const struct record record_state;
#define STATE_PART(name, p, ...)                                                         \
    RECORD_NAMED(name, struct state_numbers, part[p], DECIMALS, __VA_ARGS__,             \
                 .count = offsetof(struct state_numbers, size[p]))

/* x[nx] in double or in MPFR, or zeros; where memory runs out parts are missing. */
struct state_numbers state_of(const struct model *m, const double *x,
                              const mpfr_t *exact);

/* Component i; NULL: there are no more. */
const struct decimal *state_at(const struct state_numbers *s, int i);

struct named_number {
    const char *name;
    struct decimal number;
};
struct named_numbers {
    struct named_number *list;
    int count;
};
extern const struct record record_named_number;

/* Appends one, whose digits it takes over; where memory runs out there are fewer. */
void named_add(struct named_numbers *all, const char *name, struct decimal number);
void named_add_count(struct named_numbers *all, const char *name, long count);
void named_add_measure(struct named_numbers *all, const char *name, double measure);

/* The number of that name; NULL, not a number, or 0 where there is none; 0 also where it is beyond
 * JSON_MOST_WHOLE. */
const struct decimal *named_find(const struct named_numbers *all, const char *name);
double named_value(const struct named_numbers *all, const char *name);
long named_count(const struct named_numbers *all, const char *name);

/* As a new JSON object. */
json_t *named_tell(const struct named_numbers *all);

void named_clear(struct named_numbers *all);

#endif
