/* Peers as a table.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/screen/screen.h"
#include "harness/base/screen/table.h"
#include "harness/speed/peers/study_peers.h"

static const double ns_of_us = 1e3;

static void fill_row(char (*cell)[table_cell_room], const struct peers_told *p) {
    const double number[] = {p->ns / ns_of_us, p->peer_ns / ns_of_us,
                             p->ratio.value,   p->ratio.low,
                             p->ratio.high,    p->evaluations_ratio};
    const bool is_set = p->set[0] != '\0'; /* settings stand beside their model */
    snprintf(cell[0], table_cell_room, "%.60s%s%.60s", p->model, is_set ? " " : "",
             p->set);
    snprintf(cell[1], table_cell_room, "%s", p->method);
    snprintf(cell[2], table_cell_room, "%s", p->peer);
    snprintf(cell[3], table_cell_room, "%s", p->unit);
    for (int i = 0; i < 6; i++)
        table_print_number(cell[4 + i], "%.3g", number[i]);
    table_print_number(cell[10], "%.2g", p->error);
    table_print_number(cell[11], "%.2g", p->peer_error);
}

static void print_table(const struct timing_told *told, FILE *out) {
    static const char *const head[] = {"model",   "ours",      "theirs", "of",
                                       "ours us", "theirs us", "ratio",  "from",
                                       "to",      "evals",     "error",  "theirs"};
    struct table t = table_begin(sizeof head / sizeof *head, head);
    for (int i = 0; i < told->peers; i++) {
        char(*cell)[table_cell_room] = table_add_row(&t);
        if (cell != NULL)
            fill_row(cell, &told->peer[i]);
    }
    screen_print_format(0, 0, out,
                        "Peers in the same run: theirs over ours, above 1 ours is "
                        "faster. A step at the same h, or a run at equal error; evals: "
                        "of evaluations; errors at the end against the truth.");
    fputc('\n', out);
    table_print(&t, 0xe, out);
    table_clear(&t);
}

/* Each different text once, with the version that it is about. */
static void print_notes(const struct timing_told *told, const char *key, FILE *out) {
    const struct record_field *f = record_field(&peers_record, key);
    for (const struct peers_told *p = told->peer; p < told->peer + told->peers; p++) {
        const struct peers_told *first = told->peer;
        while (strcmp(record_text(f, first), record_text(f, p)) != 0)
            first++;
        if (first != p || record_text(f, p)[0] == '\0')
            continue;
        fputs("  ", out);
        screen_print_format(2, 4, out, "%s%s%s: %s", p->peer,
                            p->version[0] != '\0' ? " " : "", p->version,
                            record_text(f, p));
    }
}

/* How many rows have no ratio for this reason; none if one before row i has it, which tells it. */
static int count_alike(const struct timing_told *told, int i) {
    int count = 0;
    for (int k = 0; k < told->peers; k++) {
        const struct peers_told *p = &told->peer[k];
        if (isfinite(p->ratio.value) || strcmp(p->reason, told->peer[i].reason) != 0)
            continue;
        if (k < i)
            return 0;
        count++;
    }
    return count;
}

/* Rows that have no ratio say why, and each reason once: a package that is missing is missed by
 * many. */
static void print_failures(const struct timing_told *told, FILE *out) {
    bool is_first = true;
    for (int i = 0; i < told->peers; i++) {
        const struct peers_told *p = &told->peer[i];
        const int rows = isfinite(p->ratio.value) ? 0 : count_alike(told, i);
        if (rows == 0)
            continue;
        fputs(is_first ? "\nNot measured:\n  " : "  ", out);
        is_first = false;
        if (rows == 1)
            screen_print_format(2, 4, out, "%s, %s: %s", p->model, p->peer, p->reason);
        else
            screen_print_format(2, 4, out, "%d rows, the first %s, %s: %s", rows,
                                p->model, p->peer, p->reason);
    }
}

void peers_print(const struct timing_told *told, FILE *out) {
    print_table(told, out);
    fprintf(out, "\nHow they were set:\n");
    print_notes(told, "configuration", out);
    fprintf(out, "\nWhy they compare:\n");
    print_notes(told, "comparable", out);
    print_failures(told, out);
}
