/* What a gate found as a page of Markdown (GitHub Flavored Markdown 0.29, section 4.10,
 * tables).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/files/formats.h"

#include <math.h>

#include "harness/base/text.h"
#include "harness/results/check.h"
#include "harness/results/result.h"
#include "harness/results/results_print.h"
#include "harness/results/results_count.h"
#include "harness/results/tally.h"

/* A page that a browser shows at once; everything is in the other files. */
enum {
    most_told = 50,
    slowest_told = 5,
    sentence_room = 512,
    subject_room = 2048,
    command_room = 512
};

static void print_cell(const char *text, FILE *out) {
    fputs("| ", out);
    text_print_markdown(text, out);
    fputc(' ', out);
}

static void print_number_cell(double number, FILE *out) {
    if (isfinite(number))
        fprintf(out, "| %.6g ", number);
    else
        fputs("| - ", out);
}

static void print_failure(const struct gate_outcome *o, const struct result *result,
                          FILE *out) {
    char command[command_room];
    print_cell(result->model, out);
    print_cell(result->study, out);
    print_cell(result->quantity, out);
    print_cell(result->method, out);
    print_number_cell(result->value, out);
    print_number_cell(result->expected, out);
    fprintf(out, "| %s", result_before_reason(result));
    text_print_markdown(result->reason, out);
    fputc(' ', out);
    print_cell(check_of(result).look_at, out);
    check_command(command, sizeof command, result, o);
    print_cell(command, out);
    fputs("|\n", out);
}

static void print_failures(const struct gate_outcome *o, FILE *out) {
    int told = 0;
    RESULTS_FOREACH(o->results, result) {
        if (!result_fails(result) || ++told > most_told)
            continue;
        if (told == 1)
            fputs("\n## What fails\n\n| model | study | quantity | method | value | "
                  "expected "
                  "| what was found | what to look at | shows more |\n"
                  "|---|---|---|---|---:|---:|---|---|---|\n",
                  out);
        print_failure(o, result, out);
    }
    if (told > most_told)
        fprintf(out, "\nand %d more\n", told - most_told);
}

/* The accepted deviations, or the acceptances of nothing. */
static void print_acceptances(const struct gate_outcome *o, bool unused, FILE *out) {
    int told = 0;
    RESULTS_FOREACH(o->results, result) {
        bool is_unused;
        const char *why = gate_outcome_acceptance(result, &is_unused);
        if (why == NULL || is_unused != unused || ++told > most_told)
            continue;
        if (told == 1)
            fprintf(out,
                    "\n## %s\n\n| model | study | quantity | method | reason "
                    "|\n|---|---|---|---|---|\n",
                    unused ? "Acceptances of nothing" : "Accepted deviations");
        print_cell(result->model, out);
        print_cell(result->study, out);
        print_cell(result->quantity, out);
        print_cell(result->method, out);
        print_cell(why, out);
        fputs("|\n", out);
    }
    if (told > most_told)
        fprintf(out, "\nand %d more\n", told - most_told);
}

static void print_tally(const struct gate_outcome *o, FILE *out) {
    struct tally t;
    tally_make(&t, o);
    fputs("\n## Studies\n\n| study | method | verdict | pass | fail | undecided | "
          "accepted | "
          "processor seconds |\n|---|---|---|---:|---:|---:|---:|---:|\n",
          out);
    for (int i = 0; i < t.rows; i++) {
        const struct results_count *c = &t.row[i].count;
        if (c->all == 0)
            continue;
        print_cell(t.row[i].study, out);
        print_cell(t.row[i].method, out);
        print_cell(tally_verdict(c), out);
        fprintf(out, "| %d | %d | %d | %d | %.2f |\n", c->passed, c->failed,
                c->all - c->passed - c->failed - c->accepted, c->accepted,
                t.row[i].processor_seconds);
    }
}

static void print_slowest(const struct gate_outcome *o, FILE *out) {
    const struct job_account *slowest[slowest_told];
    int count = tally_slowest(o, slowest, slowest_told);
    if (count > 0)
        fputs("\n## Slowest\n\n| study | model | processor seconds |\n|---|---|---:|\n",
              out);
    for (int i = 0; i < count; i++) {
        print_cell(slowest[i]->study, out);
        print_cell(slowest[i]->model, out);
        fprintf(out, "| %.2f |\n", slowest[i]->processor_seconds);
    }
}

static void print_paragraph(const char *text, FILE *out) {
    fputs(text[0] != '\0' ? "\n" : "", out);
    text_print_markdown(text, out);
    fputs(text[0] != '\0' ? "\n" : "", out);
}

/* What it was taken for, and what it does not take. */
static void print_subject(const struct gate_outcome *o, FILE *out) {
    char text[subject_room];
    gate_outcome_subject(text, sizeof text, o);
    print_paragraph(text, out);
    applicable_sentence(text, sizeof text, &o->not_applicable);
    print_paragraph(text, out);
}

void markdown_print(const struct gate_outcome *o, FILE *out) {
    char sentence[sentence_room];
    tally_sentence(sentence, sizeof sentence, o);
    fprintf(out, "# Halfstep gate: %s\n\n", gate_outcome_passes(o) ? "PASS" : "FAIL");
    text_print_markdown(sentence, out);
    fputc('\n', out);
    print_subject(o, out);
    print_failures(o, out);
    print_acceptances(o, false, out);
    print_acceptances(o, true, out);
    print_tally(o, out);
    print_slowest(o, out);
}
