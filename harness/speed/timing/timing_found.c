/* What the processes have found about a model, and how it appears in points of results.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/result_list.h"
#include "harness/speed/timing/timing_results.h"

static const json_t *case_of(const struct timing_found *f, int process, int setting) {
    return json_array_get(json_object_get(f->found[process], "cases"), (size_t)setting);
}

double timing_number(const struct timing_found *f, int process, int setting,
                     const char *key) {
    const json_t *number = json_object_get(case_of(f, process, setting), key);
    return json_is_number(number) ? json_number_value(number) : NAN;
}

/* A setting's number under a key, of every process that has found something: value[processes];
 * returns how many. */
static int timing_values(const struct timing_found *f, int setting, const char *key,
                         double *value) {
    int count = 0;
    for (int p = 0; p < f->processes; p++)
        if (f->found[p] != NULL)
            value[count++] = timing_number(f, p, setting, key);
    return count;
}

int timing_first_process(const struct timing_found *f) {
    for (int p = 0; p < f->processes; p++)
        if (f->found[p] != NULL)
            return p;
    return -1;
}

/* The counts do not depend on the process. */
double timing_count_of(const struct timing_found *f, int setting, const char *key) {
    int process = timing_first_process(f);
    return process < 0 ? NAN : timing_number(f, process, setting, key);
}

/* Of the values, or of `over` divided by them. */
static struct estimate estimate(const struct timing_found *f, int setting,
                                const char *key, const double *over) {
    double *value = calloc((size_t)f->processes + 1, sizeof *value);
    struct estimate e = {NAN, NAN, NAN};
    if (value != NULL) {
        const int count = timing_values(f, setting, key, value);
        for (int i = 0; i < count && over != NULL; i++)
            value[i] = *over / value[i];
        e = estimate_ratio(count, value);
    }
    free(value);
    return e;
}

struct estimate timing_estimate(const struct timing_found *f, int setting,
                                const char *key) {
    return estimate(f, setting, key, NULL);
}

struct estimate timing_ratio_to(const struct timing_found *f, int setting, double ns) {
    return estimate(f, setting, "ns", &ns);
}

bool timing_is_in_group(const struct timing_setting *s, int group) {
    return (int)s->method == group / 2 && (int)s->mode == group % 2;
}

json_t *timing_point(const struct timing_setting *s) {
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "kind",
                     s->fixed ? "fixed" : "error-controlled", "jacobian",
                     timing_jacobian_name(s), "newton", timing_newton_name(s), "accuracy",
                     json_number(s->accuracy), "h", json_number(s->h), "length",
                     json_number(s->length));
}

void timing_add_estimate(json_t *point, struct estimate e) {
    json_t *told = estimate_tell(e);
    json_object_update(point, told);
    json_decref(told);
}

void timing_add_values(json_t *point, const struct timing_found *f, int setting,
                       const char *key, const char *as) {
    double *value = calloc((size_t)f->processes + 1, sizeof *value);
    if (value != NULL)
        json_object_set_new(point, as,
                            json_numbers(value, timing_values(f, setting, key, value)));
    free(value);
}

/* Counters for each step. */
void timing_add_counts(json_t *point, const struct timing_found *f, int setting) {
    static const char *const keys[] = {"evaluations", "iterations",     "solves",
                                       "jacobians",   "factorizations", "factors",
                                       "maps",        "products",       "allocations"};
    double steps = timing_count_of(f, setting, "steps");
    json_object_set_new(point, "steps", json_number(steps));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        json_object_set_new(point, keys[i],
                            json_number(timing_count_of(f, setting, keys[i]) / steps));
}

void timing_append(json_t *results, const struct timing_found *f, const char *method,
                   int group, const struct result *r, const char *reason) {
    const struct study study = {.model = f->model, .method = method};
    struct results one = {.count = 0};
    if (result_append(&one, &study, r, "%s", reason) || results_hand_on(&one, results))
        return;
    json_t *last = json_array_get(results, json_array_size(results) - 1);
    json_object_set_new(last, "model", json_text(f->name, strlen(f->name)));
    json_object_set_new(last, "mode",
                        json_string(timing_mode_name((enum fast_mode)(group % 2))));
}

struct result timing_result(const struct timing_found *f, const char *quantity) {
    struct result r = result_begin(f->model, "timing", "double", quantity);
    r.grade = "none";
    r.required = false;
    r.points = json_array();
    return r;
}

enum verdict timing_judge(struct estimate e, double least, double most) {
    if (e.low > most || e.high < least)
        return VERDICT_FAIL;
    return (isnan(most) || e.high <= most) && (isnan(least) || e.low >= least)
               ? VERDICT_PASS
               : VERDICT_NOT_ASYMPTOTIC;
}

void timing_take(struct result *r, struct estimate e) {
    r->value = e.value;
    r->low = e.low;
    r->high = e.high;
}
