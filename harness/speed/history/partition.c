/* Optimal partition with absolute deviations.
 *
 * With best[j] the least cost of x[0..j-1],
 *
 *     best[0] = -penalty,   best[j] = min over i of best[i] + cost(i, j) + penalty.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/history/partition.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_statistics_double.h>

#include "problems/base/room.h"

/* Quartile of |z| for a standard normal z; the difference of two has sqrt(2) times the
 * deviation of one. */
static const double quartile = 0.6745;

double partition_scale(const double *x, int n, const bool *split) {
    double *differences = malloc(sizeof *differences * (size_t)(n > 0 ? n : 1));
    size_t count = 0;
    if (differences == NULL)
        return -1;
    for (int i = 1; i < n; i++)
        if (split == NULL || !split[i])
            differences[count++] = fabs(x[i] - x[i - 1]);
    double median = count > 0 ? gsl_stats_median(differences, 1, count) : 0;
    free(differences);
    return median / quartile / sqrt(2);
}

/* Puts value into sorted[0..count-1]. */
static void insert_sorted(double *sorted, int count, double value) {
    int i = count;
    for (; i > 0 && sorted[i - 1] > value; i--)
        sorted[i] = sorted[i - 1];
    sorted[i] = value;
}

/* Sum of the distances from the median: the upper half less the lower. */
static double find_deviation(const double *sorted, int count) {
    double sum = 0;
    for (int i = 0; i < count / 2; i++)
        sum += sorted[count - 1 - i] - sorted[i];
    return sum;
}

struct search {
    double *best, *sorted; /* (size n + 1), (size n) */
    int *from;             /* (size n + 1): where the last segment begins */
};

/* All segments that begin at i. */
static void try_from(struct search *s, const double *x, int n, int i, double penalty,
                     int shortest) {
    for (int j = i + 1; j <= n; j++) {
        insert_sorted(s->sorted, j - i - 1, x[j - 1]);
        if (j - i < shortest)
            continue;
        double cost = s->best[i] + find_deviation(s->sorted, j - i) + penalty;
        if (cost < s->best[j]) {
            s->best[j] = cost;
            s->from[j] = i;
        }
    }
}

static int search_all(struct search *s, int *first, const double *x, int n,
                      double penalty, int shortest) {
    int count = 0;
    for (int j = 0; j <= n; j++)
        s->best[j] = j == 0 ? -penalty : INFINITY;
    for (int i = 0; i < n; i++)
        if (s->best[i] < INFINITY)
            try_from(s, x, n, i, penalty, shortest);
    for (int j = n; j > 0; j = s->from[j])
        first[count++] = s->from[j];
    for (int k = 0; k < count / 2; k++) {
        int other = first[count - 1 - k];
        first[count - 1 - k] = first[k];
        first[k] = other;
    }
    return count;
}

int partition_find(int *first, const double *x, int n, double penalty, int shortest) {
    first[0] = 0;
    if (n <= shortest)
        return n > 0 ? 1 : 0;
    size_t room = (size_t)n + 1;
    struct room arrays = {.last = NULL};
    struct search s = {room_take(&arrays, room, sizeof *s.best),
                       room_take(&arrays, room, sizeof *s.sorted),
                       room_take(&arrays, room, sizeof *s.from)};
    const int count =
        arrays.is_short ? -1 : search_all(&s, first, x, n, penalty, shortest);
    room_clear(&arrays);
    return count;
}
