/* Where the processor's time went: the jobs of results.json by study, and the dearest of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "reports/site/site.h"
#include "reports/site/value.h"

enum { MOST_JOBS = 12 };

static double seconds_of(const json_t *object) {
    double seconds = value_number(object, "processor_seconds");
    return seconds > 0 && isfinite(seconds) ? seconds : 0;
}

/* The dearest first. */
static int compare(const json_t *one, const json_t *other) {
    double left = seconds_of(one), right = seconds_of(other);
    return (left < right) - (left > right);
}

/* New reference: the `most` dearest of a list. */
static json_t *dearest(const json_t *list, size_t most) {
    json_t *sorted = value_sorted(list, compare);
    for (size_t i = 0; i < json_array_size(sorted); i++)
        if (seconds_of(json_array_get(sorted, i)) <= 0)
            most = i < most ? i : most;
    value_cut(sorted, most);
    return sorted;
}

static void set_tenths(json_t *object, const char *key, double value) {
    json_object_set_new(object, key, json_sprintf("%.1f", value));
}

static void set_shown(json_t *entry, double all) {
    set_tenths(entry, "shown", seconds_of(entry));
    set_tenths(entry, "share", 100 * seconds_of(entry) / all);
}

/* Of a job's methods what tells them in a few letters. New reference. */
static json_t *methods_of(const struct site *site, const json_t *job) {
    json_t *list = json_array(), *name;
    size_t i;
    json_array_foreach(json_object_get(job, "methods"), i, name) {
        const char *known = json_is_string(name) ? json_string_value(name) : "";
        json_array_append(list, value_find(site->methods, "name", known));
    }
    return list;
}

static json_t *by_study(const json_t *jobs) {
    json_t *studies = json_object(), *list = json_array(), *job, *study;
    const char *name;
    size_t i;
    json_array_foreach(jobs, i, job) {
        study = value_object(studies, value_text(job, "study"));
        double seconds = seconds_of(study) + seconds_of(job);
        value_set(study, "study", value_text(job, "study"));
        value_add(study, "count", 1);
        json_object_set_new(study, "processor_seconds", json_real(seconds));
    }
    json_object_foreach(studies, name, study) {
        json_array_append(list, study);
    }
    json_decref(studies);
    study = dearest(list, json_array_size(list));
    json_decref(list);
    return study;
}

json_t *site_costs(const struct site *site) {
    const json_t *jobs = json_object_get(site->document, "jobs");
    json_t *costs = json_object(), *studies = by_study(jobs), *entry;
    json_t *most = dearest(jobs, MOST_JOBS);
    double all = 0;
    size_t i;
    json_array_foreach(studies, i, entry) {
        all += seconds_of(entry);
    }
    json_array_foreach(studies, i, entry) {
        set_shown(entry, all);
    }
    json_array_foreach(most, i, entry) {
        set_shown(entry, all);
        json_object_set_new(entry, "known", methods_of(site, entry));
        value_copy(entry, value_find(site->problems, "name", value_text(entry, "model")),
                   "page");
    }
    if (all > 0)
        set_tenths(costs, "all", all);
    json_object_set_new(costs, "studies", studies);
    json_object_set_new(costs, "dearest", most);
    return costs;
}
