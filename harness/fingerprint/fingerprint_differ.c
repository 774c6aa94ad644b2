/* Two texts line by line: the longest common sequence of lines, and what is beside it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/fingerprint/fingerprint.h"

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

/* common[i][k]: lines that a from i and b from k have in common, in order. */
static int print_beside(const struct lines *a, const struct lines *b, const int *common,
                        FILE *out) {
    const size_t row = b->count + 1;
    size_t i = 0, k = 0;
    int printed = 0;
    while (i < a->count || k < b->count) {
        if (i < a->count && k < b->count && equal(a, i, b, k)) {
            i++, k++;
        } else if (k == b->count || (i < a->count && common[(i + 1) * row + k] >=
                                                         common[i * row + k + 1])) {
            print_line("- ", a, i++, out);
            printed++;
        } else {
            print_line("+ ", b, k++, out);
            printed++;
        }
    }
    return printed;
}

static int count_common(int *common, const struct lines *a, const struct lines *b) {
    const size_t row = b->count + 1;
    for (size_t i = a->count; i-- > 0;)
        for (size_t k = b->count; k-- > 0;) {
            int skip_a = common[(i + 1) * row + k], skip_b = common[i * row + k + 1];
            common[i * row + k] = equal(a, i, b, k) ? 1 + common[(i + 1) * row + k + 1]
                                                    : (skip_a > skip_b ? skip_a : skip_b);
        }
    return common[0];
}

int fingerprint_differ(const char *before, const char *after, FILE *out) {
    struct lines a = {0, NULL, NULL}, b = {0, NULL, NULL};
    int printed = strcmp(before, after) != 0, *common = NULL;
    if (split(&a, before) == 0 && split(&b, after) == 0)
        common = calloc((a.count + 1) * (b.count + 1), sizeof *common);
    if (common != NULL) {
        count_common(common, &a, &b);
        int lines = print_beside(&a, &b, common, out);
        printed = lines > printed ? lines : printed;
    }
    free(common);
    free_lines(&a);
    free_lines(&b);
    return printed;
}
