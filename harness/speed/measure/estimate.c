/* A time, or a ratio of times, from measurements in several processes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "harness/base/json_number.h"
#include "harness/base/record/record.h"
#include "harness/speed/measure/estimate.h"

/* Fewer say nothing about their scatter. */
enum { fewest = 3 };

/* Room that gsl_stats_Qn_from_sorted_data asks for, in numbers for each value. */
enum { numbers_each = 3, integers_each = 5 };

/* No time is known better than to this relative error, however well processes agree. */
static const double least_error = 5e-5;

struct middle estimate_middle(int n, const double *x) {
    const size_t size = (size_t)n;
    double sorted[ESTIMATE_MOST], number[numbers_each * ESTIMATE_MOST];
    int integer[integers_each * ESTIMATE_MOST];
    memcpy(sorted, x, size * sizeof *x);
    gsl_sort(sorted, 1, size);
    const double scale = gsl_stats_Qn_from_sorted_data(sorted, 1, size, number, integer);
    return (struct middle){gsl_stats_median_from_sorted_data(sorted, 1, size), scale,
                           fmax(sqrt(M_PI_2) * scale / sqrt(n), least_error)};
}

/* Student's degrees of freedom with which the interval holds what it says. For odd n the
 * median is one of the values, and its distance from the truth has the longer tail against
 * Q_n; two degrees less make up for it (simulated for n = 3 .. 16: 94 to 96 in 100). */
static double freedom(int n) {
    return n % 2 == 0 ? n - 1 : n > fewest ? n - 3 : 1;
}

struct estimate estimate_ratio(int n, const double *value) {
    struct estimate e = {NAN, NAN, NAN};
    double x[ESTIMATE_MOST];
    if (n < 1 || n > ESTIMATE_MOST)
        return e;
    for (int i = 0; i < n; i++) {
        if (!(isfinite(value[i]) && value[i] > 0))
            return e;
        x[i] = log(value[i]);
    }
    const struct middle m = estimate_middle(n, x);
    e.value = exp(m.median);
    if (n >= fewest) {
        const double half =
            m.error * gsl_cdf_tdist_Pinv(0.5 + estimate_confidence / 2, freedom(n));
        e.low = exp(m.median - half);
        e.high = exp(m.median + half);
    }
    return e;
}

struct estimate estimate_known(int n, const double *value) {
    double known[ESTIMATE_MOST];
    int count = 0;
    for (int i = 0; i < n && i < ESTIMATE_MOST; i++)
        if (isfinite(value[i]))
            known[count++] = value[i];
    return estimate_ratio(count, known);
}

double estimate_percent(struct estimate e) {
    return 50 * (e.high - e.low) / e.value;
}

static const struct record_field fields[] = {ESTIMATE_FIELDS(struct estimate, ),
                                             {.key = NULL}};
const struct record estimate_record = {"estimate", "A number and its interval.",
                                       sizeof(struct estimate), fields};

struct estimate estimate_read(const json_t *told) {
    return (struct estimate){json_number_in(told, "value"), json_number_in(told, "low"),
                             json_number_in(told, "high")};
}

int estimate_quantiles(double *quantile, int n, const double *number, double units) {
    double *x = malloc((size_t)n * sizeof *x + 1);
    size_t count = 0;
    if (x == NULL)
        return -1;
    for (int i = 0; i < n; i++)
        if (isfinite(number[i]))
            x[count++] = number[i] / units;
    if (count > 0)
        gsl_sort(x, 1, count);
    const int points = count < ESTIMATE_QUANTILES ? (int)count : ESTIMATE_QUANTILES;
    for (int i = 0; i < points; i++)
        quantile[i] = gsl_stats_quantile_from_sorted_data(
            x, 1, count, points > 1 ? (double)i / (points - 1) : 0);
    free(x);
    return points;
}
