/* One identity among the counters of runs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/statistics/statistics_identity.h"

#include <math.h>
#include <stdio.h>

#include "harness/base/record/record.h"
#include "harness/results/result.h"
#include "harness/results/study_projected.h"

/* Of a quantity with its form. */
enum { QUANTITY_ROOM = 80 };

struct missed {
    const char *setting, *mode;
    double defect;
};

#define FIELD(member) .key = #member, .place = offsetof(struct missed, member)

static const struct record_field fields[] = {
    {FIELD(setting), .meaning = "the run, by its setting's name"},
    {FIELD(mode), .meaning = "of the method"},
    {FIELD(defect), .type = RECORD_NUMBER,
     .meaning = "by how much it misses the identity"},
    {.key = NULL},
};
static const struct record missed_record = {"missed", "A run that misses an identity.",
                                            sizeof(struct missed), fields};

static struct result begin(const struct statistics_runs *r, const char *quantity) {
    struct result result =
        result_begin(r->study->model, "statistics", "double", quantity);
    result.grade = "none";
    result.points = json_array();
    return result;
}

static int append_counters(const struct statistics_runs *r, identity_point *point,
                           struct results *results) {
    char quantity[QUANTITY_ROOM];
    projected_quantity(quantity, sizeof quantity, "counters", r->traits);
    struct result result = begin(r, quantity);
    for (int k = 0; k < r->count; k++)
        json_array_append_new(result.points, point(&r->setting[k], &r->outcome[k]));
    result.required = false;
    result.verdict = VERDICT_PASS;
    return result_append(results, r->study, &result, "the counters of %d runs", r->count);
}

/* Takes a run's defect, larger than zero. */
static void take(struct result *r, const struct statistics_setting *setting,
                 double defect, char *where, size_t size) {
    const struct missed run = {setting->name, statistics_mode_of(setting), defect};
    record_add(r->points, &missed_record, &run);
    if (defect > r->value)
        snprintf(where, size, "; missed by %g in the run '%s' in %s mode", defect,
                 run.setting, run.mode);
    r->value = fmax(r->value, defect);
}

static int append(const struct statistics_runs *r, const struct identity *identity,
                  struct results *results) {
    char name[QUANTITY_ROOM], quantity[QUANTITY_ROOM], where[128] = "";
    int judged = 0;
    snprintf(name, sizeof name, "identity:%s", identity->name);
    projected_quantity(quantity, sizeof quantity, name, r->traits);
    struct result result = begin(r, quantity);
    result.expected = result.value = 0;
    result.required = true;
    for (int k = 0; k < r->count; k++) {
        const struct identity_run run = {r, &r->setting[k], &r->outcome[k]};
        const double defect = identity->defect(&run);
        judged += !isnan(defect);
        if (defect > 0)
            take(&result, run.setting, defect, where, sizeof where);
    }
    if (judged == 0) {
        json_decref(result.points);
        return 0;
    }
    result.low = result.high = result.value;
    result.verdict = verdict_at_most(result.value, 0);
    return result_append(results, r->study, &result, "%s, in %d runs%s", identity->text,
                         judged, where);
}

int identities_append(const struct statistics_runs *r, identity_point *point, int count,
                      const struct identity *identity, struct results *results) {
    int failed = append_counters(r, point, results);
    for (int k = 0; k < count; k++)
        failed |= append(r, &identity[k], results);
    return failed;
}
