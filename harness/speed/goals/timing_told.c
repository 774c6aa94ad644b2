/* The records of a document of timing, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_told.h"

#include "harness/speed/goals/timing_goals.h"
#include "harness/speed/peers/peers_told.h"
#include "harness/speed/timing/timing_measurement.h"

#define LIST(row, rows, ...)                                                             \
    RECORD_NAMED(#rows, struct timing_told, row, LIST, __VA_ARGS__,                      \
                 .count = offsetof(struct timing_told, rows))

static const struct record_field fields[] = {
    LIST(measurement, measurements, "of steps", .of = &timing_measurement_record,
         .with = offsetof(struct timing_told, has_measurements)),
    LIST(peer, peers, "of --peers", .of = &peers_record,
         .with = offsetof(struct timing_told, has_peers)),
    LIST(goal, goals, "that are to be reached", .of = &goal_record),
    {.key = NULL}};

const struct record timing_told_record = {"timing", "What timing tells by its records.",
                                          sizeof(struct timing_told), fields};
