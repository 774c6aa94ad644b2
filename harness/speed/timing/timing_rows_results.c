/* Results of the table's rows: those of one model, method and mode are one result with a point
 * for each. Of Simbody's times nothing is asked where it runs beside us: as packages have it, it
 * formats debugging texts all the time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/speed/timing/timing_results.h"
#include "harness/speed/timing/timing_rows.h"

enum quantity { NS_PER_STEP, ORIGINAL_RATIO, PEER_RATIO, QUANTITIES };
static const char *const names[] = {"ns-per-step", "original-ratio", "peer-ratio"};

static int case_of(int row, enum timing_row_part part) {
    return TIMING_ROW_PARTS * row + (int)part;
}

static double original_over_ours(const struct batch *b, int process, int i) {
    return timing_rows[i / TIMING_ROW_PARTS].original_ns / batch_ns(b, process, i);
}

static double peer_over_ours(const struct batch *b, int process, int i) {
    return batch_ratio(b, process, case_of(i / TIMING_ROW_PARTS, TIMING_PEER), i);
}

/* How far Simbody's heights are from those of the faithful mode after its pass. */
static double peer_off(const struct batch *b, int row) {
    const json_t *its = batch_counters(b, case_of(row, TIMING_PEER));
    const json_t *ours = batch_counters(b, case_of(row, TIMING_FAITHFUL));
    double off = its != NULL && ours != NULL ? 0 : NAN;
    size_t i;
    json_t *height;
    json_array_foreach(json_object_get(its, "end"), i, height) {
        if (json_is_number(height))
            off = fmax(off, fabs(json_number_value(height) -
                                 json_number_value(
                                     json_array_get(json_object_get(ours, "end"), i))));
    }
    return off;
}

/* ---- Points */

/* Of a row with contacts; allocations are those of a pass. */
static const char of_scenes[] =
    "kind size solver h steps=pass_steps original_ns peer_ns peer_off ns allocations "
    "solves solves_warm solves_not_verified iterations factorizations impacts rows_evals "
    "gap_evals rates_evals=evaluations value low high";

static void describe_scene(struct timing_point *p, const struct batch *b, int row,
                           enum timing_row_part part) {
    const struct timing_row *its = &timing_rows[row];
    const double length = part == TIMING_DEFAULT ? its->length : its->original_length;
    p->size = its->size != NULL ? its->size : "-";
    p->solver = part == TIMING_DEFAULT            ? "Proximal"
                : strcmp(its->option, "pgs") == 0 ? "PGS"
                                                  : "PLUS";
    p->pass_steps = lround(length / its->step);
    p->peer_ns = batch_estimate(b, case_of(row, TIMING_PEER), batch_ns).value;
    p->peer_off = peer_off(b, row);
    p->allocations = batch_count(b, case_of(row, part), "allocations");
}

static const char of_runs[] =
    "kind projection accuracy h length original_ns ns steps attempts evaluations "
    "iterations q_projections u_projections allocations value low high";

static struct timing_point make_point(const struct batch *b, int row,
                                      enum timing_row_part part, struct estimate e) {
    const struct timing_row *its = &timing_rows[row];
    const bool is_scene = timing_row_has_contacts(its);
    const int i = case_of(row, part);
    struct timing_point p = timing_point_begin(is_scene ? of_scenes : of_runs, e);
    timing_point_count(&p, b, i);
    p.kind = isnan(its->step) ? "error-controlled" : "fixed";
    p.h = its->step;
    p.original_ns = its->original_ns;
    p.ns = batch_estimate(b, i, batch_ns).value;
    if (is_scene) {
        describe_scene(&p, b, row, part);
    } else {
        p.projection = its->option;
        p.accuracy = its->accuracy;
        p.length = its->length;
    }
    return p;
}

/* ---- Results */

/* Whether a row has the quantity at all. */
static bool has(const struct timing_row *row, enum timing_row_part mode,
                enum quantity quantity) {
    if (row->original_length == 0 && (mode == TIMING_FAITHFUL || quantity == PEER_RATIO))
        return false;
    return quantity == ORIGINAL_RATIO
               ? isfinite(row->original_ns)
               : quantity == NS_PER_STEP || timing_row_has_contacts(row);
}

/* The result's numbers are those of its first row that has a bound, or else of its first. */
static void take_row(struct result *r, struct timing_points *points,
                     const struct batch *b, int row, enum timing_row_part mode,
                     enum quantity quantity) {
    static batch_number *const number[] = {batch_ns, original_over_ours, peer_over_ours};
    const struct timing_row *its = &timing_rows[row];
    const struct estimate e = batch_estimate(b, case_of(row, mode), number[quantity]);
    const double most = quantity == NS_PER_STEP ? its->most_ns[mode] : NAN;
    const double least = quantity == ORIGINAL_RATIO ? its->least_ratio : NAN;
    const double bound = quantity == NS_PER_STEP ? most : least;
    if (points->count == 0 || (isnan(r->expected) && isfinite(bound))) {
        timing_take(r, e);
        r->expected = bound;
    }
    if (quantity == NS_PER_STEP || isfinite(bound))
        r->verdict = verdict_worse(
            r->verdict, isfinite(e.value) ? timing_judge(e, least, most) : VERDICT_FAIL);
    timing_point_add(points, make_point(b, row, mode, e));
}

static bool is_together(int i, int j) {
    return strcmp(timing_rows[i].model, timing_rows[j].model) == 0 &&
           strcmp(timing_rows[i].method, timing_rows[j].method) == 0;
}

/* Why a row has no such number; NULL: it has. */
static const char *find_failure(const struct batch *b, int row, enum timing_row_part mode,
                                enum quantity quantity) {
    const char *why = batch_failure(b, case_of(row, mode));
    return why == NULL && quantity == PEER_RATIO
               ? batch_failure(b, case_of(row, TIMING_PEER))
               : why;
}

static void append(const struct batch *b, int first, enum timing_row_part mode,
                   enum quantity quantity, struct timing_results *results) {
    const struct timing_row *of = &timing_rows[first];
    struct result r =
        timing_result(of->model, of->method,
                      mode == TIMING_FAITHFUL ? "faithful" : "default", names[quantity]);
    struct timing_points points = {.count = 0};
    const char *failure = NULL;
    double allocations = 0;
    r.verdict = VERDICT_PASS;
    r.expected = NAN;
    for (int row = first; row < timing_rows_count; row++) {
        if (!is_together(first, row) || !has(&timing_rows[row], mode, quantity))
            continue;
        const char *why = find_failure(b, row, mode, quantity);
        failure = failure == NULL ? why : failure;
        if (why == NULL)
            allocations += batch_count(b, case_of(row, mode), "allocations");
        take_row(&r, &points, b, row, mode, quantity);
    }
    const int rows = points.count;
    if (quantity == NS_PER_STEP && !(allocations == 0))
        r.verdict = VERDICT_FAIL;
    if (rows == 0)
        return;
    if (failure != NULL)
        timing_append(results, &r, &points, "%s", failure);
    else if (quantity == NS_PER_STEP)
        timing_append(results, &r, &points, "of one of %d kinds of runs; %g allocations",
                      rows, allocations);
    else
        timing_append(
            results, &r, &points,
            quantity == ORIGINAL_RATIO
                ? "the original's recorded time, without debugging texts, on another "
                  "machine, over ours, of one of %d kinds of runs"
                : "Simbody's time over ours in the same rounds, of the first of %d "
                  "kinds "
                  "of runs; it was built as its package has it, with debugging texts and "
                  "assertions",
            rows);
}

/* Whether a row begins a result: nothing of it is there where another method was asked for, or the
 * build lacks the method. */
static bool is_first(const struct batch *b, int row, bool of_contacts) {
    for (int before = 0; before < row; before++)
        if (is_together(before, row))
            return false;
    return timing_row_has_contacts(&timing_rows[row]) == of_contacts &&
           (of_contacts || batch_counters(b, case_of(row, TIMING_DEFAULT)) != NULL);
}

void timing_rows_results(const struct batch *b, bool of_contacts,
                         struct timing_results *results) {
    for (int row = 0; row < timing_rows_count; row++)
        for (int k = 0; k < 2 * QUANTITIES && is_first(b, row, of_contacts); k++)
            append(b, row,
                   (k < QUANTITIES) == of_contacts ? TIMING_DEFAULT : TIMING_FAITHFUL,
                   (enum quantity)(k % QUANTITIES), results);
}

static json_t *list_rows(const char *method) {
    return timing_rows_workloads(false, method);
}
static json_t *list_contacts(const char *method) {
    return timing_rows_workloads(true, method);
}
static void tell_rows(const struct batch *b, struct timing_results *results) {
    timing_rows_results(b, false, results);
}
static void tell_contacts(const struct batch *b, struct timing_results *results) {
    timing_rows_results(b, true, results);
}

const struct timing_table_kind timing_table_kinds[TIMING_TABLES] = {
    [TIMING_TABLE_OF_ROWS] = {TIMING_ROWS, 6, list_rows, tell_rows},
    [TIMING_TABLE_OF_CONTACTS] = {TIMING_CONTACTS, 10, list_contacts, tell_contacts},
    [TIMING_TABLE_OF_LANES] = {TIMING_ROWS, 6, timing_lanes_workloads,
                               timing_lanes_results},
    [TIMING_TABLE_OF_HAND] = {TIMING_HAND, 2, timing_hand_workloads, timing_hand_results},
};
