/* SPDX-License-Identifier: BSD-2-Clause */
#include "reports/tests/pages/folder.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reports/files.h"

char folder[] = "/tmp/site-XXXXXX";

void make_folder(void) {
    cr_assert(mkdtemp(folder) != NULL && chdir(folder) == 0);
}

int shell(const char *format, ...) {
    char line[1024];
    va_list words;
    va_start(words, format);
    vsnprintf(line, sizeof line, format, words);
    va_end(words);
    return WEXITSTATUS(system(line));
}

void remove_folder(void) {
    cr_expect(chdir("/") == 0 && shell("rm -rf '%s'", folder) == 0);
}

void copy_data(const char *name) {
    cr_assert(shell("cp -r '%s/%s/.' '%s'", TEST_DATA, name, folder) == 0);
}

int make_pages(void) {
    return shell("%s '%s'", PAGES_PROGRAM, folder);
}

void make_pages_of(json_t *document) {
    write_results(document);
    cr_assert(make_pages() == 0);
}

struct text read_page(const char *name) {
    struct text content = {0}, why = {0};
    cr_expect(files_read(&content, folder, name, &why), "%s", text_bytes(&why));
    text_clear(&why);
    return content;
}

static void look_for(const char *name, bool is_there, va_list words) {
    struct text page = read_page(name);
    for (const char *word; (word = va_arg(words, const char *)) != NULL;)
        cr_expect((strstr(text_bytes(&page), word) != NULL) == is_there, "%s: %s %s",
                  name, is_there ? "no" : "has", word);
}

void expect_words(const char *name, ...) {
    va_list words;
    va_start(words, name);
    look_for(name, true, words);
    va_end(words);
}

void expect_no_words(const char *name, ...) {
    va_list words;
    va_start(words, name);
    look_for(name, false, words);
    va_end(words);
}

long size_of(const char *name) {
    struct stat about;
    return stat(name, &about) == 0 ? (long)about.st_size : -1;
}

void write_file(const char *name, const char *words) {
    struct text content = {0}, why = {0};
    text_add(&content, words);
    cr_assert(files_replace(folder, name, &content, &why), "%s", text_bytes(&why));
}

void write_results(json_t *document) {
    cr_assert(json_dump_file(document, "results.json", JSON_COMPACT) == 0);
}

json_t *make_result(const char *model, const char *method, double value) {
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:f, s:f, s:f, s:f, s:f, s:s, s:b, s:s, s:s, s:[]}",
        "model", model, "method", method, "arithmetic", "double", "study", "order",
        "quantity", "order", "value", value, "low", value - 0.125, "high", value + 0.125,
        "expected", 1.0, "tolerance", 0.1, "verdict", value < 0.9 ? "fail" : "pass",
        "required", 1, "grade", "certified", "reason",
        value < 0.9 ? "it falls with another exponent" : "asymptotic over all steps",
        "points");
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

json_t *make_results(const char *models, json_t *results) {
    json_t *document =
        json_pack("{s:i, s:[], s:o}", "format", 1, "models", "results", results);
    for (size_t length; *models != '\0';
         models += length + strspn(models + length, " ")) {
        length = strcspn(models, " ");
        json_array_append_new(json_object_get(document, "models"),
                              json_pack("{s:o}", "name", json_stringn(models, length)));
    }
    return document;
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
    return json_pack("{s:i, s:s, s:o, s:o, s:[{s:s, s:b}]}", "format", 1, "halfstep", "0",
                     "models", models, "results", results, "studies", "name", "order",
                     "command", 1);
}
