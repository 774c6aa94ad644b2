/* Steps of linear equations whose components are of any size, from sets of any size: what is
 * proved contains the flow of each corner. Coefficients of V are then doubles that under- and
 * overflow. Seen to fail without the terms of J V above V's degree, without what its doubles are
 * off by (at scales of 2^1100), and without the rounding of their sums (from 2^30 on).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "problems/base/many.h"
#include "ref/certificate/claim.h"
#include "ref/tests/testing.h"

enum { MOST = 3, PRECISION = 800, MOST_TEXT = 2048 };

/* x' = D B D^-1 x, x(0) = D c/8, D = diag(2^scale). */
struct linear {
    int n, entry[MOST][MOST], start[MOST], scale[MOST];
    char text[MOST_TEXT];
};

/* Odd numbers, so that nothing is cancelled; some entries are 0. */
static int draw_odd(struct sample *s) {
    return 2 * sample_choice(s, 6) - 5;
}

static void draw_linear(struct linear *l, struct sample *s, int widest) {
    char *at = l->text;
    l->n = 1 + sample_choice(s, MOST);
    for (int i = 0; i < l->n; i++) {
        l->scale[i] = sample_choice(s, 2 * widest + 1) - widest;
        l->start[i] = draw_odd(s);
        for (int j = 0; j < l->n; j++)
            l->entry[i][j] = sample_choice(s, 3) == 0 ? 0 : draw_odd(s);
    }
    for (int i = 0; i < l->n; i++)
        at += sprintf(at, "state x%d = %d*2^(%d)\n", i, l->start[i], l->scale[i] - 3);
    for (int i = 0; i < l->n; i++) {
        at += sprintf(at, "x%d' = 0", i);
        for (int j = 0; j < l->n; j++)
            at += sprintf(at, " + (%d)*2^(%d)*x%d", l->entry[i][j],
                          l->scale[i] - l->scale[j], j);
        at += sprintf(at, "\n");
    }
}

/* flow := e^(h D B D^-1) = D e^(h B) D^-1. */
static void find_flow(arb_mat_t flow, const struct linear *l, const arf_t h) {
    for (int i = 0; i < l->n * l->n; i++) {
        arb_ptr entry = arb_mat_entry(flow, i / l->n, i % l->n);
        arb_set_si(entry, l->entry[i / l->n][i % l->n]);
        arb_mul_arf(entry, entry, h, PRECISION);
    }
    arb_mat_exp(flow, flow, PRECISION);
    for (int i = 0; i < l->n * l->n; i++) {
        arb_ptr entry = arb_mat_entry(flow, i / l->n, i % l->n);
        arb_mul_2exp_si(entry, entry, l->scale[i / l->n] - l->scale[i % l->n]);
    }
}

/* A set about the start, of up to 2^-20 of it, in a frame that may be skew. */
static void draw_set(struct claim_set *set, const struct linear *l, struct sample *s) {
    enum { LEAST = 20, RANGE = 120 };
    for (int j = 0; j < l->n; j++) {
        const ulong size = (ulong)sample_choice(s, 6);
        mag_set_ui_2exp_si(set->radius + j, size, -LEAST - sample_choice(s, RANGE));
        for (int i = 0; i < l->n; i++) {
            arb_ptr entry = arb_mat_entry(set->frame, i, j);
            arb_set_si(entry, i == j ? 3 : sample_choice(s, 5) - 2);
            arb_mul_2exp_si(entry, entry, l->scale[i]);
        }
    }
}

/* e := A y, y at a corner: its signs are the bits. */
static void find_corner(arb_ptr e, const struct claim_set *set, int bits) {
    arf_t radius;
    arf_init(radius);
    for (int i = 0; i < set->n; i++)
        arb_zero(e + i);
    for (int j = 0; j < set->n; j++) {
        arf_set_mag(radius, set->radius + j);
        if (bits >> j & 1)
            arf_neg(radius, radius);
        for (int i = 0; i < set->n; i++) {
            arb_t part;
            arb_init(part);
            arb_mul_arf(part, arb_mat_entry(set->frame, i, j), radius, ARF_PREC_EXACT);
            arb_add(e + i, e + i, part, ARF_PREC_EXACT);
        }
    }
}

/* Whether the flow of centre + e is in P(1) + V(1) e +- rest. */
static bool contains(const struct claim *c, const struct claim_set *set, arb_mat_t flow,
                     arb_srcptr e) {
    bool inside = true;
    for (int i = 0; i < c->n; i++) {
        arb_t off, from;
        mag_t least;
        arb_inits(off, from);
        mag_init(least);
        arb_neg(off, c->value + i);
        for (int j = 0; j < c->n; j++) {
            arb_add_arf(from, e + j, set->centre + j, ARF_PREC_EXACT);
            arb_addmul(off, arb_mat_entry(flow, i, j), from, PRECISION);
            arb_submul(off, arb_mat_entry(c->map, i, j), e + j, PRECISION);
        }
        arb_get_mag_lower(least, off);
        inside = inside && mag_cmp(least, c->rest + i) <= 0;
    }
    return inside;
}

/* One step of a linear system; whether it is proved. */
static bool step(const struct linear *l, struct sample *s, const char *when) {
    enum { LEAST_BITS = 32, BITS = 200, LEAST_ORDER = 6, ORDERS = 50, LEAST_ROOM = 6 };
    struct model *m = testing_model(l->text);
    struct claim c;
    struct claim_set set;
    arf_t t, h;
    arb_mat_t flow;
    arb_ptr e = _arb_vec_init(l->n);
    arf_inits(t, h);
    arb_mat_init(flow, l->n, l->n);
    claim_set_init(&set, l->n);
    const slong bits = LEAST_BITS + sample_choice(s, BITS);
    cr_assert(claim_init(&c, m, NULL, NULL, bits, LEAST_ORDER + sample_choice(s, ORDERS),
                         EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(claim_set_start(&set, t, m, bits, EVAL_EXACT_CONSTANTS) == REF_OK);
    c.room = LEAST_ROOM + sample_choice(s, c.room - LEAST_ROOM + 1);
    draw_set(&set, l, s);
    arf_set_si_2exp_si(h, 1 + sample_choice(s, 7), -2 - sample_choice(s, 8));
    const bool holds =
        claim_expand(&c, t, h, set.centre) && claim_prove(&c, t, h, &set) == CLAIM_HOLDS;
    find_flow(flow, l, h);
    for (int k = 0; k < 1 << l->n && holds; k++) {
        find_corner(e, &set, k);
        cr_assert(contains(&c, &set, flow, e), "%s, corner %d of\n%s", when, k, l->text);
    }
    return holds;
}

Test(certificate_scales, steps_contain_the_flow_of_corners_at_any_scale) {
    enum { CASES = 150 };
    static const int widest[] = {0, 30, 300, 700, 1100};
    struct sample s = sample_begin();
    for (size_t k = 0; k < sizeof widest / sizeof *widest; k++) {
        struct linear l;
        char when[64];
        int proved = 0;
        snprintf(when, sizeof when, "scales within 2^%d", widest[k]);
        for (int i = 0; i < CASES; i++) {
            draw_linear(&l, &s, widest[k]);
            proved += step(&l, &s, when);
        }
        cr_assert(proved > CASES / 4, "%s: %d of %d are proved", when, proved, CASES);
    }
}
