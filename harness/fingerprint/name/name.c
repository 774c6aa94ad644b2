/* Naming by comparison. Most methods differ from the measured one in a tree of at most
 * three nodes, so these are compared first.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/name/name.h"

#include <stdio.h>

#include "harness/fingerprint/known/known_table.h"
#include "ref/vector.h"

enum { full_mark = 2 };

void name_title(char text[NAME_TEXT], const struct known_method *m,
                enum known_variant variant) {
    static const char *const suffix[KNOWN_VARIANTS] = {
        [KNOWN_AS_IT_IS] = "",
        [KNOWN_DOUBLED] = " in two half steps",
        [KNOWN_EXTRAPOLATED] = " in two half steps, extrapolated",
    };
    snprintf(text, NAME_TEXT, "%s%s", m->title, suffix[variant]);
}

void name_key(char text[NAME_TEXT], const struct known_method *m,
              enum known_variant variant) {
    snprintf(text, NAME_TEXT, "%s%s", m->name, known_variant_suffix(variant));
}

static bool estimate_fits(const struct evidence *e, const struct judge *j,
                          const struct judge_weights *w) {
    const mpfr_t *estimate = evidence_estimate(e);
    if (estimate == NULL || w->estimate == NULL)
        return estimate == NULL && w->estimate == NULL;
    return e->estimate == EVIDENCE_SAME &&
           judge_all(j, estimate, vector_const(w->estimate));
}

/* How well a method fits: 0 not, 1 the result, 2 the estimate as well; -1 out of memory. */
static int rate(const struct evidence *e, const struct judge *j,
                const struct known_method *m, enum known_variant variant) {
    const struct judge printed = judge_printed(j, m);
    struct judge_weights w = {0};
    int rating = 0;
    bool fits;
    if (name_fits_roughly(&fits, &printed, evidence_result(e), m, variant) ||
        (fits && judge_known(&w, j, m, variant)))
        rating = -1;
    else if (fits && judge_all(&printed, evidence_result(e), vector_const(w.result)))
        rating = estimate_fits(e, &printed, &w) ? full_mark : 1;
    judge_weights_free(&w);
    return rating;
}

/* The same, the small trees first, and at last the chains and bushes: methods of one order have all
 * smaller trees in common. Gill's method has the chains and bushes of the classical one, too. */
static int rate_quickly(const struct evidence *e, const struct known_method *m,
                        enum known_variant variant) {
    struct evidence small;
    evidence_small(&small, e);
    int rating = rate(&small, &small.judge, m, variant);
    if (rating > 0)
        rating = rate(e, &e->judge, m, variant);
    if (rating > 0 && e->families != NULL && e->families->made) {
        int tree = -1;
        if (families_difference(&tree, e->families, m, variant, e->judge.units,
                                evidence_is_common(e, m->order)))
            return -1;
        rating = tree < 0 ? rating : 0;
    }
    return rating;
}

/* An equal rating does not replace what stands there; but a pair whose estimate was not
 * measured gives way to the same by doubling, whose estimate is known up to a factor. */
static bool is_better(const struct name *n, int rating, int best,
                      enum known_variant variant) {
    if (rating > best)
        return true;
    return rating == best && rating == 1 && n->variant == KNOWN_AS_IT_IS &&
           n->method->table->in_two_halves && variant == KNOWN_DOUBLED;
}

bool name_may_be(const struct evidence *e, const struct judge *j,
                 const struct known_method *m) {
    bool may = true;
    for (int i = 0; i < e->forest.count && may; i++)
        may = e->forest.tree[i].order > m->order ||
              (m->table->a == NULL && !forest_is_separable(&e->forest, i)) ||
              judge_is_flow(j, i, evidence_result(e)[i]);
    return may;
}

static int try_method(struct name *n, int *best, const struct evidence *e,
                      const struct known_method *m, enum known_variant variant) {
    const struct judge wide = judge_printed_wide(&e->judge, m);
    const int rating = name_may_be(e, &wide, m) ? rate_quickly(e, m, variant) : 0;
    if (rating < 0)
        return -1;
    if (is_better(n, rating, *best, variant)) {
        *n = (struct name){
            .method = m, .variant = variant, .estimate_too = rating == full_mark};
        *best = rating;
    }
    return 0;
}

int name_find(struct name *n, const struct evidence *e, const char *preferred) {
    enum known_variant variant = KNOWN_AS_IT_IS;
    int best = 0;
    *n = (struct name){.method = NULL};
    const struct known_method *first =
        preferred != NULL ? known_find(preferred, &variant) : NULL;
    if (first != NULL && try_method(n, &best, e, first, variant))
        return -1;
    for (int v = 0; v < KNOWN_VARIANTS; v++)
        for (const struct known_method *m = known_methods(); m->name != NULL; m++) {
            if (best == full_mark)
                return 0;
            if (known_has_variant(m, (enum known_variant)v) &&
                try_method(n, &best, e, m, (enum known_variant)v))
                return -1;
        }
    return 0;
}
