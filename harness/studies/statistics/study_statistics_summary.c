/* What the results of many models come to: the geometric mean, for each method, of the
 * evaluations in default mode over those in faithful mode. Models without a ratio are
 * named; where one of them is wrong the mean fails, too.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/verdict.h"
#include "harness/results/study.h"

/* What the default mode is held to over the catalogue. */
#define MEAN_BOUND 0.35

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

static const char *text(const json_t *result, const char *key) {
    const char *value = json_string_value(json_object_get(result, key));
    return value ? value : "";
}

static bool is_ratio_of(const json_t *result, const char *method) {
    return strcmp(text(result, "quantity"), "evaluations-ratio") == 0 &&
           strcmp(text(result, "method"), method) == 0;
}

static void leave_out(struct mean *mean, const json_t *result) {
    size_t length = strlen(mean->left_out);
    bool is_wrong = strcmp(text(result, "verdict"), verdict_text(VERDICT_FAIL)) == 0;
    mean->failed += is_wrong;
    mean->without += !is_wrong;
    snprintf(mean->left_out + length, sizeof mean->left_out - length, " %s%s",
             text(result, "model"), is_wrong ? " (failed)" : "");
}

static struct mean mean_of(const json_t *results, const char *method) {
    struct mean mean = {.method = method, .points = json_array()};
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        if (!is_ratio_of(result, method))
            continue;
        const json_t *ratio = json_object_get(result, "value");
        json_array_append_new(
            mean.points,
            json_pack("{s:s, s:o}", "model", text(result, "model"), "ratio",
                      json_is_number(ratio) ? json_number(json_number_value(ratio))
                                            : json_null()));
        if (!json_is_number(ratio)) {
            leave_out(&mean, result);
            continue;
        }
        mean.sum += log(json_number_value(ratio));
        mean.models++;
    }
    return mean;
}

/* A mean of what is left where some are wrong says nothing. */
static enum verdict judge(const struct mean *mean, double value) {
    if (mean->failed > 0)
        return VERDICT_FAIL;
    return mean->models >= LEAST_MODELS ? verdict_at_most(value, MEAN_BOUND)
                                        : VERDICT_NOT_ASYMPTOTIC;
}

static json_t *result_of(const struct mean *mean) {
    char reason[400];
    double value = mean->models > 0 ? exp(mean->sum / mean->models) : NAN;
    enum verdict verdict = judge(mean, value);
    snprintf(reason, sizeof reason,
             "geometric mean of evaluations-ratio over %d models%s%s%s", mean->models,
             mean->left_out[0] ? "; without:" : "", mean->left_out,
             mean->models < LEAST_MODELS ? "; too few to be judged" : "");
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:s, s:s, s:b, s:s, s:O}",
        "model", "all", "method", mean->method, "arithmetic", "double", "study",
        "statistics", "quantity", "evaluations-ratio-mean", "value", json_number(value),
        "low", json_number(value), "high", json_number(value), "expected",
        json_number(MEAN_BOUND), "tolerance", json_number(0), "verdict",
        verdict_text(verdict), "grade", "converged", "required",
        (int)(verdict != VERDICT_NOT_ASYMPTOTIC), "reason", reason, "points",
        mean->points);
}

void study_statistics_summary(json_t *results) {
    static const char *const METHOD[] = {"velocity-implicit-euler", "implicit-euler"};
    for (int k = 0; k < 2; k++) {
        struct mean mean = mean_of(results, METHOD[k]);
        if (mean.models + mean.failed + mean.without > 1)
            json_array_append_new(results, result_of(&mean));
        json_decref(mean.points);
    }
}
