/* Remainders of series through programs: f(P(s)) less its first terms is within the bound
 * at several s, for each operation, with series so short that what is left out is large.
 *
 * Seen to fail: any one term of the rules of tail_operation.c left out; of tail_disc.c, h for
 * rho; L of a quotient added, a logarithm without its rest.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_poly.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "problems/base/many.h"
#include "problems/model.h"
#include "ref/enclosure/enclosure.h"
#include "ref/tests/testing.h"

enum { BITS = 300, PLACES = 4 };

/* How much larger than what it bounds a bound may be. */
static const double most_excess = 0x1p30;

/* Outer functions that are nearly linear, inner ones that are not, and the reverse. */
static const char *const fields[] = {
    "x*y",
    "x*y*x - y",
    "1/(3 + sin(8*x)/16)",
    "sin(8*y)/(3 + x/16)",
    "(2 + x)/(3 + y)",
    "sqrt(3 + x*y)",
    "sqrt(3 + sin(8*x)/16)",
    "exp(x*y)",
    "exp(sin(8*x)/16)",
    "log(3 + x)",
    "log(3 + cos(8*y)/16)",
    "(3 + x)^1.37",
    "(3 + sin(8*y)/16)^(2/3)",
    "atan(x - y)",
    "asin(x/4)",
    "acos(sin(8*x)/16)",
    "tan(x/2)",
    "tanh(x + sin(8*x)/16)",
    "sinh(x)*cosh(y)",
    "max(x + 5, y - 5)*y",
    "-x*t + min(x + 5, y - 5)",
};

/* excess := |F_0(t, P(s)) - sum_{k < N} F_k s^k|, from below. */
static void find_rest(mag_t rest, struct enclosure *e, double s) {
    struct eval_arb *field;
    arb_t tau, sum;
    arb_inits(tau, sum);
    arb_set_d(tau, s);
    cr_assert(eval_arb_alloc(&field, e->system.m->graph, e->system.field, BITS,
                             EVAL_EXACT_CONSTANTS) == PROBLEM_OK);
    enclosure_polynomial_at(e->box + 1, &e->polynomial, tau, BITS);
    arb_add_arf(e->box, tau, e->time, BITS);
    eval_arb_run(field, e->box, e->value);
    _arb_poly_evaluate(sum, enclosure_tail_output(&e->polynomial.tail, 0),
                       e->polynomial.order, tau, BITS);
    arb_sub(sum, e->value, sum, BITS);
    arb_get_mag_lower(rest, sum);
}

/* |rest(s)| <= tail (s/h)^N. */
static void check_field(struct enclosure *e, const char *what, double h) {
    mag_t length, bound, rest;
    mag_inits(length, bound, rest);
    mag_set_d(length, h);
    enclosure_polynomial_tail(e->tail, &e->polynomial, length);
    cr_assert(!mag_is_inf(e->tail), "%s: h = %g", what, h);
    for (int k = 1; k <= PLACES; k++) {
        double share = (double)k / PLACES;
        find_rest(rest, e, h * share);
        mag_set_d(bound, pow(share, e->polynomial.order) * (1 + 0x1p-40));
        mag_mul(bound, bound, e->tail);
        cr_assert(mag_cmp(rest, bound) <= 0, "%s: %g, not %g, order %d, h = %g", what,
                  mag_get_d(rest), mag_get_d(bound), e->polynomial.order, h);
        cr_assert(!(k == PLACES) || mag_get_d(bound) <= most_excess * mag_get_d(rest),
                  "%s: %g, only %g, order %d, h = %g", what, mag_get_d(bound),
                  mag_get_d(rest), e->polynomial.order, h);
    }
}

Test(tail, bounds_what_the_first_terms_leave_out) {
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
        char text[256];
        snprintf(text, sizeof text,
                 "state x = 0.37, y = -0.25\nx' = %s\ny' = 1.25*x - y + 0.75\n",
                 fields[k]);
        struct model *m = testing_model(text);
        arf_t end;
        arf_init(end);
        arf_one(end);
        for (int order = 3; order <= 12; order += 3) {
            struct enclosure e;
            cr_assert(enclosure_init(&e, m, BITS, order, EVAL_EXACT_CONSTANTS) == REF_OK);
            cr_assert(enclosure_start(&e, end, EVAL_EXACT_CONSTANTS) == REF_OK);
            cr_assert(enclosure_polynomial_expand(&e.polynomial, e.time, e.center));
            for (double h = 0.0078125; h < 0.1; h *= 2)
                check_field(&e, fields[k], h);
        }
    }
}

/* Tiny quotients and a logarithm, whose exponentials are huge; in all a step of 0.125 is 25
 * widths or more. */
static const char *const far[] = {
    "1/(1 + exp(200 - 200*t))",
    "1/(1 + exp(200*x + 26))",
    "1/cosh(200*(t - 1))^2",
    "2/(1 + exp(-400*(t + y - 1)))",
    "1/(exp(300*(t - 1)) + exp(-300*(t - 1)))*exp(-t)",
    "exp(200*(1 - t))/(1 + exp(200*(1 - t)))^2",
    "exp(200*t - 300)/(1 + exp(100 - 100*t))",
    "log(1 + exp(200*(t - 1)))",
};

/* rest <= tail (s/h)^N, which is nothing beside 1. */
static void check_far(struct enclosure *e, const char *what, double h) {
    mag_t length, bound, rest;
    mag_inits(length, bound, rest);
    mag_set_d(length, h);
    enclosure_polynomial_tail(e->tail, &e->polynomial, length);
    cr_assert(mag_cmp_2exp_si(e->tail, -60) < 0, "%s: h = %g", what, h);
    for (int k = 1; k <= PLACES; k++) {
        double share = (double)k / PLACES;
        find_rest(rest, e, h * share);
        mag_set_d(bound, pow(share, e->polynomial.order) * (1 + 0x1p-40));
        mag_mul(bound, bound, e->tail);
        cr_assert(mag_cmp(rest, bound) <= 0, "%s: %g, not %g, h = %g", what,
                  mag_get_d(rest), mag_get_d(bound), h);
    }
    mag_clears(rest, bound, length);
}

Test(tail, of_what_exponentials_make_tiny_is_tiny) {
    enum { ORDER = 6 };
    arf_t end;
    arf_init(end);
    arf_one(end);
    for (size_t k = 0; k < sizeof far / sizeof *far; k++) {
        char text[256];
        snprintf(text, sizeof text,
                 "state x = 0.37, y = -0.25\nx' = %s\ny' = 1.25*x - y + 0.75\n", far[k]);
        struct model *m = testing_model(text);
        struct enclosure e;
        cr_assert(enclosure_init(&e, m, BITS, ORDER, EVAL_EXACT_CONSTANTS) == REF_OK);
        cr_assert(enclosure_start(&e, end, EVAL_EXACT_CONSTANTS) == REF_OK);
        cr_assert(enclosure_polynomial_expand(&e.polynomial, e.time, e.center));
        for (double h = 0.03125; h <= 0.125; h *= 2)
            check_far(&e, far[k], h);
        enclosure_clear(&e);
    }
    arf_clear(end);
}
