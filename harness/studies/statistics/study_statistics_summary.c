/* What the results of many models come to: the geometric mean, for each method, of the
 * evaluations in default mode over those in faithful mode. Models without a ratio are
 * named; where one of them is wrong the mean fails, too.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/result.h"
#include "harness/results/result_list.h"
#include "harness/results/study.h"

/* What the default mode is held to over the catalogue. */
static const double mean_bound = 0.35;

/* A mean over fewer models is shown, and judges nothing: it is for the catalogue. */
enum { LEAST_MODELS = 10 };

struct mean {
    const char *method;
    int models, failed,
        without; /* with a ratio; wrong ones; without for another reason */
    double sum;  /* of logarithms */
    json_t *points;
    char left_out[192]; /* the names of those without, each after a space */
};

static bool is_ratio_of(const struct result *result, const char *method) {
    return strcmp(result->quantity, "evaluations-ratio") == 0 &&
           strcmp(result->method, method) == 0;
}

static void leave_out(struct mean *mean, const struct result *result) {
    size_t length = strlen(mean->left_out);
    bool is_wrong = result->verdict == VERDICT_FAIL;
    mean->failed += is_wrong;
    mean->without += !is_wrong;
    snprintf(mean->left_out + length, sizeof mean->left_out - length, " %s%s",
             result->model, is_wrong ? " (failed)" : "");
}

static struct mean mean_of(const struct results *results, const char *method) {
    struct mean mean = {.method = method, .points = json_array()};
    RESULTS_FOREACH(results, result) {
        if (!is_ratio_of(result, method))
            continue;
        json_array_append_new(mean.points,
                              json_pack("{s:s, s:o}", "model", result->model, "ratio",
                                        json_number(result->value)));
        if (isnan(result->value)) {
            leave_out(&mean, result);
            continue;
        }
        mean.sum += log(result->value);
        mean.models++;
    }
    return mean;
}

/* A mean of what is left where some are wrong says nothing. */
static enum verdict judge(const struct mean *mean, double value) {
    if (mean->failed > 0)
        return VERDICT_FAIL;
    return mean->models >= LEAST_MODELS ? verdict_at_most(value, mean_bound)
                                        : VERDICT_NOT_ASYMPTOTIC;
}

static int add_mean(struct results *results, const struct mean *mean) {
    double value = mean->models > 0 ? exp(mean->sum / mean->models) : (double)NAN;
    enum verdict verdict = judge(mean, value);
    const struct result r = {.model = "all",
                             .method = mean->method,
                             .arithmetic = "double",
                             .study = "statistics",
                             .quantity = "evaluations-ratio-mean",
                             .value = value,
                             .low = value,
                             .high = value,
                             .expected = mean_bound,
                             .verdict = verdict,
                             .grade = "converged",
                             .required = verdict != VERDICT_NOT_ASYMPTOTIC,
                             .points = mean->points};
    return results_add(
        results, &r, "geometric mean of evaluations-ratio over %d models%s%s%s",
        mean->models, mean->left_out[0] ? "; without:" : "", mean->left_out,
        mean->models < LEAST_MODELS ? "; too few to be judged" : "");
}

int study_statistics_summary(struct results *results) {
    static const char *const METHOD[] = {"velocity-implicit-euler", "implicit-euler"};
    int failed = 0;
    for (int k = 0; k < 2; k++) {
        struct mean mean = mean_of(results, METHOD[k]);
        if (mean.models + mean.failed + mean.without > 1)
            failed |= add_mean(results, &mean);
        json_decref(mean.points);
    }
    return failed;
}
