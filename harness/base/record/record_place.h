/* Where the fields of records lie: what record*.c share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RECORD_PLACE_H
#define HARNESS_RECORD_PLACE_H

#include "harness/base/json_number.h"
#include "harness/base/record/record.h"

static inline void *record_place(const struct record_field *f, const void *item) {
    return (char *)item + f->place;
}

static inline int *record_count(const struct record_field *f, const void *item) {
    return (int *)((char *)item + f->count);
}

/* Whether it is a pointer to as many as record_count says, each of record_element_size. */
static inline bool record_is_row(const struct record_field *f) {
    return f->type >= RECORD_LIST && f->type <= RECORD_NUMBERS;
}

static inline size_t record_element_size(const struct record_field *f) {
    return f->of != NULL                ? f->of->size
           : f->type == RECORD_TEXTS    ? sizeof(const char *)
           : f->type == RECORD_WHOLES   ? sizeof(long)
           : f->type == RECORD_DECIMALS ? sizeof(struct decimal)
                                        : sizeof(double);
}

#endif
