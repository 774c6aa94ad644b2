/* The data behind the pictures of motion, as plain tables.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_MOTION_TABLES_H
#define HARNESS_MOTION_TABLES_H

#include <jansson.h>

#include "harness/results/files/folder.h"

/* Moves the points of each model's "motion" into a file tables/MODEL-motion.tsv of the folder
 * (where tables/ is), whose first line is "# curve t x y" and whose rows give a curve's number
 * from 0 on; "table" in the motion is the file's name then. Nonzero: *d says why. */
int motion_tables_write(json_t *models, const struct folder *folder,
                        struct diagnostic *d);

#endif
