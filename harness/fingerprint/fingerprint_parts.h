/* The parts of a fingerprint, of which each sets its members. Nonzero: out of memory.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FINGERPRINT_PARTS_H
#define HARNESS_FINGERPRINT_PARTS_H

#include "harness/fingerprint/diagnosis/diagnosis.h"
#include "harness/fingerprint/evidence/families.h"
#include "harness/fingerprint/fingerprint_record.h"

int fingerprint_set_diagnosis(struct fingerprint *f, const struct diagnosis *x,
                              const struct evidence *e);
void fingerprint_set_convergence(struct fingerprint *f, const struct diagnosis *x,
                                 const struct evidence *e);
int fingerprint_set_families(struct fingerprint *f, const struct diagnosis *x,
                             const struct families *families);
int fingerprint_set_law(struct fingerprint *f, const struct evidence *e);
int fingerprint_set_probes(struct fingerprint *f, const struct evidence *e);
int fingerprint_set_trees(struct fingerprint *f, const struct diagnosis *x,
                          const struct evidence *e);

/* The lines of its text below the diagnosis. */
void fingerprint_print_traits(const struct fingerprint *f, FILE *out);

#endif
