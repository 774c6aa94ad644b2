/* One column of an extrapolation: its moments, and its table.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fault/fault_column.h"

#include <math.h>
#include <string.h>

/* Of 16 sub-steps, smoothed. */
enum { MOST_STAGES = 17 };

/* A state as chains, a polynomial in z, and bushes have it. */
struct state_numbers {
    double chain[FAMILIES_CHAINS + 1], bush[FAMILIES_BUSHES];
};

/* s + h f(t, rate) */
static struct state_numbers go_on(struct state_numbers s,
                                  const struct state_numbers *rate, double h, double t) {
    for (int k = FAMILIES_CHAINS; k > 0; k--)
        s.chain[k] += h * rate->chain[k - 1];
    for (int k = 0; k < FAMILIES_BUSHES; k++)
        s.bush[k] += h * pow(t, k);
    return s;
}

static struct state_numbers mean(const struct state_numbers *a,
                                 const struct state_numbers *b) {
    struct state_numbers m;
    for (int k = 0; k <= FAMILIES_CHAINS; k++)
        m.chain[k] = (a->chain[k] + b->chain[k]) / 2;
    for (int k = 0; k < FAMILIES_BUSHES; k++)
        m.bush[k] = (a->bush[k] + b->bush[k]) / 2;
    return m;
}

static struct state_numbers column_of(const struct column_kind *k, int n) {
    const double h = 1.0 / n;
    struct state_numbers before = {.chain = {1}};
    const struct state_numbers start = before;
    struct state_numbers now = go_on(before, &start, h, 0);
    for (int i = 1; i < n; i++) {
        const struct state_numbers at = now;
        now = k->is_gragg ? go_on(before, &at, 2 * h, i * h) : go_on(now, &at, h, i * h);
        before = at;
    }
    if (k->is_smoothed) {
        const struct state_numbers last = now;
        now = go_on(mean(&now, &before), &last, h / 2, 1);
    }
    return now;
}

void column_moments(double *moment, const struct column_kind *kind, int n) {
    const struct state_numbers s = column_of(kind, n);
    for (int k = 0; k < FAMILIES_CHAINS; k++)
        moment[k] = s.chain[k + 1];
    for (int k = 0; k < FAMILIES_BUSHES; k++)
        moment[FAMILIES_CHAINS + k] = s.bush[k];
}

static void set(mpq_ptr x, long numerator, int denominator) {
    mpq_set_si(x, numerator, (unsigned long)denominator);
    mpq_canonicalize(x);
}

/* n rows of A times n, and b times 2 n. */
int column_build(struct tableau *t, const struct column_kind *k, int n) {
    long row[MOST_STAGES + 1][MOST_STAGES] = {{0}};
    const int stages = n + k->is_smoothed;
    for (int m = 1; m <= n; m++) {
        memcpy(row[m], row[k->is_gragg && m > 1 ? m - 2 : m - 1], sizeof row[m]);
        row[m][m - 1] += k->is_gragg && m > 1 ? 2 : 1;
    }
    if (tableau_init(t, stages, false))
        return -1;
    for (int i = 0; i < stages; i++) {
        const long last =
            k->is_smoothed ? row[n][i] + row[n - 1][i] + (i == n) : 2 * row[n][i];
        set(t->c[i], i, n);
        set(t->bv[i], last, 2 * n);
        set(t->bq[i], last, 2 * n);
        for (int p = 0; p < TABLEAU_PARTS * stages; p++)
            set(t->a[p / stages][i * stages + p % stages], row[i][p % stages], n);
    }
    return 0;
}
