/* A time, or a ratio of times, from measurements in several processes.
 *
 * A process is the unit: what happens to be where in memory stays for its life, so its blocks
 * are not independent of each other. x is the logarithm of a process's median.
 *
 *     m  = median of x,    Q = Q_n of x (Rousseeuw, Croux, JASA 88, 1993, eq. 3.7)
 *     se = sqrt(pi/2) Q / sqrt(n),    interval m -+ t(confidence, n - 1) se,    n - 3 for odd n
 *
 * sqrt(pi/2) is what the median of normal data loses against their mean.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_ESTIMATE_H
#define HARNESS_ESTIMATE_H

#include <jansson.h>

static const double estimate_confidence = 0.95;

struct record; /* harness/base/record/record.h */

struct estimate {
    double value, low,
        high; /* NaN: not known. low, high are NaN for fewer than 3 values */
};

/* Of x[n], n from 1 to ESTIMATE_MOST: m, Q and se, which is at least 5e-5. */
enum { ESTIMATE_MOST = 1024 };
struct middle {
    double median, scale, error;
};
struct middle estimate_middle(int n, const double *x);

/* Of at most ESTIMATE_MOST positive values; what is not positive or not finite among them makes
 * it all NaN. */
struct estimate estimate_ratio(int n, const double *value);

/* Of those that are finite. */
struct estimate estimate_known(int n, const double *value);

/* Half its interval, in per cent. */
double estimate_percent(struct estimate e);

/* {"value", "low", "high"}, null where it is not known; and read from such an object, or NULL.
 * In a record of more they are fields of the struct that `at` leads to: "of." */
extern const struct record estimate_record;
#define ESTIMATE_FIELDS(type, at)                                                        \
    RECORD_NAMED("value", type, at value, NUMBER, "the median"),                         \
        RECORD_NAMED("low", type, at low, NUMBER, "of its interval"),                    \
        RECORD_NAMED("high", type, at high, NUMBER, "of its interval")
struct estimate estimate_read(const json_t *told);

/* How numbers are spread, each over `units`: quantile[ESTIMATE_QUANTILES] := quantiles from the
 * least to the largest of those that are finite, as many as there are or as there is room for;
 * returns how many; < 0: out of memory. */
enum { ESTIMATE_QUANTILES = 101 };
int estimate_quantiles(double *quantile, int n, const double *number, double units);

#endif
