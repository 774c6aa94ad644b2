/* A measurer that makes times up.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "harness/base/message.h"
#include "harness/tests/history/made_times.h"

enum { blocks = 5 };

static double effect(const struct made_times *t, const struct bench_contestant *c,
                     bool is_shifted) {
    const char *library = c->library;
    const bool is_new = strstr(library, "new") != NULL || strstr(library, "copy") != NULL;
    return log1p((double)c->slow * t->ruler_ns / t->pass_ns) +
           (library[strlen(library) - 1] == '1' ? t->bad_place : 0) +
           (is_new && is_shifted ? t->shift : 0);
}

static json_t *make_contestant(double ns, double log_ratio) {
    json_t *array = json_array();
    for (int i = 0; i < blocks; i++)
        json_array_append_new(array, json_real(ns));
    return json_pack("{s:f, s:f, s:o, s:i, s:{s:i}}", "ns", ns, "log_ratio", log_ratio,
                     "blocks", array, "passes", 3, "counters", "steps", 64);
}

static struct made_times *made;

static int measure(struct measured *found, const struct bench_request *r,
                   struct diagnostic *d) {
    struct made_times *t = made;
    gsl_rng *random = gsl_rng_alloc(gsl_rng_taus);
    gsl_rng_set(random, r->seed);
    const double noise = gsl_ran_gaussian(random, t->scatter);
    gsl_rng_free(random);
    if (t->processes < 64)
        t->seeds[t->processes] = r->seed;
    const long process = t->processes++;
    *found = (struct measured){.count = 0};
    if (process < t->fails)
        return message_set(d, "killed by signal 11");
    const bool is_shifted = !t->first_is_shifted || process < t->shifted;
    const double first = effect(t, &r->contestant[0], is_shifted);
    json_t *contestants = json_array();
    json_array_append_new(contestants, make_contestant(t->pass_ns * exp(first), 0));
    if (r->contestants > 1) {
        const double second = effect(t, &r->contestant[1], is_shifted) + t->second;
        json_array_append_new(
            contestants,
            make_contestant(t->pass_ns * exp(second + noise), second + noise - first));
    }
    for (int i = 0; i < r->contestants && t->new_fails; i++)
        if (strstr(r->contestant[i].library, "new") != NULL)
            json_array_set_new(contestants, (size_t)i,
                               json_pack("{s:s}", "failed", "there is no such method"));
    json_t *answer =
        json_pack("{s:f, s:o}", "ruler_ns", t->ruler_ns, "contestants", contestants);
    const int failed = measured_read(found, answer, d);
    json_decref(answer);
    return failed;
}

static bool is_new(const struct made_times *t, const char *library) {
    return t->new_library != NULL && strcmp(library, t->new_library) == 0;
}

static int count(json_t **counters, const char *library, const json_t *workload,
                 struct diagnostic *d) {
    struct made_times *t = made;
    json_t *own = is_new(t, library) ? t->new_counters : t->old_counters;
    (void)workload;
    if (own == NULL)
        return message_set(d, "there is no such model");
    *counters = json_incref(own);
    return 0;
}

static int instructions(json_t **found, const char *library, const json_t *workload,
                        long slow, struct diagnostic *d) {
    struct made_times *t = made;
    double own = is_new(t, library) ? t->new_instructions : t->old_instructions;
    (void)workload;
    (void)slow;
    if (isnan(own))
        return message_set(d, "valgrind is not installed");
    *found = json_pack("{s:I, s:s}", "instructions", (json_int_t)own, "tool",
                       "callgrind 3.19.0");
    return 0;
}

struct measurer made_measurer(struct made_times *times) {
    made = times;
    return (struct measurer){measure, count, instructions};
}
