/* Measuring runs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/tests/measure.h"
#include "fast/pair.h"

static const double default_accuracy = 0.1, loosest_accuracy = 0.5;
/* Runs that cost more than this are left out of the lines. */
static const long most_for_line = 150000;
/* Errors of a line are to reach over this range of their logarithm, and be so many. */
static const double least_range = 0.5;
enum { points = 9, least_points = 4 };

static double find_distance(const struct truth *truth, double t, int nx,
                            const double *x) {
    double at[most_states], distance = 0;
    truth_at(truth, t, at);
    for (int i = 0; i < nx; i++)
        distance = fmax(distance, fabs(x[i] - at[i]));
    return distance;
}

static struct pair *start(const struct repetition *repetition, enum fast_mode mode,
                          double factor) {
    struct integrator_options options = *pair_get_options(repetition->integrator);
    struct pair *integrator;
    double accuracy = isnan(options.accuracy) ? default_accuracy : options.accuracy;
    options.mode = mode;
    if (factor < 1 || factor > 1)
        options.accuracy = factor * fmin(accuracy, loosest_accuracy);
    enum fast_status status = pair_alloc(&integrator, &repetition->inner, &options);
    if (status == FAST_OK)
        status = pair_start(integrator, 0, repetition->start);
    cr_assert(status == FAST_OK, "%s: %s", repetition->id, fast_status_text(status));
    return integrator;
}

struct measurement measure(const struct repetition *repetition, const struct truth *truth,
                           enum fast_mode mode, double factor, long most) {
    struct measurement result = {.status = FAST_OK, .error = NAN};
    struct pair *integrator = start(repetition, mode, factor);
    const struct pair_statistics *statistics = pair_statistics(integrator);
    const double t_final = repetition->t_final;
    double sum = 0;
    while (result.status == FAST_OK && pair_time(integrator) < t_final) {
        double t = pair_time(integrator);
        result.status = pair_advance(integrator, INFINITY, INFINITY, t_final, NULL);
        if (statistics->derivative_evals > most)
            result.status = FAST_BELOW_MIN_STEP;
        if (truth == NULL)
            continue;
        double distance = find_distance(truth, pair_time(integrator), repetition->nx,
                                        pair_state(integrator));
        sum += (pair_time(integrator) - t) * distance * distance;
    }
    if (truth != NULL && pair_time(integrator) > 0)
        result.error = sqrt(sum / pair_time(integrator));
    result.evaluations = statistics->derivative_evals;
    result.steps = statistics->steps_taken;
    result.rejections = statistics->shrink_error_control;
    result.failures = statistics->substep_failures;
    for (int i = 0; i < repetition->nx; i++)
        result.end[i] = pair_state(integrator)[i];
    pair_free(integrator);
    return result;
}

/* log(evaluations) at log(error) by the line through runs of this mode. */
static double find_on_line(const struct repetition *repetition, const struct truth *truth,
                           enum fast_mode mode, double log_error) {
    double x[points], y[points], mean_x = 0, mean_y = 0, xx = 0, xy = 0;
    double least = INFINITY, most = -INFINITY;
    int n = 0;
    for (int k = 0; k < points; k++) {
        double factor = pow(2, (k - points / 2) / 4.0);
        struct measurement run = measure(repetition, truth, mode, factor, most_for_line);
        if (run.status != FAST_OK || !(run.error > 0))
            continue;
        x[n] = log(run.error);
        y[n] = log((double)run.evaluations);
        least = fmin(least, x[n]);
        most = fmax(most, x[n]);
        n++;
    }
    if (n < least_points || most - least < least_range)
        return NAN;
    for (int i = 0; i < n; i++) {
        mean_x += x[i] / n;
        mean_y += y[i] / n;
    }
    for (int i = 0; i < n; i++) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
    }
    return mean_y + xy / xx * (log_error - mean_x);
}

double ratio_at_equal_error(const struct repetition *repetition,
                            const struct truth *truth, double error) {
    if (truth == NULL || !(error > 0))
        return NAN;
    double log_error = log(error);
    return exp(find_on_line(repetition, truth, FAST_DEFAULT, log_error) -
               find_on_line(repetition, truth, FAST_FAITHFUL, log_error));
}
