/* Normal impulses without friction: the linear complementarity problem
 *
 *     u = W r + b,   u >= 0,  r >= 0,  u^T r = 0
 *
 * by Lemke's method with the covering vector 1, in the tableau u - W r - 1 z0 = b. Ties are
 * decided by the lexicographic rule, so that it ends; it fails only where W >= 0 leaves no
 * solution (R. W. Cottle, J.-S. Pang, R. E. Stone, The Linear Complementarity Problem (1992),
 * algorithm 4.4.5, theorem 4.4.6, section 4.9).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "ref/contact/cone.h"
#include "ref/vector.h"

/* Pivots at most, times the number of rows; and what is zero beside 1, as a part of the
 * working precision. */
enum { MAX_PIVOTS = 50, NOUGHT_DIVISOR = 2 };

struct tableau {
    int n, columns; /* u (n), r (n), z0, b */
    mpfr_t *entry;  /* n x columns by rows */
    int *basic;     /* [n] the column that is basic in each row */
    int *row;       /* [n] of the cone */
    mpfr_t nought, term, ratio, least;
};

static mpfr_ptr at(const struct tableau *t, int i, int j) {
    return t->entry[i * t->columns + j];
}

/* Velocities in units of the scale, impulses in those of scale / weight: r = x scale / w. */
static void fill_tableau(struct tableau *t, const struct ref_cone *c,
                         const int *contact) {
    for (int i = 0; i < t->n; i++) {
        mpfr_set_si(at(t, i, i), 1, MPFR_RNDN);
        for (int j = 0; j < t->n; j++) {
            mpfr_div(at(t, i, t->n + j), ref_cone_entry(c, t->row[i], t->row[j]),
                     c->weight[contact[j]], MPFR_RNDN);
            mpfr_neg(at(t, i, t->n + j), at(t, i, t->n + j), MPFR_RNDN);
        }
        mpfr_set_si(at(t, i, 2 * t->n), -1, MPFR_RNDN);
        mpfr_div(at(t, i, 2 * t->n + 1), c->b[t->row[i]], c->scale, MPFR_RNDN);
        t->basic[i] = i;
    }
}

/* Whether row i comes before row k in the lexicographic order of (b, u columns), each divided
 * by its entry in `enter` (or by 1 if that is -1). */
static bool precedes(struct tableau *t, int i, int k, int enter) {
    for (int j = -1; j < t->n; j++) {
        int column = j < 0 ? t->columns - 1 : j;
        mpfr_set(t->ratio, at(t, i, column), MPFR_RNDN);
        mpfr_set(t->term, at(t, k, column), MPFR_RNDN);
        if (enter >= 0) {
            mpfr_div(t->ratio, t->ratio, at(t, i, enter), MPFR_RNDN);
            mpfr_div(t->term, t->term, at(t, k, enter), MPFR_RNDN);
        }
        mpfr_sub(t->ratio, t->ratio, t->term, MPFR_RNDN);
        if (mpfr_cmpabs(t->ratio, t->nought) > 0)
            return mpfr_sgn(t->ratio) < 0;
    }
    return false;
}

static void pivot(struct tableau *t, int leave, int enter) {
    mpfr_set(t->least, at(t, leave, enter), MPFR_RNDN);
    for (int j = 0; j < t->columns; j++)
        mpfr_div(at(t, leave, j), at(t, leave, j), t->least, MPFR_RNDN);
    for (int i = 0; i < t->n; i++) {
        if (i == leave || mpfr_zero_p(at(t, i, enter)))
            continue;
        mpfr_set(t->least, at(t, i, enter), MPFR_RNDN);
        for (int j = 0; j < t->columns; j++) {
            mpfr_mul(t->term, t->least, at(t, leave, j), MPFR_RNDN);
            mpfr_sub(at(t, i, j), at(t, i, j), t->term, MPFR_RNDN);
        }
        mpfr_set_zero(at(t, i, enter), 1);
    }
    t->basic[leave] = enter;
}

/* The row of the least ratio; -1: none, the ray has no end. z0 leaves where it may. */
static int find_leaving(struct tableau *t, int enter) {
    int leave = -1;
    for (int i = 0; i < t->n; i++)
        if (mpfr_greater_p(at(t, i, enter), t->nought) &&
            (leave < 0 || precedes(t, i, leave, enter)))
            leave = i;
    for (int i = 0; i < t->n && leave >= 0; i++) {
        if (t->basic[i] != 2 * t->n || !mpfr_greater_p(at(t, i, enter), t->nought))
            continue;
        mpfr_div(t->ratio, at(t, i, t->columns - 1), at(t, i, enter), MPFR_RNDN);
        mpfr_div(t->term, at(t, leave, t->columns - 1), at(t, leave, enter), MPFR_RNDN);
        mpfr_sub(t->ratio, t->ratio, t->term, MPFR_RNDN);
        if (mpfr_cmp(t->ratio, t->nought) <= 0)
            leave = i;
    }
    return leave;
}

static enum ref_status run_method(struct tableau *t) {
    int leave = 0;
    for (int i = 1; i < t->n; i++)
        if (precedes(t, i, leave, -1))
            leave = i;
    if (mpfr_sgn(at(t, leave, t->columns - 1)) >= 0)
        return REF_OK;
    int enter = 2 * t->n;
    for (int k = 0; k < MAX_PIVOTS * t->n; k++) {
        int left = t->basic[leave];
        pivot(t, leave, enter);
        if (left == 2 * t->n)
            return REF_OK;
        enter = left < t->n ? left + t->n : left - t->n;
        leave = find_leaving(t, enter);
        if (leave < 0)
            return REF_NOT_CONVERGED;
    }
    return REF_TOO_LONG;
}

static void take_impulses(const struct tableau *t, struct ref_cone *c,
                          const int *contact) {
    for (int i = 0; i < t->n; i++) {
        int j = t->basic[i] - t->n;
        if (j < 0 || j >= t->n)
            continue;
        mpfr_ptr r = c->r[t->row[j]];
        mpfr_mul(r, at(t, i, t->columns - 1), c->scale, MPFR_RNDN);
        mpfr_div(r, r, c->weight[contact[j]], MPFR_RNDN);
    }
}

static enum ref_status solve_tableau(struct tableau *t, struct ref_cone *c,
                                     const int *contact) {
    t->columns = 2 * t->n + 2;
    t->entry = vector_alloc(t->n * t->columns, c->work);
    t->basic = calloc((size_t)t->n + 1, sizeof *t->basic);
    enum ref_status status = REF_NO_MEMORY;
    if (t->entry != NULL && t->basic != NULL) {
        mpfr_inits2(c->work, t->nought, t->term, t->ratio, t->least, (mpfr_ptr)NULL);
        mpfr_set_si_2exp(t->nought, 1, -c->work / NOUGHT_DIVISOR, MPFR_RNDN);
        fill_tableau(t, c, contact);
        status = run_method(t);
        if (status == REF_OK)
            take_impulses(t, c, contact);
        mpfr_clears(t->nought, t->term, t->ratio, t->least, (mpfr_ptr)NULL);
    }
    vector_free(t->entry, t->n * t->columns);
    free(t->basic);
    return status;
}

enum ref_status ref_cone_lemke(struct ref_cone *c) {
    for (int i = 0; i < c->rows; i++)
        mpfr_set_zero(c->r[i], 1);
    int *number = calloc(2 * (size_t)c->contacts + 1, sizeof *number);
    if (number == NULL)
        return REF_NO_MEMORY;
    int *contact = number, *row = number + c->contacts, n = 0;
    for (int i = 0; i < c->contacts; i++) {
        if (c->part[i] != REF_WHOLE_PART)
            continue;
        contact[n] = i;
        row[n++] = c->first[i];
    }
    struct tableau t = {.n = n, .row = row};
    enum ref_status status =
        n == 0 || mpfr_zero_p(c->scale) ? REF_OK : solve_tableau(&t, c, contact);
    free(number);
    return status;
}
