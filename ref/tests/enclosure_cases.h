/* Random initial value problems with closed forms, evaluated in balls: what an enclosure is
 * held to. Every number in a problem is a multiple of 2^-6 or of 2^-10, so that its decimal
 * is exact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TESTS_ENCLOSURE_CASES_H
#define REF_TESTS_ENCLOSURE_CASES_H

#include <arb.h>

#include "problems/tests/sample.h"

enum { CASE_SIZE = 6, CASE_TEXT = 4096, CASE_BITS = 640 };

struct enclosure_case {
    char text[CASE_TEXT]; /* the model */
    int n;
    double t;  /* time, exact */
    arb_ptr x; /* the solution there (size CASE_SIZE) */
};

void enclosure_case_init(struct enclosure_case *c);

/* A linear system with constant coefficients, 1 to 6 components, against the exponential
 * of its matrix. */
void enclosure_case_linear(struct enclosure_case *c, struct sample *s);

/* One equation that can be integrated, with each of the language's smooth functions. */
void enclosure_case_scalar(struct enclosure_case *c, struct sample *s);

/* Euler's equations of a symmetric body. */
void enclosure_case_body(struct enclosure_case *c, struct sample *s);

/* Any of these. */
void enclosure_case_choose(struct enclosure_case *c, struct sample *s);

#endif
