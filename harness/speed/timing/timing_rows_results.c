/* Results of the table's rows: those of one model, method and mode are one result with a
 * point for each.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/speed/timing/timing_rows.h"

static json_t *point_of(const struct timing_found *f, int i, struct estimate e) {
    static const char *const keys[] = {"attempts",      "evaluations",   "iterations",
                                       "q_projections", "u_projections", "allocations"};
    const struct timing_row *row = &timing_rows[i / 2];
    const double steps = timing_count_of(f, i, "steps");
    json_t *point =
        json_pack("{s:s, s:s, s:o, s:o, s:f, s:f, s:o, s:o}", "kind",
                  isnan(row->step) ? "error-controlled" : "fixed", "projection",
                  timing_projection_name(row), "accuracy", json_number(row->accuracy),
                  "h", json_number(row->step), "length", row->length, "original_ns",
                  row->original_ns, "ns", json_number(timing_estimate(f, i, "ns").value),
                  "steps", json_number(steps));
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        json_object_set_new(point, keys[k],
                            json_number(timing_count_of(f, i, keys[k]) / steps));
    timing_add_estimate(point, e);
    return point;
}

/* Whether row j belongs to the result that row i begins. */
static bool is_together(int i, int j) {
    return strcmp(timing_rows[i].model, timing_rows[j].model) == 0 &&
           strcmp(timing_rows[i].method, timing_rows[j].method) == 0;
}

static bool has_found(const struct timing_found *f, int row, int mode) {
    return !isnan(timing_count_of(f, 2 * row + mode, "steps"));
}

static void append(const struct timing_found *f, int first, int mode, bool is_ratio,
                   json_t *results) {
    struct result r = timing_result(f, is_ratio ? "original-ratio" : "ns-per-step");
    double allocations = 0;
    char reason[256];
    r.verdict = VERDICT_PASS;
    for (int row = first; row < timing_rows_count; row++) {
        const struct timing_row *its = &timing_rows[row];
        const int i = 2 * row + mode;
        if (!is_together(first, row))
            continue;
        const struct estimate e = is_ratio ? timing_ratio_to(f, i, its->original_ns)
                                           : timing_estimate(f, i, "ns");
        const double bound = is_ratio ? its->least_ratio : its->most_ns;
        if (row == first) {
            timing_take(&r, e);
            r.expected = bound;
        }
        r.verdict = verdict_worse(r.verdict, !isfinite(e.value) ? VERDICT_FAIL
                                             : is_ratio ? timing_judge(e, bound, NAN)
                                                        : timing_judge(e, NAN, bound));
        allocations += timing_count_of(f, i, "allocations");
        json_array_append_new(r.points, point_of(f, i, e));
    }
    if (!is_ratio && !(allocations == 0))
        r.verdict = VERDICT_FAIL;
    snprintf(reason, sizeof reason,
             is_ratio ? "the original's recorded time, on another machine, over ours, of "
                        "the first of %zu kinds of runs"
                      : "of the first of %zu kinds of runs; %g allocations",
             json_array_size(r.points), allocations);
    timing_append(results, f, timing_rows[first].method, mode, &r, reason);
}

static bool is_first(int row) {
    for (int before = 0; before < row; before++)
        if (is_together(before, row))
            return false;
    return true;
}

enum exit_status timing_results_of_rows(const struct catalogue *catalogue, int processes,
                                        json_t *const *found, json_t *results,
                                        struct diagnostic *d) {
    const struct model_settings none = {0, NULL, NULL};
    struct timing_found f = {.processes = processes, .found = (json_t **)found};
    enum exit_status status = EXIT_PASSED;
    for (int i = 0; i < timing_rows_count && status == EXIT_PASSED; i++) {
        if (!is_first(i) || !has_found(&f, i, FAST_DEFAULT))
            continue;
        status = models_read(&f.model, catalogue, timing_rows[i].model, &none, d);
        f.name = status == EXIT_PASSED ? models_title(timing_rows[i].model) : NULL;
        for (int k = 0; k < 2 * 2 && f.name != NULL; k++)
            if (has_found(&f, i, k / 2 == 0 ? FAST_FAITHFUL : FAST_DEFAULT))
                append(&f, i, k / 2 == 0 ? FAST_FAITHFUL : FAST_DEFAULT, k % 2 == 1,
                       results);
        free(f.name);
        if (status == EXIT_PASSED)
            model_free(f.model);
    }
    return status;
}
