/* The statements of a model file that define its motion, those of its joints and those of its
 * contacts. A statement
 * ends with its line, unless a bracket is open, the line ends in an operator or a comma, or
 * the brackets of `published` are still to come.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/program/run/describe.h"

static const char *const other_statements[] = {
    "title",     "source",   "why",      "tags",  "span",       "size",
    "param",     "position", "velocity", "state", "invariant",  "solution",
    "published", "variant",  "joint",    "path",  "quaternion", "contact"};
static const char *const joint_statements[] = {"joint", "quaternion"};
static const char *const contact_statements[] = {"contact"};

enum kind { OF_MOTION, OF_JOINTS, OF_CONTACTS };

struct reader {
    json_t *lines;
    enum kind kind; /* what is looked for */
    int depth;      /* open brackets */
    bool continued; /* the line belongs to the statement before */
    bool is_wanted; /* the statement is one of those looked for */
};

/* The length of a line without its comment and the blanks before that. */
static size_t length_without_comment(const char *line, size_t length) {
    bool quoted = false;
    size_t end = 0;
    while (end < length && (line[end] != '#' || quoted))
        quoted ^= line[end++] == '"';
    while (end > 0 && isspace((unsigned char)line[end - 1]))
        end--;
    return end;
}

static bool starts_with_word(const char *line, size_t length, const char *word) {
    size_t end = 0;
    while (end < length && (isalnum((unsigned char)line[end]) || line[end] == '_'))
        end++;
    return strlen(word) == end && strncmp(line, word, end) == 0;
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool starts_with_any(const char *line, size_t length, const char *const *words,
                            size_t count) {
    for (size_t i = 0; i < count; i++)
        if (starts_with_word(line, length, words[i]))
            return true;
    return false;
}

static bool is_looked_for(const struct reader *r, const char *line, size_t length) {
    switch (r->kind) {
    case OF_JOINTS:
        return starts_with_any(line, length, joint_statements, COUNT(joint_statements));
    case OF_CONTACTS:
        return starts_with_any(line, length, contact_statements,
                               COUNT(contact_statements));
    case OF_MOTION: break;
    }
    return !starts_with_any(line, length, other_statements, COUNT(other_statements));
}

static bool ends_in(const char *line, size_t length, const char *word) {
    size_t end = strlen(word);
    return length > end && isspace((unsigned char)line[length - end - 1]) &&
           strncmp(line + length - end, word, end) == 0;
}

/* Whether the line ends in something after which a statement goes on. */
static bool is_unfinished(const char *line, size_t length) {
    return strchr("+-*/^,=:.<>", line[length - 1]) != NULL ||
           ends_in(line, length, "then") || ends_in(line, length, "else");
}

static void follow_brackets(struct reader *r, const char *line, size_t length) {
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        quoted ^= line[i] == '"';
        if (!quoted && strchr("([{", line[i]) != NULL)
            r->depth++;
        if (!quoted && strchr(")]}", line[i]) != NULL && r->depth > 0)
            r->depth--;
    }
    r->continued = r->depth > 0 || is_unfinished(line, length);
}

static void read_line(struct reader *r, const char *line, size_t length) {
    length = length_without_comment(line, length);
    size_t blanks = 0;
    while (blanks < length && isspace((unsigned char)line[blanks]))
        blanks++;
    if (blanks == length)
        return;
    if (!r->continued)
        r->is_wanted = is_looked_for(r, line + blanks, length - blanks);
    bool is_head = starts_with_word(line + blanks, length - blanks, "published");
    if (r->is_wanted)
        json_array_append_new(r->lines, json_text(line, length));
    follow_brackets(r, line, length);
    r->continued = r->continued || (is_head && line[length - 1] != '}');
}

static json_t *read_lines(const char *text, enum kind kind) {
    struct reader r = {.lines = json_array(), .kind = kind};
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        read_line(&r, text, length);
        text += length + (text[length] == '\n');
    }
    return r.lines;
}

json_t *describe_equations(const char *text) {
    return read_lines(text, OF_MOTION);
}

json_t *describe_joint_equations(const char *text) {
    return read_lines(text, OF_JOINTS);
}

json_t *describe_contact_equations(const char *text) {
    return read_lines(text, OF_CONTACTS);
}
