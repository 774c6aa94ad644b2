/* The known method that is most like one that has no name: by the share of weights that are the
 * same. What tells nothing does not count: zeros of both, of which methods with few weights
 * have many, and what both have of the exact solution, as all methods of an order have.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/name/name.h"

#include <math.h>

#include "ref/vector.h"

/* Weights are about the same when they differ by less than this share of the larger. */
static const double about = 1.0 / 64;

struct likeness {
    int equal, about_equal, all;
};

static void compare(struct likeness *l, const struct judge *j, const mpfr_t *measured,
                    const mpfr_t *known, const mpfr_t *telling_nothing) {
    for (int i = 0; i < j->forest->count; i++) {
        double m = mpfr_get_d(measured[i], MPFR_RNDN);
        double k = mpfr_get_d(known[i], MPFR_RNDN);
        bool same = judge_same(j, i, measured[i], known[i]);
        double plain = mpfr_get_d(telling_nothing[i], MPFR_RNDN);
        if ((same && k == 0) || (judge_same(j, i, known[i], telling_nothing[i]) &&
                                 fabs(m - plain) <= judge_few_digits(j)))
            continue;
        l->all++;
        l->equal += same;
        l->about_equal += same || fabs(m - k) < about * fmax(fabs(m), fabs(k));
    }
}

/* The exact solution's weights, and an estimate's zeros. */
struct plain_weights {
    mpfr_t *exact, *zero;
};

static struct likeness liken(const struct evidence *e, const struct judge_weights *w,
                             const struct plain_weights *plain) {
    const mpfr_t *estimate = evidence_estimate(e);
    struct likeness l = {0, 0, 0};
    compare(&l, &e->judge, evidence_result(e), vector_const(w->result),
            vector_const(plain->exact));
    if (estimate != NULL && w->estimate != NULL)
        compare(&l, &e->judge, estimate, vector_const(w->estimate),
                vector_const(plain->zero));
    return l;
}

/* Of two that are as much alike, the one with more equal weights. */
static void keep_nearest(struct name *n, const struct known_method *m,
                         enum known_variant variant, const struct likeness *l) {
    double likeness = l->all > 0 ? (double)l->about_equal / l->all : 0;
    bool is_like = 2 * l->equal >= l->all || l->about_equal == l->all;
    if (likeness > n->likeness ||
        (likeness >= n->likeness && l->equal > n->nearest_equal))
        *n = (struct name){m, variant, false, l->equal, likeness, is_like};
}

static int try_all(struct name *n, const struct evidence *e,
                   const struct plain_weights *plain) {
    for (int v = 0; v < KNOWN_EXTRAPOLATED; v++)
        for (const struct known_method *m = known_methods(); m->name != NULL; m++) {
            struct judge_weights w;
            if (!known_has_variant(m, (enum known_variant)v))
                continue;
            int failed = judge_known(&w, &e->judge, m, (enum known_variant)v);
            if (!failed) {
                struct likeness l = liken(e, &w, plain);
                keep_nearest(n, m, (enum known_variant)v, &l);
            }
            judge_weights_free(&w);
            if (failed)
                return -1;
        }
    return 0;
}

int name_nearest(struct name *n, const struct evidence *e) {
    const int count = e->forest.count;
    struct plain_weights plain = {vector_alloc(count, e->judge.bits),
                                  vector_alloc(count, e->judge.bits)};
    int failed = plain.exact == NULL || plain.zero == NULL;
    *n = (struct name){.method = NULL};
    for (int i = 0; i < count && !failed; i++) {
        judge_exact_flow(plain.exact[i], &e->forest, i);
        mpfr_set_zero(plain.zero[i], 0);
    }
    failed = failed || try_all(n, e, &plain);
    vector_free(plain.exact, count);
    vector_free(plain.zero, count);
    return failed ? -1 : 0;
}
