/* Folders NAME.partial-XXXXXX that are being filled, and those that a killed program has left.
 *
 * Whoever fills one holds a lock on a file in it, which ends with the process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RESULTS_PARTIAL_H
#define HARNESS_RESULTS_PARTIAL_H

/* Locks a folder that has just been made: what partial_release wants; -1: it cannot be locked,
 * and will not be removed by anyone. */
int partial_hold(const char *folder);

/* Ends that; the folder can take its place, or be removed. */
void partial_release(const char *folder, int lock);

/* Removes the folders for a place ("reports/new") that nobody holds any more. */
void partial_sweep(const char *place);

/* Removes a folder and all that is in it. */
void partial_remove(const char *folder);

#endif
