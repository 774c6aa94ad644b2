/* Profiles of the gate: which studies of which models, and how thoroughly.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PROFILE_H
#define HARNESS_PROFILE_H

#include <stdbool.h>

#include "harness/results/study.h"
#include "harness/session/option.h"

/* One study of a profile. Rows stand cheap and strong first: a gate that ends at the first
 * failure begins with them in this order. */
struct profile_row {
    const char *study; /* its name in results; NULL ends the rows */
    enum study_effort effort;
    const char *const *models; /* of the catalogue, ending with NULL; NULL: all of it */
    /* Those on which methods that are not the pair are studied, unless one is chosen; NULL: the
     * same. */
    const char *const *of_mechanical;
    const char *const *of_contact; /* the same of the one for contacts */
};

struct profile {
    const char *name;
    const struct profile_row *rows;
    const char *const
        *left_out;            /* names too dear for it, ending with NULL: taken only where
                                    the models are named; NULL: none */
    bool demands_acceptances; /* an acceptance that matches nothing is a failure */
    bool is_whole; /* every method on every name, variants too, whatever rows choose */
};

/* All profiles, ending with a NULL name, and the one that is used unless another is named. */
const struct profile *profile_table(void);
const struct profile *profile_usual(void);

/* The profile of that name, or NULL and *d says which there are. */
const struct profile *profile_find(const char *name, struct diagnostic *d);

/* The type of an option that names one, and the names. */
option_reader profile_option;
const char *profile_option_word(int i);

/* The place of a study among the rows, from 0; -1: the profile is without it. */
int profile_rank(const struct profile *p, const char *study);

/* Whether a profile's row takes a model, if the models are not named; and (mechanical) for
 * methods that are not the pair, (contact) for the one for contacts, if none is named either. */
bool profile_takes(const struct profile *p, const struct profile_row *row,
                   const char *model);
bool profile_takes_mechanical(const struct profile *p, const struct profile_row *row,
                              const char *model);
bool profile_takes_contact(const struct profile *p, const struct profile_row *row,
                           const char *model);

#endif
