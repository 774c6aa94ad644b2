/* What the values of options may be.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/session/option.h"

#include <stdio.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/number.h"

enum { words_room = 256 };

/* The option as messages call it, "--seed". */
static struct option_text call(const struct option_definition *o) {
    struct option_text name;
    snprintf(name.text, sizeof name.text, "--%s", o->name);
    return name;
}

int option_positive(double *value, const struct option_definition *o, const char *text,
                    struct diagnostic *d) {
    if (number_read_double(value, text, call(o).text, d))
        return -1;
    return *value > 0 ? 0 : message_set(d, "--%s %s: must be positive", o->name, text);
}

int option_number(double *value, const struct option_definition *o, const char *text,
                  struct diagnostic *d) {
    if (number_read_double(value, text, call(o).text, d))
        return -1;
    return *value >= o->least && *value <= o->most
               ? 0
               : message_set(d, "--%s %s: must be between %.15g and %.15g", o->name, text,
                             o->least, o->most);
}

int option_whole(double *value, const struct option_definition *o, const char *text,
                 struct diagnostic *d) {
    long number;
    if (number_read_whole(&number, text, call(o).text, (long)o->least, (long)o->most, d))
        return -1;
    *value = (double)number;
    return 0;
}

/* "closed-form, certified or converged". */
static void list_words(char *list, size_t room, const struct option_definition *o) {
    const char *word;
    list[0] = '\0';
    for (int i = 0; (word = o->word(i)) != NULL; i++) {
        const size_t length = strlen(list);
        const char *between = i == 0 ? "" : o->word(i + 1) == NULL ? " or " : ", ";
        snprintf(list + length, room - length, "%s%s", between, word);
    }
}

int option_word(double *value, const struct option_definition *o, const char *text,
                struct diagnostic *d) {
    const char *word;
    char all[words_room];
    for (int i = 0; (word = o->word(i)) != NULL; i++)
        if (strcmp(word, text) == 0) {
            *value = i;
            return 0;
        }
    list_words(all, sizeof all, o);
    return message_set(d, "--%s %s: must be %s", o->name, text, all);
}

const struct option_definition *option_find(const struct option_definition *table,
                                            const char *name) {
    while (table->name != NULL && strcmp(table->name, name) != 0)
        table++;
    return table->name != NULL ? table : NULL;
}

struct option_text option_meaning(const struct option_definition *o) {
    struct option_text t;
    snprintf(t.text, sizeof t.text, "%s%s%s%s", o->meaning,
             o->usual != NULL ? " (default " : "", o->usual != NULL ? o->usual : "",
             o->usual != NULL ? ")" : "");
    return t;
}

bool option_list_has(const char *names, const char *name) {
    const size_t length = strlen(name);
    while (*names != '\0') {
        const size_t one = strcspn(names, " ");
        if (one == length && strncmp(names, name, length) == 0)
            return true;
        names += one + (names[one] == ' ');
    }
    return false;
}
