/* Series: which values belong together, in which order, and where they change.
 *
 * Broken on purpose and seen to fail: commits ordered by when they were measured, the mean for
 * the median of a build, changes of compiler not split, counts judged with a tolerance, each
 * count compared with the one before instead of the latest level.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "harness/base/record/record.h"
#include "harness/base/text.h"
#include "harness/speed/history/series.h"
#include "harness/tests/history/history_sample.h"
#include "harness/tests/history/simulated.h"
#include "harness/tests/schema.h"

/* A value of a commit, as a document. */
struct given {
    int commit; /* its number; committed so many days after the first */
    double value;
    const char *quantity, *compiler, *machine;
};

static json_t *make_document(const struct given *g, int taken) {
    char commit[16];
    snprintf(commit, sizeof commit, "c%03d", g->commit);
    const char *unit = strcmp(g->quantity, "cycles") == 0 ? "cycles"
                       : strcmp(g->quantity, "time") == 0 ? "ns"
                                                          : "count";
    return json_pack(
        "{s:s, s:i, s:{s:s, s:i}, s:{s:s, s:i, s:s, s:s}, s:[{s:s, s:s, s:s, s:f}]}",
        "command", "import", "taken", taken, "machine", "processor",
        g->machine ? g->machine : "Xeon", "cores", 2, "build", "commit", commit,
        "committed", 1760000000 + 86400 * g->commit, "compiler",
        g->compiler ? g->compiler : "gcc 12.2.0", "flags", "-O2", "entries", "name", "k",
        "quantity", g->quantity, "unit", unit, "value", g->value);
}

/* What reports are made of is as its schema says. */
static void expect_of_schema(const struct series_list *l) {
    json_t *schema = record_schema(&series_record);
    for (int i = 0; i < l->count; i++) {
        char why[256] = "";
        json_t *told = record_tell(&series_record, &l->series[i]);
        cr_expect(schema_accepts(schema, told, why, sizeof why), "%s", why);
    }
}

/* The series of the values, in the order of their measuring. */
static struct series_list find(const struct given *given, int count) {
    struct scratch s = scratch_make();
    struct history *h = sample_open(sample_place(&s, "h"));
    struct series_list l;
    struct diagnostic d = {""};
    json_t *documents = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(documents, make_document(&given[i], 1770000000 + i));
    struct history_added added;
    cr_assert(history_add(h, documents, NULL, &added, &d) == EXIT_PASSED, "%s", d.text);
    cr_assert(added.added == count);
    cr_assert(series_find(&l, h, NULL, 1, &d) == EXIT_PASSED, "%s", d.text);
    expect_of_schema(&l);
    return l;
}

Test(history_series, points_stand_in_the_order_of_commits) {
    const struct given given[] = {{4, 4.5, "time", NULL, NULL},
                                  {1, 1.5, "time", NULL, NULL},
                                  {3, 3.5, "time", NULL, NULL},
                                  {2, 2.5, "time", NULL, NULL}};
    struct series_list l = find(given, 4);
    cr_assert(l.count == 1 && l.series[0].count == 4);
    for (int i = 0; i < 4; i++)
        cr_expect(l.series[0].point[i].value == i + 1.5);
    cr_expect_str_eq(l.series[0].machine, "Xeon, 2 cores");
}

/* The series of times 10.5, 11.5, ... of builds that are told as the first one but for `name`; a
 * value NULL: without that. */
static struct series_list find_builds(int count, const char *name, json_t *const *value) {
    struct scratch s = scratch_make();
    struct history *h = sample_open(sample_place(&s, "h"));
    struct series_list l;
    struct diagnostic d = {""};
    for (int i = 0; i < count; i++) {
        struct given g = {0, 10.5 + i, "time", NULL, NULL};
        json_t *document = make_document(&g, 1770000000 + i);
        json_t *build = json_object_get(document, "build");
        if (value[i] == NULL)
            json_object_del(build, name);
        else
            json_object_set_new(build, name, value[i]);
        sample_add(h, document);
    }
    cr_assert(series_find(&l, h, NULL, 1, &d) == EXIT_PASSED, "%s", d.text);
    return l;
}

Test(history_series, commits_of_one_second_stand_as_they_were_measured) {
    static const char *const names[] = {"ffff", "0000", "8888", "ffff"};
    json_t *value[4];
    for (int i = 0; i < 4; i++)
        value[i] = json_string(names[i]);
    const struct series_list l = find_builds(4, "commit", value);
    cr_assert(l.count == 1 && l.series[0].count == 3);
    for (int i = 0; i < 3; i++)
        cr_expect_str_eq(l.series[0].point[i].commit, names[i]);
    cr_expect(l.series[0].point[0].runs == 2 && l.series[0].point[0].value == 10.5);
}

Test(history_series, a_build_measured_several_times_has_its_median) {
    const struct given given[] = {
        {1, 7.25, "time", NULL, NULL}, {1, 91, "time", NULL, NULL},
        {1, 7.5, "time", NULL, NULL},  {2, 8.5, "time", NULL, NULL},
        {2, 8.25, "time", NULL, NULL}, {3, 1.5, "time", NULL, NULL}};
    struct series_list l = find(given, 6);
    cr_assert(l.count == 1 && l.series[0].count == 3);
    const struct series_point *p = l.series[0].point;
    cr_expect(p[0].value == 7.5 && p[0].runs == 3);
    cr_expect(p[1].value == 8.25 && p[1].runs == 2, "the lower one of two");
    cr_expect(p[2].value == 1.5 && p[2].runs == 1);
}

/* The median is not the measurement that came first. */
Test(history_series, a_split_stays_before_a_build_that_was_measured_twice) {
    const struct given given[] = {{1, 7, "time", "gcc 12.2.0", NULL},
                                  {2, 9, "time", "gcc 13.1.0", NULL},
                                  {2, 8, "time", "gcc 13.1.0", NULL},
                                  {3, 8.5, "time", "gcc 13.1.0", NULL}};
    struct series_list l = find(given, 4);
    cr_assert(l.count == 1 && l.series[0].count == 3);
    const struct series_point *p = l.series[0].point;
    cr_expect(p[1].value == 8 && p[1].runs == 2);
    cr_expect(!p[0].split && p[1].split && !p[2].split);
    cr_expect_str_eq(l.series[0].compiler, "gcc 13.1.0");
}

/* Nobody knows whether two measurements without a commit are of one build. */
Test(history_series, measurements_without_a_commit_are_points_of_their_own) {
    json_t *const none[3] = {NULL};
    const struct series_list l = find_builds(3, "commit", none);
    cr_assert(l.count == 1 && l.series[0].count == 3);
    cr_expect(l.series[0].point[2].value == 12.5 && l.series[0].point[2].runs == 1);
}

Test(history_series, sources_that_were_changed_are_another_build) {
    json_t *const value[] = {json_false(), json_true(), json_false(), json_true()};
    const struct series_list l = find_builds(4, "changed", value);
    cr_assert(l.count == 1 && l.series[0].count == 2);
    const struct series_point *p = l.series[0].point;
    cr_expect(!p[0].changed && p[0].value == 10.5 && p[0].runs == 2);
    cr_expect(p[1].changed && p[1].value == 11.5 && p[1].runs == 2);
}

Test(history_series, values_of_another_unit_are_another_series) {
    static const char *const units[] = {"ns", "us", "ns"};
    struct scratch s = scratch_make();
    struct history *h = sample_open(sample_place(&s, "h"));
    struct series_list l;
    struct diagnostic d = {""};
    for (int i = 0; i < 3; i++) {
        struct given g = {i, 10.5 + i, "time", NULL, NULL};
        json_t *document = make_document(&g, 1770000000 + i);
        json_object_set_new(json_array_get(json_object_get(document, "entries"), 0),
                            "unit", json_string(units[i]));
        sample_add(h, document);
    }
    cr_assert(series_find(&l, h, NULL, 1, &d) == EXIT_PASSED, "%s", d.text);
    cr_assert(l.count == 2 && l.series[0].count == 2 && l.series[1].count == 1);
    cr_expect_str_eq(l.series[1].unit, "us");
}

Test(history_series, other_machines_and_compilers_make_other_series) {
    const struct given given[] = {{1, 1.5, "time", NULL, NULL},
                                  {1, 2.5, "time", NULL, "Ryzen"},
                                  {1, 3.5, "time", "Debian Clang 14.0.6", NULL},
                                  {1, 4.5, "cycles", NULL, NULL},
                                  {2, 5.5, "time", "GNU 13.1.0", NULL}};
    struct series_list l = find(given, 5);
    cr_assert(l.count == 4, "%d", l.count);
    int points = 0, splits = 0;
    for (int i = 0; i < l.count; i++)
        for (int k = 0; k < l.series[i].count; k++) {
            points++;
            splits += l.series[i].point[k].split;
        }
    cr_expect(points == 5 && splits == 1, "a new gcc splits, and is no new series");
}

/* A series of `count` commits from a function of their number. */
static struct series_list make(int count, const char *quantity,
                               double value(int i, gsl_rng *random),
                               const char *compiler(int i)) {
    enum { most = 80 };
    struct given given[most];
    unsigned long seed;
    gsl_rng *random = simulated_random(95, &seed);
    cr_assert(count <= most);
    for (int i = 0; i < count; i++)
        given[i] = (struct given){i, value(i, random), quantity,
                                  compiler ? compiler(i) : NULL, NULL};
    gsl_rng_free(random);
    return find(given, count);
}

static double step_of_one_per_cent(int i, gsl_rng *random) {
    return (i < 25 ? 270.5 : 270.5 * 1.01) * exp(gsl_ran_gaussian(random, 5e-4));
}

Test(history_series, a_step_in_cycles_is_reported_once_with_both_levels) {
    struct series_list l = make(40, "cycles", step_of_one_per_cent, NULL);
    cr_assert(l.count == 1 && l.series[0].changes == 1, "%d", l.series[0].changes);
    const struct series_change *c = &l.series[0].change[0];
    cr_expect(l.series[0].kind == SERIES_RULED && c->index == 25, "%ld", c->index);
    cr_expect_float_eq(c->before, 270.5, 0.3);
    cr_expect_float_eq(c->after / c->before, 1.01, 1e-3);
    cr_expect_str_eq(c->method, "L1");
    cr_expect(c->p > 0 && c->p <= 0.002, "%g", c->p);
}

Test(history_series, a_step_in_raw_times_is_found_by_the_other_rule) {
    struct series_list l = make(40, "time", step_of_one_per_cent, NULL);
    cr_assert(l.count == 1 && l.series[0].changes == 1, "%d", l.series[0].changes);
    const struct series_change *c = &l.series[0].change[0];
    cr_expect(l.series[0].kind == SERIES_RAW);
    cr_expect(labs(c->index - 25) <= 1, "%ld", c->index);
    cr_expect_str_eq(c->method, "e-divisive");
}

static const char *newer_compiler(int i) {
    return i < 25 ? "gcc 12.2.0" : "gcc 13.1.0";
}

Test(history_series, what_a_new_compiler_changes_is_not_reported) {
    struct series_list l = make(40, "cycles", step_of_one_per_cent, newer_compiler);
    cr_assert(l.count == 1 && l.series[0].count == 40);
    cr_expect(l.series[0].changes == 0 && l.series[0].point[25].split);
    cr_expect_str_eq(l.series[0].compiler, "gcc 13.1.0");
}

static double one_more(int i, gsl_rng *random) {
    (void)random;
    return i < 3 ? 192 : i == 3 ? 193 : 192;
}

Test(history_series, every_change_of_a_count_is_one) {
    struct series_list l = make(5, "evaluations", one_more, NULL);
    cr_assert(l.count == 1 && l.series[0].kind == SERIES_EXACT);
    cr_assert(l.series[0].changes == 2, "%d", l.series[0].changes);
    cr_expect(l.series[0].change[0].index == 3 && l.series[0].change[1].index == 4);
    cr_expect(l.series[0].change[0].before == 192 && l.series[0].change[0].after == 193);
    cr_expect(isnan(l.series[0].change[0].p));
    cr_expect_str_eq(l.series[0].change[0].method, "exact");
}

static double creeping(int i, gsl_rng *random) {
    (void)random;
    return 1e6 + 400 * i; /* 0.04 % a commit */
}

Test(history_series, instructions_that_creep_are_reported_when_they_add_up) {
    struct series_list l = make(7, "instructions", creeping, NULL);
    cr_assert(l.series[0].changes == 2, "%d", l.series[0].changes);
    cr_expect(l.series[0].change[0].index == 3 && l.series[0].change[1].index == 6);
}

static double up_and_down(int i, gsl_rng *random) {
    double noise = exp(gsl_ran_gaussian(random, 5e-4));
    return (i < 20 ? 100.5 : i < 40 ? 103.5 : 101.5) * noise;
}

Test(history_series, several_steps_have_the_levels_of_their_own_segments) {
    struct series_list l = make(60, "cycles", up_and_down, NULL);
    cr_assert(l.series[0].changes == 2, "%d", l.series[0].changes);
    const struct series_change *c = l.series[0].change;
    cr_expect(c[0].index == 20 && c[1].index == 40);
    cr_expect_float_eq(c[0].after, 103.5, 0.1);
    cr_expect_float_eq(c[1].before, 103.5, 0.1);
    cr_expect_float_eq(c[1].after, 101.5, 0.1);
}

static void print_points(void *series, FILE *out) {
    series_print_points(series, out);
}

Test(history_series, a_value_is_printed_with_its_unit_behind_a_blank) {
    const struct given given[] = {{0, 10.5, "time", NULL, NULL},
                                  {1, 123456.75, "time", NULL, NULL}};
    struct series_list l = find(given, 2);
    cr_assert(l.count == 1);
    char *text = text_printed(print_points, l.series, NULL);
    cr_expect(strstr(text, " 10.5 ns") != NULL, "%s", text);
    cr_expect(strstr(text, " 123456.75 ns") != NULL, "%s", text);
}

Test(history_series, a_pattern_chooses_by_name_or_name_and_quantity) {
    struct scratch s = scratch_make();
    struct history *h = sample_open(sample_place(&s, "h"));
    struct diagnostic d = {""};
    static const struct {
        const char *pattern;
        int count;
    } cases[] = {{"rod/semi-explicit-euler.gaming/default/fixed", 13},
                 {"rod*/cycles", 1},
                 {"*/time", 2},
                 {"pendulum", 0},
                 {NULL, 26}};
    sample_add(h, sample_timing(1, 1));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct series_list l;
        cr_assert(series_find(&l, h, cases[i].pattern, 1, &d) == EXIT_PASSED);
        cr_expect(l.count == cases[i].count, "%s: %d",
                  cases[i].pattern ? cases[i].pattern : "", l.count);
    }
}

Test(history_series, a_ratio_belongs_to_what_it_is_compared_with) {
    struct scratch s = scratch_make();
    struct history *h = sample_open(sample_place(&s, "h"));
    struct diagnostic d = {""};
    struct series_list l;
    json_t *other = sample_compare(3, 0.02);
    json_object_set_new(json_object_get(other, "baseline"), "commit",
                        json_string("another"));
    sample_add(h, sample_compare(1, 0.001));
    sample_add(h, sample_compare(2, 0.002));
    sample_add(h, other);
    cr_assert(series_find(&l, h, NULL, 1, &d) == EXIT_PASSED, "%s", d.text);
    cr_assert(l.count == 2);
    cr_expect(l.series[0].count == 2 && l.series[1].count == 1);
    cr_expect_str_eq(l.series[1].baseline, "another");
    cr_expect(l.series[0].point[1].value == 1.002);
}

Test(history_series, other_values_than_ratios_belong_to_no_baseline) {
    static const char *const baselines[] = {"one", "another"};
    struct scratch s = scratch_make();
    struct history *h = sample_open(sample_place(&s, "h"));
    struct diagnostic d = {""};
    struct series_list l;
    for (int i = 0; i < 2; i++) {
        struct given g = {i, 10.5 + i, "time", NULL, NULL};
        json_t *document = make_document(&g, 1770000000 + i);
        json_object_set(document, "candidate", json_object_get(document, "build"));
        json_object_set_new(document, "baseline",
                            json_pack("{s:s}", "commit", baselines[i]));
        sample_add(h, document);
    }
    cr_assert(series_find(&l, h, NULL, 1, &d) == EXIT_PASSED, "%s", d.text);
    cr_assert(l.count == 1 && l.series[0].count == 2);
    cr_expect_str_eq(l.series[0].baseline, "");
}
