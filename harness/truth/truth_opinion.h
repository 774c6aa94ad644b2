/* A second opinion about a truth with a proof, from a method that shares nothing with the
 * proof: one run of Taylor's method, far more precise than the radius, has to land inside
 * every ball.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_OPINION_H
#define HARNESS_TRUTH_OPINION_H

#include "harness/base/truth_clock.h"
#include "harness/truth/record/truth_told.h"

/* There is none where Taylor's method does not get there in time, or what it says is not precise
 * enough to tell. A run that lands outside is repeated with more bits, so that it is outside only
 * when two runs agree on it, and one that proves of each step that it leaves nothing out does not
 * land inside. Where a run fails, one with such a proof says it. The caller clears the record. */
struct truth_opinion truth_opinion(const struct ref_truth *truth, struct model *m,
                                   enum eval_constants constants,
                                   const struct truth_clock *clock);

/* One run in the bits that an opinion tells: the same, exactly, if it is what is told.
 * In fewer bits than the truth needs, or in many times more, there is none. */
struct truth_opinion truth_opinion_in_bits(const struct ref_truth *truth, struct model *m,
                                           enum eval_constants constants,
                                           const struct truth_clock *clock, long bits);

/* Seconds that an opinion gets of a truth that took so many. */
double truth_opinion_share(double seconds);

/* The reason of an opinion that was not had because it would take longer than so many seconds. */
enum { TRUTH_OPINION_REASON = 64 };
void truth_opinion_write_limit(char text[TRUTH_OPINION_REASON], double seconds);

/* Where an opinion was not had because it would take longer: longer than so many seconds; else
 * NaN. */
double truth_opinion_limit(const struct truth_opinion *o);

/* Whether it was not had because it was given less than a second: that is no reason to keep. */
bool truth_opinion_is_hasty(const struct truth_opinion *o);

/* Whether an opinion contradicts its truth. */
bool truth_opinion_contradicts(const struct truth_opinion *o);

#endif
