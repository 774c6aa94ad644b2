/* What the files of the evidence share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_EVIDENCE_PARTS_H
#define HARNESS_EVIDENCE_PARTS_H

#include "harness/fingerprint/evidence/evidence.h"

/* Compares B, C and D with A under e->judge. Nonzero: out of memory. */
int evidence_compare_probes(struct evidence *e);

/* Whether A and B differ as steps of a fixed length inside make them: e->cause says so. */
bool evidence_find_inner(struct evidence *e);

#endif
