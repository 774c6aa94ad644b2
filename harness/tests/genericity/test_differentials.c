/* Differentials by series in balls against contractions of exact derivatives, which the
 * expression graph makes one by one, in MPFR; and against formulas written by hand.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/genericity/differentials.h"
#include "harness/genericity/structure.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/models.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/vector.h"

enum { BITS = 200, MOST = 16 };

/* Values of F, its first and its second derivatives by (t, x), component by component. */
struct exact {
    int nx;
    double f[MOST], first[MOST][MOST + 1], second[MOST][MOST + 1][MOST + 1];
};

static double value_of(struct model *m, expr e, const mpfr_t *tx) {
    int variable[MOST + 1];
    for (int i = 0; i <= m->nq + m->nv + m->nz; i++)
        variable[i] = i;
    struct program *p =
        program_alloc(m->graph, 1 + m->nq + m->nv + m->nz, variable, 1, &e);
    struct eval_mpfr *run;
    mpfr_t out[1];
    mpfr_init2(out[0], BITS);
    cr_assert(eval_mpfr_alloc(&run, m->graph, p, BITS, EVAL_EXACT_CONSTANTS) ==
              PROBLEM_OK);
    eval_mpfr_run(run, tx, out);
    return mpfr_get_d(out[0], MPFR_RNDN);
}

static void differentiate(struct exact *e, struct model *m, const mpfr_t *tx) {
    expr field[MOST];
    e->nx = m->nq + m->nv + m->nz;
    cr_assert(e->nx <= MOST && model_field(m, field) == PROBLEM_OK);
    for (int i = 0; i < e->nx; i++) {
        e->f[i] = value_of(m, field[i], tx);
        for (int j = 0; j <= e->nx; j++) {
            expr by_j = expr_derivative(m->graph, field[i], j);
            e->first[i][j] = value_of(m, by_j, tx);
            for (int k = 0; k <= e->nx; k++)
                e->second[i][j][k] = value_of(m, expr_derivative(m->graph, by_j, k), tx);
        }
    }
}

/* Entry j of (t', x') cut down to a group. */
static double rate(const struct exact *e, const struct model *m, enum group group,
                   int j) {
    if (j == 0)
        return group == GROUP_T ? 1 : 0;
    return group == structure_group(m, j - 1) ? e->f[j - 1] : 0;
}

static double first_along(const struct exact *e, const struct model *m, int i,
                          enum group group) {
    double sum = 0;
    for (int j = 0; j <= e->nx; j++)
        sum += e->first[i][j] * rate(e, m, group, j);
    return sum;
}

static double contract(const struct exact *e, const struct model *m,
                       const struct coloured_tree *tree, int i) {
    double sum = 0;
    if (tree->children == 0)
        return e->f[i];
    if (tree->children == 1 && tree->grandchildren == 0)
        return first_along(e, m, i, tree->child[0]);
    for (int j = 0; j <= e->nx; j++) {
        if (tree->children == 1 && j > 0 && structure_group(m, j - 1) == tree->child[0])
            sum += e->first[i][j] * first_along(e, m, j - 1, tree->grandchild);
        for (int k = 0; k <= e->nx && tree->children == 2; k++)
            sum += e->second[i][j][k] * rate(e, m, tree->child[0], j) *
                   rate(e, m, tree->child[1], k);
    }
    return sum;
}

/* At one random state: within rounding of the doubles summed here, and certain. */
static void compare(struct model *m, gsl_rng *random) {
    struct coloured_tree list[COLOURED_TREES];
    struct differentials *d;
    struct exact *e = malloc(sizeof *e);
    int nx = m->nq + m->nv + m->nz;
    mpfr_t *tx = vector_alloc(1 + nx, BITS);
    arb_ptr ball = _arb_vec_init(1 + nx);
    for (int i = 0; i <= nx; i++) {
        double x = 0.3 + gsl_rng_uniform(random);
        mpfr_set_d(tx[i], x, MPFR_RNDN);
        arb_set_d(ball + i, x);
    }
    coloured_list(list);
    cr_assert(e != NULL && differentials_alloc(&d, m, list, BITS) == PROBLEM_OK);
    differentiate(e, m, vector_const(tx));
    differentials_run(d, ball);
    for (int t = 0; t < COLOURED_TREES; t++)
        for (int i = 0; i < nx; i++) {
            bool own = structure_group(m, i) == list[t].root;
            double expected = own ? contract(e, m, &list[t], i) : 0;
            arb_srcptr value = differentials_value(d, t, i);
            double middle = arf_get_d(arb_midref(value), ARF_RND_NEAR);
            double bound = 1e-13 * (1 + fabs(expected));
            char text[COLOURED_TEXT_ROOM];
            coloured_print(&list[t], text);
            cr_expect(isfinite(middle) && fabs(middle - expected) <= bound,
                      "%s %s: %.17g, not %.17g", m->name, text, middle, expected);
            cr_expect(mag_cmp_2exp_si(arb_radref(value), -100) < 0, "%s", text);
        }
}

Test(differentials, all_trees_are_contractions_of_exact_derivatives) {
    static const char *const names[] = {"heavy_top_generic", "smd_work", "mathieu",
                                        "double_pendulum", "robertson"};
    gsl_rng *random = seeded_random();
    struct model *m = model_from(coupled_model);
    compare(m, random);
    model_free(m);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        m = catalogue_model(names[i]);
        compare(m, random);
    }
}

static double middle(const struct differentials *d, const struct coloured_tree *list,
                     const char *text, int i) {
    for (int t = 0; t < COLOURED_TREES; t++) {
        char own[COLOURED_TEXT_ROOM];
        coloured_print(&list[t], own);
        if (strcmp(own, text) == 0)
            return arf_get_d(arb_midref(differentials_value(d, t, i)), ARF_RND_NEAR);
    }
    cr_assert_fail("%s", text);
    return NAN;
}

/* q' = v, v' = -k sin q + cos(w t) v: by hand. */
Test(differentials, a_pendulum_with_damping_that_swings_has_these_values) {
    struct model *m = model_from("param k = 1.37, w = 0.83\n"
                                 "position q = 0.7\nvelocity v = -0.25\n"
                                 "q' = v\nv' = -k*sin(q) + cos(w*t)*v\n");
    struct coloured_tree list[COLOURED_TREES];
    struct differentials *d;
    double t = 0.41, q = 0.7, v = -0.25, k = 1.37, w = 0.83, c = cos(w * t);
    double a = -k * sin(q) + c * v;
    arb_ptr tx = _arb_vec_init(3);
    arb_set_d(tx, t);
    arb_set_d(tx + 1, q);
    arb_set_d(tx + 2, v);
    coloured_list(list);
    cr_assert(differentials_alloc(&d, m, list, BITS) == PROBLEM_OK);
    differentials_run(d, tx);
    const struct {
        const char *tree;
        int i;
        double value;
    } known[] = {{"q", 0, v},
                 {"v", 1, a},
                 {"v[q]", 1, -k * cos(q) * v},
                 {"v[t]", 1, -w * sin(w * t) * v},
                 {"v[q^2]", 1, k * sin(q) * v * v},
                 {"v[v,t]", 1, -w * sin(w * t) * a},
                 {"v[t^2]", 1, -w * w * c * v},
                 {"v[q,v]", 1, 0},
                 {"q[v[t]]", 0, -w * sin(w * t) * v},
                 {"v[q[v]]", 1, -k * cos(q) * a},
                 {"v[v[q]]", 1, -c * k * cos(q) * v}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        cr_expect(fabs(middle(d, list, known[i].tree, known[i].i) - known[i].value) <=
                      1e-14,
                  "%s", known[i].tree);
}
