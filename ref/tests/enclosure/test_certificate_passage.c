/* One passage from mode to mode, of sets that are wide, held against closed forms.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "problems/base/many.h"
#include "ref/certificate/certificate.h"
#include "ref/tests/testing.h"

enum { BITS = 100, ORDER = 20, MOST_STATES = 2 };

struct passage {
    struct model *m;
    struct claim before, after;
    struct claim_set set;
    arf_t time, width;
    int worst;
};

/* From x = 1/8 +- radius in each component, at t = 0; all surfaces are passed from + to -. */
static void begin(struct passage *p, const char *text, double radius, double width) {
    static const signed char before[] = {1, 1}, after[] = {-1, -1};
    p->m = testing_model(text);
    cr_assert(claim_init(&p->before, p->m, NULL, before, BITS, ORDER,
                         EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(claim_init(&p->after, p->m, NULL, after, BITS, ORDER,
                         EVAL_EXACT_CONSTANTS) == REF_OK);
    claim_set_init(&p->set, p->before.n);
    arb_mat_one(p->set.frame);
    for (int i = 0; i < p->before.n; i++) {
        arf_set_d(p->set.centre + i, 0.125);
        mag_set_d(p->set.radius + i, radius);
    }
    arf_inits(p->time, p->width);
    arf_set_d(p->width, width);
}

/* The event, and where it is an impact what that does; then the image. */
static enum claim_passage pass(struct passage *p) {
    struct claim_passing by;
    enum claim_passage found =
        claim_passing_begin(&by, &p->before, p->time, p->width, &p->set);
    p->worst = by.event;
    if (found == CLAIM_PASSES && by.kind == CROSSING_GAP && !claim_passing_bounce(&by))
        found = CLAIM_PASSAGE_UNDEFINED;
    if (found == CLAIM_PASSES)
        found = claim_passing_end(&by, &p->after, NULL, &p->worst);
    return found;
}

#define LINEAR "state x = 1/8\nx' = -1 - 2*(1 - step(x))\n"
#define CURVED "state x = 1/8\nx' = -(1 + x)*step(x) - 3*(1 - step(x))\n"

/* Whether x, from 1/8 + off, is in the image. */
static bool is_in_image(const struct passage *p, double off, double x) {
    arb_t y;
    arb_init(y);
    arb_set_d(y, off);
    arb_mul(y, y, arb_mat_entry(p->before.map, 0, 0), BITS);
    arb_add(y, y, p->before.value, BITS);
    arb_add_error_mag(y, p->before.rest);
    arf_t point;
    arf_init(point);
    arf_set_d(point, x);
    return arb_contains_arf(y, point) != 0;
}

/* x(w) = -3 (w - x(0)), and with the curved field -3 (w - log(1 + x(0))). */
Test(certificate_passage, contains_the_closed_form) {
    static const double radius = 1.0 / 64, width = 0.25;
    struct passage p;
    for (int off = -1; off <= 1; off++) {
        const double x = 0.125 + off * radius;
        begin(&p, LINEAR, radius, width);
        cr_assert(pass(&p) == CLAIM_PASSES);
        cr_expect(is_in_image(&p, off * radius, -3 * (width - x)));
        cr_expect(!is_in_image(&p, -off * radius, -3 * (width - x)) || off == 0);
        begin(&p, CURVED, radius, width);
        cr_assert(pass(&p) == CLAIM_PASSES);
        cr_expect(is_in_image(&p, off * radius, -3 * (width - log1p(x))));
    }
    begin(&p, CURVED, 0x1p-30, width);
    cr_assert(pass(&p) == CLAIM_PASSES);
    cr_expect(is_in_image(&p, 0, -3 * (width - log1p(0.125))));
}

static void expect(const char *text, double radius, double width,
                   enum claim_passage found) {
    struct passage p;
    begin(&p, text, radius, width);
    const enum claim_passage is = pass(&p);
    cr_expect(is == found, "%s: %d", text, is);
}

Test(certificate_passage, of_all_solutions_is_asked_for) {
    expect(LINEAR, 0.0625, 0.25, CLAIM_PASSES);
    expect(LINEAR, 0.0625, 0.125, CLAIM_PASSAGE_GRAZES);      /* some are not across */
    expect(LINEAR, 0.03125, 0x1p-10, CLAIM_PASSAGE_TOGETHER); /* none meets it */
}

/* x would be at -infinity within the time: no box contains the solutions. */
Test(certificate_passage, needs_a_box_around_the_solutions) {
    expect("state x = 1/8\nx' = -(1 + x^2) - step(x)/8\n", 0, 4, CLAIM_PASSAGE_UNDEFINED);
}

/* y is let go where x is not; the field before may not be the model's up to there. */
Test(certificate_passage, of_two_at_once_is_refused) {
    expect("state x = 1/8, y = 1/8\nx' = -1\ny' = -1 - step(y)*max(x, 0)\n", 0, 0.25,
           CLAIM_PASSAGE_TOGETHER);
}

/* Behind it the field leads back. */
Test(certificate_passage, has_to_be_by_both_fields) {
    expect("state x = 1/8\nx' = -1 + 3*(1 - step(x))\n", 0, 0.25, CLAIM_PASSAGE_GRAZES);
}

/* An impact on a floor at height t^2/2, with friction and restitution e: of the approach s = v -
 * tau it leaves -e s, and takes mu (1 + e) |s| of the slip. */
#define MOVING                                                                           \
    "position x = 0, y = 1/8\nvelocity u = 2, v = -1\nx' = u\ny' = v\nu' = 0*x\nv' = "   \
    "0*x\n"                                                                              \
    "contact floor { gap = y - t^2/2; slide = u; restitution = 1/2; friction = 1/4 }"

/* x(w) of the motion that is at x at 0. */
static void strike(const double *from, double w, double *to) {
    const double e = 0.5, mu = 0.25, v = from[3];
    const double tau = v + sqrt(v * v + 2 * from[1]), s = v - tau;
    to[2] = from[2] + mu * (1 + e) * s;
    to[3] = tau - e * s;
    to[0] = from[0] + from[2] * tau + to[2] * (w - tau);
    to[1] = from[1] + v * tau + to[3] * (w - tau);
}

/* Whether value + map off +- rest, and some rounding of the doubles, contains x in each
 * component. */
static int count_in_image(const struct claim *c, const double *off, const double *x) {
    int inside = 0;
    arb_t y, part;
    arf_t point;
    arb_inits(y, part);
    arf_init(point);
    for (int i = 0; i < c->n; i++) {
        arb_set(y, c->value + i);
        for (int j = 0; j < c->n; j++) {
            arb_set_d(part, off[j]);
            arb_addmul(y, part, arb_mat_entry(c->map, i, j), BITS);
        }
        arb_add_error_mag(y, c->rest + i);
        arb_add_error_2exp_si(y, -48);
        arf_set_d(point, x[i]);
        inside += arb_contains_arf(y, point) != 0;
    }
    return inside;
}

Test(certificate_passage, contains_impacts_on_a_floor_that_moves) {
    enum { N = 4 };
    static const double centre[N] = {0, 0x1p-10, 2, -1}, radius = 0x1p-12, width = 0x1p-8;
    static const signed char open[] = {REF_CONTACT_OPEN};
    const struct ref_truth_options options = {.digits = 20};
    struct model *m = testing_model(MOVING);
    struct certificate_modes modes;
    struct claim *before, *after;
    struct claim_set set;
    arf_t t, w;
    signed char place[1], lead[8];
    arf_inits(t, w);
    arf_set_d(w, width);
    cr_assert(certificate_modes_init(&modes, m, BITS, ORDER, REF_CONTACTS_EACH,
                                     &options) == REF_OK);
    cr_assert(certificate_modes_find(&modes, open, &before) == REF_OK);
    claim_set_init(&set, N);
    arb_mat_one(set.frame);
    for (int i = 0; i < N; i++) {
        arf_set_d(set.centre + i, centre[i]);
        mag_set_d(set.radius + i, radius);
    }
    struct certificate_event event = {.t = t, .width = w, .set = &set};
    cr_assert(certificate_go_through(&modes, before, &event, &after, place, lead) ==
              REF_OK);
    cr_assert(event.found == CLAIM_PASSES && place[0] == REF_CONTACT_OPEN);
    for (int corner = 0; corner < 1 << N; corner++) {
        double off[N], from[N], to[N];
        for (int i = 0; i < N; i++) {
            off[i] = (corner >> i & 1) ? radius : -radius;
            from[i] = centre[i] + off[i];
        }
        strike(from, width, to);
        cr_expect(count_in_image(before, off, to) == N, "corner %d", corner);
        for (int i = 0; i < N; i++)
            off[i] = -off[i];
        cr_expect(count_in_image(before, off, to) < N, "corner %d", corner);
    }
}
