/* gnuplot as a child process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_GNUPLOT_H
#define REPORTS_GNUPLOT_H

#include <stdbool.h>

#include "reports/text.h"

/* Runs one gnuplot on the script and appends what it writes to *output. Nobody's startup
 * file is read. False: *why says whether gnuplot is missing, cannot run or what it
 * objects to. */
bool gnuplot_run(const struct text *script, struct text *output, struct text *why);

#endif
