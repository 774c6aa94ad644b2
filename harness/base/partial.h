/* Files and folders NAME.partial-XXXXXX that are being filled, folders NAME.outdated-XXXXXX that
 * are replaced, and those that a killed program has left.
 *
 * Whoever fills or replaces one holds a lock on it (of a folder, on a file in it), which ends with
 * the process. It has the lock only if what is locked is still there: who sweeps takes the same
 * lock first, so that of two programs side by side neither removes what the other holds.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RESULTS_PARTIAL_H
#define HARNESS_RESULTS_PARTIAL_H

#define PARTIAL_ENDING ".partial-XXXXXX"
#define PARTIAL_OUTDATED ".outdated-XXXXXX"

/* Makes a file or a folder with the ending's letters chosen, in name (PATH with PARTIAL_ENDING),
 * and holds it. The file: its descriptor, whose closing ends that; -1 and errno: it cannot be
 * made. The folder: 0, and *held what partial_release wants, which is -1 where nothing can be
 * locked; else -1 and errno. */
int partial_make_file(char *name);
int partial_make_folder(char *name, int *held);

/* Locks a folder that is there: what partial_release wants; -1: it cannot be locked, and will not
 * be removed by anyone, or somebody else has it. */
int partial_hold(const char *folder);

/* Ends that; the folder can take its place, or be removed. */
void partial_release(const char *folder, int lock);

/* Removes what nobody holds any more of a place ("reports/new"): partial files and folders, and
 * what has been replaced; an outdated folder returns to its place if nothing is there. */
void partial_sweep(const char *place);

/* Removes a folder and all that is in it. */
void partial_remove(const char *folder);

#endif
