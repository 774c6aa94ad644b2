/* Optimal string alignment (Damerau, Commun. ACM 7 (1964) 171; Levenshtein 1965):
 *
 *     d(i,j) = min(d(i-1,j) + 1, d(i,j-1) + 1, d(i-1,j-1) + [a_i != b_j],
 *                  d(i-2,j-2) + 1 if a_i = b_{j-1} and a_{i-1} = b_j)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/language/suggest.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH_LIMIT = 64 };

static int smaller(int a, int b) {
    return a < b ? a : b;
}

int suggest_distance(const char *a, const char *b) {
    size_t m = strlen(a), n = strlen(b);
    if (m > LENGTH_LIMIT || n > LENGTH_LIMIT)
        return INT_MAX;
    int row[3][LENGTH_LIMIT + 1];
    for (size_t j = 0; j <= n; j++)
        row[0][j] = (int)j;
    for (size_t i = 1; i <= m; i++) {
        int *d = row[i % 3], *before = row[(i + 2) % 3], *before_that = row[(i + 1) % 3];
        d[0] = (int)i;
        for (size_t j = 1; j <= n; j++) {
            d[j] = smaller(before[j], d[j - 1]) + 1;
            d[j] = smaller(d[j], before[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[j] = smaller(d[j], before_that[j - 2] + 1);
        }
    }
    return row[m % 3][n];
}

/* One letter in three may be a slip; more is another name. */
struct suggestion suggest_start(const char *wrong) {
    int letters = (int)strlen(wrong), slips = letters < 3 ? 1 : letters / 3;
    return (struct suggestion){wrong, NULL, 1 + slips};
}

/* Whether a text is made of a name's numbers and the first letters of its words: "rk4" of
 * "runge-kutta-4". */
static bool abbreviates(const char *text, const char *name) {
    enum { FEWEST = 3 };
    size_t used = 0;
    bool begins = true;
    for (; *name != '\0'; name++) {
        const bool is_separator = *name == '-' || *name == '_';
        const bool is_taken = begins || isdigit((unsigned char)*name);
        begins = is_separator;
        if (is_separator || !is_taken)
            continue;
        if (text[used++] != *name)
            return false;
    }
    return used >= FEWEST && text[used] == '\0';
}

void suggest_consider(struct suggestion *s, const char *known) {
    int distance = abbreviates(s->wrong, known) ? 1 : suggest_distance(s->wrong, known);
    if (distance < s->distance && distance < (int)strlen(known)) {
        s->best = known;
        s->distance = distance;
    }
}
