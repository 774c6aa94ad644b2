/* Figures drawn by gnuplot, side by side.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SITE_DRAW_H
#define REPORTS_SITE_DRAW_H

#include "reports/site/site.h"

/* Begins the script of a figure, to which the caller adds; borrowed. */
struct text *draw_begin(struct site *site, const char *name);

/* Appends that a variable of gnuplot's is a text, without what it would take for more than
 * letters. */
void draw_set(struct text *out, const char *variable, const char *words);

/* Ends the script of a figure with that of a file in figures/. */
void draw_load(struct text *out, const char *file);

/* What figures.html shows of a figure, with a series that is appended to "series" of it. New
 * references. */
json_t *draw_view(const char *name, const char *title, const char *note);
json_t *draw_series(const char *label, int colour, int mark, int dash);

/* Runs what site->drawing asks for, in a gnuplot for each text, in the folder; waits for
 * both. False: *why says what gnuplot said. */
bool draw_all(struct site *site);

/* Sets the member "svg" of each figure in a page's view ("figures", "motion.figures"), and
 * replaces its file by one that stands alone. False: *why says which cannot be read or written. */
bool draw_embed(struct site *site, json_t *view);

#endif
