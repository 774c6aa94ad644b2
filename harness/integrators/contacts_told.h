/* What is told of a model's contacts and of the step that led to where they are.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CONTACTS_TOLD_H
#define HARNESS_CONTACTS_TOLD_H

#include "harness/base/record/numbers.h"

struct contact_told {
    const char *name, *state; /* "": not known */
    struct decimal gap;
    struct decimal *impulse;       /* [rows] of the last step */
    struct decimal *impact, *load; /* [parts], what it consists of; 0: not told apart */
    int rows, parts;
};
extern const struct record contact_told_record;

/* A contact that may have been crossed unseen, and where the step begins. */
struct crossing_told {
    const char *contact;
    double t;
};
extern const struct record crossing_told_record;

struct contacts_told {
    struct contact_told *contact;
    int contacts;
    struct named_numbers joint_impulses;
    const char *verdict, *last_verdict; /* of all solves, of the last; NULL: none */
    bool has_crossing;
    struct crossing_told first_crossing;
    long events;
};

#endif
