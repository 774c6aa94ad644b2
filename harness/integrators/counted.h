/* A system whose calls of the rates are counted, to hold an integrator's own count
 * against, and one of which can be made to fail.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_COUNTED_H
#define HARNESS_COUNTED_H

#include <stdbool.h>

#include "fast/system.h"

struct subject_options; /* harness/integrators/subject_options.h */

struct counted {
    const struct integrator_system *inner;
    struct integrator_system system; /* its callbacks call those of `inner` */
    long calls; /* of the rates, with and without joints; the user's to set to zero */
    /* The call that fails, counted from 1, once; 0: none. By NaN: it succeeds, with rates
     * that are not numbers. The user's to set. */
    long failing_call;
    bool fails_by_nan;
};

/* Rates and dynamics count as calls. *c refers to *inner, and its callbacks to *c: neither may
 * move or end before they do. */
void counted_init(struct counted *c, const struct integrator_system *inner);

/* Begins counting as the options want it. Gives what an integrator is to be made for: the counted
 * system where calls are counted or one is to fail, else *inner itself. */
const struct integrator_system *counted_choose(struct counted *c,
                                               const struct integrator_system *inner,
                                               const struct subject_options *o);

#endif
