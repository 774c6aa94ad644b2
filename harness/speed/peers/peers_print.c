/* Peers as a table.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/results_count.h"
#include "harness/speed/peers/study_peers.h"

/* "3.61 us" and the like, of at most 8 characters; "-": not known. */
static void print_time(double ns, FILE *out) {
    static const char *const UNIT[] = {"ns", "us", "ms", "s"};
    const double thousand = 1000;
    int unit = 0;
    if (!isfinite(ns)) {
        fprintf(out, " %8s", "-");
        return;
    }
    for (; ns >= thousand && unit < 3; unit++)
        ns /= thousand;
    fprintf(out, " %5.3g %-2s", ns, UNIT[unit]);
}

static void print_number(double number, const char *format, int width, FILE *out) {
    char text[32] = "-";
    if (isfinite(number))
        snprintf(text, sizeof text, format, number);
    fprintf(out, " %*s", width, text);
}

static void print_row(const json_t *row, FILE *out) {
    char interval[48] = "";
    const double low = json_number_in(row, "low"), high = json_number_in(row, "high");
    if (isfinite(low) && isfinite(high))
        snprintf(interval, sizeof interval, "%.3g..%.3g", low, high);
    char model[32], method[48];
    snprintf(model, sizeof model, "%s%s%s", results_text(row, "model"),
             results_text(row, "set")[0] != '\0' ? " " : "", results_text(row, "set"));
    snprintf(method, sizeof method, "%s", results_text(row, "method"));
    fprintf(out, "%-20.20s %-38.38s %-48.48s %-4s", model, method,
            results_text(row, "peer"), results_text(row, "unit"));
    print_time(json_number_in(row, "ns"), out);
    print_time(json_number_in(row, "peer_ns"), out);
    print_number(json_number_in(row, "ratio"), "%.3g", 7, out);
    fprintf(out, " %-13s", interval);
    print_number(json_number_in(row, "evaluations_ratio"), "%.3g", 6, out);
    print_number(json_number_in(row, "error"), "%.2g", 8, out);
    print_number(json_number_in(row, "peer_error"), "%.2g", 8, out);
    fputc('\n', out);
}

/* Each different text once, with the versions that it is about. */
static void print_notes(const json_t *peers, const char *key, FILE *out) {
    for (size_t i = 0; i < json_array_size(peers); i++) {
        const char *text = results_text(json_array_get(peers, i), key);
        bool is_first = text[0] != '\0';
        for (size_t k = 0; k < i && is_first; k++)
            is_first = strcmp(text, results_text(json_array_get(peers, k), key)) != 0;
        if (!is_first)
            continue;
        const json_t *row = json_array_get(peers, i);
        fprintf(out, "  %s %s: %s\n", results_text(row, "peer"),
                results_text(row, "version"), text);
    }
}

/* Rows that have no ratio say why. */
static void print_failures(const json_t *peers, FILE *out) {
    bool is_first = true;
    for (size_t i = 0; i < json_array_size(peers); i++) {
        const json_t *row = json_array_get(peers, i);
        if (isfinite(json_number_in(row, "ratio")))
            continue;
        fputs(is_first ? "\nNot measured:\n" : "", out);
        is_first = false;
        fprintf(out, "  %s, %s: %s\n", results_text(row, "model"),
                results_text(row, "peer"), results_text(row, "reason"));
    }
}

void peers_print(const json_t *peers, FILE *out) {
    fprintf(out,
            "Peers in the same run: theirs over ours, above 1 ours is faster. A step at "
            "the same h, or a run at\nequal error; evals: of evaluations; errors at the "
            "end against the truth.\n\n");
    fprintf(out, "%-20s %-38s %-48s %-4s %8s %8s %7s %-13s %6s %8s %8s\n", "model",
            "ours", "theirs", "of", "ours", "theirs", "ratio", "interval", "evals",
            "error", "theirs");
    for (size_t i = 0; i < json_array_size(peers); i++)
        print_row(json_array_get(peers, i), out);
    fprintf(out, "\nHow they were set:\n");
    print_notes(peers, "configuration", out);
    fprintf(out, "\nWhy they compare:\n");
    print_notes(peers, "comparable", out);
    print_failures(peers, out);
}
