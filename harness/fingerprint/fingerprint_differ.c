/* Two texts line by line: the longest common sequence of lines, and what is beside it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/fingerprint/fingerprint.h"

/* Of longer texts (cells of a table, 64 MB) no common lines are looked for between the first one
 * that differs and the last one: a file of fingerprints has some thousand lines, so that one
 * with which the table would be larger is none, or a damaged one. */
static const size_t most_cells = (size_t)1 << 24;

struct lines {
    size_t count;
    const char **start;
    size_t *length;
};

static int split(struct lines *l, const char *text) {
    size_t room = 1;
    for (const char *c = text; *c != '\0'; c++)
        room += *c == '\n';
    *l = (struct lines){0, calloc(room, sizeof *l->start),
                        calloc(room, sizeof *l->length)};
    if (l->start == NULL || l->length == NULL)
        return -1;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        l->start[l->count] = text;
        l->length[l->count++] = length;
        text += length + (text[length] == '\n');
    }
    return 0;
}

static void free_lines(struct lines *l) {
    free(l->start);
    free(l->length);
}

static bool equal(const struct lines *a, size_t i, const struct lines *b, size_t k) {
    return a->length[i] == b->length[k] &&
           memcmp(a->start[i], b->start[k], a->length[i]) == 0;
}

static void print_line(const char *mark, const struct lines *l, size_t i, FILE *out) {
    fprintf(out, "%s%.*s\n", mark, (int)l->length[i], l->start[i]);
}

/* common[i][k]: lines that a from i and b from k have in common, in order. NULL: none are
 * known. */
static int print_beside(const struct lines *a, const struct lines *b, const int *common,
                        FILE *out) {
    const size_t row = b->count + 1;
    size_t i = 0, k = 0;
    int printed = 0;
    while (i < a->count || k < b->count) {
        if (i < a->count && k < b->count && equal(a, i, b, k)) {
            i++, k++;
        } else if (k == b->count ||
                   (i < a->count && (common == NULL || common[(i + 1) * row + k] >=
                                                           common[i * row + k + 1]))) {
            print_line("- ", a, i++, out);
            printed++;
        } else {
            print_line("+ ", b, k++, out);
            printed++;
        }
    }
    return printed;
}

static void count_common(int *common, const struct lines *a, const struct lines *b) {
    const size_t row = b->count + 1;
    for (size_t i = a->count; i-- > 0;)
        for (size_t k = b->count; k-- > 0;) {
            int skip_a = common[(i + 1) * row + k], skip_b = common[i * row + k + 1];
            common[i * row + k] = equal(a, i, b, k) ? 1 + common[(i + 1) * row + k + 1]
                                                    : (skip_a > skip_b ? skip_a : skip_b);
        }
}

/* What is between equal lines at the start and at the end. */
static void strip(struct lines *a, struct lines *b) {
    size_t begin = 0;
    while (begin < a->count && begin < b->count && equal(a, begin, b, begin))
        begin++;
    while (a->count > begin && b->count > begin &&
           equal(a, a->count - 1, b, b->count - 1))
        a->count--, b->count--;
    struct lines *both[] = {a, b};
    for (int i = 0; i < 2; i++) {
        both[i]->count -= begin;
        memmove(both[i]->start, both[i]->start + begin,
                both[i]->count * sizeof *both[i]->start);
        memmove(both[i]->length, both[i]->length + begin,
                both[i]->count * sizeof *both[i]->length);
    }
}

int fingerprint_differ(const char *before, const char *after, FILE *out) {
    struct lines a = {0, NULL, NULL}, b = {0, NULL, NULL};
    int printed = strcmp(before, after) != 0, *common = NULL;
    if (split(&a, before) == 0 && split(&b, after) == 0) {
        strip(&a, &b);
        if (a.count + 1 <= most_cells / (b.count + 1))
            common = calloc((a.count + 1) * (b.count + 1), sizeof *common);
        if (common != NULL)
            count_common(common, &a, &b);
        int lines = print_beside(&a, &b, common, out);
        printed = lines > printed ? lines : printed;
    }
    free(common);
    free_lines(&a);
    free_lines(&b);
    return printed;
}
