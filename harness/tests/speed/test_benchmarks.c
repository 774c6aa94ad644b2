/* Which benchmarks there are.
 *
 * Seen to fail: a name without its form; fixed steps of backward differentiation formulas,
 * which have none; methods on models that they do not take.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/integrators/methods/method.h"
#include "harness/methods/method_row.h"
#include "harness/speed/benchmarks/bench.h"
#include "harness/speed/benchmarks/benchmarks.h"
#include "harness/speed/benchmarks/pass.h"
#include "problems/catalogue.h"
#include "problems/model.h"
#include "problems/readers/eval_lanes.h"

static struct catalogue *open_catalogue(void) {
    struct catalogue *catalogue;
    struct diagnostic d = {""};
    cr_assert(catalogue_open(&catalogue, HALFSTEP_MODELS, &d) == PROBLEM_OK, "%s",
              d.text);
    return catalogue;
}

static struct benchmarks choose(const struct catalogue *catalogue, const char *method,
                                enum benchmarks_extent extent) {
    const struct benchmarks_request workload = {
        .catalogue = catalogue, .method = method, .extent = extent};
    struct benchmarks b;
    struct diagnostic d = {""};
    cr_assert(benchmarks_choose(&b, &workload, &d) == 0, "%s", d.text);
    return b;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

Test(benchmarks, all_have_names_of_their_own) {
    struct catalogue *catalogue = open_catalogue();
    struct benchmarks all = choose(catalogue, NULL, BENCHMARKS_FULL);
    const char **names = calloc((size_t)all.count, sizeof *names);
    cr_assert(names != NULL && all.count > 1000, "%d", all.count);
    for (int i = 0; i < all.count; i++)
        names[i] = all.benchmark[i].name;
    qsort(names, (size_t)all.count, sizeof *names, compare_names);
    for (int i = 1; i < all.count; i++)
        cr_expect(strcmp(names[i - 1], names[i]) != 0, "%s", names[i]);
}

/* The counters of steps of heavy_top, alone or with a kernel. */
static json_t *count_steps(const struct bench_build *build, const char *kernel) {
    json_t *counters,
        *workload = json_pack("{s:s, s:s, s:f, s:f, s:s*}", "model", "heavy_top",
                              "method", "runge-kutta-merson", "step", 0x1p-12, "length",
                              16 * 0x1p-12, "kernel", kernel);
    struct diagnostic why = {""};
    cr_assert(bench_count(&counters, build->library[0], workload, &why) == 0, "%s",
              why.text);
    return counters;
}

/* Seen to fail: a lane filled in that there is not. */
Test(benchmarks, runs_side_by_side_end_where_one_alone_does) {
    struct bench_build build;
    struct diagnostic d = {""};
    cr_assert(bench_build_find(&build, bench_this_program(), &d) == 0, "%s", d.text);
    json_t *alone = count_steps(&build, NULL), *beside = count_steps(&build, PASS_LANES);
    const json_t *end = json_object_get(alone, "end");
    cr_expect(json_array_size(end) > 0);
    cr_expect(json_equal(end, json_object_get(beside, "end")));
    cr_expect(json_integer_value(json_object_get(beside, "steps")) ==
              EVAL_LANES * json_integer_value(json_object_get(alone, "steps")));
    bench_build_clear(&build);
}

static bool has_method(const struct benchmarks *b, const char *method) {
    const size_t length = strlen(method);
    for (int i = 0; i < b->count; i++)
        if (strncmp(b->benchmark[i].method, method, length) == 0 &&
            strchr(".", b->benchmark[i].method[length]) != NULL)
            return true;
    return false;
}

Test(benchmarks, a_quick_choice_leaves_out_no_method) {
    struct catalogue *catalogue = open_catalogue();
    struct benchmarks quick = choose(catalogue, NULL, BENCHMARKS_QUICK);
    for (const struct method *m = method_table(); m->name != NULL; m++)
        cr_expect(has_method(&quick, m->name), "%s", m->name);
    cr_expect(quick.count >= 25 && quick.count <= 60, "%d", quick.count);
}

Test(benchmarks, each_of_a_quick_choice_can_be_run) {
    struct catalogue *catalogue = open_catalogue();
    struct benchmarks quick = choose(catalogue, NULL, BENCHMARKS_QUICK);
    struct bench_build build;
    struct diagnostic d = {""};
    cr_assert(bench_build_find(&build, bench_this_program(), &d) == 0, "%s", d.text);
    for (int i = 0; i < quick.count; i++) {
        const struct benchmark *b = &quick.benchmark[i];
        json_t *counters;
        struct diagnostic why = {""};
        cr_expect(bench_count(&counters, build.library[0], b->workload, &why) == 0,
                  "%s: %s", b->name, why.text);
        cr_expect(json_integer_value(json_object_get(counters, "steps")) > 0, "%s",
                  b->name);
    }
    bench_build_clear(&build);
}

Test(benchmarks, one_method_alone_is_a_part_of_all_in_the_same_order) {
    struct catalogue *catalogue = open_catalogue();
    struct benchmarks all = choose(catalogue, NULL, BENCHMARKS_STANDARD);
    struct benchmarks part =
        choose(catalogue, "semi-explicit-euler", BENCHMARKS_STANDARD);
    int at = 0;
    for (int i = 0; i < all.count; i++)
        if (at < part.count &&
            strcmp(all.benchmark[i].name, part.benchmark[at].name) == 0) {
            cr_expect(json_equal(all.benchmark[i].workload, part.benchmark[at].workload));
            at++;
        }
    cr_expect(part.count > 0 && at == part.count, "%d of %d", at, part.count);
    cr_expect(has_method(&part, "semi-explicit-euler.gaming") &&
              !has_method(&part, "semi-explicit-euler-2"));
}

Test(benchmarks, settings_reach_each_workload) {
    struct catalogue *catalogue = open_catalogue();
    struct setting setting = {"l", "1.37"};
    const struct model_settings settings = {1, &setting, NULL};
    const char *name = "pendulum";
    const struct model_names names = {1, &name};
    const struct benchmarks_request workload = {
        .catalogue = catalogue, .models = &names, .settings = &settings};
    struct benchmarks b;
    struct diagnostic d = {""};
    cr_assert(benchmarks_choose(&b, &workload, &d) == 0, "%s", d.text);
    cr_expect(b.count > 10);
    for (int i = 0; i < b.count; i++) {
        const json_t *set = json_object_get(b.benchmark[i].workload, "set");
        const char *value = json_string_value(json_object_get(set, "l"));
        cr_expect(value != NULL && strcmp(value, "1.37") == 0);
    }
}

/* 4 by 4 bricks have 100 contacts, of three rows each, 11 by 11 have 880. Seen to fail: no limit
 * of rows. */
Test(benchmarks, faithful_mode_is_not_asked_for_thousands_of_contacts) {
    static const char *const sizes[] = {"4", "11"};
    struct catalogue *catalogue = open_catalogue();
    for (int k = 0; k < 2; k++) {
        struct setting setting[] = {{"rows", sizes[k]}, {"columns", sizes[k]}};
        const struct model_settings settings = {2, setting, NULL};
        const char *name = "brick_wall";
        const struct model_names names = {1, &name};
        const struct benchmarks_request workload = {.catalogue = catalogue,
                                                    .method = "contact-stepper",
                                                    .models = &names,
                                                    .settings = &settings,
                                                    .extent = BENCHMARKS_FULL};
        struct benchmarks b;
        struct diagnostic d = {""};
        int faithful = 0;
        cr_assert(benchmarks_choose(&b, &workload, &d) == 0, "%s", d.text);
        for (int i = 0; i < b.count; i++)
            faithful += b.benchmark[i].mode != NULL &&
                        strcmp(b.benchmark[i].mode, "faithful") == 0;
        cr_expect(b.count > faithful && (faithful > 0) == (k == 0), "%d of %d", faithful,
                  b.count);
    }
}
