/* Certificates: right ones are proved, forged ones are found, and what is proved contains the
 * closed form. Each rule of taylor_model.c was broken once and seen to fail here.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <arb_poly.h>

#include "problems/balls/arb_operation.h"
#include "problems/base/many.h"
#include "problems/model.h"
#include "ref/certificate/certificate.h"
#include "ref/tests/certified.h"
#include "ref/tests/enclosure_cases.h"
#include "ref/tests/testing.h"
#include "ref/tests/truths.h"

enum { MOST_SETS = 4 };

static const char pendulum[] = "position q = 1.25\nvelocity v = 0\nq' = v\n"
                               "v' = -9.75*sin(q) - v/8\n";

Test(certificate, of_models_of_the_catalogue_are_proved) {
    static const char *const name[] = {"henon_heiles", "heavy_top", "van_der_pol",
                                       "rigid_body"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        struct certified t = certified_begin(testing_catalogue(name[i]), 2, MOST_SETS);
        struct ref_finding all = certified_verify(&t, -1);
        cr_assert(all.fault == REF_FAULT_NONE, "%s: %s in step %d", name[i],
                  ref_fault_text(all.fault), all.step);
        cr_assert(all.proved == t.c->steps);
        int proved = 0;
        for (int k = 0; k <= t.c->sets; k++) {
            struct ref_finding one = certified_verify(&t, k);
            cr_assert(one.fault == REF_FAULT_NONE && one.segment == k);
            proved += one.proved;
        }
        cr_assert(proved == t.c->steps);
    }
}

/* A forgery, and what is found of it. */
static void scale(mpfr_ptr x, double factor) {
    mpfr_mul_d(x, x, factor, MPFR_RNDN);
}

static void forge_digit(struct certified *t) {
    mpfr_mul_d(t->truth->state[0], t->truth->state[0], 1 + 0x1p-40, MPFR_RNDN);
}
static void forge_radius(struct certified *t) {
    scale(t->truth->component[1], 0x1p-60);
}
static void forget_state(struct certified *t) {
    mpfr_set_nan(t->truth->state[1]);
}
static void forget_radius(struct certified *t) {
    mpfr_set_nan(t->truth->component[1]);
}
static void widen_ball(struct certified *t) {
    mpfr_set_inf(t->truth->component[1], 1);
}
static void forget_time(struct certified *t) {
    mpfr_set_nan(t->truth->time[0]);
}
static void shrink_set(struct certified *t) {
    scale(t->c->radius[0], 0.25);
}
static void widen_set(struct certified *t) {
    scale(t->c->radius[0], 256);
}
static void move_set(struct certified *t) {
    mpfr_mul_d(t->c->centre[0], t->c->centre[0], 1 + 0x1p-50, MPFR_RNDN);
}
static void widen_last_set(struct certified *t) {
    const int last = t->c->sets - 1;
    for (int i = 0; i < t->c->nx; i++)
        scale(t->c->radius[last * t->c->nx + i], 0x1p40);
}
static void turn_frame(struct certified *t) {
    mpfr_swap(t->c->frame[0], t->c->frame[1]);
    mpfr_set_zero(t->c->frame[2], 1);
}
static void remove_step(struct certified *t) {
    for (int k = 1; k + 1 < t->c->steps; k++)
        mpfr_set(t->c->length[k], t->c->length[k + 1], MPFR_RNDN);
    t->c->steps--;
}
static void move_time(struct certified *t) {
    scale(t->c->time[1], 1 + 0x1p-10);
}
static void negate_radius(struct certified *t) {
    scale(t->c->radius[0], -1);
}
static void stretch_step(struct certified *t) {
    const int steps = t->c->steps;
    mpfr_t *all = t->c->length;
    mpfr_prec_round(all[0], CASE_BITS, MPFR_RNDN);
    for (int k = 1; k < steps; k++)
        mpfr_add(all[0], all[0], all[k], MPFR_RNDN);
    t->c->steps = 1;
    t->c->sets = 0;
    t->c->time = t->c->centre = t->c->radius = t->c->frame = NULL;
}

static const struct forgery {
    const char *name;
    void (*forge)(struct certified *t);
    int segment, component; /* -1: not checked */
    unsigned faults;        /* one of these, a sum of 1 << fault */
} forgeries[] = {
    {"a digit", forge_digit, -1, 0, 1u << REF_FAULT_BALL},
    {"a radius", forge_radius, -1, 1, 1u << REF_FAULT_BALL},
    {"no state", forget_state, -1, 1, 1u << REF_FAULT_BALL},
    {"no radius", forget_radius, -1, 1, 1u << REF_FAULT_BALL},
    {"no bound", widen_ball, -1, 1, 1u << REF_FAULT_BALL},
    {"no time", forget_time, -1, -1, 1u << REF_FAULT_FORM},
    {"a shrunk set", shrink_set, 0, -1, 1u << REF_FAULT_SET},
    {"a widened set", widen_set, 1, -1, 1u << REF_FAULT_SET},
    {"a moved set", move_set, 0, -1, 1u << REF_FAULT_SET},
    {"a widened last set", widen_last_set, -1, -1,
     1u << REF_FAULT_BALL | 1u << REF_FAULT_TOO_WIDE},
    {"a turned frame", turn_frame, 0, -1, 1u << REF_FAULT_SET},
    {"a removed step", remove_step, -1, -1, 1u << REF_FAULT_MISSING},
    {"a moved time", move_time, 1, -1, 1u << REF_FAULT_TIME},
    {"a negative radius", negate_radius, -1, -1, 1u << REF_FAULT_FORM},
    {"one long step", stretch_step, 0, -1,
     1u << REF_FAULT_TOO_LONG | 1u << REF_FAULT_UNDEFINED},
};

Test(certificate, that_is_forged_is_found) {
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        const struct forgery *f = &forgeries[i];
        struct certified t = certified_begin(testing_model(pendulum), 3, MOST_SETS);
        f->forge(&t);
        struct ref_finding found = certified_verify(&t, -1);
        cr_assert((f->faults & 1u << found.fault) != 0, "%s: '%s' in step %d", f->name,
                  ref_fault_text(found.fault), found.step);
        cr_assert(f->segment < 0 || found.segment == f->segment, "%s", f->name);
        cr_assert(f->component < 0 || found.component == f->component, "%s", f->name);
    }
}

/* The ball of a truth is put far too narrow, at the closed form or beside it: what is proved is
 * inside if, and only if, it contains the closed form. */
Test(certificate, of_random_models_contains_their_closed_forms) {
    enum { CASES = 60 };
    struct sample s = sample_begin();
    struct enclosure_case random;
    enclosure_case_init(&random);
    int made = 0;
    for (int i = 0; i < CASES; i++) {
        struct ref_truth *truth;
        const struct ref_certificate_room room = {.sets = MOST_SETS};
        struct ref_certificate *c;
        struct ref_finding finding;
        enclosure_case_choose(&random, &s);
        struct model *m = testing_model(random.text);
        if (truths_try(ref_enclosure_truth, &truth, m, CERTIFIED_DIGITS, 1, &random.t) ==
                REF_OK &&
            ref_certificate_make(&c, m, truth, &room, &certified_options) == REF_OK) {
            mpfr_t far;
            made++;
            cr_assert(ref_certificate_verify(c, m, truth, -1, &certified_options,
                                             &finding) == REF_OK);
            cr_assert(finding.fault == REF_FAULT_NONE, "%s%s", random.text,
                      ref_fault_text(finding.fault));
            /* A ball that does not contain the closed form. */
            mpfr_init2(far, 64);
            for (int k = 0; k < random.n; k++) {
                mpfr_set_prec(truth->state[k], CASE_BITS);
                arf_get_mpfr(truth->state[k], arb_midref(random.x + k), MPFR_RNDN);
                mpfr_mul_d(far, truth->component[k], 1.0001, MPFR_RNDU);
                mpfr_nextabove(far);
                mpfr_add(truth->state[k], truth->state[k], far, MPFR_RNDU);
            }
            ref_certificate_verify(c, m, truth, -1, &certified_options, &finding);
            cr_assert(finding.fault == REF_FAULT_BALL, "a wrong ball passes:\n%s",
                      random.text);
            mpfr_clear(far);
            ref_certificate_free(c);
        }
    }
    cr_assert(made > CASES / 2, "%d of %d", made, CASES);
}

/* Equal steps of a low order, so that the remainders are most of the balls. */
static bool follow(struct claim *c, arb_ptr x, const struct enclosure_case *random,
                   int steps) {
    struct claim_set set;
    arf_t t, h;
    arf_inits(t, h);
    claim_set_init(&set, c->n);
    bool holds = claim_set_start(&set, t, c->m, c->bits, EVAL_EXACT_CONSTANTS) == REF_OK;
    arf_set_d(h, random->t);
    arf_sub(h, h, t, ARF_PREC_EXACT, ARF_RND_NEAR);
    arf_mul_2exp_si(h, h, -steps);
    for (int k = 0; k < 1 << steps && holds; k++) {
        holds = claim_expand(c, t, h, set.centre) &&
                claim_prove(c, t, h, &set) == CLAIM_HOLDS;
        if (!holds)
            break;
        claim_image_balls(x, c, &set);
        claim_image_take(c, &set, false);
        arf_add(t, t, h, ARF_PREC_EXACT, ARF_RND_NEAR);
    }
    return holds;
}

Test(certificate, steps_of_low_order_contain_closed_forms) {
    enum { CASES = 200, BITS = 32, LEAST_ORDER = 3, ORDERS = 6, MOST_HALVINGS = 8 };
    struct sample s = sample_begin();
    struct enclosure_case random;
    enclosure_case_init(&random);
    int proved = 0;
    for (int i = 0; i < CASES; i++) {
        enclosure_case_choose(&random, &s);
        struct model *m = testing_model(random.text);
        struct claim c;
        arb_ptr x = _arb_vec_init(random.n);
        cr_assert(claim_init(&c, m, NULL, NULL, BITS,
                             LEAST_ORDER + sample_choice(&s, ORDERS),
                             EVAL_EXACT_CONSTANTS) == REF_OK);
        if (follow(&c, x, &random, 1 + sample_choice(&s, MOST_HALVINGS))) {
            proved++;
            for (int k = 0; k < random.n; k++)
                cr_assert(arb_overlaps(x + k, random.x + k), "%s: component %d",
                          random.text, k);
        }
    }
    cr_assert(proved > CASES / 4, "%d of %d", proved, CASES);
}

/* a := random terms around `middle`, and a rest; value := one of a's at sigma. */
static void draw(struct taylor_model *a, arb_t value, struct sample *s, double middle,
                 const arb_t sigma) {
    a->length = 1 + sample_choice(s, 5);
    for (int k = 0; k < a->length; k++)
        arb_set_d(a->own + k,
                  (k == 0 ? middle : 0) + sample_uniform(s, -0.25, 0.25) / (1 << k));
    double rest = sample_choice(s, 2) * sample_uniform(s, 0, 0.01);
    mag_set_d(a->rest, rest);
    _arb_poly_evaluate_horner(value, a->own, a->length, sigma, 128);
    arb_t more;
    arb_init(more);
    arb_set_d(more, rest * sample_uniform(s, -1, 1));
    arb_add(value, value, more, 128);
}

static bool has_near_poles(enum expr_operation f) {
    return f == EXPR_ASIN || f == EXPR_ACOS || f == EXPR_ATAN || f == EXPR_TAN ||
           f == EXPR_TANH;
}

Test(certificate, taylor_models_contain_what_they_stand_for) {
    static const enum expr_operation operations[] = {
        EXPR_ADD,  EXPR_SUB,  EXPR_MUL,  EXPR_DIV,  EXPR_NEG,  EXPR_SQRT,
        EXPR_EXP,  EXPR_LOG,  EXPR_SIN,  EXPR_COS,  EXPR_TAN,  EXPR_ASIN,
        EXPR_ACOS, EXPR_ATAN, EXPR_SINH, EXPR_COSH, EXPR_TANH, EXPR_POW};
    enum { ROOM = 5, TRIALS = 60 };
    struct sample s = sample_begin();
    struct taylor_space space = {ROOM, 128, _mag_vec_init(ROOM + 1)};
    struct taylor_model model[3];
    arb_t value[3], sigma;
    arb_init(sigma);
    for (int i = 0; i < 3; i++) {
        arb_init(value[i]);
        model[i].c = model[i].own = _arb_vec_init(ROOM);
        mag_init(model[i].rest);
    }
    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++) {
        int known = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            const enum expr_operation f = operations[k];
            arb_set_d(sigma, trial % 4 == 0 ? 1 : sample_uniform(&s, 0, 1));
            draw(&model[1], value[1], &s, has_near_poles(f) ? 0.2 : 0.9, sigma);
            draw(&model[2], value[2], &s, 1.3, sigma);
            if (f == EXPR_POW) {
                model[2].length = 1;
                mag_zero(model[2].rest);
                arb_set(value[2], model[2].own);
            }
            taylor_operate(&model[0], f, &model[1], &model[2], &model[2], &space);
            known += !mag_is_inf(model[0].rest);
            if (mag_is_inf(model[0].rest))
                continue;
            arb_operate(value[0], f, value[1], value[2], NULL, 128);
            _arb_poly_evaluate_horner(value[1], model[0].own, model[0].length, sigma,
                                      128);
            arb_add_error_mag(value[1], model[0].rest);
            cr_assert(arb_overlaps(value[0], value[1]), "%s", expr_operation_name(f));
        }
        cr_assert(known > TRIALS / 3, "%s: %d of %d", expr_operation_name(operations[k]),
                  known, TRIALS);
    }
}

/* x' = A x with A = (2 1; 1 2) takes e = (1, 1) 2^-140 to e^(3 h) e, in a step with a V of so many
 * terms: of what is proved there. */
static void hold(struct model *m, double length, int room) {
    enum { ORDER = 100, BITS = 256, SMALL = 140 };
    struct claim c;
    struct claim_set set;
    arf_t t, h;
    arb_t end, moved;
    mag_t size;
    arf_inits(t, h);
    arb_inits(end, moved);
    mag_init(size);
    cr_assert(claim_init(&c, m, NULL, NULL, BITS, ORDER, EVAL_EXACT_CONSTANTS) == REF_OK);
    claim_set_init(&set, 2);
    cr_assert(claim_set_start(&set, t, m, BITS, EVAL_EXACT_CONSTANTS) == REF_OK);
    const bool whole = room >= c.room;
    c.room = whole ? c.room : room;
    arf_set_d(h, length);
    for (int i = 0; i < 2; i++)
        mag_set_ui_2exp_si(set.radius + i, 1, -SMALL);
    cr_assert(claim_expand(&c, t, h, set.centre));
    cr_assert(claim_prove(&c, t, h, &set) == CLAIM_HOLDS);
    arb_set_d(end, 3 * length);
    arb_exp(end, end, BITS);
    arb_mul_2exp_si(end, end, -SMALL);
    arb_get_mag_lower(size, end);
    for (int i = 0; i < 2; i++)
        cr_assert(mag_cmp(size, c.error + i) <= 0);
    for (int i = 0; i < 2; i++) {
        arb_add(moved, arb_mat_entry(c.map, i, 0), arb_mat_entry(c.map, i, 1), BITS);
        arb_mul_2exp_si(moved, moved, -SMALL);
        arb_sub(moved, moved, end, BITS);
        arb_get_mag_lower(size, moved);
        cr_assert(mag_cmp(size, c.rest + i) <= 0, "%d terms, h = %g", room, length);
        cr_assert(!whole || length > 1 || mag_cmp_2exp_si(c.rest + i, -SMALL - 10) < 0);
    }
}

/* Seen to fail without the terms of J V above V's degree, and with 1 for e^L in rest or error. */
Test(certificate, bounds_what_the_map_leaves) {
    struct model *m = testing_model("state x = 1, y = 3\nx' = 2*x + y\ny' = x + 2*y\n");
    for (int room = 5; room <= 60; room += 5) {
        hold(m, 1, room);
        hold(m, 2.5, room);
    }
}

/* One step of a model, from a set about its start. */
struct one_step {
    struct model *m;
    struct claim c;
    struct claim_set set;
    arf_t t, h;
};

static void begin_step(struct one_step *s, const char *text, int states, double h) {
    enum { ORDER = 100, BITS = 256 };
    s->m = testing_model(text);
    arf_inits(s->t, s->h);
    arf_set_d(s->h, h);
    cr_assert(claim_init(&s->c, s->m, NULL, NULL, BITS, ORDER, EVAL_EXACT_CONSTANTS) ==
              REF_OK);
    claim_set_init(&s->set, states);
    cr_assert(claim_set_start(&s->set, s->t, s->m, BITS, EVAL_EXACT_CONSTANTS) == REF_OK);
}

/* The bound of what the error in component i becomes, over 2^-scale. */
static double prove_step(struct one_step *s, int i, int scale) {
    cr_assert(claim_expand(&s->c, s->t, s->h, s->set.centre));
    cr_assert(claim_prove(&s->c, s->t, s->h, &s->set) == CLAIM_HOLDS);
    mag_mul_2exp_si(s->c.error + i, s->c.error + i, scale);
    return mag_get_d(s->c.error + i);
}

/* Two errors that do not act on each other, one 2^-140 of the other: each is bounded by its own
 * e^L. Seen to fail where the exponential's tail is one for all components. */
Test(certificate, bounds_each_error_by_its_own_growth) {
    enum { LARGE = 60, SMALL = 200 };
    static const double rate = 7;
    struct one_step s;
    begin_step(&s, "state x = 1, w = 0\nx' = -7*x\nw' = -7*w\n", 2, 1);
    mag_set_ui_2exp_si(s.set.radius, 1, -LARGE);
    mag_set_ui_2exp_si(s.set.radius + 1, 1, -SMALL);
    const double grown = prove_step(&s, 1, SMALL);
    cr_assert(grown >= exp(rate) && grown < 1.001 * exp(rate), "%g", grown);
}

/* x_i' = 7 x_(i-1): what is wrong in x_0 comes to x_44 by the 44th power of L alone, as 7^44/44! of
 * it. Seen to fail where the exponential's series has no rest. */
Test(certificate, an_error_that_comes_from_far_is_bounded) {
    enum { LAST = 44, SMALL = 60, ROOM = 64 * (LAST + 1) };
    static const double rate = 7;
    struct one_step s;
    char text[ROOM], *at = text;
    for (int i = 0; i <= LAST; i++)
        at += sprintf(at, "state x%d = %d\n", i, i == 0);
    at += sprintf(at, "x0' = 0\n");
    for (int i = 1; i <= LAST; i++)
        at += sprintf(at, "x%d' = 7*x%d\n", i, i - 1);
    begin_step(&s, text, LAST + 1, 1);
    mag_set_ui_2exp_si(s.set.radius, 1, -SMALL);
    const double grown = prove_step(&s, LAST, SMALL);
    cr_assert(grown >= exp(LAST * log(rate) - lgamma(LAST + 1)), "%g", grown);
}

/* A body that falls through the floor obeys the equations of one that nothing holds. */
Test(certificate, of_a_fall_ends_at_the_floor) {
    static const char floor[] = "contact floor {\n gap = z\n restitution = 1/2\n}\n";
    static const char fall[] = "position z = 1\nvelocity v = 0\nz' = v\nv' = -10\n";
    char bounce[sizeof fall + sizeof floor];
    snprintf(bounce, sizeof bounce, "%s%s", fall, floor);
    struct certified above = certified_begin(testing_model(bounce), 0.4375, MOST_SETS);
    cr_expect(certified_verify(&above, -1).fault == REF_FAULT_NONE);
    struct certified through = certified_begin(testing_model(fall), 0.75, MOST_SETS);
    cr_expect(certified_verify(&through, -1).fault == REF_FAULT_NONE);
    model_free(through.m);
    through.m = testing_model(bounce);
    cr_expect(certified_verify(&through, -1).fault == REF_FAULT_WATCH);
}

/* At the start `wall` follows from `rod`; the equations keep the rod alone, and the two part like
 * t^4. */
Test(certificate, of_a_motion_that_leaves_a_joint_does_not_hold) {
    struct certified t = certified_begin(
        testing_model(
            "position x = 0.6, y = -0.8\nvelocity u = 0, v = 0\nx' = u\ny' = v\n"
            "u' = 0\nv' = -9.81\njoint rod = sqrt(x^2 + y^2) - 1\n"
            "joint wall = x^2 + y^2 - 1 - t^4\n"),
        0.5, MOST_SETS);
    cr_expect(certified_verify(&t, -1).fault == REF_FAULT_JOINT);
}

/* A pulse of e^-1073741824 at the start, that meets a pendulum at rest; one whose half a lone
 * state waits for; and a state in small units. Numbers that are told have short exponents. */
Test(certificate, of_what_rests_until_a_pulse_is_proved) {
    static const char *const text[] = {
        ("position q = 0\nvelocity v = 0\nq' = v\n"
         "v' = exp(-((t - 1/4)*131072)^2)*131072 - sin(q)\n"),
        "state z = 0\nz' = exp(-((t - 3/4)*1024)^2)*1024\n",
        "state z = 1e-40\nz' = z*(1 - 1e39*z)\n"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        struct certified t = certified_begin(testing_model(text[i]), 0.75, MOST_SETS);
        const struct ref_finding all = certified_verify(&t, -1);
        cr_expect(all.fault == REF_FAULT_NONE && all.proved == t.c->steps,
                  "%zu: %s in step %d", i, ref_fault_text(all.fault), all.step);
        cr_expect(t.c->sets > 0, "%zu", i);
        for (int k = 0; k < t.c->sets * t.c->nx; k++)
            cr_expect(
                (mpfr_zero_p(t.c->centre[k]) || mpfr_get_exp(t.c->centre[k]) > -10000) &&
                    (mpfr_zero_p(t.c->radius[k]) ||
                     mpfr_get_exp(t.c->radius[k]) > -10000),
                "%zu: set %d", i, k);
    }
}

Test(certificate, is_not_made_where_there_is_a_kink) {
    double end_time = 1.5;
    struct ref_truth *truth;
    const struct ref_certificate_room room = {.sets = MOST_SETS};
    struct ref_certificate *c;
    struct model *m = testing_model("state x = 1\nx' = -1 + abs(x)/4\n");
    cr_assert(truths_try(ref_enclosure_truth, &truth, m, CERTIFIED_DIGITS, 1,
                         &(double){0.75}) == REF_OK);
    mpfr_set_d(truth->time[0], end_time, MPFR_RNDN);
    cr_assert(ref_certificate_make(&c, m, truth, &room, &certified_options) != REF_OK);
    cr_assert_null(c);
}
