/* Figures drawn by gnuplot, side by side.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SITE_DRAW_H
#define REPORTS_SITE_DRAW_H

#include "reports/site/site.h"

/* Runs what site->drawing asks for, in a gnuplot for each text, in the folder; waits for
 * both. False: *why says what gnuplot said. */
bool draw_all(struct site *site);

/* Sets the member "svg" of each figure in a page's view, and replaces its file by one that
 * stands alone. False: *why says which cannot be read or written. */
bool draw_embed(struct site *site, json_t *view);

#endif
