/* Lies that a certificate may tell about an event; the times of all that follows stay what they
 * are.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TESTS_FORGERY_H
#define REF_TESTS_FORGERY_H

#include <stdbool.h>

struct ref_certificate; /* ref/certificate.h */
struct ref_truth;       /* ref/truth.h */

/* The set behind event number `event`, counted from 0. */
int forgery_set(const struct ref_certificate *c, int event);

/* The event before set k: it takes a 1024th of its time; it is 2^-40 of the step before it
 * earlier, and with `time` its set, too; there is none, and the mode before it goes on up to the
 * next one. */
void forgery_shrink_width(struct ref_certificate *c, int k);
void forgery_move(struct ref_certificate *c, int k, bool time);
void forgery_leave_out(struct ref_certificate *c, int k);

/* Set k has a tenth of its radii; the first component that is not zero is off by 2^-50 of
 * itself. */
void forgery_shrink_set(struct ref_certificate *c, int k);
void forgery_change_digit(struct ref_truth *truth);

#endif
