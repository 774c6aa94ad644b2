/* What the place of the code within a cache line does to its time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include <gsl/gsl_statistics_double.h>

#include "harness/speed/compare/placement.h"

enum { fewest_each = 2 };

/* A difference between places counts when it is so many times the scatter within them; 1.4826
 * makes a normal distribution's standard deviation of a median deviation. */
static const double clear_multiple = 3, deviation_factor = 1.4826;

static double median(double *x, int n) {
    return n == 0 ? NAN : gsl_stats_median(x, 1, (size_t)n);
}

/* One build's: its log times over the ruler. */
static double log_time(const struct pairs_process *p, bool new) {
    return log((new ? p->new_ns : p->old_ns) / p->ruler_ns);
}

/* *spread and *scatter: between the places, and within. NaN when a place has too few. */
static void find_spread(double *spread, double *scatter, const struct pairs_found *f,
                        bool new) {
    double low = INFINITY, high = -INFINITY, deviation[RULE_ROOM];
    int deviations = 0;
    *spread = *scatter = NAN;
    for (int place = 0; place < BENCH_RING; place++) {
        double x[RULE_ROOM];
        int n = 0;
        for (int i = 0; i < f->processes; i++) {
            const struct pairs_process *p = &f->process[i];
            if ((new ? p->new_place : p->old_place) == place)
                x[n++] = log_time(p, new);
        }
        double middle = median(x, n);
        if (n < fewest_each || !isfinite(middle))
            return;
        for (int i = 0; i < n; i++)
            deviation[deviations++] = fabs(x[i] - middle);
        low = fmin(low, middle);
        high = fmax(high, middle);
    }
    *spread = high - low;
    *scatter = deviation_factor * median(deviation, deviations);
}

struct placement placement_find(const struct pairs_found *f, bool has_ring) {
    struct placement found = {.spread = NAN};
    for (int place = 0; place < BENCH_RING; place++) {
        double x[RULE_ROOM];
        int n = 0;
        for (int i = 0; has_ring && i < f->processes; i++)
            if (f->process[i].new_place == place)
                x[n++] = f->process[i].log_ratio;
        found.position[place] = median(x, n);
    }
    for (int side = 0; has_ring && side < 2; side++) {
        double spread, scatter;
        find_spread(&spread, &scatter, f, side == 1);
        if (isfinite(spread) && !(spread < found.spread)) {
            found.spread = spread;
            found.is_notable =
                spread > placement_notable && spread > clear_multiple * scatter;
        }
    }
    return found;
}
