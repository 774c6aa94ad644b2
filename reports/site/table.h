/* The numbers of a figure, as tables beside it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SITE_TABLE_H
#define REPORTS_SITE_TABLE_H

#include "reports/site/site.h"

/* Writes figures/NAME.tsv, and the same as figures/NAME.json: {"about": [comment, ...],
 * "blocks": [[row, ...], ...]} with a row as an array of numbers and words; two empty lines
 * divide blocks, one is an empty row. False: site->why says why. */
bool table_write(struct site *site, const char *name, const struct text *table);

#endif
