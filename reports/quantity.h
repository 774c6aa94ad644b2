/* What the studies measure, and the columns of the first table.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_QUANTITY_H
#define REPORTS_QUANTITY_H

#include "reports/results.h"

/* How a quantity's value is to be read. */
enum quantity_kind {
    QUANTITY_ORDER,     /* an exponent, compared on two sides */
    QUANTITY_DIGITS,    /* decimal digits of agreement: at least as many as expected */
    QUANTITY_BOUND,     /* a multiple of a bound: at most 1 */
    QUANTITY_DEVIATION, /* a relative difference: at most the tolerance */
    QUANTITY_SHARE,     /* a multiple of the error estimate: at most 1 */
    QUANTITY_RATIO,     /* of two costs: at most as expected, where something is */
    QUANTITY_DEFECT,    /* an identity, one for each part: 0 when it holds */
    QUANTITY_CASES,     /* how many of some cases go wrong, one for each part */
    QUANTITY_COUNT,     /* how many: 0 when all is well */
    QUANTITY_TIME,      /* nanoseconds */
    QUANTITY_FACTOR,    /* so many times faster: at least as expected */
    QUANTITY_DATA,      /* numbers behind a figure or a table; judged by nobody */
    QUANTITY_NUMBER     /* anything else */
};

struct quantity {
    const char *study;
    const char *base;    /* its name in results.json, without what follows a colon */
    const char *label;   /* for tables */
    const char *brief;   /* for the head of a narrow column */
    const char *group;   /* the head above several columns */
    const char *meaning; /* one sentence */
    enum quantity_kind kind;
};

/* All that are known, in the order of presentation. */
extern const struct quantity quantity_table[];
extern const int quantity_table_size;

/* What a quantity with a part is called where that has words of its own; else NULL. */
const char *quantity_words(const struct report_result *result);

/* What is known about a result's quantity; never NULL, unknown ones share one entry,
 * whose texts other than the group are NULL. */
const struct quantity *quantity_of(const struct report_result *result);

/* The place of a result's quantity in the order of presentation, unknown ones last. */
int quantity_rank(const struct report_result *result);

/* A column of the first table: one quantity in one kind of arithmetic. */
struct column {
    const struct quantity *quantity;
    const struct report_result *sample; /* the first result that belongs to it */
    bool multiple;                      /* in MPFR, not in double */
};

struct columns {
    int count;
    struct column *column;
};

/* The columns that occur, without those of data that all pass: known quantities in
 * their own order, double before MPFR, then unknown ones as they come. The caller
 * frees with columns_free. False: out of memory. */
bool columns_find(const struct results *r, struct columns *columns);
void columns_free(struct columns *columns);

/* Whether a result belongs to a column. */
bool column_has(const struct column *column, const struct report_result *result);

/* An identifier within a model's section: "gap-error-order-mpfr". */
void column_identifier(struct text *t, const struct column *column);

/* What a set of results amounts to. */
struct tally {
    int count, verdicts[VERDICT_FAIL + 1];
    int stopping;                      /* of them keep the gate from passing */
    const struct report_result *worst; /* NULL when there are none */
};

/* Over all results of a model (MODEL_ANY: of all, MODEL_NONE: those about the catalogue)
 * and of a column (NULL: of all). */
struct tally tally_results(const struct results *r, int model,
                           const struct column *column);

/* Whether a is worse than b: gate first, then verdict, then distance from what was
 * expected. */
bool result_is_worse(const struct report_result *a, const struct report_result *b);

#endif
