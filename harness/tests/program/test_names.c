/* Functions that a header declares are there for other files, or for the header's own: at least
 * three files know the name of each, the header, the file that defines it, and one that uses it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <ctype.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "harness/tests/scratch.h"

enum { most_open = 16, longest_name = 128 };

static const char *const folders[] = {"problems", "fast", "ref", "harness", "reports"};

static json_t *files_of;  /* how many files know a word */
static json_t *header_of; /* the header that declares a function */

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Where a string that begins at `c` ends, and where a comment does. */
static char *skip_string(char *c) {
    for (c++; *c != '"' && *c != '\0'; c++)
        c += *c == '\\' && c[1] != '\0';
    return c;
}

static char *blank_comment(char *c) {
    char *end = strstr(c + 2, "*/");
    for (end = end == NULL ? c + strlen(c) : end + 2; c < end; c++)
        *c = *c == '\n' ? '\n' : ' ';
    return c - 1;
}

/* Blanks what is in comments. */
static void strip_comments(char *text) {
    for (char *c = text; *c != '\0'; c++) {
        if (c[0] == '"' && (c == text || c[-1] != '\''))
            c = skip_string(c);
        else if (c[0] == '/' && c[1] == '*')
            c = blank_comment(c);
        if (*c == '\0')
            return;
    }
}

/* word := the letters that begin at `from`. Where they end. */
static const char *take_word(const char *from, char *word) {
    size_t length = 0;
    for (; is_letter(*from); from++)
        if (length < longest_name - 1)
            word[length++] = *from;
    word[length] = '\0';
    return from;
}

static void count_words(const char *text) {
    json_t *seen = json_object();
    char word[longest_name];
    for (const char *c = text; *c != '\0';) {
        if (!is_letter(*c)) {
            c++;
            continue;
        }
        c = take_word(c, word);
        if (json_object_get(seen, word) != NULL)
            continue;
        json_object_set_new(seen, word, json_true());
        json_object_set_new(
            files_of, word,
            json_integer(1 + json_integer_value(json_object_get(files_of, word))));
    }
}

/* name := the function that a line declares; empty: it declares none. */
static void find_declared(const char *line, char *name) {
    const size_t length = strcspn(line, "\n");
    const char *open = memchr(line, '(', length);
    name[0] = '\0';
    if (!islower((unsigned char)*line) || open == NULL || open == line ||
        !is_letter(open[-1]) || line[length - 1] == '\\' ||
        strncmp(line, "static ", 7) == 0 || strncmp(line, "typedef ", 8) == 0)
        return;
    const char *first = open;
    while (first > line && is_letter(first[-1]))
        first--;
    if (first > line && islower((unsigned char)*first))
        take_word(first, name);
}

/* What another line of the header uses is for its own functions. */
static bool is_used_in(const char *text, const char *name) {
    const size_t length = strlen(name);
    int times = 0;
    for (const char *at = strstr(text, name); at != NULL; at = strstr(at + length, name))
        times += !is_letter(at[length]) && !is_letter(at[-1]);
    return times > 1;
}

static void note_declared(const char *text, const char *path) {
    char name[longest_name];
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        find_declared(line, name);
        if (name[0] != '\0' && !is_used_in(text, name))
            json_object_set_new(header_of, name, json_string(path));
    }
}

static int visit(const char *path, const struct stat *is, int kind, struct FTW *where) {
    (void)is, (void)where;
    const char *ending = strrchr(path, '.');
    const bool is_header = ending != NULL && strcmp(ending, ".h") == 0;
    if (kind != FTW_F || ending == NULL ||
        (!is_header && strcmp(ending, ".c") != 0 && strcmp(ending, ".cpp") != 0))
        return 0;
    char *text = scratch_read(path);
    cr_assert(text != NULL, "%s", path);
    strip_comments(text);
    count_words(text);
    if (is_header)
        note_declared(text, path);
    return 0;
}

Test(names, what_a_header_declares_is_used) {
    const char *name;
    json_t *header;
    files_of = json_object();
    header_of = json_object();
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", PROJECT_FOLDER, folders[i]);
        cr_assert(nftw(path, visit, most_open, FTW_PHYS) == 0, "%s", path);
    }
    cr_expect(json_object_size(header_of) > 1000);
    json_object_foreach(header_of, name, header)
        cr_expect(json_integer_value(json_object_get(files_of, name)) > 2,
                  "%s of %s is used by no other file", name, json_string_value(header));
}

Test(names, the_check_tells_a_declaration_from_others) {
    char name[longest_name];
    find_declared("double *fast_take(double **rest, size_t count);\n", name);
    cr_expect_str_eq(name, "fast_take");
    find_declared("static inline int own(void) {\n", name);
    cr_expect_str_eq(name, "");
    find_declared("    int (*field)(void);\n", name);
    cr_expect_str_eq(name, "");
}
