/* The neighbourhood of a step: what is said of F and J there, at random points, evaluated
 * by complex balls, another arithmetic than the one that makes the bounds.
 *
 * Seen to fail: inputs without their width, those of tail_disc.c, too; K without its tail; L
 * without its tail, L of the first part of the step only; |f'| by d below |a| only (the series are
 * not "near").
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_poly.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "problems/base/many.h"
#include "problems/model.h"
#include "problems/tests/eval_acb.h"
#include "ref/enclosure/enclosure.h"
#include "ref/tests/testing.h"

enum { BITS = 300, ORDER = 30, POINTS = 40, SIZE = 2 };

static const char *const fields[] = {
    "x*y*x - y",        "(2 + x)/(3 + y)",       "x/(2 + sin(8*y)/16)",
    "sqrt(3 + x*y)",    "exp(sin(8*x)/16)",      "log(3 + cos(8*y)/16)",
    "(3 + x*y)^1.37",   "atan(x - y)*t",         "tan(x/2)",
    "sinh(x)*cosh(y)",  "max(x + 5, y - 5)*y",   "cos(x - y - 0.62 + 2^(-40))",
    "log(x/1048576)*y", "exp(x)/(1 + exp(2*y))", "1/(1 + exp(4000*(x - 0.3)))",
};
enum { FIELDS = sizeof fields / sizeof *fields };

static struct model *make_model(const char *field) {
    char text[256];
    snprintf(text, sizeof text,
             "state x = 0.37, y = -0.25\nx' = %s\ny' = 1.25*x - y + 0.75\n", field);
    return testing_model(text);
}

/* (t, z): a point of the region at time + s; real ones are in the tube. */
static void choose_point(acb_ptr in, struct enclosure *e, struct sample *random, double s,
                         mag_srcptr width, bool real) {
    arb_t tau;
    arb_init(tau);
    arb_set_d(tau, s);
    enclosure_polynomial_at(e->value, &e->polynomial, tau, BITS);
    arb_add_arf(tau, tau, e->time, BITS);
    acb_set_arb(in, tau);
    for (int i = 0; i < SIZE; i++) {
        double phase = real ? 0 : sample_uniform(random, 0, 6.25);
        double size =
            mag_get_d(width + i) * (1 - 0x1p-20) * (sample_choice(random, 2) ? 1 : -1);
        acb_set_d_d(in + 1 + i, size * cos(phase), size * sin(phase));
        acb_add_arb(in + 1 + i, in + 1 + i, e->value + i, BITS);
    }
}

/* |F_0(t, z) - sum_k F_k s^k| <= tail at random points. */
static void check_series(struct enclosure *e, const char *what, double h,
                         struct sample *random) {
    struct enclosure_tail *t = &e->polynomial.tail;
    struct eval_acb *field;
    acb_ptr in = _acb_vec_init(1 + SIZE), out = _acb_vec_init(SIZE);
    arb_t tau, sum;
    mag_t rest;
    arb_inits(tau, sum);
    mag_init(rest);
    cr_assert(eval_acb_alloc(&field, e->system.m->graph, e->system.field, BITS,
                             EVAL_EXACT_CONSTANTS) == PROBLEM_OK);
    for (int point = 0; point < POINTS; point++) {
        double s = h * sample_choice(random, 5) / 4;
        choose_point(in, e, random, s, e->region.width, false);
        eval_acb_run(field, in, out);
        arb_set_d(tau, s);
        _arb_poly_evaluate(sum, enclosure_tail_output(t, 0), ORDER, tau, BITS);
        acb_sub_arb(out, out, sum, BITS);
        acb_get_mag_lower(rest, out);
        cr_assert(mag_cmp(rest, enclosure_tail_bound(t, 0)) <= 0,
                  "seed %llu, %s: %g, not %g, h = %g", (unsigned long long)random->seed,
                  what, mag_get_d(rest), mag_get_d(enclosure_tail_bound(t, 0)), h);
    }
    eval_acb_free(field);
}

static void begin(struct enclosure *e, struct model *m) {
    arf_t end;
    arf_init(end);
    arf_one(end);
    cr_assert(enclosure_init(e, m, BITS, ORDER, EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(enclosure_start(e, end, EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(enclosure_polynomial_expand(&e->polynomial, e->time, e->center));
}

/* The same as a multiple of the width: none of the fields is steeper than that. */
static const double steepest = 256;

Test(enclosure_region, series_are_near_all_values_around_the_solution) {
    struct sample random = sample_begin();
    const double h = 0.03125;
    mag_t length;
    mag_init(length);
    mag_set_d(length, h);
    for (int k = 0; k < FIELDS; k++)
        for (int exponent = 6; exponent <= 30; exponent += 6) {
            struct model *m = make_model(fields[k]);
            struct enclosure e;
            begin(&e, m);
            for (int i = 0; i < SIZE; i++)
                mag_set_ui_2exp_si(e.region.width + i, (ulong)(1 + i), -exponent);
            enclosure_tail_scale(&e.polynomial.tail, length);
            enclosure_tail_surround(&e.polynomial.tail, e.polynomial.size, ORDER,
                                    e.region.width);
            double tail = mag_get_d(enclosure_tail_bound(&e.polynomial.tail, 0));
            cr_assert(isfinite(tail) && tail <= steepest * ldexp(1, -exponent), "%s: %g",
                      fields[k], tail);
            check_series(&e, fields[k], h, &random);
        }
}

/* |J_k| <= K_k at a point of the region, and J_k <= L_k if it is one of the tube. */
static void check_jacobian(const struct enclosure *e, acb_srcptr entry, bool real,
                           const char *what) {
    mag_t size;
    arf_t least;
    mag_init(size);
    arf_init(least);
    for (int k = 0; k < e->region.entries; k++) {
        acb_get_mag_lower(size, entry + k);
        cr_assert(mag_cmp(size, e->region.bound + k) <= 0, "%s, K_%d", what, k);
        if (!real)
            continue;
        if (e->comparison.row[k] == e->comparison.column[k])
            arb_get_lbound_arf(least, acb_realref(entry + k), BITS);
        else
            arb_get_abs_lbound_arf(least, acb_realref(entry + k), BITS);
        cr_assert(arf_cmp(least, e->comparison.slope + k) <= 0, "%s, L_%d", what, k);
    }
}

static void check_region(struct enclosure *e, struct sample *random, const char *what) {
    struct eval_acb *jacobian;
    acb_ptr in = _acb_vec_init(1 + SIZE), out = _acb_vec_init(e->region.entries);
    const double h = arf_get_d(e->step, ARF_RND_DOWN);
    cr_assert(eval_acb_alloc(&jacobian, e->system.m->graph, e->system.jacobian, BITS,
                             EVAL_EXACT_CONSTANTS) == PROBLEM_OK);
    for (int point = 0; point < POINTS; point++) {
        bool real = sample_choice(random, 2);
        choose_point(in, e, random, h * sample_choice(random, 9) / 8,
                     real ? e->region.margin : e->region.width, real);
        eval_acb_run(jacobian, in, out);
        check_jacobian(e, out, real, what);
    }
    eval_acb_free(jacobian);
}

/* With so small a goal the region is wide: 2^-GOAL/4. */
Test(enclosure_region, bounds_the_derivatives) {
    enum { GOAL = 24 };
    struct sample random = sample_begin();
    for (int k = 0; k < FIELDS; k++) {
        struct model *m = make_model(fields[k]);
        struct enclosure e;
        arf_t limit;
        arf_init(limit);
        arf_set_d(limit, 0.125);
        begin(&e, m);
        e.goal = GOAL;
        cr_assert(enclosure_step(&e, limit) == REF_OK, "%s", fields[k]);
        check_region(&e, &random, fields[k]);
    }
}
