/* Whether the laws of impact are one on a motion: a contact that is struck alone and has no
 * friction leaves at e times the speed at which it came, by Newton's law as by Poisson's. Where
 * several touch at once laws differ, and with friction they do at one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_ORDER_STRUCK_H
#define HARNESS_STUDY_ORDER_STRUCK_H

#include <stdbool.h>

struct diagnostic; /* problems/base/status.h */
struct model;      /* problems/model.h */

/* *singly := whether so is every impact of the model from its start over so long, as our own
 * stepper finds them; false where contacts that rest make several, and where it does not come to
 * the end. Nonzero: *d says why it cannot be
 * run. */
int order_struck_singly(bool *singly, struct model *m, double span, struct diagnostic *d);

#endif
