/* SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/models/models.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/catalogue.h"

#define MODEL_FOLDER TEST_DATA "/../../models"

void settings_split(struct settings *s, const char *text) {
    s->count = 0;
    snprintf(s->text, sizeof s->text, "%s", text);
    for (char *word = strtok(s->text, " "); word; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '=');
        cr_assert_not_null(equals);
        *equals = '\0';
        cr_assert_lt(s->count, MODELS_SETTINGS);
        s->setting[s->count++] = (struct setting){word, equals + 1};
    }
}

void models_path(const char *name, char path[512]) {
    snprintf(path, 512, "%s/%s.model", MODEL_FOLDER, name);
}

struct model *models_read(const char *name, const char *settings) {
    struct settings s;
    struct diagnostic d = {""};
    struct model *m = NULL;
    char path[512];
    settings_split(&s, settings);
    models_path(name, path);
    enum problem_status status = model_read(&m, path, s.count, s.setting, &d);
    cr_assert_eq(status, PROBLEM_OK, "%s: %s", problem_status_text(status), d.text);
    return m;
}

struct model *models_from_catalogue(const char *name) {
    struct diagnostic d = {""};
    struct catalogue *c = NULL;
    struct model *m = NULL;
    cr_assert_eq(catalogue_open(&c, MODEL_FOLDER, &d), PROBLEM_OK, "%s", d.text);
    enum problem_status status = catalogue_read(c, name, 0, NULL, &m, &d);
    cr_assert_eq(status, PROBLEM_OK, "%s: %s", name, d.text);
    catalogue_free(c);
    return m;
}

char *models_text(const char *path) {
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    size_t room = 1 << 16;
    char *text = malloc(room);
    cr_assert_not_null(text);
    size_t length = fread(text, 1, room - 1, file);
    cr_assert_lt(length, room - 1);
    text[length] = '\0';
    fclose(file);
    return text;
}
