/* Speed: what is measured, compared, kept over commits; and contact: what its studies say of
 * all problems together.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "reports/site/site.h"
#include "reports/site/value.h"

static const char *const parts[] = {"comparisons", "goals", "peers", "measurements",
                                    "series"};
enum { PARTS = sizeof parts / sizeof *parts, MOST_CHANGES = 3 };

/* A mark for each word that speed ends with; more work is as bad as more time. */
static void set_mark(json_t *row) {
    static const char *const marks[][3] = {{"slower", "fail", "\xE2\x96\xB2"},
                                           {"faster", "pass", "\xE2\x96\xBC"},
                                           {"same", "pass", "="},
                                           {"cannot-tell", "open", "?"},
                                           {"not-measured", "open", "\xE2\x80\x93"},
                                           {"not-installed", "open", "\xE2\x80\x93"},
                                           {"pass", "pass", "\xE2\x9C\x93"},
                                           {"fail", "fail", "\xE2\x9C\x95"},
                                           {"not-asymptotic", "open", "?"}};
    const char *verdict =
        value_is(row, "counters_verdict", "more") ? "slower" : value_text(row, "verdict");
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strcmp(verdict, marks[i][0]) == 0) {
            value_set(row, "mark", marks[i][1]);
            value_set(row, "sign", marks[i][2]);
        }
}

/* Relative changes as per cent, to a hundredth, which no time is known better than; no -0. */
static void set_per_cent(json_t *row, const char *from, const char *to) {
    double value = value_number(row, from);
    if (isfinite(value))
        json_object_set_new(row, to, json_real(round(1e4 * value) / 100 + 0.0));
}

static int rank_of(const json_t *row) {
    return value_is(row, "verdict", "not-measured") ? 3 : value_rank(row);
}

/* What got worse first, what was not measured last. */
static int compare_rows(const json_t *one, const json_t *other) {
    return rank_of(one) - rank_of(other);
}

/* A table's rows, in order. */
static json_t *copy_rows(const json_t *rows) {
    json_t *list = json_array(), *row;
    size_t i;
    json_array_foreach((json_t *)rows, i, row) {
        if (!json_is_object(row))
            continue;
        value_words(row);
        set_mark(row);
        set_per_cent(row, "change", "change_percent");
        set_per_cent(row, "half", "half_percent");
        set_per_cent(row, "detectable", "detectable_percent");
        json_array_append(list, row);
    }
    json_t *sorted = value_sorted(list, compare_rows);
    json_decref(list);
    return sorted;
}

/* A build with the day of its commit, whose whole is in the title. */
static json_t *copy_build(const json_t *build) {
    json_t *copy = json_copy((json_t *)build);
    value_date(copy, "day", value_number(build, "committed"), "%Y-%m-%d");
    value_commit(copy, "short", build);
    return copy;
}

static void set_change(json_t *change, const json_t *point) {
    const double size = value_number(change, "size");
    json_object_set_new(change, "size_text",
                        isfinite(size) ? json_sprintf("%+.2f %%", 100 * size)
                                       : json_string("changed"));
    value_copy(change, point, "commit");
    value_commit(change, "short", point);
}

/* The last value of a series, its latest changes and how many there were before. */
static void set_last(json_t *series) {
    const json_t *points = json_object_get(series, "points");
    const json_t *changes = json_object_get(series, "changes");
    const size_t count = json_array_size(points), all = json_array_size(changes);
    json_t *latest = json_array();
    if (count > 0)
        json_object_set(series, "last", json_array_get(points, count - 1));
    value_count(series, "measured", (json_int_t)count);
    for (size_t i = all; i-- > 0;) {
        json_t *change = json_array_get(changes, i);
        size_t index = (size_t)fmax(value_number(change, "index"), 0);
        if (!json_is_object(change) || index >= count)
            continue;
        set_change(change, json_array_get(points, index));
        if (json_array_size(latest) < MOST_CHANGES)
            json_array_append(latest, change);
    }
    if (all > MOST_CHANGES)
        value_count(series, "earlier", (json_int_t)(all - MOST_CHANGES));
    json_object_set_new(series, "latest", latest);
}

static bool has_changed(const json_t *series) {
    return json_array_size(json_object_get(series, "changes")) > 0;
}

/* Those that have changed first. */
static int compare_series(const json_t *one, const json_t *other) {
    return has_changed(other) - has_changed(one);
}

static void add_contact(struct site *site) {
    static const char *const studies[] = {"budget", "settling", "restitution"};
    const json_t *results = json_object_get(site->document, "results");
    json_t *of_contact = json_array();
    for (size_t k = 0; k < sizeof studies / sizeof *studies; k++) {
        json_t *of_study = value_those(results, "study", studies[k]);
        json_array_extend(of_contact, of_study);
        json_decref(of_study);
    }
    if (json_array_size(of_contact) > 0) {
        json_object_set_new(site->view, "contact", json_true());
        site_page(site, "", "contact", "contact.html",
                  json_pack("{s:o, s:b, s:b}", "studies", site_group(site, of_contact),
                            "of_problems", 1, "open_it", 1));
    }
    json_decref(of_contact);
}

void site_speed(struct site *site) {
    json_t *view = json_object(), *series;
    json_t *of_timing =
        value_those(json_object_get(site->document, "results"), "study", "timing");
    bool any = json_array_size(of_timing) > 0;
    size_t i;
    for (size_t k = 0; k < PARTS; k++) {
        json_t *rows = copy_rows(json_object_get(site->document, parts[k]));
        any = any || json_array_size(rows) > 0;
        json_object_set_new(view, parts[k], rows);
    }
    json_array_foreach(json_object_get(view, "series"), i, series) {
        set_last(series);
    }
    json_object_set_new(view, "series",
                        value_sorted(json_object_get(view, "series"), compare_series));
    json_object_set_new(view, "studies", site_group(site, of_timing));
    json_object_set_new(view, "of_problems", json_true());
    json_object_set_new(view, "figures", site_speed_figures(site, view));
    static const char *const about[] = {"baseline", "candidate", "rule", "self", "build"};
    for (size_t k = 0; k < sizeof about / sizeof *about; k++)
        if (json_is_object(json_object_get(site->document, about[k])))
            json_object_set_new(view, about[k],
                                copy_build(json_object_get(site->document, about[k])));
    json_decref(of_timing);
    if (any) {
        json_object_set_new(site->view, "speed", json_true());
        site_page(site, "", "speed", "speed.html", view);
    } else
        json_decref(view);
    add_contact(site);
}
