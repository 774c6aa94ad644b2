/* The known name that is nearest to a misspelt one: edit distance by rows of the table
 *
 *     D(i, j) = min(D(i-1, j) + 1, D(i, j-1) + 1, D(i-1, j-1) + [a_i != b_j])
 *
 * (R. A. Wagner, M. J. Fischer, Journal of the ACM 21 (1974) 168).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/nearest.h"

enum { longest = 63 };

static int length_looked_at(const char *text) {
    size_t length = strlen(text);
    return length < longest ? (int)length : longest;
}

static int least(int a, int b) {
    return a < b ? a : b;
}

int nearest_distance(const char *a, const char *b) {
    int rows = length_looked_at(a), columns = length_looked_at(b);
    int row[longest + 1];
    for (int j = 0; j <= columns; j++)
        row[j] = j;
    for (int i = 1; i <= rows; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= columns; j++) {
            int replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = least(replaced, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[columns];
}

struct nearest nearest_start(const char *to) {
    int accepted = length_looked_at(to) / 3;
    struct nearest n = {to, NULL, (accepted < 2 ? 2 : accepted) + 1};
    return n;
}

void nearest_try(struct nearest *n, const char *name) {
    int distance = nearest_distance(n->to, name);
    if (distance < n->distance) {
        n->distance = distance;
        n->name = name;
    }
}
