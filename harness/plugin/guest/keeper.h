/* The process between a host and its guest: whatever the guest has started ends with it, also
 * what has left its group and its session; what it prints and the memory that it uses have a
 * limit.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_KEEPER_H
#define HARNESS_PLUGIN_KEEPER_H

#include <sys/types.h>

#include "harness/plugin/guest/guest.h"

/* What is kept: a guest (guest_run), or a program (attendant.h). It does not return. */
typedef void keeper_ward(struct guest *g, pid_t keeper);

/* Runs the ward in a child of this process, and ends when that has ended, with nothing left of
 * it: g->activity says how it ended. By SIGTERM, or when the host is gone, it ends the ward.
 * Does not return. */
_Noreturn void keeper_run(struct guest *g, pid_t host, keeper_ward *ward);

#endif
