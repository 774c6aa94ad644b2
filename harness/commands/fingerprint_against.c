/* Fingerprints as texts, and compared with those of a file.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/screen/screen.h"
#include "harness/base/text.h"
#include "harness/commands/fingerprint_command.h"
#include "harness/session/arguments.h"

struct listing {
    const struct fingerprints *of;
    bool all;
};

static void print_listing(void *context, FILE *out) {
    const struct listing *l = context;
    for (int i = 0; i < l->of->count; i++) {
        if (i > 0)
            fputc('\n', out);
        fingerprint_print(&l->of->item[i], l->all, out);
    }
}

/* Newly allocated; NULL: out of memory. */
static char *text_of(const struct fingerprints *list, bool all) {
    struct listing listing = {list, all};
    return text_printed(print_listing, &listing, NULL);
}

/* A line of a text, folded at the screen's width unless it is a row of a table, whose cells stand
 * two blanks apart. A text that is kept and compared goes to no screen. */
static void print_folded(const char *line, FILE *out) {
    const int indent = (int)strspn(line, " ");
    if (screen_columns(out) == 0 || (int)strlen(line) <= screen_columns(out) ||
        strstr(line + indent, "  ") != NULL) {
        fprintf(out, "%s\n", line);
        return;
    }
    fprintf(out, "%*s", indent, "");
    screen_print_line(line + indent, indent, indent, out);
}

void fingerprint_print_all(const struct fingerprints *list, bool all, FILE *out) {
    char *text = text_of(list, all);
    for (char *line = text, *next; line != NULL && *line != '\0'; line = next) {
        char *end = line + strcspn(line, "\n");
        next = end + (*end == '\n');
        *end = '\0';
        print_folded(line, out);
    }
    free(text);
}

/* The text of a file that holds a JSON document; NULL: it does not hold fingerprints. */
static char *text_of_document(const char *document, const char *place,
                              struct diagnostic *d) {
    json_error_t error;
    json_t *read = json_loads(document, 0, &error);
    struct fingerprints list;
    struct diagnostic why;
    const int failed = record_read(&fingerprints_record, &list, read, &why);
    char *text = !failed && list.item != NULL ? text_of(&list, true) : NULL;
    if (read == NULL)
        message_set(d, "--against %s:%d: not JSON: %s", place, error.line, error.text);
    else if (failed)
        message_set(d, "--against %s: this JSON has no fingerprints (%s)", place,
                    why.text);
    else if (text == NULL)
        message_set(d, "--against %s: this JSON has no fingerprints", place);
    record_clear(&fingerprints_record, &list);
    json_decref(read);
    return text;
}

/* Both as text; a text without the lines of all trees is compared with its like. */
enum exit_status fingerprint_compare(struct fingerprint_command *w) {
    struct diagnostic *d = &w->session->why;
    const char *place = arguments_value(w->arguments, "against");
    char *before = NULL, *after;
    bool all = strstr(w->against, "(--all for every line)") == NULL;
    if (w->against[strspn(w->against, " \t\r\n")] == '{') {
        all = true;
        before = text_of_document(w->against, place, d);
        if (before == NULL)
            return EXIT_USAGE;
    } else if (strstr(w->against, "\nform ") == NULL) {
        return message_fail(
            EXIT_USAGE, d,
            "--against %s: this is no fingerprint: write one by 'halfstep "
            "fingerprint ... >FILE'",
            place);
    }
    after = text_of(&w->found, all);
    if (after == NULL) {
        free(before);
        return message_fail(EXIT_MACHINE, d, "out of memory");
    }
    bool as_json = arguments_has(w->arguments, "json");
    FILE *out = as_json ? w->session->err : w->session->out;
    int lines = fingerprint_differ(before != NULL ? before : w->against, after, out);
    if (lines > 0)
        message_set(d, "the fingerprint differs from %s in %d lines", place, lines);
    else if (!as_json)
        fprintf(out, "the fingerprint is that of %s\n", place);
    free(before);
    free(after);
    return lines > 0 ? EXIT_VERDICT : EXIT_PASSED;
}
