/* The moves of chains against the same sums one by one, with the factors and the solution of
 * band.c, to the bit; which patterns and which factors they are for.
 *
 * Seen to fail: df/dq's row in place of its column; the position without h; a distance that is
 * not scaled, and one that forgets what is not finite; rates without the step's length; a
 * deviation the other way round; factors of exchanged rows; U without what is above its
 * diagonal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/pair/default/band_moves.h"
#include "fast/pair/newton/convergence.h"
#include "fast/system.h"
#include "fast/tests/random.h"

enum { most = 40, most_state = 2 * most };

/* A chain's state and matrices: df/dq by columns, the first without an entry above its diagonal. */
struct chain {
    int n, pivot[most];
    double h, xn[most_state], base[most_state], rates[most], scale[most_state];
    double fq[3 * most], band[4 * most + 1], room[most], each[3 * most];
    struct fast_diagonals diagonals;
};

static void fill(struct random *random, int count, double *values) {
    for (int i = 0; i < count; i++)
        values[i] = random_between(random, -2, 2);
}

static struct fast_band of_three(int n) {
    return (struct fast_band){n, 1, 1};
}

/* Factors of a matrix whose diagonal outweighs what is beside it. Whether they have diagonals. */
static bool make(struct random *random, int n, double beside, struct chain *c) {
    *c = (struct chain){.n = n, .h = random_between(random, 0.01, 0.5)};
    fill(random, 2 * n, c->xn);
    fill(random, 2 * n, c->base);
    fill(random, n, c->rates);
    fill(random, 2 * n, c->scale);
    fill(random, 3 * n, c->fq);
    const struct fast_band band = of_three(n);
    for (int j = 0; j < n; j++) {
        double *column = c->band + fast_band_column(&band, j);
        column[j] = 3;
        if (j > 0)
            column[j - 1] = random_between(random, -1, 1);
        if (j + 1 < n)
            column[j + 1] = beside * random_between(random, 0.5, 1);
    }
    fast_band_factor(&band, c->band, c->pivot);
    c->diagonals = (struct fast_diagonals){c->each, c->each + n, c->each + 2 * n};
    return fast_diagonals_take(&c->diagonals, &band, c->band, c->pivot);
}

static struct fast_band_move move_of(struct chain *c, const double *scale, double *x) {
    return (struct fast_band_move){.n = c->n,
                                   .h = c->h,
                                   .xn = c->xn,
                                   .from = c->base,
                                   .diagonals = &c->diagonals,
                                   .scale = scale,
                                   .room = c->room,
                                   .x = x};
}

/* x := where the residual leads from base; the largest |scale (x - base)|. */
static double arrive(const struct chain *c, const double *scale, const double *residual,
                     double *x) {
    const int n = c->n;
    const struct fast_band band = of_three(n);
    double dy[most], largest = 0;
    fast_band_solve(&band, c->band, c->pivot, residual, dy);
    for (int i = 0; i < n; i++) {
        x[n + i] = c->base[n + i] + dy[i];
        x[i] = c->xn[i] + c->h * x[n + i];
    }
    for (int i = 0; i < 2 * n; i++)
        largest = fmax(largest, fabs((scale ? scale[i] : 1) * (x[i] - c->base[i])));
    return largest;
}

static void find_residual(const struct chain *c, double *residual) {
    const int n = c->n;
    for (int i = 0; i < n; i++)
        residual[i] = c->xn[n + i] - c->base[n + i] + c->h * c->rates[i];
}

static double follow(const struct chain *c, const double *scale, double *x) {
    const int n = c->n;
    double residual[most];
    find_residual(c, residual);
    for (int j = 0; j < n; j++) {
        const double way = c->xn[j] + c->h * c->base[n + j] - c->base[j];
        for (int i = j > 0 ? j - 1 : 0; i <= j + 1 && i < n; i++)
            residual[i] += c->fq[2 * j + i] * (c->h * way);
    }
    return arrive(c, scale, residual, x);
}

static double iterate(const struct chain *c, const double *scale, double *x) {
    double residual[most];
    find_residual(c, residual);
    return arrive(c, scale, residual, x);
}

static void expect_same(int n, int count, const double *a, const double *b) {
    for (int i = 0; i < count; i++)
        cr_expect(memcmp(&a[i], &b[i], sizeof a[i]) == 0, "n %d, %d: %a, %a", n, i, a[i],
                  b[i]);
}

/* The end of a step that ends where the chain's moves begin, such that the rates are those of
 * the chain. */
static void find_rates(struct chain *c, double h, const double *before) {
    for (int i = 0; i < c->n; i++)
        c->rates[i] = (c->base[c->n + i] - before[c->n + i]) / h;
}

static void expect_follows(struct chain *c, const double *scale) {
    const int n = c->n;
    double x[most_state], expected[most_state], found[most], before[most_state];
    struct fast_band_move move = move_of(c, scale, x);
    double size = follow(c, scale, expected);
    cr_expect(fast_follow_band(&move, c->rates, c->fq) == size, "%d", n);
    expect_same(n, 2 * n, x, expected);
    for (int i = 0; i < 2 * n; i++)
        before[i] = c->base[i] - c->xn[i] / 4;
    find_rates(c, 0.3, before);
    size = follow(c, scale, expected);
    cr_expect(fast_go_on_band(&move, 0.3, before, c->fq, found) == size, "%d", n);
    expect_same(n, 2 * n, x, expected);
    expect_same(n, n, found, c->rates);
}

static void expect_iterates(struct chain *c, const double *scale) {
    const int n = c->n;
    double x[most_state], expected[most_state], deviation[most_state], distance;
    struct fast_band_move move = move_of(c, scale, x);
    double size = iterate(c, scale, expected), largest = 0;
    cr_expect(fast_iterate_band(&move, c->rates) == size, "%d", n);
    expect_same(n, 2 * n, x, expected);
    memset(x, 0, sizeof x);
    cr_expect(fast_iterate_band_beside(&move, c->rates, c->xn, deviation, &distance) ==
                  size,
              "%d", n);
    expect_same(n, 2 * n, x, expected);
    for (int i = 0; i < 2 * n; i++) {
        expected[i] -= c->xn[i];
        largest = fmax(largest, fabs((scale ? scale[i] : 1) * expected[i]));
    }
    expect_same(n, 2 * n, deviation, expected);
    cr_expect(distance == largest, "%d", n);
}

static void expect_moves(struct chain *c, const double *scale) {
    expect_follows(c, scale);
    expect_iterates(c, scale);
}

Test(band_moves, are_the_same_sums_to_the_bit) {
    struct random random = random_open();
    struct chain c;
    for (int n = 2; n <= most; n++) {
        cr_assert(make(&random, n, 1, &c));
        expect_moves(&c, c.scale);
        expect_moves(&c, NULL);
    }
}

Test(band_moves, what_is_not_finite_is_told) {
    static const double values[] = {NAN, INFINITY, -INFINITY};
    struct random random = random_open();
    struct chain c;
    double x[most_state], beside[most_state], deviation[most_state], distance;
    for (int n = 2; n <= most; n++)
        for (int k = 0; k < n; k++) {
            cr_assert(make(&random, n, 1, &c));
            const struct fast_band_move move = move_of(&c, NULL, x);
            const double *rates = c.rates;
            memcpy(beside, c.xn, sizeof beside);
            beside[k] = values[k % 3];
            fast_iterate_band_beside(&move, rates, beside, deviation, &distance);
            cr_expect(!isfinite(distance), "%d of %d", k, n);
            c.rates[k] = values[k % 3];
            cr_expect(!isfinite(fast_follow_band(&move, rates, c.fq)), "%d", k);
            cr_expect(!isfinite(fast_iterate_band(&move, rates)), "%d of %d", k, n);
        }
}

Test(band_moves, exchanged_rows_have_no_diagonals) {
    struct random random = random_open();
    struct chain c;
    for (int n = 2; n <= most; n++)
        cr_expect(!make(&random, n, 10, &c), "%d", n);
}

Test(band_moves, a_move_is_zero_where_its_update_is) {
    const double x[] = {1, -3, 1e6}, near[] = {1 + 1e-15, -3 - 4e-15, 1e6 + 1e-9};
    cr_expect(fast_move_is_zero(3, near, x));
    for (int i = 0; i < 3; i++) {
        double far[3];
        memcpy(far, near, sizeof far);
        far[i] += 1e-14 * fabs(x[i]);
        cr_expect(!fast_move_is_zero(3, far, x), "%d", i);
    }
}

Test(band_moves, a_pattern_has_three_diagonals_or_is_another) {
    const int start[] = {0, 2, 5, 7}, row[] = {0, 1, 0, 1, 2, 1, 2};
    const int fewer[] = {0, 2, 4, 6}, without[] = {0, 1, 0, 1, 1, 2};
    const int corner[] = {0, 1, 0, 1, 2, 0, 2};
    cr_expect(fast_is_three_diagonals(&(struct fast_pattern){3, 3, start, row}));
    cr_expect(!fast_is_three_diagonals(&(struct fast_pattern){3, 3, fewer, without}));
    cr_expect(!fast_is_three_diagonals(&(struct fast_pattern){3, 3, start, corner}));
    cr_expect(!fast_is_three_diagonals(&(struct fast_pattern){4, 3, start, row}));
}
