/* Options of a method that are lists.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_METHOD_LIST_H
#define HARNESS_METHOD_LIST_H

struct diagnostic;        /* problems/base/status.h */
struct integrator_option; /* fast/options.h */
struct method_settings;   /* harness/integrators/methods/method.h */

/* Reads a list, separated by commas, in place of what was there. Nonzero: *d says why. */
int method_set_list(struct method_settings *settings,
                    const struct integrator_option *option, const char *text,
                    struct diagnostic *d);

#endif
