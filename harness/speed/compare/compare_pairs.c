/* What a pair's measurement says of a comparison.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/base/json_number.h"
#include "harness/base/stopwatch.h"
#include "harness/speed/compare/compare.h"
#include "harness/speed/compare/placement.h"
#include "harness/speed/measure/estimate.h"

static json_t *describe_side(const struct pairs_found *f, bool new, double steps) {
    json_t *processes = json_array(), *cycles = json_array();
    for (int i = 0; i < f->processes; i++) {
        const struct pairs_process *p = &f->process[i];
        double ns = new ? p->new_ns : p->old_ns;
        json_array_append_new(processes, json_number(ns / steps));
        json_array_append_new(
            cycles, json_number(stopwatch_ruler_cycles * ns / steps / p->ruler_ns));
    }
    const struct block_times *blocks = new ? &f->new_blocks : &f->old_blocks;
    double quantile[ESTIMATE_QUANTILES];
    const int count = estimate_quantiles(quantile, blocks->count, blocks->ns, steps);
    return json_pack("{s:o, s:o, s:o}", "processes", processes, "cycles", cycles,
                     "blocks", json_numbers(quantile, count));
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

void compare_take_pairs(struct comparison *c, const struct pairs_found *f,
                        bool has_ring) {
    const struct rule_estimate *e = &f->estimate;
    const double steps = compare_steps(c);
    const struct placement placement = placement_find(f, has_ring);
    if (f->failed.text[0] != '\0') {
        compare_settle(c, COMPARE_NOT_MEASURED, json_text_of(f->failed.text));
        return;
    }
    c->is_paired = c->is_timed = true;
    c->old_ns = pairs_old_ns(f) / steps;
    c->new_ns = pairs_new_ns(f) / steps;
    c->change = expm1(e->change);
    c->half = e->half;
    c->detectable = e->detectable;
    c->power = f->power;
    c->processes = f->processes;
    c->log_ratios = json_array();
    for (int i = 0; i < f->processes; i++)
        json_array_append_new(c->log_ratios, json_number(f->process[i].log_ratio));
    c->old_times = describe_side(f, false, steps);
    c->new_times = describe_side(f, true, steps);
    c->placement = placement.spread;
    c->placement_notable = placement.is_notable;
    c->positions = has_ring ? json_numbers(placement.position, BENCH_RING) : NULL;
    compare_settle(c, (int)f->verdict, reason_of(f));
}
