/* A small problem of contacts for the original's solvers, and what follows by hand.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_EXAMPLE_H
#define FAST_TESTS_EXAMPLE_H

#include "fast/contact/plus/faithful.h"

enum { EXAMPLE_ROWS = 40 };

/* A is rows * rows as the problem has it; the test fills in what is not zero. */
struct example {
    double A[EXAMPLE_ROWS * EXAMPLE_ROWS], u[EXAMPLE_ROWS], applied[EXAMPLE_ROWS];
    double expansion[EXAMPLE_ROWS], p[EXAMPLE_ROWS];
    struct faithful_contact contact[EXAMPLE_ROWS];
    int participant[EXAMPLE_ROWS], expander[1];
    struct faithful_problem problem;
};

/* All rows take part, the normals first. */
void example_set_up(struct example *e, int rows, int contacts);

void expect_near(double a, double b, double tolerance);

#endif
