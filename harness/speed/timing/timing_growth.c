/* One length of a chain in a process, with all methods that take it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_growth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"

/* Dense matrices are factored in the cube of their size. */
static const double worst_power = 3, longest_pass_ns = 0.5e9;

static const double block_ns = 100e3;
enum { steps_in_pass = 8, warm_up = 1 };

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
static bool is_too_slow(const struct timing_growth_request *r, const json_t *variant) {
    const char *name = json_string_value(json_object_get(variant, "variant"));
    const json_t *before = find_variant(r->shorter, name);
    if (before == NULL)
        return false;
    if (json_object_get(before, "left_out") != NULL)
        return true;
    const double ns = json_number_value(json_object_get(before, "pass_ns"));
    return ns * pow((double)r->masses / r->shorter_masses, worst_power) > longest_pass_ns;
}

static json_t *make_wish(const struct timing_growth_request *r,
                         const struct benchmark *b) {
    json_t *wish = json_copy(b->wish);
    if (strcmp(b->kind, "fixed") == 0)
        json_object_set_new(wish, "step", json_real(r->step));
    json_object_set_new(wish, "length", json_real(steps_in_pass * r->step));
    return wish;
}

static void describe(json_t *variant, const json_t *found) {
    static const char *const keys[] = {"steps",     "evaluations",    "iterations",
                                       "jacobians", "factorizations", "allocations"};
    const json_t *counters = json_object_get(found, "counters");
    const json_t *why = json_object_get(found, "failed");
    const double ns = json_number_value(json_object_get(found, "ns"));
    const double steps = json_number_value(json_object_get(counters, "steps"));
    if (why != NULL || !(steps > 0)) {
        json_object_set_new(variant, "left_out",
                            why != NULL ? json_incref((json_t *)why)
                                        : json_string("it makes no steps"));
        return;
    }
    json_object_set_new(variant, "ns", json_number(ns / steps));
    json_object_set_new(variant, "pass_ns", json_number(ns));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (json_object_get(counters, keys[i]) != NULL)
            json_object_set(variant, keys[i], json_object_get(counters, keys[i]));
}

/* Those that take part, their wishes in `wishes`; one that is too slow says so. */
static json_t *list_variants(const struct timing_growth_request *r,
                             const struct benchmarks *b, json_t *wishes) {
    json_t *variants = json_array();
    for (int i = 0; i < b->count; i++) {
        if (!takes_part(b, &b->benchmark[i]))
            continue;
        json_t *variant = make_variant(&b->benchmark[i]);
        if (is_too_slow(r, variant))
            json_object_set_new(variant, "left_out",
                                json_string("its passes would take too long"));
        else
            json_array_append_new(wishes, make_wish(r, &b->benchmark[i]));
        json_array_append_new(variants, variant);
    }
    return variants;
}

static int measure(const struct timing_growth_request *r, json_t *variants,
                   const json_t *wishes, struct diagnostic *d) {
    const size_t count = json_array_size(wishes);
    struct bench_contestant *contestant = calloc(count + 1, sizeof *contestant);
    json_t *found = NULL, *variant;
    size_t i, next = 0;
    if (contestant == NULL)
        return message_set(d, "out of memory");
    for (i = 0; i < count; i++)
        contestant[i] = (struct bench_contestant){
            .library = r->library, .wish = json_array_get(wishes, i), .like = (int)i};
    const struct bench_request request = {.contestants = (int)count,
                                          .contestant = contestant,
                                          .rounds = r->rounds,
                                          .warm_up = warm_up,
                                          .block_ns = block_ns,
                                          .seed = r->seed,
                                          .seconds = r->seconds};
    const int failed = count > 0 ? bench_measure(&found, &request, d) : 0;
    json_array_foreach(variants, i, variant) {
        if (!failed && json_object_get(variant, "left_out") == NULL)
            describe(variant,
                     json_array_get(json_object_get(found, "contestants"), next++));
    }
    json_decref(found);
    free(contestant);
    return failed;
}

json_t *timing_growth_measure(const struct timing_growth_request *r,
                              struct diagnostic *d) {
    char number[32], bend[32], n[] = "n", bend_name[] = "bend";
    snprintf(number, sizeof number, "%d", r->masses);
    snprintf(bend, sizeof bend, "1/%d", r->masses);
    struct setting setting[] = {{n, number}, {bend_name, bend}};
    /* The angle between the first rod and the last is the same whatever their number. */
    const int has_bend = strstr(r->model, "cartesian") != NULL;
    const struct model_settings settings = {1 + has_bend, setting, NULL};
    const struct model_names names = {1, (const char **)&r->model};
    const struct benchmarks_wish wish = {.catalogue = r->catalogue,
                                         .models = &names,
                                         .settings = &settings,
                                         .method = r->method,
                                         .extent = BENCHMARKS_STANDARD};
    struct benchmarks chosen;
    if (benchmarks_choose(&chosen, &wish, d))
        return NULL;
    json_t *wishes = json_array(), *variants = list_variants(r, &chosen, wishes);
    const int failed = measure(r, variants, wishes, d);
    benchmarks_clear(&chosen);
    json_decref(wishes);
    if (failed) {
        json_decref(variants);
        return NULL;
    }
    return json_pack("{s:i, s:o}", "masses", r->masses, "variants", variants);
}
