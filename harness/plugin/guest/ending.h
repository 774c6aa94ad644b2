/* How a process came to its end, in words.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_ENDING_H
#define HARNESS_PLUGIN_ENDING_H

struct diagnostic; /* problems/base/status.h */

/* *d := "the integrator crashed in step (SIGSEGV)" and the like, from waitpid's status and
 * from what it was at. */
void ending_describe(struct diagnostic *d, int status, int call, int callback);

#endif
