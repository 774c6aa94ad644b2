/* What the results of many models come to: the geometric mean, for each method, of the
 * evaluations in default mode over those in faithful mode.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/json_number.h"
#include "harness/study.h"
#include "harness/verdict.h"

/* What the default mode is held to over the catalogue. */
#define MEAN_BOUND 0.35

/* A mean over fewer models is shown, and judges nothing: it is for the catalogue. */
enum { LEAST_MODELS = 10 };

struct mean {
    const char *method;
    int models;
    double sum; /* of logarithms */
    json_t *points;
};

static const char *text(const json_t *result, const char *key) {
    const char *value = json_string_value(json_object_get(result, key));
    return value ? value : "";
}

static bool is_ratio_of(const json_t *result, const char *method) {
    return strcmp(text(result, "quantity"), "evaluations-ratio") == 0 &&
           strcmp(text(result, "method"), method) == 0 &&
           json_is_number(json_object_get(result, "value"));
}

static struct mean mean_of(const json_t *results, const char *method) {
    struct mean mean = {method, 0, 0, json_array()};
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        if (!is_ratio_of(result, method))
            continue;
        double value = json_number_value(json_object_get(result, "value"));
        mean.sum += log(value);
        mean.models++;
        json_array_append_new(mean.points,
                              json_pack("{s:s, s:o}", "model", text(result, "model"),
                                        "ratio", json_number(value)));
    }
    return mean;
}

static json_t *result_of(const struct mean *mean) {
    char reason[160];
    double value = exp(mean->sum / mean->models);
    bool judged = mean->models >= LEAST_MODELS;
    enum verdict verdict =
        judged ? verdict_at_most(value, MEAN_BOUND) : VERDICT_NOT_ASYMPTOTIC;
    snprintf(reason, sizeof reason,
             "geometric mean of evaluations-ratio over %d models%s", mean->models,
             judged ? "" : "; too few to be judged");
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:s, s:s, s:b, s:s, s:O}",
        "model", "all", "method", mean->method, "arithmetic", "double", "study",
        "statistics", "quantity", "evaluations-ratio-mean", "value", json_number(value),
        "low", json_number(value), "high", json_number(value), "expected",
        json_number(MEAN_BOUND), "tolerance", json_number(0), "verdict",
        verdict_text(verdict), "grade", "converged", "required", (int)judged, "reason",
        reason, "points", mean->points);
}

void study_statistics_summary(json_t *results) {
    static const char *const METHOD[] = {"velocity-implicit-euler", "implicit-euler"};
    for (int k = 0; k < 2; k++) {
        struct mean mean = mean_of(results, METHOD[k]);
        if (mean.models > 1)
            json_array_append_new(results, result_of(&mean));
        json_decref(mean.points);
    }
}
