/* Which known methods are not the measured one, by their weights in double: nearly all differ by
 * far more than that rounds. The weights of a method are worked out once for a forest, and kept.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/name/name.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The weights of all methods for one forest. */
struct sheet {
    struct forest forest; /* its own copy */
    /* [method][4 trees]: results, bounds of their errors, estimates, bounds */
    double **weights[KNOWN_EXTRAPOLATED];
};

enum { MOST_SHEETS = 8 };

static _Thread_local struct {
    struct sheet *sheet[MOST_SHEETS];
    int count;
} kept;

static bool is_same_tree(const struct tree *a, const struct tree *b) {
    return a->colour == b->colour && a->time_leaves == b->time_leaves &&
           a->children == b->children &&
           (a->children == 0 ||
            memcmp(a->child, b->child, (size_t)a->children * sizeof *a->child) == 0);
}

static bool is_same_forest(const struct forest *a, const struct forest *b) {
    bool is = a->count == b->count;
    for (int i = 0; i < a->count && is; i++)
        is = is_same_tree(&a->tree[i], &b->tree[i]);
    return is;
}

static int count_methods(void) {
    const struct known_method *m = known_methods();
    while (m->name != NULL)
        m++;
    return (int)(m - known_methods());
}

static void free_sheet(struct sheet *s) {
    forest_free(&s->forest);
    for (int v = 0; v < KNOWN_EXTRAPOLATED; v++)
        free(s->weights[v]);
    free(s);
}

/* NULL: out of memory. */
static struct sheet *make_sheet(const struct forest *f) {
    const size_t methods = (size_t)count_methods();
    struct sheet *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    bool complete = true;
    for (int v = 0; v < KNOWN_EXTRAPOLATED; v++)
        complete =
            (s->weights[v] = calloc(methods, sizeof **s->weights)) != NULL && complete;
    for (int i = 0; i < f->count && complete; i++) {
        const struct tree *t = &f->tree[i];
        complete =
            forest_add(&s->forest, t->colour, t->time_leaves, t->children, t->child) == i;
    }
    if (complete)
        return s;
    free_sheet(s);
    return NULL;
}

/* *s := that of the forest; NULL: there are too many. Nonzero: out of memory. */
static int find_sheet(struct sheet **s, const struct forest *f) {
    *s = NULL;
    for (int i = 0; i < kept.count && *s == NULL; i++)
        if (is_same_forest(&kept.sheet[i]->forest, f))
            *s = kept.sheet[i];
    if (*s != NULL || kept.count == MOST_SHEETS)
        return 0;
    *s = make_sheet(f);
    if (*s == NULL)
        return -1;
    kept.sheet[kept.count++] = *s;
    return 0;
}

/* NULL: out of memory. */
static double *work_out(const struct forest *f, const struct known_method *m,
                        enum known_variant variant) {
    struct tableau t;
    double *weights = calloc((size_t)f->count * 4, sizeof *weights);
    const int failed = known_build(&t, m, variant) || weights == NULL ||
                       tableau_doubles(weights, weights + 2 * f->count, &t, f);
    tableau_free(&t);
    if (!failed)
        return weights;
    free(weights);
    return NULL;
}

/* What all roundings here come to, as a share of the numbers. */
static const double rounded = 0x1p-48;

/* Whether a weight is within what is allowed: the result's, less a share of the estimate's. */
static bool fits_tree(const struct judge *j, int tree, mpfr_srcptr measured,
                      const double *weights, double share) {
    const int count = j->forest->count;
    const double *const estimate = weights + 2 * count;
    const double has = mpfr_get_d(measured, MPFR_RNDN), result = weights[tree];
    const double less = share != 0 ? share * estimate[tree] : 0;
    const double bound =
        weights[count + tree] + (share != 0 ? fabs(share) * estimate[count + tree] : 0);
    return !(fabs(has - (result - less)) >
             (1 + rounded) * judge_tolerance(j, tree, fabs(result - less) + bound) +
                 bound + rounded * (fabs(has) + fabs(result) + fabs(less)));
}

int name_fits_less(bool *fits, const struct judge *j, const mpfr_t *measured,
                   const struct known_method *m, enum known_variant variant,
                   double share) {
    struct sheet *s;
    *fits = true;
    if (find_sheet(&s, j->forest))
        return -1;
    if (s == NULL)
        return 0;
    double **weights = &s->weights[variant][m - known_methods()];
    if (*weights == NULL)
        *weights = work_out(j->forest, m, variant);
    if (*weights == NULL)
        return -1;
    for (int i = 0; i < j->forest->count && *fits; i++)
        *fits = fits_tree(j, i, measured[i], *weights, share);
    return 0;
}

/* An extrapolated method has its doubling's weights, less the estimate. */
int name_fits_roughly(bool *fits, const struct judge *j, const mpfr_t *measured,
                      const struct known_method *m, enum known_variant variant) {
    return variant == KNOWN_EXTRAPOLATED
               ? name_fits_less(fits, j, measured, m, KNOWN_DOUBLED, 1)
               : name_fits_less(fits, j, measured, m, variant, 0);
}
