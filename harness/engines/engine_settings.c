/* Settings of an engine.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "engine_settings.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int find(const struct engine_settings *settings, const char *name) {
    const struct halfstep_setting *known = settings->known;
    for (int i = 0; known[i].name != NULL && i < ENGINE_MOST_SETTINGS; i++)
        if (strcmp(known[i].name, name) == 0)
            return i;
    return -1;
}

/* Whether a word is one of "a|b|c". */
static bool is_one_of(const char *words, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = words;; at++) {
        const size_t its = strcspn(at, "|");
        if (its == length && strncmp(at, word, length) == 0)
            return true;
        at += its;
        if (*at == '\0')
            return false;
    }
}

static bool is_number(const char *text) {
    char *end;
    const double value = strtod(text, &end);
    return end != text && *end == '\0' && value >= 0;
}

/* Whether a number is one of "a number", "a number > 0", "a whole number > 0". */
static bool is_in_range(const char *range, const char *text) {
    const double value = strtod(text, NULL);
    const bool is_whole = value <= INT_MAX && floor(value) == value;
    return is_number(text) && (value > 0 || strstr(range, "> 0") == NULL) &&
           (is_whole || strstr(range, "whole") == NULL);
}

int engine_set(struct engine_settings *settings, const char *name, const char *value) {
    const int i = find(settings, name);
    if (i < 0 || strlen(value) >= ENGINE_LONGEST_VALUE)
        return -1;
    const char *values = settings->known[i].values;
    if (strchr(values, '|') != NULL ? !is_one_of(values, value)
                                    : !is_in_range(values, value))
        return -1;
    strcpy(settings->value[i], value);
    return 0;
}

const char *engine_choice(const struct engine_settings *settings, const char *name) {
    const int i = find(settings, name);
    if (i < 0)
        return "";
    return settings->value[i][0] != '\0' ? settings->value[i] : settings->known[i].usual;
}

double engine_number(const struct engine_settings *settings, const char *name) {
    const char *text = engine_choice(settings, name);
    return is_number(text) ? strtod(text, NULL) : NAN;
}

bool engine_chose(const struct engine_settings *settings, const char *name,
                  const char *value) {
    return strcmp(engine_choice(settings, name), value) == 0;
}
