/* What is kept of a truth that was found, or of the search for one that failed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_RECORD_H
#define HARNESS_TRUTH_RECORD_H

#include <jansson.h>

#include "harness/truth/record/truth_told.h"
#include "ref/truth.h"

struct model;           /* problems/model.h */
struct ref_certificate; /* ref/certificate.h */

/* The truth that is wanted. */
struct truth_query {
    struct model *model;
    int times;
    const mpfr_t *time; /* ascending */
    /* The digits, constants and limits; without the callbacks. */
    struct ref_truth_options options;
    bool best;                  /* by ref_best_truth; else by ref_truth_alloc */
    enum ref_grade least_grade; /* of the best one */
};

struct truth_record {
    enum ref_status status;
    struct ref_truth *truth; /* NULL unless status is REF_OK */
    double seconds;          /* of the processor that it took */
    struct truth_tries tried;
    struct truth_opinion opinion;
    struct ref_certificate *certificate; /* NULL: none */
    const char *from;                    /* "computed", "catalogue", "cache": static */
    const char *fault; /* what a record that was refused lacks: static; NULL: nothing */
};

/* Frees what is in it; all its pointers are NULL then. */
void truth_record_clear(struct truth_record *r);

/* How it was asked for, but for times and digits: records with other texts say nothing about
 * the request. At most TRUTH_MANNER characters. */
enum { TRUTH_MANNER = 96 };
void truth_record_manner(char text[TRUTH_MANNER], const struct truth_query *w);

/* What a record says but for its numbers. */
struct truth_facts {
    bool is_best; /* the model's best truth, and not one that a study asked for */
    enum ref_status status;
    size_t times;
    int digits;           /* asked for */
    enum ref_grade grade; /* these two of a truth that was found */
    enum ref_way way;
    double seconds;
    bool is_certified; /* there is a certificate */
};
bool truth_record_facts(struct truth_facts *f,
                        const json_t *document); /* false: it is none */

/* The record of this request as a document. NULL: out of memory, or something in it is not
 * finite. */
json_t *truth_record_encode(const struct truth_record *r, const struct truth_query *w);

/* The request that a record of the model answers; the caller frees *time, where its times are,
 * with vector_free. Nonzero: the document is no
 * record, or memory ran out, and there is nothing to free. */
int truth_record_query(struct truth_query *w, mpfr_t **time, struct model *m,
                       const json_t *document);

/* The highest precision that the ways are allowed for so many digits; 0: their own default. */
mpfr_prec_t truth_query_bits(int digits);

/* Whether a document fulfils the request: the times wanted are among its own, with digits
 * enough; or it says that just this request cannot be fulfilled. Then *r is the record at the
 * times wanted, which the caller clears. A document of any other content does not; where it is
 * about the request, and lacks what its grade asks for, r->fault says what. A closed form and
 * what is certified have a second opinion, or say why there is none; a certificate is whole. */
bool truth_record_decode(struct truth_record *r, const json_t *document,
                         const struct truth_query *w);

#endif
