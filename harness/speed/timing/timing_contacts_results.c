/* Results of the contacts' table: the rows of one model and mode are one result with a point for
 * each. Nothing is asked of the ratios: Simbody as packages have it formats debugging texts all the
 * time, and its recorded times are from another machine.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/speed/timing/timing_contacts.h"

enum quantity { NS_PER_STEP, ORIGINAL_RATIO, PEER_RATIO, QUANTITIES };
static const char *const NAME[] = {"ns-per-step", "original-ratio", "peer-ratio"};

static int case_of(int row, enum timing_contact_part part) {
    return TIMING_CONTACT_PARTS * row + (int)part;
}

/* Why a part took no part, NULL: it did, or nobody knows. */
static const char *why(const struct timing_found *f, int row,
                       enum timing_contact_part part) {
    for (int p = 0; p < f->processes; p++) {
        const json_t *cases = json_object_get(f->found[p], "cases");
        const json_t *text =
            json_object_get(json_array_get(cases, (size_t)case_of(row, part)), "why");
        if (json_is_string(text))
            return json_string_value(text);
    }
    return NULL;
}

static struct estimate estimate(const struct timing_found *f, int row,
                                enum timing_contact_part mode, enum quantity quantity) {
    if (quantity == ORIGINAL_RATIO)
        return timing_ratio_to(f, case_of(row, mode),
                               timing_contact_rows[row].recorded_ns);
    return timing_estimate(f, case_of(row, mode),
                           quantity == NS_PER_STEP ? "ns" : "ratio");
}

static json_t *point_of(const struct timing_found *f, int row,
                        enum timing_contact_part mode, struct estimate e) {
    static const char *const keys[] = {
        "allocations",    "solves",  "solves_warm", "solves_not_verified", "iterations",
        "factorizations", "impacts", "rows_evals",  "gap_evals",           "evaluations"};
    const struct timing_contact_row *its = &timing_contact_rows[row];
    const int peer = case_of(row, TIMING_CONTACT_SIMBODY);
    json_t *point = json_pack(
        "{s:s, s:s, s:s, s:f, s:i, s:o, s:o, s:o, s:o}", "kind", "fixed", "size",
        its->size != NULL ? its->size : "-", "solver",
        mode == TIMING_CONTACT_DEFAULT  ? "Proximal"
        : its->solver == PEER_SCENE_PGS ? "PGS"
                                        : "PLUS",
        "h", timing_contact_step, "steps",
        (int)(mode == TIMING_CONTACT_DEFAULT ? its->steps : its->original_steps),
        "original_ns", json_number(its->recorded_ns), "peer_ns",
        json_number(timing_estimate(f, peer, "ns").value), "peer_off",
        json_number(timing_count_of(f, peer, "off")), "ns",
        json_number(timing_estimate(f, case_of(row, mode), "ns").value));
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        json_object_set_new(point,
                            strcmp(keys[k], "evaluations") == 0 ? "rates_evals" : keys[k],
                            json_number(timing_count_of(f, case_of(row, mode), keys[k])));
    timing_add_estimate(point, e);
    return point;
}

/* Whether a row has the quantity at all. */
static bool has(int row, enum timing_contact_part mode, enum quantity quantity) {
    const struct timing_contact_row *its = &timing_contact_rows[row];
    if (its->original_steps == 0 &&
        (mode == TIMING_CONTACT_FAITHFUL || quantity == PEER_RATIO))
        return false;
    return quantity != ORIGINAL_RATIO || isfinite(its->recorded_ns);
}

/* What is asked of a row. */
static double bound_of(int row, enum timing_contact_part mode, enum quantity quantity) {
    return quantity == NS_PER_STEP && mode == TIMING_CONTACT_DEFAULT
               ? timing_contact_rows[row].most_ns
               : NAN;
}

/* The result's numbers are those of its first row that has a bound, or else of its first. */
static void take_row(struct result *r, const struct timing_found *f, int row,
                     enum timing_contact_part mode, enum quantity quantity) {
    const struct estimate e = estimate(f, row, mode, quantity);
    const double bound = bound_of(row, mode, quantity);
    if (json_array_size(r->points) == 0 || (isnan(r->expected) && isfinite(bound))) {
        timing_take(r, e);
        r->expected = bound;
    }
    if (quantity == NS_PER_STEP)
        r->verdict = verdict_worse(
            r->verdict, isfinite(e.value) ? timing_judge(e, NAN, bound) : VERDICT_FAIL);
    json_array_append_new(r->points, point_of(f, row, mode, e));
}

static void write_reason(char *reason, size_t room, const char *failure,
                         enum quantity quantity, size_t rows, double allocations) {
    if (failure != NULL)
        snprintf(reason, room, "%s", failure);
    else if (quantity == NS_PER_STEP)
        snprintf(reason, room, "of one of %zu kinds of passes; %g allocations", rows,
                 allocations);
    else
        snprintf(reason, room,
                 quantity == ORIGINAL_RATIO
                     ? "Simbody's recorded time, without its debugging texts, on another "
                       "machine, over ours, of the first of %zu kinds of passes"
                     : "Simbody's time over ours in the same rounds, of the first of %zu "
                       "kinds of passes; it was built as its package has it, with "
                       "debugging texts and assertions",
                 rows);
}

static void append(const struct timing_found *f, const char *model,
                   enum timing_contact_part mode, enum quantity quantity,
                   json_t *results) {
    struct result r = timing_result(f, NAME[quantity]);
    const char *failure = NULL;
    double allocations = 0;
    char reason[512];
    r.verdict = VERDICT_PASS;
    r.expected = NAN;
    for (int row = 0; row < timing_contact_rows_count; row++) {
        if (strcmp(timing_contact_rows[row].model, model) != 0 ||
            !has(row, mode, quantity))
            continue;
        const char *its = why(f, row, mode);
        if (its == NULL && quantity == PEER_RATIO)
            its = why(f, row, TIMING_CONTACT_SIMBODY);
        failure = failure == NULL ? its : failure;
        if (its == NULL)
            allocations += timing_count_of(f, case_of(row, mode), "allocations");
        take_row(&r, f, row, mode, quantity);
    }
    const size_t rows = json_array_size(r.points);
    if (rows == 0) {
        json_decref(r.points);
        return;
    }
    if (quantity == NS_PER_STEP && !(allocations == 0))
        r.verdict = VERDICT_FAIL;
    write_reason(reason, sizeof reason, failure, quantity, rows, allocations);
    timing_append(results, f, TIMING_CONTACTS_METHOD, (int)mode, &r, reason);
}

static bool is_first(int row) {
    for (int before = 0; before < row; before++)
        if (strcmp(timing_contact_rows[before].model, timing_contact_rows[row].model) ==
            0)
            return false;
    return true;
}

enum exit_status timing_results_of_contacts(const struct catalogue *catalogue,
                                            int processes, json_t *const *found,
                                            json_t *results, struct diagnostic *d) {
    const struct model_settings none = {0, NULL, NULL};
    enum exit_status status = EXIT_PASSED;
    for (int row = 0; row < timing_contact_rows_count && status == EXIT_PASSED; row++) {
        const char *model = timing_contact_rows[row].model;
        if (!is_first(row))
            continue;
        struct timing_found f = {.processes = processes, .found = (json_t **)found};
        status = models_read(&f.model, catalogue, model, &none, d);
        f.name = status == EXIT_PASSED ? models_title(model) : NULL;
        for (int k = 0; k < 2 * QUANTITIES && f.name != NULL; k++)
            append(&f, model, (enum timing_contact_part)(k / QUANTITIES),
                   (enum quantity)(k % QUANTITIES), results);
        free(f.name);
        model_free(f.model);
    }
    return status;
}
