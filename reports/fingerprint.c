/* What can be said of a fingerprint without its trees' pictures.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/fingerprint.h"

#include <stdlib.h>
#include <string.h>

void fingerprint_clear(struct fingerprint *f) {
    free(f->stability.numerator);
    free(f->stability.denominator);
    free(f->node);
    free(f->refusal);
    free(f->time_node);
    free(f->probe);
    free(f->tree);
    *f = (struct fingerprint){0};
}

int fingerprint_failures(const struct fingerprint *f) {
    int count = 0;
    for (int i = 0; i < f->trees; i++) {
        count += f->tree[i].fails ? 1 : 0;
    }
    return count;
}

static bool same(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

static bool are_equal_trees(const struct fingerprint_tree *a,
                            const struct fingerprint_tree *b) {
    return same(a->tree, b->tree) && same(a->result, b->result) &&
           same(a->expected, b->expected) && same(a->estimate, b->estimate) &&
           same(a->estimate_expected, b->estimate_expected) && a->fails == b->fails;
}

bool fingerprint_equal(const struct fingerprint *a, const struct fingerprint *b) {
    if (a->trees != b->trees || a->verdict != b->verdict ||
        !same(a->diagnosis, b->diagnosis) || !same(a->arithmetic, b->arithmetic)) {
        return false;
    }
    for (int i = 0; i < a->trees; i++) {
        if (!are_equal_trees(&a->tree[i], &b->tree[i])) {
            return false;
        }
    }
    return true;
}
