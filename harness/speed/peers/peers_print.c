/* Peers as a table.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/record/json_table.h"
#include "harness/base/screen/screen.h"
#include "harness/results/results_count.h"
#include "harness/speed/peers/study_peers.h"

static const struct json_column columns[] = {
    JSON_TEXT("model", "model"),
    JSON_TEXT("ours", "method"),
    JSON_TEXT("theirs", "peer"),
    JSON_TEXT("of", "unit"),
    JSON_NUMBER("ours us", "ns/1e3", "%.3g"),
    JSON_NUMBER("theirs us", "peer_ns/1e3", "%.3g"),
    JSON_NUMBER("ratio", "ratio", "%.3g"),
    JSON_NUMBER("from", "low", "%.3g"),
    JSON_NUMBER("to", "high", "%.3g"),
    JSON_NUMBER("evals", "evaluations_ratio", "%.3g"),
    JSON_NUMBER("error", "error", "%.2g"),
    JSON_NUMBER("theirs", "peer_error", "%.2g"),
    JSON_END};

/* A model has its settings beside it. */
static void print_table(const json_t *peers, FILE *out) {
    struct table t = json_table_begin(columns);
    for (size_t i = 0; i < json_array_size(peers); i++) {
        const json_t *row = json_array_get(peers, i);
        char(*cell)[table_cell_room] = json_table_add(&t, columns, row);
        if (cell != NULL && results_text(row, "set")[0] != '\0')
            snprintf(cell[0], table_cell_room, "%.60s %.60s", results_text(row, "model"),
                     results_text(row, "set"));
    }
    json_table_end(
        &t, columns,
        "Peers in the same run: theirs over ours, above 1 ours is faster. A step "
        "at the same h, or a run at equal error; evals: of evaluations; errors at "
        "the end against the truth.\n\n",
        out);
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
        const char *version = results_text(row, "version");
        fputs("  ", out);
        screen_print_format(2, 4, out, "%s%s%s: %s", results_text(row, "peer"),
                            version[0] != '\0' ? " " : "", version, text);
    }
}

/* How many rows have no ratio for this reason; none if one before row i has it, which tells it. */
static int count_alike(const json_t *peers, size_t i) {
    const char *reason = results_text(json_array_get(peers, i), "reason");
    int count = 0;
    for (size_t k = 0; k < json_array_size(peers); k++) {
        const json_t *row = json_array_get(peers, k);
        if (isfinite(json_number_in(row, "ratio")) ||
            !results_text_is(row, "reason", reason))
            continue;
        if (k < i)
            return 0;
        count++;
    }
    return count;
}

/* Rows that have no ratio say why, and each reason once: a package that is missing is missed by
 * many. */
static void print_failures(const json_t *peers, FILE *out) {
    bool is_first = true;
    for (size_t i = 0; i < json_array_size(peers); i++) {
        const json_t *row = json_array_get(peers, i);
        const int rows =
            isfinite(json_number_in(row, "ratio")) ? 0 : count_alike(peers, i);
        if (rows == 0)
            continue;
        fputs(is_first ? "\nNot measured:\n" : "", out);
        is_first = false;
        fputs("  ", out);
        if (rows == 1)
            screen_print_format(2, 4, out, "%s, %s: %s", results_text(row, "model"),
                                results_text(row, "peer"), results_text(row, "reason"));
        else
            screen_print_format(2, 4, out, "%d rows, the first %s, %s: %s", rows,
                                results_text(row, "model"), results_text(row, "peer"),
                                results_text(row, "reason"));
    }
}

void peers_print(const json_t *peers, FILE *out) {
    print_table(peers, out);
    fprintf(out, "\nHow they were set:\n");
    print_notes(peers, "configuration", out);
    fprintf(out, "\nWhy they compare:\n");
    print_notes(peers, "comparable", out);
    print_failures(peers, out);
}
