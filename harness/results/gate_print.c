/* What the gate found, for a person: a line for each study and method, what fails with what to
 * look at, accepted deviations, and the overall verdict last.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/results_print.h"

#include <string.h>

#include "harness/base/screen/screen.h"
#include "harness/base/screen/table.h"
#include "harness/base/verdict.h"
#include "harness/results/check.h"
#include "harness/results/gate_print_parts.h"
#include "harness/results/result.h"
#include "harness/results/results_count.h"
#include "harness/results/tally.h"

enum { sentence_room = 512, subject_room = 2048 };
static void fill_row(char (*cell)[table_cell_room], const struct tally_row *row) {
    const struct results_count *c = &row->count;
    const int number[] = {c->passed, c->failed,
                          c->all - c->passed - c->failed - c->accepted, c->accepted};
    snprintf(cell[0], table_cell_room, "%s", row->study);
    snprintf(cell[1], table_cell_room, "%s", row->method);
    for (int i = 0; i < 4; i++)
        snprintf(cell[2 + i], table_cell_room, "%d", number[i]);
    snprintf(cell[6], table_cell_room, "%.2f", row->processor_seconds);
    snprintf(cell[7], table_cell_room, "%s", tally_verdict(c));
}

static void print_tally(const struct gate_outcome *o, FILE *out) {
    static const char *const head[] = {"study",     "method",   "pass",  "fail",
                                       "undecided", "accepted", "cpu s", "verdict"};
    enum { columns = sizeof head / sizeof *head };
    const unsigned left = 1u << 1 | 1u << 7;
    struct tally tally;
    struct table t = table_start(columns);
    char(*cell)[table_cell_room] = table_add_row(&t);
    tally_make(&tally, o);
    for (int i = 0; i < columns && cell != NULL; i++)
        snprintf(cell[i], table_cell_room, "%s", head[i]);
    for (int i = 0; i < tally.rows; i++)
        if (tally.row[i].count.all > 0 && (cell = table_add_row(&t)) != NULL)
            fill_row(cell, &tally.row[i]);
    table_print(&t, left, out);
    table_clear(&t);
}

/* What was checked, on which grade of truth, the figures, and the reason where there is one. */
static void print_verdict(const struct result *result, FILE *out) {
    const char *grade = result->grade;
    const char *verdict = verdict_text(result->verdict);
    fprintf(out, "%-9s ", strcmp(verdict, "not-asymptotic") == 0 ? "undecided" : verdict);
    gate_print_name(result, out);
    fputs(": ", out);
    gate_print_figures(result, out);
    fprintf(out, "; %s", check_of(result).checks);
    if (check_grade(grade)[0] != '\0')
        fprintf(out, ", %s (%s)", check_grade(grade), grade);
    if (result->reason[0] != '\0')
        fprintf(out, ": %s", result->reason);
    fputc('\n', out);
}

static void print_verdicts(const struct gate_outcome *o, FILE *out) {
    RESULTS_FOREACH(o->results, result) {
        print_verdict(result, out);
    }
    fputc('\n', out);
}

static void print_subject(const struct gate_outcome *o, FILE *out) {
    char text[subject_room];
    gate_outcome_subject(text, sizeof text, o);
    if (text[0] == '\0')
        return;
    fputc('\n', out);
    screen_print_line(text, 0, 0, out);
}

void gate_print(const struct gate_outcome *o, bool verbose, FILE *out) {
    char sentence[sentence_room];
    if (verbose)
        print_verdicts(o, out);
    print_tally(o, out);
    applicable_print(&o->not_applicable, out);
    gate_print_failures(o, out);
    gate_print_acceptances(o, out);
    print_subject(o, out);
    if (o->left_out > 0)
        fprintf(out, "\nThe first failure ended the work.\n");
    tally_sentence(sentence, sizeof sentence, o);
    fputc('\n', out);
    screen_print_line(sentence, 0, 0, out);
}
