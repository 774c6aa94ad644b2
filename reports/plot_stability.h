/* The figure of stability regions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_PLOT_STABILITY_H
#define REPORTS_PLOT_STABILITY_H

#include "reports/results.h"
#include "reports/text.h"

/* Appends it as an element: the region of the first fingerprint that has one is
 * filled, those of others are outlines. False: no fingerprint has one (or memory ran
 * out, which the text tells). */
bool plot_stability(struct text *element, const struct results *r);

#endif
