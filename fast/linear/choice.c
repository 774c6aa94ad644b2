/* The choice of a layout by the expected time of one factorisation and nine solutions,
 * which is what a step with fresh factors takes. Times are in nanoseconds, fitted to
 * measurements of orders 4 to 100,000 (x86-64, 2.6 GHz); only their proportions
 * matter. Up to the order up to which there are inverses, nothing is faster than
 * dense.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "fast/linear/layout.h"
#include "fast/linear/inverse.h"
#include "fast/linear/ordering.h"
#include "fast/system.h"

static const double solutions = 9;

/* Dense factors and bands in the given order have the original's rounding. Another
 * kind has to be this much faster. */
static const double worth_changing = 0.8;

/* Of a factorisation and of a solution. */
struct times {
    double factor, solve;
};

static struct times times_dense(double n) {
    return (struct times){n * (3 + n * (0.8 + 0.16 * n)), n * (6 + 0.45 * n)};
}

static struct times times_band(double n, double lower, double upper) {
    return (struct times){n * (9 + 2 * lower + 0.45 * lower * upper),
                          n * (7 + 0.35 * (2 * lower + upper))};
}

static struct times times_sparse(double n, double entries, double operations) {
    return (struct times){12 * n + 2 * entries + 0.45 * operations,
                          6 * n + 0.6 * entries};
}

static double sum_of(struct times times) {
    return times.factor + solutions * times.solve;
}

struct choice {
    int n;
    const struct fast_pattern *pattern;
    enum fast_layout_kind kind;
    double time;
};

static void consider(struct choice *choice, enum fast_layout_kind kind, double time,
                     double factor) {
    if (time >= factor * choice->time)
        return;
    choice->kind = kind;
    choice->time = time;
}

static int longest_column(const struct fast_pattern *pattern) {
    int longest = 0;
    for (int j = 0; j < pattern->columns; j++)
        if (pattern->start[j + 1] - pattern->start[j] > longest)
            longest = pattern->start[j + 1] - pattern->start[j];
    return longest;
}

static void consider_band(struct choice *choice, bool *is_narrowest) {
    int lower, upper;
    fast_bandwidth(choice->pattern, NULL, &lower, &upper);
    consider(choice, FAST_LAYOUT_BAND, sum_of(times_band(choice->n, lower, upper)), 1);
    *is_narrowest = lower + upper < longest_column(choice->pattern);
}

static bool consider_ordered_band(struct choice *choice) {
    int lower, upper, *place = calloc((size_t)choice->n + 1, sizeof *place);
    bool found = place != NULL && fast_order(choice->pattern, place);
    if (found) {
        fast_bandwidth(choice->pattern, place, &lower, &upper);
        consider(choice, FAST_LAYOUT_ORDERED_BAND,
                 sum_of(times_band(choice->n, lower, upper)), worth_changing);
    }
    free(place);
    return found;
}

static bool consider_sparse(struct choice *choice) {
    const double least_entries = choice->pattern->start[choice->n] + choice->n;
    double factor = choice->kind == FAST_LAYOUT_ORDERED_BAND ? 1 : worth_changing;
    if (!fast_sparse_is_available() ||
        sum_of(times_sparse(choice->n, least_entries, 0)) >= factor * choice->time)
        return true;
    struct fast_sparse_analysis *analysis = fast_sparse_analyse(choice->pattern);
    if (analysis == NULL)
        return false;
    consider(choice, FAST_LAYOUT_SPARSE,
             sum_of(times_sparse(choice->n, fast_sparse_entries(analysis),
                                 fast_sparse_operations(analysis))),
             factor);
    fast_sparse_analysis_free(analysis);
    return true;
}

enum fast_status fast_choose_layout(int n, const struct fast_pattern *pattern,
                                    enum fast_layout_kind *kind) {
    struct choice choice = {n, pattern, FAST_LAYOUT_DENSE, sum_of(times_dense(n))};
    bool complete = true, is_narrowest;
    if (pattern != NULL && n > fast_largest_inverse) {
        consider_band(&choice, &is_narrowest);
        if (!is_narrowest)
            complete = consider_ordered_band(&choice) && consider_sparse(&choice);
    }
    if (!complete)
        return FAST_NO_MEMORY;
    *kind = choice.kind;
    return FAST_OK;
}

static struct times times_of(const struct fast_layout *layout) {
    const struct fast_band *band = &layout->band;
    switch (layout->kind) {
    case FAST_LAYOUT_BAND:
    case FAST_LAYOUT_ORDERED_BAND: return times_band(layout->n, band->lower, band->upper);
    case FAST_LAYOUT_SPARSE:
        return times_sparse(layout->n, fast_sparse_entries(layout->analysis),
                            fast_sparse_operations(layout->analysis));
    default: return times_dense(layout->n);
    }
}

double fast_expected_time(const struct fast_layout *layout, bool keeps_factors) {
    struct times times = times_of(layout);
    if (keeps_factors)
        times.factor = 0;
    return sum_of(times);
}
