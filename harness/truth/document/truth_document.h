/* The document of a truth: the solution at each time, what was published, what did not succeed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_DOCUMENT_H
#define HARNESS_TRUTH_DOCUMENT_H

#include "harness/base/record/numbers.h"
#include "harness/truth/record/truth_proof.h"
#include "harness/truth/record/truth_told.h"
#include "harness/truth/document/truth_published.h"

struct model;        /* problems/model.h */
struct truth_record; /* harness/truth/record/truth_record.h */

struct truth_cost {
    int runs;                   /* 1, or 2 that agree */
    long *bits, *order, *steps; /* (size runs) */
    long switches, attempts;
    double growth, seconds;
};

/* "converged", "certified", "closed-form", NULL. */
extern const char *const truth_grades[];

/* The solution at a time. */
struct truth_entry {
    const char *t;
    struct state_numbers state, radii;
    enum ref_grade grade;
    double digits; /* that the radius leaves */
    const char *way, *from, *radius;
    struct truth_cost cost;
    struct truth_opinion opinion;
    struct truth_shown proof;
    json_t *with;          /* truth_with.h; NULL: it was not asked for */
    bool certificate_ends; /* here */
    bool is_kept;          /* and was not computed */
};
extern const struct record truth_entry_record;

struct truth_missing {
    const char *t, *why;
};
extern const struct record truth_missing_record;

struct truth_document {
    struct truth_entry *entry;
    int entries;
    struct truth_comparison published;
    struct truth_tries tried;
    struct truth_missing *missing;
    int lacks;
    bool is_certified_to;
    double certified_to;
    const char *model;
    bool failed; /* no memory: something is missing */
};

/* What truth MODEL --json prints, described. */
extern const struct record truth_document_record;

void truth_document_clear(struct truth_document *d);

/* The record's truth at each time, with what is asked for besides (truth_with.h). Nonzero: out of
 * memory. */
int truth_document_fill(struct truth_document *d, struct model *m,
                        const struct truth_record *record, unsigned with);

/* Appends a copy of an entry; of all entries and what was published. */
void truth_document_add(struct truth_document *d, const struct truth_entry *one);
void truth_document_join(struct truth_document *d, const struct truth_document *more);

/* Entries from that of a number on, in the place of those before, which `by` gets. */
void truth_document_swap(struct truth_document *d, int from, struct truth_document *by);

#endif
