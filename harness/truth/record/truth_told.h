/* What is told beside a truth: what did not succeed, and the second opinion.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_TOLD_H
#define HARNESS_TRUTH_TOLD_H

#include "harness/base/record/record.h"

/* A way that did not succeed. */
struct truth_tried {
    const char *way, *why;
    bool has_reached;
    double reached; /* the time up to which it holds */
    const char *at; /* where it ended */
};
extern const struct record truth_tried_record;

struct truth_tries {
    struct truth_tried *list;
    int count;
};

/* Appends a copy; in order of the second list, those that are not in the first one yet. Where
 * memory runs out less is told. */
void truth_tries_add(struct truth_tries *all, const struct truth_tried *one);
void truth_tries_join(struct truth_tries *into, const struct truth_tries *more);
void truth_tries_clear(struct truth_tries *all);

/* As a new array, and back; nonzero: it is no list of such records, and there is nothing to
 * clear. */
json_t *truth_tries_tell(const struct truth_tries *all);
int truth_tries_read(struct truth_tries *all, const json_t *list);

/* The opinion of a method that shares nothing with the proof (truth_opinion.h). */
struct truth_opinion {
    const char *way;
    bool is_there;          /* false: nobody was asked */
    bool is_had;            /* false: there is none, and `why` says why */
    bool inside;            /* every ball */
    double digits_agreeing; /* with the truth */
    long bits;              /* of its arithmetic */
    const char *why;
};
extern const struct record truth_opinion_record;

/* NULL is one that is not there. What is no opinion is one that is not had, without a reason. */
void truth_opinion_read(struct truth_opinion *o, const json_t *document);

#endif
