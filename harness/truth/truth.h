/* The exact solution at some times, how sure it is and what it took, as a document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_H
#define HARNESS_TRUTH_H

#include <stdio.h>

#include "ref/truth.h"

struct model;          /* problems/model.h */
struct truth_document; /* harness/truth/document/truth_document.h */
struct truth_record;   /* harness/truth/record/truth_record.h */
struct truth_store;    /* harness/truth/truth_store.h */

struct truth_request {
    struct model *model;
    int times;
    const mpfr_t *time; /* ascending, none before the span's beginning */
    int digits;         /* wanted */
    void (*progress)(void *context, double fraction); /* may be NULL */
    void *context;
    const struct truth_store *store; /* what is known already; NULL: nothing */
    enum ref_grade least_grade;      /* what is wanted at least */
    unsigned ways; /* that may be tried, a sum of 1 << way; then nothing is looked up, nor
                      kept. 0: all */
    unsigned with; /* what is told besides the state (truth_with.h), a sum */
    double seconds_limit; /* 0: none */
    /* Times may be rounded to so many bits (ref/truth.h); 0: none is. */
    mpfr_prec_t time_bits;
    /* The limit is about the processor's time: a busy machine takes longer, and finds the same. */
    bool counts_processor;
};

/* Looks a truth up or computes it, asks for a second opinion where it has a proof, and keeps
 * it. *record, which the caller clears, is filled in any case: after a failure it says what
 * was tried. An interruption that is held back (jobs/interrupt.h) ends it as if its time were
 * over. */
enum ref_status truth_search(const struct truth_request *r, struct truth_record *record);

/* Whether it is known already; then *record is it. */
bool truth_search_known(const struct truth_request *r, struct truth_record *record);

/* How many of the standard digits are known at the times of a request, whatever it asks for, or
 * how many digits, where they are fewer; 0: nothing is known. */
int truth_digits_known(const struct truth_request *r);

/* The same, and unless it is 0 the record with them, which the caller clears. */
int truth_record_known(const struct truth_request *r, struct truth_record *record);

/* The truth at each time, and what is published there. The caller clears *document, which is there
 * after a failure, too, with nothing but what was tried, each way with each reason once. */
enum ref_status truth_find(const struct truth_request *r,
                           struct truth_document *document);

/* The same at the model's standard times: those of published values, and the end of its span.
 * r->times and r->time mean nothing. r->digits 0: as many as are known, else 30, else 20.
 * Values published beyond the span get a truth of their own; where there is none, they are
 * listed as unchecked. */
enum ref_status truth_find_standard(const struct truth_request *r,
                                    struct truth_document *document);

/* As truth_find, but for grades: the first times, as far as the enclosure came, are certified
 * where later ones are converged only. After a failure the document has the truths at the times
 * before the first one at which it failed, as far as the time given allows, and, where more
 * digits, steps or time were needed, at the last ones, if there are some; those missing; and the
 * time up to which the enclosure came, the truth there being the last entry, with certificate_ends,
 * if it is behind the times that are given. */
enum ref_status truth_find_reached(const struct truth_request *r,
                                   struct truth_document *document);

/* Whether a second opinion contradicts a closed form in the document, whose formulas are checked
 * at the times only. What is certified is proved, and the opinion is no proof. */
bool truth_is_contradicted(const struct truth_document *document);

/* Whether a second opinion lies outside of what is certified. */
bool truth_is_doubted(const struct truth_document *document);

/* Whether a published value is contradicted. */
bool truth_contradicts_published(const struct truth_document *document);

/* Prints such a document for a person. */
void truth_print(const struct model *m, const struct truth_document *document, FILE *out);

#endif
