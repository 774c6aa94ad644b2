/* Where the parts of pages are: templates, scripts, figures, and the names of quantities.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_PARTS_H
#define REPORTS_PARTS_H

/* A path is shorter. */
enum { PARTS_PATH = 4096 };

/* folder := PREFIX/share/halfstep/pages, when the running program is in PREFIX/libexec/halfstep and
 * it is there, and quantities := the file quantities.json in it; else the folder of the sources,
 * and the file of the build. */
void parts_find(char folder[PARTS_PATH], char quantities[PARTS_PATH]);

#endif
