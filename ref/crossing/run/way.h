/* A run, and what it makes of the contacts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_RUN_WAY_H
#define REF_CROSSING_RUN_WAY_H

#include "ref/crossing/crossing.h"

/* Each contact for itself; the same with bounds and steps that follow smaller bounces, and with
 * what is left of a motion where events accumulate; contacts that are one joined; slides left
 * out along which nothing slides; kinks gone through on both sides at once. */
enum crossing_way {
    CROSSING_EACH,
    CROSSING_FINELY,
    CROSSING_JOINED_ONES,
    CROSSING_ON_LINES,
    CROSSING_ON_BOTH_SIDES
};

/* ---- run.c. Through the times asked for. REF_NOT_APPLICABLE: there is nothing to be joined, or
 * left out. */
enum ref_status crossing_run_once(const struct enclosure_task *task, int goal,
                                  struct enclosure_run *run, enum crossing_way way);

/* ---- sides.c. Whether it may be in the way that kinks are told apart, or when they are met. */
bool crossing_may_straddle(const struct model *m, enum ref_status status);

/* The stage, after straddle.c: of the mode in which a watch that is in the way, or
 * that the motion comes to first (watch < 0), is straddled. REF_GRAZED: there is none. */
enum ref_status crossing_straddle_watch(struct crossing_scene *s,
                                        struct crossing_stage **stage, int watch);

/* The one of the mode of the sides that are taken after a step; *switched: whether other ones. */
enum ref_status crossing_settle_sides(struct crossing_scene *s,
                                      struct crossing_stage **stage, bool *switched);

/* The one in which a motion begins, surfaces on which it stands straddled. */
enum ref_status crossing_start_on_both(struct crossing_scene *s, const arf_t end,
                                       struct crossing_stage **stage);

#endif
