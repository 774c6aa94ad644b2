/* The rule of comparisons tried on this machine: a build against its own copy, and against copies
 * slowed on purpose.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SELF_TEST_H
#define HARNESS_SELF_TEST_H

#include "harness/speed/compare/compare.h"

struct self_test {
    struct session *session;
    const struct measurer *measurer;
    struct side side;
    struct benchmarks items;
    struct rule rule;
    unsigned long seed;
    double seconds;
    long comparisons; /* with its own copy; a fifth as many with each slowed copy */
    struct self_record self;
    /* What has come of it: */
    struct self_record this_run; /* of this run alone */
    json_t *log;                 /* of each comparison */
    struct diagnostic failed;    /* the last measurement that failed */
    long failures, taken;
};

enum exit_status self_arguments_read(struct self_test *t,
                                     const struct arguments *arguments,
                                     struct session *session);
void self_arguments_clear(struct self_test *t);

/* Compares a build with its copies, over the items in turns, and keeps the outcome after each. */
enum exit_status self_test_run(struct self_test *t);

/* {"command": "compare --self-test", "self": of all that is kept, "this_run": the same of this
 * run}, a new object; and for a person. */
json_t *self_test_tell(const struct self_test *t);
void self_print(const struct self_test *t, FILE *out);

#endif
