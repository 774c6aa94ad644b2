/* What fails, for a person: what was checked, what was found, what to look at; and what deviates
 * and is accepted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/screen/screen.h"
#include "harness/results/check.h"
#include "harness/results/gate_print_parts.h"
#include "harness/results/result.h"
#include "harness/results/results_count.h"

/* What fits on a screen; more is in the files. */
enum { most_told = 40, most_alike = 3, command_room = 512 };
/* Where what was checked and found begins. */
enum { part_indent = 11 };

/* A paragraph, to be folded when it is complete. */
struct paragraph {
    FILE *to;
    char *text;
    size_t length;
};

/* The stream that it is written to; NULL: out of memory. */
static FILE *begin_paragraph(struct paragraph *p) {
    p->text = NULL;
    return p->to = open_memstream(&p->text, &p->length);
}

static void end_paragraph(struct paragraph *p, int column, int indent, FILE *out) {
    fclose(p->to);
    screen_print_line(p->text != NULL ? p->text : "", column, indent, out);
    free(p->text);
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
        fprintf(out, " +- %.9g", tolerance);
}

/* The value, its interval where it is one, and what was expected. */
void gate_print_figures(const struct result *result, FILE *out) {
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

void gate_print_name(const struct result *result, FILE *out) {
    fprintf(out, "%s: %s (%s, %s%s%s%s%s)", result->model, result->quantity,
            result->study, result->arithmetic, result->method[0] != '\0' ? ", " : "",
            result->method, result->mode[0] != '\0' ? ", mode=" : "", result->mode);
}

static void print_checked(const struct result *result, FILE *out) {
    const char *grade = check_grade(result->grade);
    fputs("  checked  ", out);
    screen_print_format(part_indent, part_indent, out, "%s%s%s", check_of(result).checks,
                        grade[0] != '\0' ? ", " : "", grade);
}

/* The reason; what the line "Fingerprint" says is told there. */
static void print_reason(const struct gate_outcome *o, const struct result *result,
                         FILE *out) {
    const char *diagnosis = results_text(result->fingerprint, "diagnosis");
    const char *told = diagnosis[0] != '\0' && o->integrator != NULL
                           ? strstr(result->reason, diagnosis)
                           : NULL;
    if (told == NULL)
        fputs(result->reason, out);
    else
        fprintf(out, "%.*sas the line 'Fingerprint' below says%s",
                (int)(told - result->reason), result->reason, told + strlen(diagnosis));
}

static void print_found(const struct gate_outcome *o, const struct result *result,
                        FILE *out) {
    struct paragraph p;
    fputs("  found    ", out);
    if (begin_paragraph(&p) == NULL)
        return;
    if (isfinite(result->value)) {
        gate_print_figures(result, p.to);
        fputs(": ", p.to);
    }
    fputs(result_before_reason(result), p.to);
    print_reason(o, result, p.to);
    end_paragraph(&p, part_indent, part_indent, out);
}

static void print_failure(const struct gate_outcome *o, const struct result *result,
                          FILE *out) {
    char command[command_room];
    fputs("\nFAIL ", out);
    gate_print_name(result, out);
    fputc('\n', out);
    print_checked(result, out);
    print_found(o, result, out);
    fputs("  look at  ", out);
    screen_print_line(check_of(result).look_at, part_indent, part_indent, out);
    check_command(command, sizeof command, result, o);
    if (command[0] != '\0')
        fprintf(out, "  more     %s\n", command);
}

/* Of another model, or another component of it. */
static bool are_alike(const struct result *a, const struct result *b) {
    return strcmp(a->study, b->study) == 0 && strcmp(a->quantity, b->quantity) == 0 &&
           strcmp(a->method, b->method) == 0 && strcmp(a->mode, b->mode) == 0;
}

/* How many failures before this one are like it. */
static int count_alike(const struct results *results, const struct result *this) {
    int alike = 0;
    RESULTS_FOREACH(results, result) {
        if (result == this)
            break;
        alike += result_fails(result) && are_alike(result, this);
    }
    return alike;
}

/* The models of the failures that are like this one, from it on. */
static void print_alike(const struct results *results, const struct result *this,
                        FILE *out) {
    struct paragraph p;
    bool is_after = false;
    if (begin_paragraph(&p) == NULL)
        return;
    fprintf(p.to, "FAIL as well: %s (%s) of", this->quantity, this->study);
    RESULTS_FOREACH(results, result) {
        is_after = is_after || result == this;
        if (is_after && result_fails(result) && are_alike(result, this))
            fprintf(p.to, "%s %s", result == this ? "" : ",", result->model);
    }
    fputc('\n', out);
    end_paragraph(&p, 0, 2, out);
}

/* Of failures that are alike the first ones are told, and the models of the others. */
void gate_print_failures(const struct gate_outcome *o, FILE *out) {
    int told = 0;
    RESULTS_FOREACH(o->results, result) {
        if (!result_fails(result))
            continue;
        const int alike = count_alike(o->results, result);
        if (alike > most_alike || ++told > most_told)
            continue;
        if (alike == most_alike)
            print_alike(o->results, result, out);
        else
            print_failure(o, result, out);
    }
    if (told > most_told)
        fprintf(out, "\nand %d more\n", told - most_told);
}

void gate_print_acceptances(const struct gate_outcome *o, FILE *out) {
    int told = 0;
    RESULTS_FOREACH(o->results, result) {
        bool is_unused;
        struct paragraph p;
        const char *why = gate_outcome_acceptance(result, &is_unused);
        if (why == NULL || ++told > most_told || begin_paragraph(&p) == NULL)
            continue;
        fputs(told == 1 ? "\n" : "", out);
        fputs(is_unused ? "warning " : "accepted ", p.to);
        gate_print_name(result, p.to);
        fprintf(p.to, ": %s", why);
        end_paragraph(&p, 0, 2, out);
    }
    if (told > most_told)
        fprintf(out, "and %d more\n", told - most_told);
}
