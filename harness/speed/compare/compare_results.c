/* Comparisons as results of studies, which reports and continuous-integration servers read.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/result.h"
#include "harness/speed/compare/compare.h"

static bool is_about_time(const char *text) {
    static const char slower[] = "slower", untimed[] = COMPARE_UNTIMED;
    return strncmp(text, slower, strlen(slower)) == 0 ||
           strncmp(text, untimed, strlen(untimed)) == 0;
}

/* The failures about the time, or the others, in one text, which the caller frees; "": there are
 * none. */
static char *join_failures(const struct comparison *c, bool time) {
    char *all = NULL;
    size_t length;
    FILE *out = open_memstream(&all, &length);
    if (out == NULL)
        return NULL;
    for (int i = 0; i < c->failures; i++)
        if (is_about_time(c->failure[i]) == time)
            fprintf(out, "%s%s", ftell(out) > 0 ? "; " : "", c->failure[i]);
    fclose(out);
    return all;
}

static int add(struct results *results, const struct comparison *c, struct result r,
               const char *what, const char *why, const char *besides) {
    char quantity[256];
    snprintf(quantity, sizeof quantity, "%s:%s", what, c->of.kind);
    r.model = c->of.model;
    r.method = c->of.method;
    r.mode = c->of.mode;
    r.arithmetic = "double";
    r.study = "compare";
    r.quantity = quantity;
    r.grade = "measured";
    r.expected = r.tolerance = NAN;
    return results_add(results, &r, "%s%s", why, besides);
}

/* What only one side has is undecided. */
static int add_counted(struct results *results, const struct comparison *c) {
    char *why = join_failures(c, false);
    const bool fails = why != NULL && why[0] != '\0';
    const bool is_counted = c->counters_verdict != NULL;
    const struct result r = {.value = c->instructions_change,
                             .low = NAN,
                             .high = NAN,
                             .verdict = fails        ? VERDICT_FAIL
                                        : is_counted ? VERDICT_PASS
                                                     : VERDICT_NOT_ASYMPTOTIC};
    const int failed = why == NULL || add(results, c, r, "counted",
                                          fails        ? why
                                          : is_counted ? "counters: "
                                                       : "not counted: ",
                                          fails        ? ""
                                          : is_counted ? c->counters_verdict
                                                       : c->reason);
    free(why);
    return failed;
}

/* What cannot be told, or was not measured, is undecided. */
static int add_time(struct results *results, const struct comparison *c) {
    char *why = join_failures(c, true), said[64];
    const bool fails = why != NULL && why[0] != '\0';
    const struct result r = {.value = c->change,
                             .low = c->change - c->half,
                             .high = c->change + c->half,
                             .verdict = fails ? VERDICT_FAIL
                                        : c->verdict >= RULE_CANNOT_TELL
                                            ? VERDICT_NOT_ASYMPTOTIC
                                            : VERDICT_PASS};
    snprintf(said, sizeof said, "%s%s", compare_verdict_words[c->verdict],
             c->reason[0] ? ": " : "");
    const int failed = why == NULL || add(results, c, r, "time", fails ? why : said,
                                          fails ? "" : c->reason);
    free(why);
    return failed;
}

int compare_results(struct results *results, const struct compared *found) {
    int failed = 0;
    for (int i = 0; i < found->count && !failed; i++)
        failed = add_counted(results, &found->comparison[i]) ||
                 add_time(results, &found->comparison[i]);
    return failed;
}
