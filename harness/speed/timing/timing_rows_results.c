/* Results of the table's rows: those of one model, method and mode are one result with a point
 * for each. Of Simbody's times nothing is asked where it runs beside us: as packages have it, it
 * formats debugging texts all the time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
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
static void describe_scene(json_t *point, const struct batch *b, int row,
                           enum timing_row_part part) {
    static const char *const keys[] = {
        "solves",  "solves_warm", "solves_not_verified", "iterations", "factorizations",
        "impacts", "rows_evals",  "gap_evals",           NULL};
    const struct timing_row *its = &timing_rows[row];
    const int i = case_of(row, part);
    const double length = part == TIMING_DEFAULT ? its->length : its->original_length;
    json_t *more = json_pack(
        "{s:s, s:s, s:f, s:i, s:o, s:o, s:o, s:o, s:o}", "size",
        its->size != NULL ? its->size : "-", "solver",
        part == TIMING_DEFAULT            ? "Proximal"
        : strcmp(its->option, "pgs") == 0 ? "PGS"
                                          : "PLUS",
        "h", its->step, "steps", (int)lround(length / its->step), "original_ns",
        json_number(its->original_ns), "peer_ns",
        json_number(batch_estimate(b, case_of(row, TIMING_PEER), batch_ns).value),
        "peer_off", json_number(peer_off(b, row)), "ns",
        json_number(batch_estimate(b, i, batch_ns).value), "allocations",
        json_number(batch_count(b, i, "allocations")));
    json_object_update(point, more);
    json_decref(more);
    timing_add_each(point, b, i, keys);
    json_object_set_new(point, "rates_evals",
                        json_number(batch_each(b, i, "evaluations")));
}

static void describe_run(json_t *point, const struct batch *b, int row,
                         enum timing_row_part part) {
    static const char *const keys[] = {
        "attempts",      "evaluations", "iterations", "q_projections",
        "u_projections", "allocations", NULL};
    const struct timing_row *its = &timing_rows[row];
    const int i = case_of(row, part);
    json_t *more =
        json_pack("{s:s, s:o, s:o, s:f, s:f, s:o, s:o}", "projection", its->option,
                  "accuracy", json_number(its->accuracy), "h", json_number(its->step),
                  "length", its->length, "original_ns", its->original_ns, "ns",
                  json_number(batch_estimate(b, i, batch_ns).value), "steps",
                  json_number(batch_count(b, i, "steps")));
    json_object_update(point, more);
    json_decref(more);
    timing_add_each(point, b, i, keys);
}

static json_t *make_point(const struct batch *b, int row, enum timing_row_part part,
                          struct estimate e) {
    const struct timing_row *its = &timing_rows[row];
    json_t *point =
        json_pack("{s:s}", "kind", isnan(its->step) ? "error-controlled" : "fixed");
    (timing_row_has_contacts(its) ? describe_scene : describe_run)(point, b, row, part);
    timing_add_estimate(point, e);
    return point;
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
static void take_row(struct result *r, const struct batch *b, int row,
                     enum timing_row_part mode, enum quantity quantity) {
    static batch_number *const number[] = {batch_ns, original_over_ours, peer_over_ours};
    const struct timing_row *its = &timing_rows[row];
    const struct estimate e = batch_estimate(b, case_of(row, mode), number[quantity]);
    const double most = quantity == NS_PER_STEP ? its->most_ns[mode] : NAN;
    const double least = quantity == ORIGINAL_RATIO ? its->least_ratio : NAN;
    const double bound = quantity == NS_PER_STEP ? most : least;
    if (json_array_size(r->points) == 0 || (isnan(r->expected) && isfinite(bound))) {
        timing_take(r, e);
        r->expected = bound;
    }
    if (quantity == NS_PER_STEP || isfinite(bound))
        r->verdict = verdict_worse(
            r->verdict, isfinite(e.value) ? timing_judge(e, least, most) : VERDICT_FAIL);
    json_array_append_new(r->points, make_point(b, row, mode, e));
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
                   enum quantity quantity, json_t *results) {
    const struct timing_row *of = &timing_rows[first];
    struct result r =
        timing_result(of->model, of->method,
                      mode == TIMING_FAITHFUL ? "faithful" : "default", names[quantity]);
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
        take_row(&r, b, row, mode, quantity);
    }
    const size_t rows = json_array_size(r.points);
    if (quantity == NS_PER_STEP && !(allocations == 0))
        r.verdict = VERDICT_FAIL;
    if (rows == 0)
        json_decref(r.points);
    else if (failure != NULL)
        timing_append(results, &r, "%s", failure);
    else if (quantity == NS_PER_STEP)
        timing_append(results, &r, "of one of %zu kinds of runs; %g allocations", rows,
                      allocations);
    else
        timing_append(
            results, &r,
            quantity == ORIGINAL_RATIO
                ? "the original's recorded time, without debugging texts, on another "
                  "machine, over ours, of one of %zu kinds of runs"
                : "Simbody's time over ours in the same rounds, of the first of %zu "
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

void timing_rows_results(const struct batch *b, bool of_contacts, json_t *results) {
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
static void tell_rows(const struct batch *b, json_t *results) {
    timing_rows_results(b, false, results);
}
static void tell_contacts(const struct batch *b, json_t *results) {
    timing_rows_results(b, true, results);
}

const struct timing_table_kind timing_table_kinds[TIMING_TABLES] = {
    [TIMING_TABLE_OF_ROWS] = {TIMING_ROWS, 6, list_rows, tell_rows},
    [TIMING_TABLE_OF_CONTACTS] = {TIMING_CONTACTS, 10, list_contacts, tell_contacts},
    [TIMING_TABLE_OF_LANES] = {TIMING_ROWS, 6, timing_lanes_workloads,
                               timing_lanes_results},
    [TIMING_TABLE_OF_HAND] = {TIMING_HAND, 2, timing_hand_workloads, timing_hand_results},
};
