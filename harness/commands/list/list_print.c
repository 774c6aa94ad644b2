/* Models and methods, printed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/record/json_csv.h"
#include "harness/commands/list/list_catalogue.h"

static void print_model(const json_t *model, FILE *out) {
    const char *error = json_string_value(json_object_get(model, "error"));
    fprintf(out, "  %-30s", json_string_value(json_object_get(model, "name")));
    if (error != NULL) {
        fprintf(out, " cannot be read: %s\n", error);
        return;
    }
    fprintf(out, " %2d %2d %2d  %s",
            (int)json_integer_value(json_object_get(model, "nq")),
            (int)json_integer_value(json_object_get(model, "nv")),
            (int)json_integer_value(json_object_get(model, "nz")),
            json_string_value(json_object_get(model, "title")));
    json_int_t joints = json_integer_value(json_object_get(model, "joints"));
    if (joints > 0)
        fprintf(out, ", %d joint%s", (int)joints, joints == 1 ? "" : "s");
    json_int_t contacts = json_integer_value(json_object_get(model, "contacts"));
    if (contacts > 0)
        fprintf(out, ", %d contact%s", (int)contacts, contacts == 1 ? "" : "s");
    const char *base = json_string_value(json_object_get(model, "variant_of"));
    if (base != NULL)
        fprintf(out, " (a variant of %s)", base);
    fputc('\n', out);
}

static void print_models(const json_t *models, FILE *out) {
    size_t i;
    json_t *model;
    fprintf(out, "models %-24s nq nv nz\n", "");
    json_array_foreach(models, i, model) {
        print_model(model, out);
    }
}

static void print_methods(const json_t *methods, FILE *out) {
    size_t i, k;
    json_t *method, *option;
    fputs("methods\n", out);
    json_array_foreach(methods, i, method) {
        fprintf(out, "  %s: %s\n", json_string_value(json_object_get(method, "name")),
                json_string_value(json_object_get(method, "title")));
        json_array_foreach(json_object_get(method, "options"), k, option) {
            fprintf(out, "    %-20s %s (default %s)\n",
                    json_string_value(json_object_get(option, "name")),
                    json_string_value(json_object_get(option, "meaning")),
                    json_string_value(json_object_get(option, "default")));
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
