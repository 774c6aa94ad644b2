/* Where the parts of pages are: templates, scripts and figures.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_PARTS_H
#define REPORTS_PARTS_H

/* A path is shorter. */
enum { PARTS_PATH = 4096 };

/* path := PREFIX/share/halfstep/pages when the running program is in PREFIX/libexec/halfstep and
 * they are there, else the folder of the sources. */
void parts_find(char path[PARTS_PATH]);

#endif
