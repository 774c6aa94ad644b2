/* The fingerprint of an integrator: every elementary weight of its step and its estimate,
 * measured from outside, tree by tree; the method's name, or its fault.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FINGERPRINT_H
#define HARNESS_FINGERPRINT_H

#include "harness/fingerprint/fingerprint_record.h"
#include "harness/fingerprint/measure/measure.h"

enum { FINGERPRINT_FORMAT = 1 };
#define FINGERPRINT_ORDER 4 /* a macro, as help tells it */

struct fingerprint_request {
    struct bench bench;
    /* The widest to be tried; narrower ones follow if it refuses. */
    enum forest_family family;
    int order;            /* of the trees, 1 to 6 */
    const char *expected; /* a known method ("backward-euler:doubled"); NULL: find out */
    /* Look at larger trees where all of these are exact, whatever is expected. */
    bool may_grow;
    bool may_remember;      /* it is said to go on from earlier steps, by whatever law */
    const char *integrator; /* what it is called */
};

/* The caller frees *f by record_clear. Nonzero: it could not make a step at all, or there is no
 * such method, as *d says; then *f is cleared. */
int fingerprint_find(struct fingerprint *f, const struct fingerprint_request *r,
                     struct diagnostic *d);

/* The name of a family, "plain", "nystrom", "mechanical"; NULL: i is none. */
const char *fingerprint_family_word(int i);

/* The text that is committed and compared: a heading, a line for each tree (only the small
 * and the failing ones unless `all`), the diagnosis. */
void fingerprint_print(const struct fingerprint *f, bool all, FILE *out);

/* Compares texts line by line: prints those that are in one of them only, "- " before the
 * first's and "+ " before the second's. Returns their number. */
int fingerprint_differ(const char *before, const char *after, FILE *out);

/* Appends one undecided result instead: no weights are known at the accuracy `asked`, as `why`
 * says; `slack` is the integrator's fingerprint at an accuracy that it reaches. */
int fingerprint_append_unreached(struct results *results, const char *method,
                                 const struct fingerprint *slack, double asked,
                                 double reached, const char *why);

/* Appends the results of study "fingerprint" to an array: fingerprint, fingerprint:composition,
 * fingerprint:equivariance, fingerprint:order; the object stands under "fingerprint" of the
 * first. `other`: the same integrator's at another precision, for fingerprint:agreement, or
 * NULL. may_remember: it is declared to go on from earlier steps, and a memory of no known law
 * is undecided. Nonzero: out of memory. */
int fingerprint_append(struct results *results, const char *method,
                       const struct fingerprint *f, const struct fingerprint *other,
                       bool may_remember);

#endif
