/* Changes of a series, by the rule of its kind.
 *
 * Noise is taken as relative where all values are positive: the partition and the energy
 * statistics see logarithms. Stretches between changes of machine or compiler are searched
 * each for itself, so that what those change is never reported.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#include "harness/base/text.h"
#include "harness/speed/history/divisive.h"
#include "harness/speed/history/partition.h"
#include "harness/speed/history/series.h"
#include "problems/base/room.h"

/* Instructions and what they touch differ a little with every edit near by; so much is let
 * pass, as in a comparison. Other counts let nothing pass. */
static const double instructions_tolerance = 1e-3;

/* Noise that is smaller than this is rounding, relative to the values. */
static const double least_scale = 1e-9;

/* How far the two methods may place the same change from each other. */
enum { agreement = 2 };

struct search {
    struct series *s;
    unsigned long seed;
    double *y, *work; /* (size count): values or their logarithms; room */
    bool *split;
    int *first;
    struct divisive_change *found;
};

static double median_of(const struct search *q, int begin, int end) {
    size_t count = (size_t)(end - begin);
    for (int i = begin; i < end; i++)
        q->work[i - begin] = q->s->point[i].value;
    return gsl_stats_median(q->work, 1, count);
}

static void append_change(struct series *s, int index, double before, double after,
                          const char *method) {
    s->change[s->changes++] = (struct series_change){.index = index,
                                                     .commit = s->point[index].commit,
                                                     .before = before,
                                                     .after = after,
                                                     .size = after / before - 1,
                                                     .p = NAN,
                                                     .method = method};
}

static double tolerance_of(const struct series *s) {
    static const char *const loose[] = {"instructions", "reads",      "writes",
                                        "data_bytes",   "code_bytes", NULL};
    return text_is_one_of(s->quantity, loose) ? instructions_tolerance : 0;
}

/* Each value is compared with that of the latest change: many small steps add up to one. */
static void find_exact(struct series *s, int begin, int end) {
    const double tolerance = tolerance_of(s);
    double level = s->point[begin].value;
    for (int i = begin + 1; i < end; i++) {
        double value = s->point[i].value;
        if (!(fabs(value - level) > tolerance * fabs(level)))
            continue;
        append_change(s, i, level, value, "exact");
        level = value;
    }
}

/* The points first[0..k-1] begin segments of begin .. end-1. */
static void append_segments(struct search *q, const int *first, int k, int begin, int end,
                            const char *method) {
    for (int i = 1; i < k; i++) {
        int before = begin + first[i - 1], here = begin + first[i];
        int after = i + 1 < k ? begin + first[i + 1] : end;
        append_change(q->s, here, median_of(q, before, here), median_of(q, here, after),
                      method);
    }
}

/* E-divisive's opinion on the changes from `before` on. */
static int take_second_opinion(struct search *q, int before, int begin, int end) {
    const struct divisive_rule rule = divisive_usual(q->seed);
    int found = divisive_find(q->found, q->y + begin, end - begin, &rule);
    for (int i = before; i < q->s->changes; i++)
        for (int k = 0; k < found; k++)
            if (labs(q->s->change[i].index - begin - q->found[k].first) <= agreement)
                q->s->change[i].p = q->found[k].p;
    return found < 0;
}

static int find_ruled(struct search *q, double scale, int begin, int end) {
    int before = q->s->changes;
    int k =
        partition_find(q->first, q->y + begin, end - begin,
                       PARTITION_PENALTY * fmax(scale, least_scale), PARTITION_SHORTEST);
    if (k < 0)
        return -1;
    append_segments(q, q->first, k, begin, end, "L1");
    return k > 1 ? take_second_opinion(q, before, begin, end) : 0;
}

static int find_raw(struct search *q, int begin, int end) {
    const struct divisive_rule rule = divisive_usual(q->seed);
    int before = q->s->changes;
    int found = divisive_find(q->found, q->y + begin, end - begin, &rule);
    q->first[0] = 0;
    for (int i = 0; i < found; i++)
        q->first[i + 1] = q->found[i].first;
    append_segments(q, q->first, found + 1, begin, end, "e-divisive");
    for (int i = 0; i < found; i++)
        q->s->change[before + i].p = q->found[i].p;
    return found < 0;
}

static void fill(struct search *q) {
    bool positive = true;
    for (int i = 0; i < q->s->count; i++) {
        q->split[i] = q->s->point[i].split;
        positive = positive && q->s->point[i].value > 0;
    }
    for (int i = 0; i < q->s->count; i++)
        q->y[i] = positive ? log(q->s->point[i].value) : q->s->point[i].value;
}

static int search_stretches(struct search *q, int from) {
    const struct series *s = q->s;
    int failed = 0;
    double scale = partition_scale(q->y + from, s->count - from, q->split + from);
    failed |= scale < 0;
    for (int begin = from, end; begin < s->count && !failed; begin = end) {
        for (end = begin + 1; end < s->count && !q->split[end];)
            end++;
        if (s->kind == SERIES_EXACT)
            find_exact(q->s, begin, end);
        else if (s->kind == SERIES_RULED)
            failed = find_ruled(q, scale, begin, end);
        else
            failed = find_raw(q, begin, end);
    }
    return failed ? -1 : 0;
}

int series_find_changes(struct series *s, unsigned long seed) {
    size_t room = (size_t)s->count + 1;
    int from = s->count > SERIES_MOST_JUDGED ? s->count - SERIES_MOST_JUDGED : 0;
    struct room arrays = {.last = NULL};
    struct search q = {.s = s,
                       .seed = seed,
                       .y = room_take(&arrays, room, sizeof *q.y),
                       .work = room_take(&arrays, room, sizeof *q.work),
                       .split = room_take(&arrays, room, sizeof *q.split),
                       .first = room_take(&arrays, room, sizeof *q.first),
                       .found = room_take(&arrays, room, sizeof *q.found)};
    s->change = malloc(sizeof *s->change * room);
    int failed = -1;
    if (!arrays.is_short && s->change != NULL) {
        fill(&q);
        failed = search_stretches(&q, from);
    }
    room_clear(&arrays);
    return failed;
}
