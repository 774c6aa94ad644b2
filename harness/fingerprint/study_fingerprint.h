/* The fingerprint as a study: of our own methods in both modes, in double and at 256 bits,
 * or of the integrator under test.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_FINGERPRINT_H
#define HARNESS_STUDY_FINGERPRINT_H

#include "fast/pair.h"
#include "harness/fingerprint/fingerprint.h"

enum { FINGERPRINT_BITS = 256 };

/* Of an own method, which is expected to be itself: in double in a mode, or (bits > 0) the
 * reference's exact step. `options`: NULL, or the user's, for double. As fingerprint_find. */
struct fingerprint_native {
    study_open_subject *open_subject;
    void *context;
    const char *method;
    enum fast_mode mode;
    const struct subject_options *options;
    mpfr_prec_t bits;
    enum forest_family family;
    int order;
    const char *expected; /* NULL: the method itself */
};
int fingerprint_find_native(struct fingerprint *f, const struct fingerprint_native *own,
                            struct diagnostic *d);

/* Whether what a method makes in a mode has weights: Merson's estimate in faithful mode is an
 * absolute value. */
bool fingerprint_has_weights(const char *method, enum fast_mode mode);

/* A study (harness/results/study.h) that needs no model. Of own methods: each of s->methods,
 * in default and in faithful mode, with the agreement of double and 256 bits. Of another
 * integrator: s->fingerprint if it is there, else found. */
int study_fingerprint(const struct study *s, struct results *results,
                      struct diagnostic *d);

#endif
