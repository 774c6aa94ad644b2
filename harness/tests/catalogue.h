/* Models of the catalogue and random states for tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_CATALOGUE_H
#define HARNESS_TESTS_CATALOGUE_H

#include <gsl/gsl_rng.h>

struct model; /* problems/model.h */

/* Reads a model by its catalogue name; ends the test when that fails. */
struct model *catalogue_model(const char *name);

/* A generator seeded by TEST_SEED, or a fixed number; the seed is printed. */
gsl_rng *seeded_random(void);

/* The start and the end of a model's span in double, and its initial state x[nx]. */
void model_start(struct model *m, double *begin, double *end, double *x);

/* x[nx] := a state of the size of x0[nx]: each component within a factor of 2 of it and of
 * either sign, or, where that is zero, of the size of the largest. */
void random_state(gsl_rng *random, int nx, const double *x0, double *x);

#endif
