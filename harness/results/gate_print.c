/* What the gate found, for a person: a line for each study and method, what fails with what to
 * look at, accepted deviations, and the overall verdict last.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/results_print.h"

#include <math.h>
#include <string.h>

#include "harness/base/screen/table.h"
#include "harness/results/check.h"
#include "harness/results/results_count.h"
#include "harness/results/tally.h"

/* What fits on a screen; more is in the files. */
enum { most_told = 40, sentence_room = 512, subject_room = 2048, command_room = 512 };

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

static void print_expected(const struct result *result, FILE *out) {
    double expected = result->expected;
    double tolerance = isfinite(result->tolerance) ? result->tolerance : 0;
    if (!isfinite(expected))
        return;
    switch (check_of(result).sense) {
    case QUANTITY_AT_LEAST: fprintf(out, ", expected at least %.9g", expected); return;
    case QUANTITY_AT_MOST:
        fprintf(out, ", expected at most %.9g", expected + tolerance);
        return;
    case QUANTITY_WITHIN: break;
    }
    fprintf(out, ", expected %.9g", expected);
    if (tolerance > 0)
        fprintf(out, " -+ %.9g", tolerance);
}

/* The value, its interval where it is one, and what was expected. */
static void print_figures(const struct result *result, FILE *out) {
    double low = isfinite(result->low) ? result->low : 0;
    double high = isfinite(result->high) ? result->high : 0;
    if (!isfinite(result->value)) {
        fputs("no figure", out);
        return;
    }
    fprintf(out, "%.9g", result->value);
    if (low < high)
        fprintf(out, " in [%.9g, %.9g]", low, high);
    print_expected(result, out);
}

static void print_name(const struct result *result, FILE *out) {
    fprintf(out, "%s: %s (%s, %s%s%s%s%s)", result->model, result->quantity,
            result->study, result->arithmetic, result->method[0] != '\0' ? ", " : "",
            result->method, result->mode[0] != '\0' ? ", mode=" : "", result->mode);
}

/* What was checked, on which grade of truth, the figures, and the reason where there is one. */
static void print_verdict(const struct result *result, FILE *out) {
    const char *grade = result->grade;
    const char *verdict = verdict_text(result->verdict);
    fprintf(out, "%-9s ", strcmp(verdict, "not-asymptotic") == 0 ? "undecided" : verdict);
    print_name(result, out);
    fputs(": ", out);
    print_figures(result, out);
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

static void print_failure(const struct gate_outcome *o, const struct result *result,
                          FILE *out) {
    char command[command_room];
    fputs("\nFAIL ", out);
    print_name(result, out);
    const char *grade = check_grade(result->grade);
    fprintf(out, "\n  checked  %s%s%s\n  found    ", check_of(result).checks,
            grade[0] != '\0' ? ", " : "", grade);
    if (isfinite(result->value)) {
        print_figures(result, out);
        fputs(": ", out);
    }
    fprintf(out, "%s%s\n  look at  %s\n", result_before_reason(result), result->reason,
            check_of(result).look_at);
    check_command(command, sizeof command, result, o);
    if (command[0] != '\0')
        fprintf(out, "  more     %s\n", command);
}

static void print_failures(const struct gate_outcome *o, FILE *out) {
    int told = 0;
    RESULTS_FOREACH(o->results, result) {
        if (result_fails(result) && ++told <= most_told)
            print_failure(o, result, out);
    }
    if (told > most_told)
        fprintf(out, "\nand %d more\n", told - most_told);
}

static void print_acceptances(const struct gate_outcome *o, FILE *out) {
    int told = 0;
    RESULTS_FOREACH(o->results, result) {
        bool is_unused;
        const char *why = gate_outcome_acceptance(result, &is_unused);
        if (why == NULL || ++told > most_told)
            continue;
        fputs(told == 1 ? "\n" : "", out);
        fputs(is_unused ? "warning " : "accepted ", out);
        print_name(result, out);
        fprintf(out, ": %s\n", why);
    }
    if (told > most_told)
        fprintf(out, "and %d more\n", told - most_told);
}

static void print_subject(const struct gate_outcome *o, FILE *out) {
    char text[subject_room];
    gate_outcome_subject(text, sizeof text, o);
    if (text[0] != '\0')
        fprintf(out, "\n%s\n", text);
}

void gate_print(const struct gate_outcome *o, bool verbose, FILE *out) {
    char sentence[sentence_room];
    if (verbose)
        print_verdicts(o, out);
    print_tally(o, out);
    applicable_print(o->not_applicable, out);
    print_failures(o, out);
    print_acceptances(o, out);
    print_subject(o, out);
    if (o->left_out > 0)
        fprintf(out, "\nThe first failure ended the work.\n");
    tally_sentence(sentence, sizeof sentence, o);
    fprintf(out, "\n%s\n", sentence);
}
