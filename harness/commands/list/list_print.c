/* Models and methods, printed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/record/json_csv.h"
#include "harness/base/screen/screen.h"
#include "harness/base/text.h"
#include "harness/commands/list/list_catalogue.h"
#include "harness/integrators/methods/method.h"
#include "harness/methods/method_row.h"

enum { method_indent = 8 };

/* "Bouncing ball, 1 contact (a variant of bouncing_ball)". */
static void print_title(void *context, FILE *out) {
    const struct model_brief *m = context;
    fputs(m->title, out);
    if (m->joints > 0)
        fprintf(out, ", %ld joint%s", m->joints, m->joints == 1 ? "" : "s");
    if (m->contacts > 0)
        fprintf(out, ", %ld contact%s", m->contacts, m->contacts == 1 ? "" : "s");
    if (m->variant_of[0] != '\0')
        fprintf(out, " (a variant of %s)", m->variant_of);
}

/* What print(context, ...) prints, from a column on. */
static void print_text(void (*print)(void *context, FILE *out), const void *context,
                       int column, int indent, FILE *out) {
    char *text = text_printed(print, (void *)context, NULL);
    screen_print_line(text != NULL ? text : "", column, indent, out);
    free(text);
}

static void print_model(const struct model_brief *m, FILE *out) {
    int column = fprintf(out, "  %-30s ", m->name);
    if (!m->is_read) {
        fprintf(out, "cannot be read: %s\n", m->error);
        return;
    }
    column += fprintf(out, "%4ld %4ld %2ld  ", m->nq, m->nv, m->nz);
    print_text(print_title, m, column, column, out);
}

void list_print_models(const struct listing *models, FILE *out) {
    fprintf(out, "%-32s %4s %4s %2s\n", "models", "nq", "nv", "nz");
    for (int i = 0; i < models->count; i++)
        print_model(&models->item[i], out);
}

static void print_method(void *context, FILE *out) {
    const struct method *m = context;
    fprintf(out, "%s: %s", m->name, m->title);
}

static void print_option(void *context, FILE *out) {
    const struct integrator_option *o = context;
    fprintf(out, "%s (default %s)", o->meaning, o->initial);
}

void list_print_methods(FILE *out) {
    const struct integrator_option *o;
    fputs("methods\n", out);
    for (const struct method *m = method_table(); m->name != NULL; m++) {
        fputs("  ", out);
        print_text(print_method, m, 2, method_indent, out);
        for (int i = 0; (o = method_option(m, i)) != NULL; i++) {
            const int column = fprintf(out, "    %-20s ", o->name);
            print_text(print_option, o, column, column, out);
        }
    }
}

void list_print_methods_csv(FILE *out) {
    static const char *const columns[] = {
        "method=of.name", "option=each.name", "each.type", "each.values",
        "each.default",   "each.meaning",     NULL};
    json_t *methods = list_methods_tell(), *rows = json_csv_join(methods, "options");
    json_csv_print(rows, columns, out);
    json_decref(rows);
    json_decref(methods);
}

void list_print_models_csv(const struct listing *models, FILE *out) {
    static const char *const columns[] = {
        "name",      "title", "nq",      "nv",         "nz",          "joints",
        "contacts",  "kinks", "studied", "variant_of", "truth.grade", "truth.digits",
        "truth.way", "tags",  "error",   NULL};
    json_t *rows = list_models_tell(models);
    json_csv_print(rows, columns, out);
    json_decref(rows);
}

static const char *steps_of(const struct method *m) {
    return m->order == 0 ? "its own" : m->controls ? "fixed or error control" : "fixed";
}

void list_print_methods_markdown(FILE *out) {
    fputs("| method | what it is | original | steps | joints | contacts |\n"
          "|---|---|---|---|---|---|\n",
          out);
    for (const struct method *m = method_rows; m->name != NULL; m++)
        fprintf(out, "| `%s` | %s | %s | %s | %s | %s |\n", m->name, m->title, m->source,
                steps_of(m), m->joints ? "yes" : "no", m->contacts ? "yes" : "no");
}
