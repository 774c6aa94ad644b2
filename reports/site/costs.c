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

/* Those of the jobs that took any time. New reference. */
static json_t *find_paid(const json_t *jobs) {
    json_t *paid = json_array(), *job;
    size_t i;
    json_array_foreach((json_t *)jobs, i, job) {
        if (seconds_of(job) > 0)
            json_array_append(paid, job);
    }
    return paid;
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
    json_t *studies = json_object(), *job, *study;
    size_t i;
    json_array_foreach(jobs, i, job) {
        study = value_object(studies, value_text(job, "study"));
        double seconds = seconds_of(study) + seconds_of(job);
        value_set(study, "study", value_text(job, "study"));
        value_add(study, "count", 1);
        json_object_set_new(study, "processor_seconds", json_real(seconds));
    }
    json_t *list = value_members(studies);
    json_decref(studies);
    json_t *sorted = value_sorted(list, compare);
    json_decref(list);
    return sorted;
}

json_t *site_costs(const struct site *site) {
    json_t *jobs = find_paid(json_object_get(site->document, "jobs"));
    json_t *costs = json_object(), *studies = by_study(jobs), *entry;
    json_t *most = value_sorted(jobs, compare);
    double all = 0;
    size_t i;
    value_cut(most, MOST_JOBS);
    json_decref(jobs);
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
