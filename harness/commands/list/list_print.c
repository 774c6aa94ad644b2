/* Models and methods, printed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/record/json_csv.h"
#include "harness/base/screen/screen.h"
#include "harness/base/text.h"
#include "harness/commands/list/list_catalogue.h"
#include "harness/methods/method_row.h"

enum { method_indent = 8 };

/* "Bouncing ball, 1 contact (a variant of bouncing_ball)". */
static void print_title(void *context, FILE *out) {
    const json_t *model = context;
    const json_int_t joints = json_integer_value(json_object_get(model, "joints"));
    const json_int_t contacts = json_integer_value(json_object_get(model, "contacts"));
    const char *base = json_string_value(json_object_get(model, "variant_of"));
    fputs(json_string_value(json_object_get(model, "title")), out);
    if (joints > 0)
        fprintf(out, ", %d joint%s", (int)joints, joints == 1 ? "" : "s");
    if (contacts > 0)
        fprintf(out, ", %d contact%s", (int)contacts, contacts == 1 ? "" : "s");
    if (base != NULL)
        fprintf(out, " (a variant of %s)", base);
}

/* What print(context, ...) prints, from a column on. */
static void print_text(void (*print)(void *context, FILE *out), const json_t *context,
                       int column, int indent, FILE *out) {
    char *text = text_printed(print, (void *)context, NULL);
    screen_print_line(text != NULL ? text : "", column, indent, out);
    free(text);
}

static void print_model(const json_t *model, FILE *out) {
    const char *error = json_string_value(json_object_get(model, "error"));
    int column =
        fprintf(out, "  %-30s ", json_string_value(json_object_get(model, "name")));
    if (error != NULL) {
        fprintf(out, "cannot be read: %s\n", error);
        return;
    }
    column += fprintf(out, "%4d %4d %2d  ",
                      (int)json_integer_value(json_object_get(model, "nq")),
                      (int)json_integer_value(json_object_get(model, "nv")),
                      (int)json_integer_value(json_object_get(model, "nz")));
    print_text(print_title, model, column, column, out);
}

static void print_models(const json_t *models, FILE *out) {
    size_t i;
    json_t *model;
    fprintf(out, "%-32s %4s %4s %2s\n", "models", "nq", "nv", "nz");
    json_array_foreach(models, i, model) {
        print_model(model, out);
    }
}

static void print_method(void *method, FILE *out) {
    fprintf(out, "%s: %s", json_string_value(json_object_get(method, "name")),
            json_string_value(json_object_get(method, "title")));
}

static void print_option(void *option, FILE *out) {
    fprintf(out, "%s (default %s)", json_string_value(json_object_get(option, "meaning")),
            json_string_value(json_object_get(option, "default")));
}

static void print_methods(const json_t *methods, FILE *out) {
    size_t i, k;
    json_t *method, *option;
    fputs("methods\n", out);
    json_array_foreach(methods, i, method) {
        fputs("  ", out);
        print_text(print_method, method, 2, method_indent, out);
        json_array_foreach(json_object_get(method, "options"), k, option) {
            const int column = fprintf(
                out, "    %-20s ", json_string_value(json_object_get(option, "name")));
            print_text(print_option, option, column, column, out);
        }
    }
}

void list_print(const json_t *document, FILE *out) {
    const json_t *models = json_object_get(document, "models");
    const json_t *methods = json_object_get(document, "methods");
    if (models != NULL)
        print_models(models, out);
    if (models != NULL && json_array_size(methods) > 0)
        fputc('\n', out);
    if (json_array_size(methods) > 0)
        print_methods(methods, out);
}

static void print_methods_csv(const json_t *methods, FILE *out) {
    static const char *const columns[] = {
        "method=of.name", "option=each.name", "each.type", "each.values",
        "each.default",   "each.meaning",     NULL};
    json_t *rows = json_csv_join(methods, "options");
    json_csv_print(rows, columns, out);
    json_decref(rows);
}

void list_print_csv(const json_t *document, FILE *out) {
    static const char *const columns[] = {
        "name",      "title", "nq",      "nv",         "nz",          "joints",
        "contacts",  "kinks", "studied", "variant_of", "truth.grade", "truth.digits",
        "truth.way", "tags",  "error",   NULL};
    const json_t *models = json_object_get(document, "models");
    if (models != NULL)
        json_csv_print(models, columns, out);
    else
        print_methods_csv(json_object_get(document, "methods"), out);
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
