/* The multipliers that belong to a truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_MULTIPLIER_H
#define HARNESS_TRUTH_MULTIPLIER_H

#include <mpfr.h>

struct model;     /* problems/model.h */
struct program;   /* problems/program/program.h */
struct ref_truth; /* ref/truth.h */

/* centre and radius >= its error: joint's multiplier at the truth's time k, radius rounded up.
 * Nonzero: it is not known, and both are as before. */
int truth_multiplier(mpfr_ptr centre, mpfr_ptr radius, struct model *m,
                     const struct ref_truth *truth, int k, int joint);

/* The same of output i of a program of (t | x) of the model. */
int truth_program_output(mpfr_ptr centre, mpfr_ptr radius, struct model *m,
                         const struct program *p, const struct ref_truth *truth, int k,
                         int i);

#endif
