/* Where slots are for complex |s| <= rho: programs of steep exponentials, made at random. From the
 * disc's middle to points of its edge each slot is computed at one point after the other, by
 * balls that know nothing of exponents; logarithms, powers and arc tangents are continued by
 * taking the branch that is next to the last value.
 *
 * Seen to fail: the exponent of a quotient added, of a power not multiplied, of a sum that of the
 * other term, with the rest of the same term twice or times e^(L_a - L_b); hyperbolic cosines with
 * e^(-u) for e^(-2u), the sine with the other sign; a logarithm without its rest, an arc tangent
 * with the other sign and with 1/2|a| for artanh; inputs without rho.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/base/many.h"
#include "problems/balls/arb_operation.h"
#include "problems/tests/sample.h"
#include "ref/enclosure/enclosure.h"
#include "ref/tests/testing.h"

enum {
    BITS = 128,
    ORDER = 6,
    TRIALS = 100,
    POINTS = 1,
    PARTS = 200,
    ROOM = 4096,
    DEPTH = 3
};

/* An exponent of 20 to 400 times t or x, that begins near zero or anywhere. */
static void write_exponent(char *text, struct sample *random) {
    const bool of_time = sample_choice(random, 2), near = sample_choice(random, 2);
    const int size = 20 + sample_choice(random, 380);
    const double zero = near ? (of_time ? 0 : 0.4) + sample_uniform(random, -3, 3) / size
                             : sample_uniform(random, -1, 1);
    snprintf(text, ROOM, "%d*(%s - %.4f)", sample_choice(random, 2) ? size : -size,
             of_time ? "t" : "x", zero);
}

static void write_exponential(char *text, struct sample *random) {
    static const char *const forms[] = {"exp(%s)", "sinh(%s)", "cosh(%s)",
                                        "(1 + exp(%s))", "(2 + exp(%s)/3)"};
    char exponent[ROOM];
    write_exponent(exponent, random);
    snprintf(text, ROOM, forms[sample_choice(random, 5)], exponent);
}

static void write_term(char *text, struct sample *random, int depth) {
    static const char *const one[] = {"log(%s)",       "atan(%s)",        "sqrt(%s)",
                                      "(%s)^1.37",     "log(1 + (%s)^2)", "1/(%s)",
                                      "(%s)^(-2/3)/2", "(-(%s))"};
    static const char *const two[] = {"(%s + %s)", "(%s - %s)", "(%s)*(%s)",
                                      "(%s)/(%s)", "(%s)/(%s)", "(%s + (%s)*x)"};
    if (depth == 0) {
        write_exponential(text, random);
        return;
    }
    char a[ROOM / 4], b[ROOM / 4], inner[ROOM];
    write_term(inner, random, depth - 1);
    snprintf(a, sizeof a, "%.*s", (int)sizeof a - 1, inner);
    write_term(inner, random, depth - 1);
    snprintf(b, sizeof b, "%.*s", (int)sizeof b - 1, inner);
    if (sample_choice(random, 2))
        snprintf(text, ROOM, one[sample_choice(random, 8)], a);
    else
        snprintf(text, ROOM, two[sample_choice(random, 6)], a, b);
}

/* A walk through the disc: the slots where it is, and the logarithms of powers' bases. */
struct walk {
    const struct enclosure *e;
    const struct program *p;
    acb_ptr value, last; /* of a logarithm, arc tangent or power: what is continued */
    bool begun;
};

/* What the slots' inputs are at a complex s: (t0 + s, P(s)). */
static void set_inputs(struct walk *w, const acb_t s) {
    acb_ptr in = w->value;
    acb_set(in, s);
    arb_add_arf(acb_realref(in), acb_realref(in), w->e->time, BITS);
    for (int i = 0; i < w->e->polynomial.n; i++) {
        arb_srcptr series = enclosure_polynomial_series(&w->e->polynomial, i);
        acb_zero(in + 1 + i);
        for (int k = w->e->polynomial.order; k >= 0; k--) {
            acb_mul(in + 1 + i, in + 1 + i, s, BITS);
            acb_add_arb(in + 1 + i, in + 1 + i, series + k, BITS);
        }
    }
}

/* x := the one of x + k period next to the last; not finite where it may be another. */
static void choose_branch(struct walk *w, int slot, arb_t x, const arb_t last,
                          double turns) {
    arb_t period, count;
    arb_inits(period, count);
    arb_const_pi(period, BITS);
    arb_mul_2exp_si(period, period, turns > 1 ? 1 : 0);
    arb_sub(count, last, x, BITS);
    arb_div(count, count, period, BITS);
    const double k = arf_get_d(arb_midref(count), ARF_RND_NEAR), nearest = nearbyint(k);
    arb_set_d(count, nearest);
    if (!(fabs(k - nearest) < 0.25) || !arb_is_finite(last))
        acb_indeterminate(w->value + slot);
    else
        arb_addmul(x, period, count, BITS);
    arb_clears(period, count);
}

static void operate(struct walk *w, int slot, const struct instruction *code) {
    acb_ptr r = w->value + slot, a = w->value + code->a;
    const bool is_root = code->operation == EXPR_SQRT,
               is_power = code->operation == EXPR_POW;
    if (code->operation == EXPR_LOG || is_root || is_power) {
        acb_log(r, a, BITS);
        if (w->begun)
            choose_branch(w, slot, acb_imagref(r), acb_imagref(w->last + slot), 2);
        acb_set(w->last + slot, r);
        if (is_root)
            acb_mul_2exp_si(r, r, -1);
        else if (is_power)
            acb_mul(r, r, w->value + code->b, BITS);
        if (is_root || is_power)
            acb_exp(r, r, BITS);
    } else if (code->operation == EXPR_ATAN) {
        acb_atan(r, a, BITS);
        if (w->begun)
            choose_branch(w, slot, acb_realref(r), acb_realref(w->last + slot), 1);
        acb_set(w->last + slot, r);
    } else {
        acb_operate(r, code->operation, a, code->b < 0 ? NULL : w->value + code->b, NULL,
                    BITS);
    }
}

static void walk_to(struct walk *w, const acb_t s) {
    const int first = w->p->inputs + w->p->constants;
    set_inputs(w, s);
    for (int i = w->p->inputs; i < first; i++)
        acb_set_arb(w->value + i, eval_arb_jet_output(w->e->polynomial.tail.jet, i));
    for (int i = 0; i < w->p->length; i++)
        operate(w, first + i, &w->p->code[i]);
    w->begun = true;
}

/* The slots that have a box at the walk's place; how many functions of exponentials do. */
static int check_boxes(const struct walk *w, const char *what, unsigned long long seed) {
    const struct enclosure_disc *d = w->e->polynomial.tail.disc;
    int seen = 0;
    for (int slot = 0; slot < d->slots; slot++) {
        if (!acb_is_finite(d->box + slot) || !acb_is_finite(w->value + slot))
            continue;
        cr_assert(acb_overlaps(d->box + slot, w->value + slot),
                  "seed %llu: slot %d of %s", seed, slot, what);
        seen += d->outer[slot];
    }
    return seen;
}

/* From the middle to a point of the edge. */
static int walk_out(const struct enclosure *e, struct sample *random, double rho,
                    const char *what) {
    const struct enclosure_tail *t = &e->polynomial.tail;
    struct walk w = {e, t->program, _acb_vec_init(t->slots), _acb_vec_init(t->slots),
                     false};
    const double phase = sample_uniform(random, 0, 6.2831853);
    acb_t s;
    int seen = 0;
    acb_init(s);
    for (int part = 0; part < PARTS; part++) {
        const double size = rho * part / (PARTS - 1) * (1 - 0x1p-40);
        acb_set_d_d(s, size * cos(phase), size * sin(phase));
        walk_to(&w, s);
        seen = check_boxes(&w, what, random->seed);
    }
    acb_clear(s);
    _acb_vec_clear(w.value, t->slots);
    _acb_vec_clear(w.last, t->slots);
    return seen;
}

/* How many slots of functions of exponentials were compared. */
static int check_model(struct model *m, const char *what, struct sample *random) {
    struct enclosure e;
    arf_t end;
    mag_t radius;
    int seen = 0;
    arf_init(end);
    mag_init(radius);
    arf_one(end);
    cr_assert(enclosure_init(&e, m, BITS, ORDER, EVAL_EXACT_CONSTANTS) == REF_OK);
    const bool begun = enclosure_start(&e, end, EVAL_EXACT_CONSTANTS) == REF_OK;
    struct enclosure_tail *t = &e.polynomial.tail;
    cr_assert(t->disc != NULL, "%s", what);
    if (begun && enclosure_polynomial_expand(&e.polynomial, e.time, e.center)) {
        const double rho = exp2(-(double)sample_choice(random, 12) - 1);
        mag_set_d(radius, rho);
        enclosure_tail_scale(t, radius);
        enclosure_disc_bound(t, e.polynomial.size, ORDER, NULL);
        enclosure_disc_slots(t, e.polynomial.size, ORDER, NULL, radius);
        for (int point = 0; point < POINTS; point++)
            seen += walk_out(&e, random, rho, what);
    }
    enclosure_clear(&e);
    return seen;
}

Test(tail_disc, slots_are_where_they_are_said_to_be) {
    struct sample random = sample_begin();
    int seen = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        char term[ROOM], text[2 * ROOM];
        write_term(term, &random, 1 + sample_choice(&random, DEPTH));
        snprintf(text, sizeof text,
                 "state x = 0.4, y = 0\nx' = -cos(x)\ny' = %s + 1/(1 + exp(9*x))\n",
                 term);
        seen += check_model(testing_model(text), term, &random);
    }
    cr_assert(seen > 2 * TRIALS, "only %d", seen);
}
