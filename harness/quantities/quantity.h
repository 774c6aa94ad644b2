/* What the studies measure: the table of all quantities (quantities.def), which whatever tells
 * about quantities reads.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_QUANTITY_H
#define HARNESS_QUANTITY_H

#include "harness/base/record/record.h"

/* How a value is to be read. */
enum quantity_kind {
    QUANTITY_ORDER,     /* an exponent, compared on two sides */
    QUANTITY_DIGITS,    /* decimal digits of agreement */
    QUANTITY_BOUND,     /* a multiple of a bound */
    QUANTITY_DEVIATION, /* a relative difference */
    QUANTITY_SHARE,     /* a multiple of the error estimate */
    QUANTITY_RATIO,     /* of two costs */
    QUANTITY_DEFECT,    /* an identity, one for each part: 0 when it holds */
    QUANTITY_CASES,     /* how many of some cases go wrong, one for each part */
    QUANTITY_COUNT,     /* how many: 0 when all is well */
    QUANTITY_TIME,      /* nanoseconds */
    QUANTITY_FACTOR,    /* so many times faster */
    QUANTITY_DATA,      /* numbers behind a figure or a table; judged by nobody */
    QUANTITY_NUMBER     /* anything else */
};

/* What a value is held to: expected +- tolerance; at least expected; at most the sum of
 * expected and tolerance. */
enum quantity_sense { QUANTITY_WITHIN, QUANTITY_AT_LEAST, QUANTITY_AT_MOST };

struct quantity {
    const char *study; /* "*": any */
    const char *name;  /* without what follows it after a colon */
    const char *label; /* for tables */
    const char *brief; /* for the head of a narrow column */
    const char *group; /* the head above several columns */
    const char *unit;  /* "": none */
    enum quantity_kind kind;
    enum quantity_sense sense;
    const char *checks;  /* what was checked, a phrase */
    const char *look_at; /* where to look for the reason of a failure, sentences */
    const char *meaning; /* sentences; "" where the label says it */
};

extern const struct record quantity_record;

/* How many there are, and the i-th, from 0. */
int quantity_count(void);
struct quantity quantity_at(int i);

/* What is known about a result's quantity, with its component; a general entry, of study "*" and
 * name "*", for what is not in the table. */
struct quantity quantity_of(const char *study, const char *quantity);

/* All of them, as an array of objects; NULL: out of memory. */
json_t *quantities_tell(void);

/* Prints all quantities: "json" {"quantities": [...]}, "csv", "markdown" (a table);
 * NULL: for a person. */
void quantities_print(const char *form, FILE *out);

/* The document of "json", described. */
extern const struct record quantities_document_record;

#endif
