/* Published states give the quantities that were computed with them in other coordinates: the
 * paths of a model, and their rates, at the published values. The chain of pendulums is
 * published in Cartesian coordinates, tops with the place of their axis, the stiff springs with
 * their energies. The quantities stand in data/derived.txt.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"
#include "problems/tests/models/models.h"

enum { WORD = 64, BITS = 200, MOST_STATES = 64 };

/* The rate of a coordinate of a path along the flow. */
static expr derive_rate(struct model *m, expr coordinate) {
    int nx = m->nq + m->nv + m->nz;
    expr field[MOST_STATES], rate = expr_derivative(m->graph, coordinate, 0);
    cr_assert_leq(nx, MOST_STATES);
    cr_assert_eq(model_field(m, field), PROBLEM_OK);
    for (int i = 0; i < nx; i++) {
        expr slope = expr_derivative(m->graph, coordinate, 1 + i);
        rate = expr_add(m->graph, rate, expr_mul(m->graph, slope, field[i]));
    }
    return rate;
}

/* "x", "y", "x'" or "y'" of path k. */
static expr find_quantity(struct model *m, int k, const char *coordinate) {
    cr_assert(k >= 0 && k < m->paths, "%s: path %d", m->name, k);
    expr place = coordinate[0] == 'x' ? m->drawn[k].x : m->drawn[k].y;
    return coordinate[1] == '\'' ? derive_rate(m, place) : place;
}

/* The time and the values published for it; what is not published is NaN. */
static void find_state(const struct model *m, const char *time, mpfr_t *tx) {
    mpfr_t known;
    mpfr_init2(known, BITS);
    for (int i = 0; i <= m->nq + m->nv + m->nz; i++)
        mpfr_init2(tx[i], BITS);
    cr_assert_eq(mpfr_set_str(tx[0], time, 10, MPFR_RNDN), 0);
    for (int i = 0; i < m->published; i++) {
        const struct published_value *v = m->published_value + i;
        cr_assert_eq(expr_constant(m->graph, v->time, known), PROBLEM_OK);
        if (mpfr_equal_p(known, tx[0]))
            cr_assert_eq(expr_constant(m->graph, v->value, tx[1 + v->state]), PROBLEM_OK);
    }
}

/* |quantity - value| at the published state, relative to values above 1. */
static double find_difference(struct model *m, const char *time, expr quantity,
                              const char *value) {
    int nx = m->nq + m->nv + m->nz, variable[1 + MOST_STATES];
    mpfr_t tx[1 + MOST_STATES], result[1], expected;
    struct eval_mpfr *e = NULL;
    for (int i = 0; i <= nx; i++)
        variable[i] = i;
    struct program *p = program_alloc(m->graph, nx + 1, variable, 1, &quantity);
    cr_assert(p &&
              eval_mpfr_alloc(&e, m->graph, p, BITS, EVAL_EXACT_CONSTANTS) == PROBLEM_OK);
    find_state(m, time, tx);
    mpfr_inits2(BITS, result[0], expected, (mpfr_ptr)0);
    eval_mpfr_run(e, (const mpfr_t *)tx, result);
    cr_assert_eq(mpfr_set_str(expected, value, 10, MPFR_RNDN), 0);
    double size = fmax(1.0, fabs(mpfr_get_d(expected, MPFR_RNDN)));
    mpfr_sub(expected, result[0], expected, MPFR_RNDN);
    return fabs(mpfr_get_d(expected, MPFR_RNDN)) / size;
}

Test(derived, published_states_give_the_quantities_computed_with_them) {
    FILE *file = fopen(TEST_DATA "/derived.txt", "r");
    cr_assert_not_null(file);
    char line[256];
    int lines = 0;
    while (fgets(line, sizeof line, file)) {
        char name[WORD], time[WORD], coordinate[WORD], value[WORD];
        int path, digits;
        if (line[0] == '#')
            continue;
        cr_assert_eq(sscanf(line, "%63s %63s %d %63s %63s %d", name, time, &path,
                            coordinate, value, &digits),
                     6, "%s", line);
        struct model *m = models_from_catalogue(name);
        expr quantity = find_quantity(m, path, coordinate);
        double difference = find_difference(m, time, quantity, value);
        cr_expect(difference <= pow(10.0, -digits), "%s: off by %g", line, difference);
        lines++;
    }
    fclose(file);
    cr_expect_geq(lines, 140);
}
