/* Counters and sizes of steps of a run beside those of its replay.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/studies/statistics/study_statistics_projected_replay.h"

static const char first_step[] = "first_step", last_step[] = "last_step";

static bool same_size(double a, double b, double scale) {
    return fabs(a - b) <= replay_allowed * scale;
}

static bool is_of_projections(const char *counter) {
    return strcmp(counter, "q_projections") == 0 || strcmp(counter, "u_projections") == 0;
}

/* The start is projected by force: whether that counts hangs on whether its error is zero or a
 * last bit. A range has it already. */
static bool is_count(const char *counter, long a, long least, long most) {
    int more = least == most && is_of_projections(counter);
    return least - more <= a && a <= most + more;
}

const char *replay_find_counter(const struct statistics_setting *setting,
                                const struct projected_statistics *a,
                                const struct replay_range *range) {
    const struct ref_mechanical_statistics *b = &range->least;
#define COMPARE_COUNTER(name)                                                            \
    if (!is_count(#name, a->name, range->least.name, range->most.name))                  \
        return #name;
    REF_MECHANICAL_COUNTER_LIST(COMPARE_COUNTER)
#undef COMPARE_COUNTER
    if (!same_size(a->first_step, b->first_step, fabs(b->first_step)))
        return first_step;
    return same_size(a->last_step, b->last_step, fabs(setting->end)) ? NULL : last_step;
}

bool replay_is_size(const char *what) {
    return what == first_step || what == last_step;
}

double replay_size_difference(const char *what, double first, double last,
                              const struct ref_mechanical_statistics *b, double end) {
    return what == first_step ? fabs(first - b->first_step) / fabs(b->first_step)
                              : fabs(last - b->last_step) / fabs(end);
}

bool replay_same_decisions(const struct ref_mechanical_statistics *a,
                           const struct ref_mechanical_statistics *b) {
    return a->steps_attempted == b->steps_attempted && a->steps_taken == b->steps_taken &&
           labs(a->q_projections - b->q_projections) <= 1 &&
           labs(a->u_projections - b->u_projections) <= 1 &&
           a->projection_failures == b->projection_failures;
}
