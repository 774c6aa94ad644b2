/* Decisions of an integrator, kept in the order in which they are told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_DECISIONS_H
#define HARNESS_DECISIONS_H

#include <stdbool.h>

#include "fast/pair.h"

struct ref_decision; /* ref/ref.h */

struct decisions {
    long count;
    int room;
    struct pair_decision *decision;
    bool lost; /* memory ran out, and some are missing */
};

/* Listeners; the context is a struct decisions, empty or with earlier ones. */
void decisions_keep(void *context, const struct pair_decision *decision);
void decisions_keep_reference(void *context, const struct ref_decision *decision);
void decisions_clear(struct decisions *d);

/* How many there are of a kind, with an outcome; outcome < -1: with any. */
enum { DECISIONS_ANY = -2 };
long decisions_count(const struct decisions *d, enum pair_decision_kind kind,
                     int outcome);

/* "the convergence test of Newton's iteration", and the like. */
const char *decisions_kind_text(enum pair_decision_kind kind);

/* The place of the first decision that is another one: its kind, its outcome, the limit
 * that it was compared with or (of a step) the size that was chosen; -1: they are the
 * same. Where one of them ends before the other its end is the difference. */
long decisions_first_difference(const struct decisions *a, const struct decisions *b);

/* |value - limit| / limit. */
double decisions_margin(const struct pair_decision *decision);

#endif
