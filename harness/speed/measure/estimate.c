/* A time, or a ratio of times, from measurements in several processes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "harness/base/json_number.h"
#include "harness/speed/measure/estimate.h"

/* Fewer say nothing about their scatter. */
enum { fewest = 3 };

/* Room that gsl_stats_Qn_from_sorted_data asks for, in numbers for each value. */
enum { numbers_each = 3, integers_each = 5 };

/* No time is known better than to this relative error, however well processes agree. */
static const double least_error = 5e-5;

struct work {
    double *log, *number;
    int *integer;
};

/* Student's degrees of freedom with which the interval holds what it says. For odd n the
 * median is one of the values, and its distance from the truth has the longer tail against
 * Q_n; two degrees less make up for it (simulated for n = 3 .. 16: 94 to 96 in 100). */
static double freedom(int n) {
    return n % 2 == 0 ? n - 1 : n > fewest ? n - 3 : 1;
}

static struct estimate find_interval(int n, const struct work *w) {
    size_t size = (size_t)n;
    gsl_sort(w->log, 1, size);
    double m = gsl_stats_median_from_sorted_data(w->log, 1, size);
    struct estimate e = {exp(m), NAN, NAN};
    if (n < fewest)
        return e;
    double scale = gsl_stats_Qn_from_sorted_data(w->log, 1, size, w->number, w->integer);
    double error = fmax(sqrt(M_PI_2) * scale / sqrt(n), least_error);
    double half = error * gsl_cdf_tdist_Pinv(0.5 + estimate_confidence / 2, freedom(n));
    e.low = exp(m - half);
    e.high = exp(m + half);
    return e;
}

struct estimate estimate_ratio(int n, const double *value) {
    struct estimate e = {NAN, NAN, NAN};
    size_t size = (size_t)n;
    for (int i = 0; i < n; i++)
        if (!(isfinite(value[i]) && value[i] > 0))
            return e;
    struct work w = {malloc(size * sizeof *w.log + 1),
                     malloc(numbers_each * size * sizeof *w.number + 1),
                     malloc(integers_each * size * sizeof *w.integer + 1)};
    if (n > 0 && w.log != NULL && w.number != NULL && w.integer != NULL) {
        for (int i = 0; i < n; i++)
            w.log[i] = log(value[i]);
        e = find_interval(n, &w);
    }
    free(w.log);
    free(w.number);
    free(w.integer);
    return e;
}

struct estimate estimate_known(int n, const double *value) {
    struct estimate e = {NAN, NAN, NAN};
    double *known = malloc((size_t)n * sizeof *known + 1);
    int count = 0;
    for (int i = 0; i < n && known != NULL; i++)
        if (isfinite(value[i]))
            known[count++] = value[i];
    if (known != NULL)
        e = estimate_ratio(count, known);
    free(known);
    return e;
}

json_t *estimate_tell(struct estimate e) {
    return json_pack("{s:o, s:o, s:o}", "value", json_number(e.value), "low",
                     json_number(e.low), "high", json_number(e.high));
}

struct estimate estimate_read(const json_t *told) {
    return (struct estimate){json_number_in(told, "value"), json_number_in(told, "low"),
                             json_number_in(told, "high")};
}

json_t *estimate_quantiles(const json_t *numbers, double units) {
    enum { most = 101 };
    size_t count = 0;
    double *x = malloc(json_array_size(numbers) * sizeof *x + 1);
    json_t *list = json_array();
    for (size_t i = 0; i < json_array_size(numbers) && x != NULL; i++)
        if (json_is_number(json_array_get(numbers, i)))
            x[count++] = json_number_value(json_array_get(numbers, i)) / units;
    if (count > 0)
        gsl_sort(x, 1, count);
    const int points = count < most ? (int)count : most;
    for (int i = 0; i < points; i++)
        json_array_append_new(
            list, json_number(gsl_stats_quantile_from_sorted_data(
                      x, 1, count, points > 1 ? (double)i / (points - 1) : 0)));
    free(x);
    return list;
}
