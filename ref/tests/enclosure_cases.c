/* See enclosure_cases.h. The scalar equations stand in enclosure_scalars.c.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/enclosure_cases.h"

#include <arb_mat.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "problems/base/many.h"

void enclosure_case_init(struct enclosure_case *c) {
    c->x = _arb_vec_init(CASE_SIZE);
}

/* A multiple of 2^-6 in [low, high). */
static double choose_number(struct sample *s, double low, double high) {
    return floor(ldexp(sample_uniform(s, low, high), 6)) / 64;
}

static void add_text(struct enclosure_case *c, const char *format, ...) {
    size_t used = strlen(c->text);
    va_list values;
    va_start(values, format);
    vsnprintf(c->text + used, CASE_TEXT - used, format, values);
    va_end(values);
}

/* The kinds of linear systems. */
enum linear_kind { DENSE, STIFF, NOT_NORMAL, PAIRS, GROWING, LINEAR_KINDS };

static double choose_entry(struct sample *s, enum linear_kind kind, int i, int j) {
    switch (kind) {
    case STIFF: return i == j ? choose_number(s, -25, 0) : choose_number(s, -0.5, 0.5);
    case NOT_NORMAL:
        if (i > j)
            return 0;
        return i == j ? choose_number(s, -1, 0) : choose_number(s, -8, 8);
    case PAIRS:
        if (i / 2 == j / 2 && i != j)
            return i < j ? 5.25 + i : -5.25 - i;
        return i == j ? choose_number(s, -0.5, 0.25) : choose_number(s, -0.25, 0.25);
    case GROWING: return choose_number(s, -0.5, 1.5);
    default: return choose_number(s, -2, 2);
    }
}

/* The model's text, A t and x(0). */
static void write_linear(struct enclosure_case *c, struct sample *s, arb_mat_t a,
                         arb_mat_t x) {
    enum linear_kind kind = (enum linear_kind)sample_choice(s, LINEAR_KINDS);
    c->text[0] = '\0';
    for (int i = 0; i < c->n; i++) {
        double start = choose_number(s, -2, 2);
        arb_set_d(arb_mat_entry(x, i, 0), start);
        add_text(c, "state x%d = %.17g\n", i, start);
    }
    for (int i = 0; i < c->n; i++) {
        add_text(c, "x%d' = 0", i);
        for (int j = 0; j < c->n; j++) {
            double entry = choose_entry(s, kind, i, j);
            arb_set_d(arb_mat_entry(a, i, j), entry * c->t); /* exact: 6 and 6 bits */
            add_text(c, " + (%.17g)*x%d", entry, j);
        }
        add_text(c, "\n");
    }
}

void enclosure_case_linear(struct enclosure_case *c, struct sample *s) {
    arb_mat_t a, x;
    c->n = 1 + sample_choice(s, CASE_SIZE);
    c->t = choose_number(s, 0.125, 2);
    arb_mat_init(a, c->n, c->n);
    arb_mat_init(x, c->n, 1);
    write_linear(c, s, a, x);
    arb_mat_exp(a, a, CASE_BITS);
    arb_mat_mul(x, a, x, CASE_BITS);
    for (int i = 0; i < c->n; i++)
        arb_set(c->x + i, arb_mat_entry(x, i, 0));
}

/* E - e sin E = M: a number near E by Newton's method, then a ball by the mean-value
 * theorem, as the derivative is at least 1 - e. */
static void solve_kepler(arb_t anomaly, const arb_t e, const arb_t mean) {
    arb_t sine, cosine, step;
    arb_inits(sine, cosine, step);
    arb_set(anomaly, mean);
    for (int round = 0; round < 60; round++) {
        arb_sin_cos(sine, cosine, anomaly, CASE_BITS);
        arb_mul(step, e, sine, CASE_BITS); /* (E - e sin E - M)/(1 - e cos E) */
        arb_sub(step, anomaly, step, CASE_BITS);
        arb_sub(step, step, mean, CASE_BITS);
        arb_mul(cosine, e, cosine, CASE_BITS);
        arb_sub_ui(cosine, cosine, 1, CASE_BITS);
        arb_div(step, step, cosine, CASE_BITS);
        arb_add(anomaly, anomaly, step, CASE_BITS);
        arb_get_mid_arb(anomaly, anomaly);
    }
    arb_sin(sine, anomaly, CASE_BITS);
    arb_mul(step, e, sine, CASE_BITS);
    arb_sub(step, anomaly, step, CASE_BITS);
    arb_sub(step, step, mean, CASE_BITS);
    arb_sub_ui(cosine, e, 1, CASE_BITS);
    arb_div(step, step, cosine, CASE_BITS);
    arb_add_error(anomaly, step);
}

/* a = 1, GM = 1, from the pericentre: x = cos E - e, y = r sin E, u = -sin E/(1 - e cos E),
 * v = r cos E/(1 - e cos E), r = sqrt(1 - e^2). */
static void solve_orbit(arb_ptr x, const arb_t e, const arb_t t) {
    arb_t anomaly, root, d;
    arb_inits(anomaly, root, d);
    solve_kepler(anomaly, e, t);
    arb_mul(root, e, e, CASE_BITS);
    arb_sub_ui(root, root, 1, CASE_BITS);
    arb_neg(root, root);
    arb_sqrt(root, root, CASE_BITS);
    arb_sin_cos(x + 1, x, anomaly, CASE_BITS);
    arb_mul(d, e, x, CASE_BITS);
    arb_sub_ui(d, d, 1, CASE_BITS);
    arb_div(x + 2, x + 1, d, CASE_BITS);
    arb_div(x + 3, x, d, CASE_BITS);
    arb_mul(x + 3, x + 3, root, CASE_BITS);
    arb_neg(x + 3, x + 3);
    arb_mul(x + 1, x + 1, root, CASE_BITS);
    arb_sub(x, x, e, CASE_BITS);
}

/* Kepler's problem, eccentricity up to 0.9, against Kepler's equation. */
static void enclosure_case_kepler(struct enclosure_case *c, struct sample *s) {
    static const char *const law[] = {"/(x*x + y*y)^(3/2)", "/sqrt(x*x + y*y)^3"};
    double eccentricity = choose_number(s, 0.015625, 0.9);
    int which = sample_choice(s, 2);
    c->n = 4;
    c->t = choose_number(s, 0.5, 7);
    snprintf(c->text, CASE_TEXT,
             "param e = %.17g\nposition x = 1 - e, y = 0\n"
             "velocity u = 0, v = sqrt((1 + e)/(1 - e))\nx' = u\ny' = v\n"
             "u' = -x%s\nv' = -y%s\n",
             eccentricity, law[which], law[which]);
    arb_t e, t;
    arb_inits(e, t);
    arb_set_d(e, eccentricity);
    arb_set_d(t, c->t);
    solve_orbit(c->x, e, t);
}

/* I1 = I2: r' = 0; p + i q turns with the rate (I3 - I1) r/I1. */
void enclosure_case_body(struct enclosure_case *c, struct sample *s) {
    double p = choose_number(s, -2, 2), q = choose_number(s, -2, 2);
    double r = choose_number(s, -8, 8), i3 = choose_number(s, 0.25, 4);
    c->n = 3;
    c->t = choose_number(s, 0.25, 4);
    snprintf(c->text, CASE_TEXT,
             "param I1 = 1.25, I3 = %.17g\nstate p = %.17g, q = %.17g, r = %.17g\n"
             "p' = (I1 - I3)*q*r/I1\nq' = (I3 - I1)*r*p/I1\nr' = 0*p\n",
             i3, p, q, r);
    arb_t angle, sine, cosine;
    arb_inits(angle, sine, cosine);
    arb_set_d(angle, (i3 - 1.25) * r * c->t); /* exact: a few bits each */
    arb_set_d(sine, 1.25);
    arb_div(angle, angle, sine, CASE_BITS);
    arb_sin_cos(sine, cosine, angle, CASE_BITS);
    arb_set_d(c->x + 2, r);
    arb_set_d(angle, p);
    arb_mul(c->x, cosine, angle, CASE_BITS);
    arb_mul(c->x + 1, sine, angle, CASE_BITS);
    arb_set_d(angle, q);
    arb_submul(c->x, sine, angle, CASE_BITS);
    arb_addmul(c->x + 1, cosine, angle, CASE_BITS);
}

void enclosure_case_choose(struct enclosure_case *c, struct sample *s) {
    switch (sample_choice(s, 8)) {
    case 0: enclosure_case_kepler(c, s); break;
    case 1: enclosure_case_body(c, s); break;
    case 2:
    case 3:
    case 4: enclosure_case_linear(c, s); break;
    default: enclosure_case_scalar(c, s); break;
    }
}
