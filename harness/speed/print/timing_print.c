/* Results of the timing study for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/print/timing_print.h"

#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/record/json_table.h"
#include "harness/base/screen/screen.h"
#include "harness/results/results_count.h"
#include "harness/speed/timing/timing_results.h"

static bool is_of_contacts(const json_t *result) {
    return results_text_is(result, "method", "contact-stepper");
}

/* ---- Models: the time of a step, and beside it the other quantities of the same runs */

static const struct json_column of_models[] = {
    JSON_TEXT("model", "ns.model"),
    JSON_TEXT("method", "ns.method"),
    JSON_TEXT("mode", "ns.mode"),
    JSON_JUDGED("ns/step", "ns.value", "%.0f", "ns.verdict"),
    JSON_NUMBER("+- %", "ns", json_column_spread),
    JSON_NUMBER("evals/step", "ns.points.0.evaluations", "%.2f"),
    JSON_NUMBER("iters/step", "ns.points.0.iterations", "%.2f"),
    JSON_NUMBER("original", "ratio.points.0.original_ns", "%.0f"),
    JSON_JUDGED("x faster", "ratio.value", "%.1f", "ratio.verdict"),
    JSON_JUDGED("/kernels", "floor.value", "%.2f", "floor.verdict"),
    JSON_END};

/* The other quantity of the same model, method and mode; null: there is none. */
static json_t *find(const json_t *results, const json_t *of, const char *quantity) {
    json_t *found = timing_find_like(results, quantity, of);
    return found != NULL ? found : json_null();
}

static void print_models(const json_t *results, FILE *out) {
    struct table t = json_table_begin(of_models);
    size_t i;
    json_t *r;
    json_array_foreach((json_t *)results, i, r) {
        if (!results_text_is(r, "quantity", "ns-per-step") || is_of_contacts(r))
            continue;
        json_t *row = json_pack("{s:O, s:O, s:O}", "ns", r, "ratio",
                                find(results, r, "original-ratio"), "floor",
                                find(results, r, "step-over-kernels"));
        json_table_add(&t, of_models, row);
        json_decref(row);
    }
    json_table_end(&t, of_models, NULL, out);
}

static void print_mean(const json_t *r, FILE *out) {
    const double expected = json_number_in(r, "expected");
    char verdict[80] = "";
    if (isfinite(expected))
        snprintf(verdict, sizeof verdict, "; expected %g: %s", expected,
                 results_text(r, "verdict"));
    fputc('\n', out);
    screen_print_format(
        0, 0, out,
        "%s mode, recorded runs of these models: %.2f (%.2f to %.2f) times faster than "
        "the original's recorded times, which are from another machine%s",
        results_text(r, "mode"), json_number_in(r, "value"), json_number_in(r, "low"),
        json_number_in(r, "high"), verdict);
}

/* ---- Contacts: ours, Simbody's in the same rounds, and Simbody's as recorded */

static const struct json_column of_contacts[] = {
    JSON_TEXT("model", "of.model"),
    JSON_TEXT("n", "size"),
    JSON_TEXT("mode", "of.mode"),
    JSON_TEXT("solver", "solver"),
    JSON_NUMBER("ns/step", "ns", "%.0f"),
    JSON_NUMBER("iters/step", "iterations", "%.2f"),
    JSON_NUMBER("unverified", "solves_not_verified", "%.2f"),
    JSON_NUMBER("Simbody", "peer_ns", "%.0f"),
    JSON_NUMBER("x faster", "peer_ns/ns", "%.1f"),
    JSON_NUMBER("recorded", "original_ns", "%.0f"),
    JSON_NUMBER("x faster", "original_ns/ns", "%.1f"),
    JSON_END};

static bool is_step_with_contacts(const json_t *result) {
    return results_text_is(result, "quantity", "ns-per-step") && is_of_contacts(result);
}

/* A row for each point of the results that are wanted; "of" is its result. */
static void print_points(const json_t *results, bool (*is_wanted)(const json_t *result),
                         const struct json_column *columns, const char *title,
                         FILE *out) {
    struct table t = json_table_begin(columns);
    size_t i, k;
    json_t *r, *point;
    json_array_foreach((json_t *)results, i, r) {
        if (!is_wanted(r))
            continue;
        json_array_foreach(json_object_get(r, "points"), k, point) {
            json_t *row = json_copy(point);
            json_object_set(row, "of", r);
            json_table_add(&t, columns, row);
            json_decref(row);
        }
    }
    json_table_end(&t, columns, title, out);
}

/* ---- Loops that are written by hand for the same steps */

static const struct json_column of_hand[] = {
    JSON_TEXT("model", "of.model"),
    JSON_TEXT("run", "kind"),
    JSON_NUMBER("by hand ns/step", "hand_ns", json_column_time),
    JSON_NUMBER("default ns/step", "ns", json_column_time),
    JSON_JUDGED("ratio", "value", "%.2f", "of.verdict"),
    JSON_NUMBER("from", "low", "%.2f"),
    JSON_NUMBER("to", "high", "%.2f"),
    JSON_NUMBER("at most", "of.expected", "%g"),
    JSON_END};

static bool is_over_hand(const json_t *result) {
    return results_text_is(result, "quantity", "step-over-hand");
}

/* ---- Growth */

static void print_slope(const json_t *r, FILE *out) {
    fprintf(out, "\n%s, %s: %.3f (%.3f to %.3f), expected at most %g: %s\n",
            results_text(r, "model"), results_text(r, "quantity"),
            json_number_in(r, "value"), json_number_in(r, "low"),
            json_number_in(r, "high"), json_number_in(r, "expected"),
            results_text(r, "verdict"));
    size_t i;
    json_t *point;
    json_array_foreach(json_object_get(r, "points"), i, point) {
        fprintf(out,
                "  %7.0f masses  %12.0f ns/step  %8.2f ns/step and mass  %8.1f "
                "bytes/mass\n",
                json_number_in(point, "masses"), json_number_in(point, "value"),
                json_number_in(point, "ns_per_mass"),
                json_number_in(point, "bytes_per_mass"));
    }
}

void timing_print(const json_t *results, FILE *out) {
    size_t i;
    json_t *r;
    print_models(results, out);
    json_array_foreach((json_t *)results, i, r) {
        if (results_text_is(r, "quantity", "original-ratio-mean"))
            print_mean(r, out);
    }
    print_points(results, is_over_hand, of_hand,
                 "\nDefault mode's steps over those of a loop that is written by hand "
                 "for them\n",
                 out);
    print_points(results, is_step_with_contacts, of_contacts, NULL, out);
    json_array_foreach((json_t *)results, i, r) {
        if (strstr(results_text(r, "quantity"), "-slope") != NULL)
            print_slope(r, out);
    }
}

static const struct json_column of_growth[] = {
    JSON_TEXT("model", "of.model"),
    JSON_TEXT("method", "of.method"),
    JSON_NUMBER("grows as n^", "of.value", "%.2f"),
    JSON_NUMBER("from", "of.low", "%.2f"),
    JSON_NUMBER("to", "of.high", "%.2f"),
    JSON_NUMBER("up to n", "last.masses", "%.0f"),
    JSON_NUMBER("ns/step and mass", "last.ns_per_mass", "%.0f"),
    JSON_END};

void timing_growth_print(const json_t *results, FILE *out) {
    struct table t = json_table_begin(of_growth);
    size_t i, k;
    json_t *r, *point;
    json_array_foreach((json_t *)results, i, r) {
        json_t *row = json_pack("{s:O}", "of", r);
        json_array_foreach(json_object_get(r, "points"), k, point) {
            if (json_is_number(json_object_get(point, "value")))
                json_object_set(row, "last", point);
        }
        if (results_text_is(r, "quantity", "growth"))
            json_table_add(&t, of_growth, row);
        json_decref(row);
    }
    json_table_end(&t, of_growth,
                   "\nGrowth of a step's time with the length n of a chain\n", out);
}
