/* Evidence made up from weights, instead of measured.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_MADE_EVIDENCE_H
#define HARNESS_TESTS_MADE_EVIDENCE_H

#include "harness/fingerprint/evidence/evidence.h"

/* The weights of a tree; `estimate` NULL: there is none. The evidence is that of a one-step
 * method: all probes agree. Freed with evidence_free. */
struct made_weights {
    void (*result)(mpfr_ptr weight, const struct forest *f, int tree,
                   const void *context);
    void (*estimate)(mpfr_ptr weight, const struct forest *f, int tree,
                     const void *context);
    const void *context;
};
void made_evidence(struct evidence *e, enum forest_family family, int order,
                   mpfr_prec_t bits, const struct made_weights *w);

/* The same of a tableau, or of a known method by its key. */
void made_of_tableau(struct evidence *e, enum forest_family family, int order,
                     mpfr_prec_t bits, const struct tableau *t);
void made_of_known(struct evidence *e, enum forest_family family, int order,
                   mpfr_prec_t bits, const char *key);

/* The chains, bushes and towers of a tableau, and the nodes that are told as time, as measured in
 * double on q' = N(q) v. Freed with families_free. */
void made_families(struct families *f, const struct tableau *t);

/* The weights of closed_weights.h as numbers: of the pair, s(t) and 1 - s(t). */
void made_pair_result(mpfr_ptr weight, const struct forest *f, int tree,
                      const void *context);
void made_pair_estimate(mpfr_ptr weight, const struct forest *f, int tree,
                        const void *context);

#endif
