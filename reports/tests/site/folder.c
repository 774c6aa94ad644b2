/* SPDX-License-Identifier: BSD-2-Clause */
#include "reports/tests/site/folder.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "reports/site/files.h"

char folder[] = "/tmp/site-XXXXXX";

void make_folder(void) {
    cr_assert(mkdtemp(folder) != NULL);
}

int shell(const char *format, const char *a, const char *b) {
    char line[1024];
    snprintf(line, sizeof line, format, a, b);
    return WEXITSTATUS(system(line));
}

void remove_folder(void) {
    cr_expect(shell("rm -rf '%s'%s", folder, "") == 0);
}

int make_pages(void) {
    return shell("%s '%s'", PAGES_PROGRAM, folder);
}

struct text read_page(const char *name) {
    struct text content = {0}, why = {0};
    cr_expect(files_read(&content, folder, name, &why), "%s", text_bytes(&why));
    text_clear(&why);
    return content;
}

void expect_words(const char *name, const char *const *words) {
    struct text page = read_page(name);
    for (; *words != NULL; words++)
        cr_expect(strstr(text_bytes(&page), *words) != NULL, "%s: no %s", name, *words);
    text_clear(&page);
}

long size_of(const char *name) {
    char path[256];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return stat(path, &about) == 0 ? (long)about.st_size : -1;
}

void write_results(json_t *document) {
    char path[256];
    snprintf(path, sizeof path, "%s/results.json", folder);
    cr_assert(json_dump_file(document, path, JSON_COMPACT) == 0);
    json_decref(document);
}

json_t *make_result(const char *model, const char *method, double value) {
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:f, s:f, s:f, s:s, s:b, s:s, s:s, s:[]}",
                     "model", model, "method", method, "arithmetic", "double", "study",
                     "order", "quantity", "order", "value", value, "expected", 1.0,
                     "tolerance", 0.1, "verdict", value < 0.9 ? "fail" : "pass",
                     "required", 1, "grade", "certified", "reason",
                     "asymptotic over all steps", "points");
}

/* error = h^order. */
void add_points(json_t *result, double order) {
    json_t *points = json_object_get(result, "points");
    for (int i = 1; i <= 6; i++) {
        double h = 1, error = 1;
        for (int k = 0; k < i; k++, error = order < 1 ? error * 0.8 : error / 2)
            h /= 2;
        json_array_append_new(
            points, json_pack("{s:f, s:f, s:b}", "h", h, "error", error, "used", 1));
    }
}

json_t *make_document(int problems, int methods) {
    json_t *models = json_array(), *results = json_array();
    for (int i = 0; i < problems; i++) {
        char model[32], method[32];
        snprintf(model, sizeof model, "problem_%03d", i);
        json_array_append_new(models,
                              json_pack("{s:s, s:s, s:[s]}", "name", model, "title",
                                        "A pendulum on a spring", "tags", "smooth"));
        for (int k = 0; k < methods; k++) {
            snprintf(method, sizeof method, "method-number-%d", k);
            json_t *r = make_result(model, method, i == 7 && k == 3 ? 0.5 : 1.0);
            add_points(r, i == 7 && k == 3 ? 0.5 : 1.0);
            json_array_append_new(results, r);
        }
    }
    return json_pack("{s:i, s:s, s:o, s:o}", "format", 1, "halfstep", "0", "models",
                     models, "results", results);
}
