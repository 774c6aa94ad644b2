/* The parts of a fingerprint's JSON; each adds its keys to the object. Nonzero: out of
 * memory.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FINGERPRINT_PARTS_H
#define HARNESS_FINGERPRINT_PARTS_H

#include <jansson.h>

#include "harness/fingerprint/diagnosis/diagnosis.h"
#include "harness/fingerprint/evidence/families.h"

int fingerprint_add_diagnosis(json_t *object, const struct diagnosis *x,
                              const struct evidence *e);
int fingerprint_add_convergence(json_t *object, const struct diagnosis *x,
                                const struct evidence *e);
int fingerprint_add_families(json_t *object, const struct diagnosis *x,
                             const struct families *f);
int fingerprint_add_law(json_t *object, const struct evidence *e);
int fingerprint_add_probes(json_t *object, const struct evidence *e);
int fingerprint_add_trees(json_t *object, const struct diagnosis *x,
                          const struct evidence *e);

/* Of a fingerprint's JSON: the text under a key, "" when there is none. */
const char *fingerprint_text(const json_t *object, const char *key);

/* The lines of its text below the diagnosis. */
void fingerprint_print_traits(const json_t *fingerprint, FILE *out);

#endif
