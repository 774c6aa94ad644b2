/* The table of the stepper with contacts in one process: its modes and Simbody in the same rounds,
 * so that their ratio is that of one machine in one state.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/speed/benchmarks/bench.h"
#include "harness/speed/benchmarks/pass.h"
#include "harness/speed/benchmarks/scene.h"
#include "harness/speed/measure/rounds.h"
#include "harness/speed/timing/timing_contacts.h"

enum { PARTS = TIMING_CONTACT_PARTS };

static const char *solver_of(const struct timing_contact_row *row) {
    return row->solver == PEER_SCENE_PGS ? "pgs" : "plus";
}

static json_t *make_options(const struct timing_contact_row *row, int part) {
    if (part == TIMING_CONTACT_DEFAULT)
        return json_object();
    if (part == TIMING_CONTACT_SIMBODY)
        return json_pack("{s:s}", "solver", solver_of(row));
    return json_pack("{s:s, s:s, s:o}", "mode", "faithful", "solver", solver_of(row),
                     "constraint-tolerance", json_sprintf("%.17g", scene_tolerance));
}

static json_t *make_workload(const struct timing_contact_row *row, int part) {
    const long steps = part == TIMING_CONTACT_DEFAULT ? row->steps : row->original_steps;
    if (steps == 0)
        return json_null();
    json_t *set = json_object();
    if (row->size != NULL)
        json_object_set_new(set, "n", json_string(row->size));
    return json_pack("{s:s, s:o, s:s, s:o, s:f, s:f}", "model", row->model, "set", set,
                     "method",
                     part == TIMING_CONTACT_SIMBODY ? PASS_SCENE : TIMING_CONTACTS_METHOD,
                     "options", make_options(row, part), "step", timing_contact_step,
                     "length", timing_contact_step * (double)steps);
}

json_t *timing_contacts_workloads(void) {
    json_t *workloads = json_array();
    for (int i = 0; i < PARTS * timing_contact_rows_count; i++)
        json_array_append_new(workloads,
                              make_workload(&timing_contact_rows[i / PARTS], i % PARTS));
    return workloads;
}

static double steps_of(const json_t *contestant) {
    return json_number_in(json_object_get(contestant, "counters"), "steps");
}

/* The median over the rounds in which both took part of the peer's time of a step over ours. */
static double ratio_of(const json_t *peer, const json_t *ours, int rounds) {
    const double steps = steps_of(ours) / steps_of(peer);
    double *ratio = calloc((size_t)rounds + 1, sizeof *ratio);
    for (int i = 0; i < rounds && ratio != NULL; i++)
        ratio[i] = bench_block(peer, i) / bench_block(ours, i) * steps;
    const double median = ratio == NULL ? NAN : rounds_median(ratio, rounds);
    free(ratio);
    return median;
}

/* How far Simbody's heights are from those of the faithful mode after its pass. */
static double off_by(const json_t *peer, const json_t *ours) {
    const json_t *its = json_object_get(json_object_get(peer, "counters"), "end");
    const json_t *end = json_object_get(json_object_get(ours, "counters"), "end");
    double off = json_array_size(end) > 0 ? 0 : NAN;
    size_t i;
    json_t *height;
    json_array_foreach((json_t *)its, i, height) {
        if (json_is_number(height))
            off = fmax(off, fabs(json_number_value(height) -
                                 json_number_value(json_array_get(end, i))));
    }
    return json_array_size(its) > 0 ? off : NAN;
}

/* Counts of a step, but the allocations are those of a pass. */
static json_t *describe(const json_t *contestants, int row, int part, int rounds) {
    const size_t first = (size_t)(PARTS * row);
    const json_t *its = json_array_get(contestants, first + (size_t)part);
    const json_t *peer = json_array_get(contestants, first + TIMING_CONTACT_SIMBODY);
    const double steps = steps_of(its);
    json_t *one = timing_case(its, rounds), *value;
    const char *key;
    if (!(steps > 0))
        return one;
    json_object_foreach(one, key, value) {
        if (json_is_integer(value) && strcmp(key, "allocations") != 0)
            json_object_set_new(one, key, json_number(json_number_value(value) / steps));
    }
    json_object_set_new(one, "ratio", json_number(ratio_of(peer, its, rounds)));
    if (part == TIMING_CONTACT_SIMBODY)
        json_object_set_new(
            one, "off",
            json_number(off_by(
                its, json_array_get(contestants, first + TIMING_CONTACT_FAITHFUL))));
    return one;
}

json_t *timing_contacts_found(const struct timing_found *f, const json_t *contestants,
                              int rounds, struct diagnostic *d) {
    json_t *cases = json_array();
    (void)f, (void)d;
    for (int i = 0; i < PARTS * timing_contact_rows_count; i++)
        json_array_append_new(cases, describe(contestants, i / PARTS, i % PARTS, rounds));
    return json_pack("{s:o}", "cases", cases);
}
