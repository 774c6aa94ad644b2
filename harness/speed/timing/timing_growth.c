/* All methods that take a chain.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_chain.h"

#include <math.h>
#include <string.h>

#include "harness/speed/benchmarks/benchmarks.h"

/* Dense matrices are factored in the cube of their size. */
static const double worst_power = 3, longest_pass_ns = 0.5e9;

/* Whether the method has fixed steps there. */
static bool has_fixed(const struct benchmarks *b, const char *method) {
    for (int i = 0; i < b->count; i++)
        if (strcmp(b->benchmark[i].method, method) == 0 &&
            strcmp(b->benchmark[i].kind, "fixed") == 0)
            return true;
    return false;
}

/* The default mode, by fixed steps; where there are none, under error control. */
static bool takes_part(const struct benchmarks *b, const struct benchmark *one) {
    const bool is_fixed = strcmp(one->kind, "fixed") == 0;
    return strcmp(one->mode, "default") == 0 &&
           (is_fixed ||
            (strcmp(one->kind, "controlled") == 0 && !has_fixed(b, one->method)));
}

static json_t *make_variant(const struct benchmark *b) {
    char name[128];
    snprintf(name, sizeof name, "%.60s/%.20s/%.20s", b->method, b->mode, b->kind);
    return json_pack("{s:s}", "variant", name);
}

static const json_t *find_variant(const json_t *document, const char *name) {
    size_t i;
    json_t *variant;
    json_array_foreach(json_object_get(document, "variants"), i, variant) {
        if (strcmp(json_string_value(json_object_get(variant, "variant")), name) == 0)
            return variant;
    }
    return NULL;
}

/* What it would take at most, by the shorter chain. */
static bool is_too_slow(const struct timing_length *l, const json_t *variant) {
    const char *name = json_string_value(json_object_get(variant, "variant"));
    const json_t *before = find_variant(l->shorter, name);
    if (before == NULL)
        return false;
    if (json_object_get(before, "left_out") != NULL)
        return true;
    const double ns = json_number_value(json_object_get(before, "pass_ns"));
    return ns * pow((double)l->masses / l->shorter_masses, worst_power) > longest_pass_ns;
}

static json_t *make_workload(const struct timing_length *l, const struct benchmark *b) {
    const double step = l->kind->step;
    json_t *workload = json_copy(b->workload);
    if (strcmp(b->kind, "fixed") == 0)
        json_object_set_new(workload, "step", json_real(step));
    json_object_set_new(workload, "length", json_real(l->kind->steps * step));
    return workload;
}

static void list(const struct timing_length *l, const struct benchmarks *b,
                 json_t *variants, json_t *workloads) {
    for (int i = 0; i < b->count; i++) {
        if (!takes_part(b, &b->benchmark[i]))
            continue;
        json_t *variant = make_variant(&b->benchmark[i]);
        const bool is_slow = is_too_slow(l, variant);
        if (is_slow)
            json_object_set_new(variant, "left_out",
                                json_string("its passes would take too long"));
        json_array_append_new(workloads,
                              is_slow ? json_null() : make_workload(l, &b->benchmark[i]));
        json_array_append_new(variants, variant);
    }
}

int timing_growth_list(const struct timing_length *l, json_t *variants, json_t *workloads,
                       struct diagnostic *d) {
    char number[32], bend[32];
    snprintf(number, sizeof number, "%d", l->masses);
    snprintf(bend, sizeof bend, "1/%d", l->masses);
    struct setting setting[] = {{"n", number}, {"bend", bend}};
    const struct model_settings settings = {1 + l->kind->has_bend, setting, NULL};
    const char *model = l->kind->model;
    const struct model_names names = {1, &model};
    const struct benchmarks_request workload = {.catalogue = l->catalogue,
                                                .models = &names,
                                                .settings = &settings,
                                                .method = l->method,
                                                .extent = BENCHMARKS_STANDARD};
    struct benchmarks chosen;
    if (benchmarks_choose(&chosen, &workload, d))
        return -1;
    list(l, &chosen, variants, workloads);
    benchmarks_clear(&chosen);
    return 0;
}
