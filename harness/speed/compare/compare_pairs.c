/* What a pair's measurement says, in a comparison's document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "harness/base/json_number.h"
#include "harness/base/stopwatch.h"
#include "harness/speed/compare/compare.h"
#include "harness/speed/compare/placement.h"

/* So many quantiles draw a distribution. */
enum { most_quantiles = 101 };

/* Quantiles of many times, of one step each. */
static json_t *quantiles(const json_t *blocks, double steps) {
    json_t *array = json_array();
    size_t n = json_array_size(blocks), points = n < most_quantiles ? n : most_quantiles;
    double *ns = malloc((n + 1) * sizeof *ns);
    for (size_t i = 0; i < n && ns != NULL; i++)
        ns[i] = json_number_value(json_array_get(blocks, i)) / steps;
    if (n > 1 && ns != NULL) {
        gsl_sort(ns, 1, n);
        for (size_t i = 0; i < points; i++)
            json_array_append_new(array,
                                  json_number(gsl_stats_quantile_from_sorted_data(
                                      ns, 1, n, (double)i / (double)(points - 1))));
    }
    free(ns);
    return array;
}

static json_t *describe_side(const struct pairs_found *f, bool new, double steps) {
    json_t *processes = json_array(), *cycles = json_array();
    for (int i = 0; i < f->processes; i++) {
        const struct pairs_process *p = &f->process[i];
        double ns = new ? p->new_ns : p->old_ns;
        json_array_append_new(processes, json_number(ns / steps));
        json_array_append_new(
            cycles, json_number(STOPWATCH_RULER_CYCLES * ns / steps / p->ruler_ns));
    }
    return json_pack("{s:o, s:o, s:o}", "processes", processes, "cycles", cycles,
                     "blocks", quantiles(new ? f->new_blocks : f->old_blocks, steps));
}

static void add_placement(json_t *comparison, const struct pairs_found *f,
                          bool has_ring) {
    const struct placement found = placement_find(f, has_ring);
    json_object_set_new(comparison, "placement", json_number(found.spread));
    json_object_set_new(comparison, "placement_notable", json_boolean(found.is_notable));
    json_object_set_new(comparison, "positions",
                        has_ring ? json_numbers(found.position, BENCH_RING)
                                 : json_null());
}

static json_t *reason_of(const struct pairs_found *f) {
    const struct rule_estimate *e = &f->estimate;
    if (f->alarmed && !f->confirmed)
        return json_string("a first alarm that a second run did not confirm");
    if (f->verdict == RULE_CANNOT_TELL)
        return json_sprintf(
            "too noisy for a verdict after %d processes; if others scatter "
            "as these do, a change of %.2f %% is found in 95 of 100",
            e->processes, 100 * e->detectable);
    return json_string(f->confirmed ? "in two runs" : "");
}

static void add_numbers(json_t *comparison, const struct pairs_found *f, double steps) {
    const struct rule_estimate *e = &f->estimate;
    json_t *log_ratios = json_array();
    for (int i = 0; i < f->processes; i++)
        json_array_append_new(log_ratios, json_number(f->process[i].log_ratio));
    json_object_set_new(comparison, "old_ns", json_number(pairs_old_ns(f) / steps));
    json_object_set_new(comparison, "new_ns", json_number(pairs_new_ns(f) / steps));
    json_object_set_new(comparison, "change", json_number(expm1(e->change)));
    json_object_set_new(comparison, "half", json_number(e->half));
    json_object_set_new(comparison, "detectable", json_number(e->detectable));
    json_object_set_new(comparison, "power", json_number(f->power));
    json_object_set_new(comparison, "processes", json_integer(f->processes));
    json_object_set_new(comparison, "log_ratios", log_ratios);
}

void compare_take_pairs(json_t *comparison, const struct pairs_found *f, double steps,
                        bool has_ring) {
    if (f->failed.text[0] != '\0') {
        json_object_set_new(comparison, "verdict", json_string("not-measured"));
        json_object_set_new(comparison, "reason",
                            json_text(f->failed.text, strlen(f->failed.text)));
        return;
    }
    add_numbers(comparison, f, steps);
    json_object_set_new(comparison, "old", describe_side(f, false, steps));
    json_object_set_new(comparison, "new", describe_side(f, true, steps));
    add_placement(comparison, f, has_ring);
    json_object_set_new(comparison, "verdict",
                        json_string(rule_verdict_name(f->verdict)));
    json_object_set_new(comparison, "reason", reason_of(f));
}
