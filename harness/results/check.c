/* What is told about a result besides its figures.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/check.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/results/result.h"
#include "harness/results/results_count.h"
#include "harness/results/study_kind.h"

struct quantity check_of(const struct result *result) {
    return quantity_of(result->study, result->quantity);
}

void check_rule(char *text, size_t size, const struct result *result) {
    const char *quantity = result->quantity;
    const char *component = result->component;
    size_t length = strlen(quantity), end = strlen(component) + 1;
    bool names_it = end > 1 && length > end && quantity[length - end] == ':' &&
                    strcmp(quantity + length - end + 1, component) == 0;
    if (strncmp(quantity, "invariant", strlen("invariant")) == 0)
        length = strcspn(quantity, ":");
    else if (names_it)
        length -= end;
    snprintf(text, size, "%s/%.*s", result->study, (int)length, quantity);
}

struct line {
    const char *study, *model, *method, *subject; /* NULL: none */
};

static void print_line(void *context, FILE *out) {
    const struct line *line = context;
    fprintf(out, "halfstep %s ", line->study);
    if (line->model != NULL) {
        text_print_word(line->model, out);
        fputc(' ', out);
    }
    fprintf(out, "%s%s", line->subject != NULL ? "" : "--method ",
            line->subject != NULL ? line->subject : line->method);
}

void check_command(char *text, size_t size, const struct result *result,
                   const struct gate_outcome *o) {
    const struct study_kind_info *info = study_kind_find(result->study);
    const char *study = result->study;
    const struct gate_place *place = gate_place_of(o, result->model);
    bool is_of_method =
        strcmp(study, "fingerprint") == 0 || strcmp(study, "declared") == 0;
    bool has_command = info != NULL && info->has_command;
    bool is_alone = has_command && info->once;
    bool is_of_model = has_command && !info->once && place != NULL;
    text[0] = '\0';
    if (!is_of_method && !is_of_model && !is_alone)
        return;
    struct line line = {.study = is_of_method ? "fingerprint" : study,
                        .model = is_of_model ? place->asked : NULL,
                        .method = result->method,
                        .subject = o->integrator};
    char *printed = text_printed(print_line, &line, NULL);
    snprintf(text, size, "%s", printed != NULL ? printed : "");
    free(printed);
}

const char *check_grade(const char *grade) {
    static const struct {
        const char *grade, *words;
    } known[] = {
        {"closed-form", "against a formula"},
        {"certified", "against an enclosure"},
        {"converged",
         "against two solutions of different precision and order that agree"},
        {"discrete", "against the discrete equations solved in multiple precision"},
        {"recorded", "against recorded runs of the original"},
        {"published", "against published values"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].grade, grade) == 0)
            return known[i].words;
    return "";
}
