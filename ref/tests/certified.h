/* What the tests of certificates share: a model whose truth has one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TESTS_CERTIFIED_H
#define REF_TESTS_CERTIFIED_H

#include "ref/certificate.h"

struct ref_truth;         /* ref/truth.h */
struct ref_truth_options; /* ref/truth.h */

enum { CERTIFIED_DIGITS = 25 };

/* Those digits, and nothing else. */
extern const struct ref_truth_options certified_options;

struct certified {
    struct model *m;
    struct ref_truth *truth;
    struct ref_certificate *c;
};

/* The truth of m at `end` with a certificate that keeps so many sets; the test fails when there is
 * none. Takes the model over; freed with certified_end. */
struct certified certified_begin(struct model *m, double end, int most_sets);
/* The same with as many sets of each kind as there is room for. */
struct certified certified_with_room(struct model *m, double end,
                                     struct ref_certificate_room room);

/* What is found of segment `only`, or of all (-1). */
struct ref_finding certified_verify(const struct certified *t, int only);

#endif
