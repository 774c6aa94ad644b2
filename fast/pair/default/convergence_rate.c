/* What is remembered of how fast the iteration converges. A rate is the ratio
 * of two successive updates, about proportional to h as long as J is the same.
 * Remembered rates let a half step end with its first evaluation, and spare the
 * large step any: so they are measured anew at least every few steps, and not
 * trusted across a failure.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/pair/default/default_mode.h"

/* What a half step's rate is taken for with a J that has just been formed: its
 * first update is then as far from the solution as it is large. */
static const double fresh_rate = 0.5;

void fast_begin_rates(struct fast_default *default_mode) {
    fast_forget_rates(default_mode);
    default_mode->rates_h = INFINITY; /* there has been no step */
    default_mode->age = 0;
}

void fast_forget_rates(struct fast_default *default_mode) {
    default_mode->half_rate = fresh_rate;
    default_mode->whole_rate = fast_unknown_rate;
}

void fast_doubt_rates(struct fast_default *default_mode) {
    default_mode->half_rate = fast_unknown_rate;
    default_mode->whole_rate = fast_unknown_rate;
}
