/* The problems that were also given to another program, in its own order of operations and
 * with its parameters and start in double: a model must evaluate to the same bits, or runs
 * of the two programs cannot be compared step by step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_WRITTEN_ORDER_H
#define PROBLEMS_TESTS_WRITTEN_ORDER_H

enum { WRITTEN_STATES = 16 };

struct written_problem {
    const char *name; /* in the catalogue */
    int nq, nv, nz;
    double start[WRITTEN_STATES];
    void (*rates)(double t, const double *x, double *f); /* v', z' */
    void (*map)(const double *x, double *f);             /* q'; NULL: q' = v */
};

extern const struct written_problem written_problems[];
extern const int written_problem_count;

#endif
