/* A method whose stage equations are left after a few iterations. With K^m what its stages are
 * after m of them, and F of all stages at once,
 *
 *     fixed point  K^m = F(x0 + h A K^(m-1))
 *     Newton       K^m = F(x0 + h A K^(m-1)) + h F_x A (K^m - K^(m-1)),   F_x at the start,
 *
 * which is a method with a stage for each stage and iteration: A stands below its diagonal blocks,
 * and G has A on and -A below them. K^0 is 0 with Newton, so that it begins at x0; a fixed-point
 * iteration has F(x0) for it. A predictor is one more stage, that of explicit Euler.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/trees/rationals.h"
#include "harness/fingerprint/trees/tableau.h"

struct iterated {
    struct tableau *t;
    const struct tableau *method;
    const struct tableau_iteration *how;
    int blocks;
};

/* The place of a method's stage in a block. */
static int place_of(const struct iterated *it, int block, int stage) {
    return it->how->is_predicted + block * it->method->stages + stage;
}

/* The block in which stage `row` of a block finds stage `column`; -1: in none. */
static int source_of(const struct iterated *it, int block, int row, int column) {
    return it->how->one_by_one && column < row ? it->blocks - 1 : block - 1;
}

/* What a stage's argument is, and with Newton's what G makes of it. */
static void fill_row(struct iterated *it, int block, int row) {
    const int s = it->method->stages, last = it->blocks - 1;
    const int to = place_of(it, block, row) * it->t->stages;
    const bool has_gamma =
        it->how->is_newton && !(it->how->is_evaluated && block == last);
    for (int column = 0; column < s; column++) {
        const int from = source_of(it, block, row, column);
        for (int part = 0; part < TABLEAU_PARTS && from >= 0; part++)
            mpq_set(it->t->a[part][to + place_of(it, from, column)],
                    it->method->a[part][row * s + column]);
        mpq_srcptr a = it->method->a[TABLEAU_VV][row * s + column];
        if (!has_gamma || from == last)
            continue;
        mpq_set(it->t->gamma[to + place_of(it, block, column)], a);
        if (from >= 0)
            mpq_neg(it->t->gamma[to + place_of(it, from, column)], a);
    }
}

/* The first block sees the predictor: explicit Euler's step to the stage's time, or of a stage by
 * itself its slope. */
static void fill_predicted(struct iterated *it, int row) {
    const int s = it->method->stages, to = place_of(it, 0, row) * it->t->stages;
    for (int part = 0; part < TABLEAU_PARTS; part++)
        mpq_set(it->t->a[part][to], it->how->one_by_one
                                        ? it->method->a[part][row * s + row]
                                        : it->method->c[row]);
    if (it->how->is_newton)
        mpq_neg(it->t->gamma[to], it->t->a[TABLEAU_VV][to]);
}

int tableau_iterated(struct tableau *t, const struct tableau *method,
                     const struct tableau_iteration *how) {
    struct iterated it = {t, method, how,
                          how->count + (how->is_newton ? how->is_evaluated : 1)};
    const int s = method->stages;
    if (tableau_init(t, it.blocks * s + how->is_predicted, false))
        return -1;
    t->approximate = method->approximate;
    t->gamma_time = rationals_alloc((size_t)t->stages);
    if (t->gamma_time == NULL)
        return -1;
    for (int block = 0; block < it.blocks; block++)
        for (int row = 0; row < s; row++) {
            mpq_set(t->c[place_of(&it, block, row)], method->c[row]);
            fill_row(&it, block, row);
        }
    for (int row = 0; row < s && how->is_predicted; row++)
        fill_predicted(&it, row);
    for (int row = 0; row < s; row++) {
        mpq_set(t->bq[place_of(&it, it.blocks - 1, row)], method->bq[row]);
        mpq_set(t->bv[place_of(&it, it.blocks - 1, row)], method->bv[row]);
    }
    return 0;
}
