/* The second opinion that a record tells, asked for again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/truth_verify_opinion.h"

#include <math.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth_opinion.h"

/* One that was not had is asked for once more, for so many seconds. */
static const double seconds_of_none = 5;

/* Of the time that it would have taken longer than: had in less, it was not asked for. Machines
 * differ, but not by so much. */
static const double share_of_time = 1.0 / 16;

/* Whether the reason of one that was not had holds; again: what it came to, in so many seconds. */
static bool holds_reason(const struct truth_opinion *told,
                         const struct truth_opinion *again, double seconds) {
    const double limit = truth_opinion_limit(told);
    if (strcmp(told->way, again->way) != 0 || truth_opinion_contradicts(again) ||
        truth_opinion_is_hasty(told))
        return false;
    if (isfinite(limit))
        return !again->inside || seconds >= share_of_time * limit;
    return isfinite(truth_opinion_limit(again)) || strcmp(told->why, again->why) == 0;
}

enum truth_verified truth_verify_opinion(const struct truth_query *w,
                                         const struct ref_truth *truth,
                                         const struct truth_opinion *told, double seconds,
                                         struct diagnostic *text) {
    const double none = seconds > 0 ? fmin(seconds, seconds_of_none) : seconds_of_none;
    const struct truth_clock clock =
        truth_clock_start(truth_clock_processor, told->is_had ? seconds : none, 0);
    struct truth_opinion again =
        told->is_had ? truth_opinion_in_bits(truth, w->model, w->options.constants,
                                             &clock, told->bits)
                     : truth_opinion(truth, w->model, w->options.constants, &clock);
    const bool stopped = told->is_had && isfinite(truth_opinion_limit(&again));
    const bool holds = told->is_had
                           ? record_equal(&truth_opinion_record, told, &again)
                           : holds_reason(told, &again, clock.now() - clock.began);
    if (!holds)
        message_set(text, stopped ? "no time for the second opinion"
                                  : "the second opinion is another one than is told");
    record_clear(&truth_opinion_record, &again);
    return holds ? TRUTH_AGAIN : stopped ? TRUTH_NOT_VERIFIED : TRUTH_FALSE;
}
