/* Finding methods and modes, and naming them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/side.h"

#include <ctype.h>
#include <string.h>

static bool same_text(const char *a, const char *b) {
    return strcmp(a ? a : "", b ? b : "") == 0;
}

/* Whether the result is of one method and, where the method has modes, of one mode. */
static bool is_of_side(const struct results *r, const struct report_result *result) {
    if (result->shared || result->model < 0 || !result->method) {
        return false;
    }
    bool modes = false;
    for (int i = 0; i < r->count && !modes; i++) {
        modes = r->result[i].mode && r->result[i].mode[0] &&
                same_text(r->result[i].method, result->method);
    }
    return !modes || (result->mode && result->mode[0]);
}

static bool is_known(const struct sides *sides, const struct report_result *result) {
    for (int i = 0; i < sides->count; i++) {
        if (same_text(sides->side[i].method, result->method) &&
            same_text(sides->side[i].mode, result->mode)) {
            return true;
        }
    }
    return false;
}

/* Puts it behind the last side of its method. */
static void insert_side(struct sides *sides, const struct report_result *result) {
    int at = sides->count;
    for (int i = 0; i < sides->count; i++) {
        at = same_text(sides->side[i].method, result->method) ? i + 1 : at;
    }
    for (int i = sides->count; i > at; i--) {
        sides->side[i] = sides->side[i - 1];
    }
    sides->side[at] = (struct side){result->method, result->mode ? result->mode : ""};
    sides->count++;
}

struct sides sides_find(const struct results *r) {
    struct sides sides = {0};
    for (int i = 0; i < r->count && sides.count < MOST_SIDES; i++) {
        if (!is_known(&sides, &r->result[i]) && is_of_side(r, &r->result[i])) {
            insert_side(&sides, &r->result[i]);
        }
    }
    return sides;
}

int sides_of_method(const struct sides *sides, int first) {
    int count = 0;
    while (first + count < sides->count &&
           same_text(sides->side[first + count].method, sides->side[first].method)) {
        count++;
    }
    return count;
}

int side_span(const struct sides *sides, const struct report_result *result, int *first) {
    for (int i = 0; i < sides->count && !result->shared; i++) {
        if (!same_text(sides->side[i].method, result->method)) {
            continue;
        }
        if (same_text(result->mode, "")) {
            *first = i;
            return sides_of_method(sides, i);
        }
        if (same_text(sides->side[i].mode, result->mode)) {
            *first = i;
            return 1;
        }
    }
    *first = 0;
    return sides->count;
}

static bool is_person(const char *word, size_t length) {
    static const char *const people[] = {"euler", "runge", "kutta", "merson"};
    for (size_t i = 0; i < sizeof people / sizeof people[0]; i++) {
        if (strlen(people[i]) == length && memcmp(people[i], word, length) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether it is a name like "velocity-implicit-euler"; others are left as they are. */
static bool names_person(const char *method) {
    for (const char *word = method; *word;) {
        size_t length = strcspn(word, "-");
        if (is_person(word, length)) {
            return true;
        }
        word += length + (word[length] == '-' ? 1 : 0);
    }
    return false;
}

/* Names of people begin with capitals wherever they stand. */
static void add_word(struct text *out, const char *word, size_t length, bool first) {
    bool capital = first || is_person(word, length);
    char letter = (char)(capital ? toupper((unsigned char)word[0]) : word[0]);
    text_escaped_bytes(out, &letter, length > 0 ? 1 : 0);
    text_escaped_bytes(out, word + 1, length > 0 ? length - 1 : 0);
}

static void add_words(struct text *out, const char *method, bool title) {
    if (!names_person(method)) {
        text_escaped(out, method);
        return;
    }
    for (const char *word = method; *word;) {
        size_t length = strcspn(word, "-");
        bool last = word[length] == '\0';
        bool before_last = !last && strchr(word + length + 1, '-') == NULL;
        add_word(out, word, length, title && word == method);
        text_add(out, last ? "" : before_last ? " " : "-");
        word += length + (last ? 0 : 1);
    }
}

void side_method(struct text *out, const char *method) {
    add_words(out, method, true);
}

void side_name(struct text *out, const struct side *side, bool brief) {
    static const char euler[] = "-euler";
    const char *method = side->method ? side->method : "";
    size_t length = strlen(method), tail = strlen(euler);
    if (!brief) {
        add_words(out, method, false);
    } else if (length > tail && strcmp(method + length - tail, euler) == 0) {
        text_escaped_bytes(out, method, length - tail);
    } else {
        text_escaped(out, method);
    }
    if (side->mode && side->mode[0]) {
        text_add(out, ", ");
        text_escaped(out, side->mode);
    }
}
