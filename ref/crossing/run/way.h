/* A run, and what it makes of the contacts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_RUN_WAY_H
#define REF_CROSSING_RUN_WAY_H

#include "ref/crossing/crossing.h"

/* Each contact for itself; the same with bounds and steps that follow smaller bounces, and with
 * what is left of a motion where events accumulate; contacts that are one joined; slides left
 * out along which nothing slides. */
enum crossing_way {
    CROSSING_EACH,
    CROSSING_FINELY,
    CROSSING_JOINED_ONES,
    CROSSING_ON_LINES
};

/* ---- run.c. Through the times asked for. REF_NOT_APPLICABLE: there is nothing to be joined, or
 * left out. */
enum ref_status crossing_run_once(const struct enclosure_task *task, int goal,
                                  struct enclosure_run *run, enum crossing_way way);

#endif
