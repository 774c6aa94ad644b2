/* What a document of timing tells by records of its own, beside its results.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_TOLD_H
#define HARNESS_TIMING_TOLD_H

#include <stdbool.h>

struct goal_told;          /* harness/speed/goals/timing_goals.h */
struct peers_told;         /* harness/speed/peers/peers_told.h */
struct record;             /* harness/base/record/record.h */
struct timing_measurement; /* harness/speed/timing/timing_measurement.h */

struct timing_told {
    int measurements, peers, goals;
    struct timing_measurement *measurement; /* [measurements] */
    struct peers_told *peer;                /* [peers] */
    struct goal_told *goal;                 /* [goals] */
    bool has_measurements, has_peers;
};

/* Reads, tells and clears it; in harness/speed/goals. */
extern const struct record timing_told_record;

#endif
