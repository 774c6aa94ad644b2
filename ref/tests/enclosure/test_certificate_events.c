/* Certificates through events: right ones are proved, and each lie about an event is found.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"
#include "ref/tests/certified.h"
#include "ref/tests/forgery.h"
#include "ref/tests/testing.h"
#include "ref/tests/truths.h"

enum { MOST_SETS = 2 };

#define OSCILLATOR "position q = 1\nvelocity v = 1/4\nq' = v\n"

struct eventful {
    const char *text;
    double end;
    int events;
};

/* Expects so many events and that all segments are proved. */
static struct certified expect_proved(const struct eventful *e) {
    struct certified t = certified_begin(testing_model(e->text), e->end, MOST_SETS);
    const int events = ref_certificate_events(t.c);
    cr_expect(events == e->events, "%s: %d events", e->text, events);
    for (int k = -1; k <= t.c->sets; k++) {
        const struct ref_finding found = certified_verify(&t, k);
        cr_expect(found.fault == REF_FAULT_NONE, "%s: segment %d: %s", e->text, k,
                  ref_fault_text(found.fault));
    }
    return t;
}

/* A force that has a kink, that jumps, that is under another kink, and that depends on time. */
static const struct eventful right[] = {
    {OSCILLATOR "v' = -q + 3*max(-q - 1/8, 0)", 5, 2},
    {OSCILLATOR "v' = -4*q + step(q)", 3, 2},
    {OSCILLATOR "v' = -2*abs(q + max(q - 1/2, 0)) + abs(v)/8 - 1", 2, 3},
    {OSCILLATOR "v' = -q + max(sin(3*t), 1/3)*q^2", 2, 2},
    {"state z = 0\nz' = max(exp(-1000*(t - 3/2)^2) - 1/2, 0)", 2, 2},
};

Test(certificate_events, through_kinks_are_proved) {
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        const struct certified t = expect_proved(&right[i]);
        cr_expect(t.truth->switches == right[i].events, "%s", right[i].text);
    }
}

#define FALL "position y = 1\nvelocity v = 0\ny' = v\n"

/* Without friction, with all other contacts open: a ball, a wall that moves, a mass matrix that
 * depends on the position, a drag whose side the impact changes. */
static const struct eventful impacts[] = {
    {FALL "v' = -9.81\ncontact floor { gap = y; restitution = 1/2 }", 1.25, 4},
    {FALL "v' = -1\ncontact floor { gap = y + 1 - t/2; restitution = 3/4 }", 3, 1},
    {"position a = 1, b = 0\nvelocity u = 0, w = 1/8\na' = u\nb' = w\n"
     "mass u, u = 2 + cos(b)\nmass u, w = 1/3\nmass w, w = 1 + a^2\n"
     "force u = -4*a\nforce w = -b\n"
     "contact wall { gap = a + b/4; restitution = 2/3 }",
     2, 1},
    {FALL "v' = -9.81 - 5*max(-v - 4, 0)\n"
          "contact floor { gap = y; restitution = 1/2 }",
     0.75, 2},
};

Test(certificate_events, of_impacts_are_proved) {
    for (size_t i = 0; i < sizeof impacts / sizeof *impacts; i++)
        expect_proved(&impacts[i]);
}

/* An impact proved is one of the restitution that the model has. */
Test(certificate_events, of_another_restitution_are_found) {
    struct certified t =
        certified_begin(testing_model(impacts[0].text), impacts[0].end, MOST_SETS);
    model_free(t.m);
    t.m = testing_model(
        FALL "v' = -9.81\ncontact floor { gap = y; restitution = 0.5 + 1e-12 }");
    cr_expect(certified_verify(&t, -1).fault == REF_FAULT_SET);
    model_free(t.m);
    t.m = testing_model(FALL "v' = -9.81\ncontact floor { gap = y; restitution = 0 }");
    cr_expect(certified_verify(&t, -1).fault == REF_FAULT_EVENT);
}

static void forge_digit(struct ref_certificate *c, struct ref_truth *truth) {
    (void)c;
    forgery_change_digit(truth);
}
static void shrink_width(struct ref_certificate *c, struct ref_truth *truth) {
    (void)truth;
    forgery_shrink_width(c, forgery_set(c, 0));
}
static void move_event(struct ref_certificate *c, struct ref_truth *truth) {
    (void)truth;
    forgery_move(c, forgery_set(c, 0), false);
}
static void move_event_and_time(struct ref_certificate *c, struct ref_truth *truth) {
    (void)truth;
    forgery_move(c, forgery_set(c, 0), true);
}
static void forge_start(struct ref_certificate *c, struct ref_truth *truth) {
    (void)truth;
    for (int k = 0; k <= forgery_set(c, 0); k++)
        c->mode[k * c->places] = (signed char)-c->mode[k * c->places];
}
static void forge_behind(struct ref_certificate *c, struct ref_truth *truth) {
    (void)truth;
    signed char *behind = c->mode + (forgery_set(c, 0) + 1) * c->places;
    behind[0] = (signed char)-behind[0];
}
static void forge_place(struct ref_certificate *c, struct ref_truth *truth) {
    (void)truth;
    c->mode[0] = 3;
}
static void leave_out_event(struct ref_certificate *c, struct ref_truth *truth) {
    (void)truth;
    forgery_leave_out(c, forgery_set(c, 0));
}
static void drop_width(struct ref_certificate *c, struct ref_truth *truth) {
    (void)truth;
    mpfr_set_zero(c->width[forgery_set(c, 0)], 1);
}
static void shrink_set(struct ref_certificate *c, struct ref_truth *truth) {
    (void)truth;
    forgery_shrink_set(c, forgery_set(c, 0));
}
static void remove_step(struct ref_certificate *c, struct ref_truth *truth) {
    (void)truth;
    for (int k = 0; k + 1 < c->steps; k++)
        mpfr_swap(c->length[k], c->length[k + 1]);
    c->steps--;
}
static void add_place(struct ref_certificate *c, struct ref_truth *truth) {
    (void)truth;
    c->places++;
    c->mode = room_take(&c->room, (size_t)((c->sets + 1) * c->places), 1);
    memset(c->mode, 1, (size_t)((c->sets + 1) * c->places));
}
static void forget_modes(struct ref_certificate *c, struct ref_truth *truth) {
    (void)truth;
    c->mode = NULL;
}

#define OR(a, b) (1u << REF_FAULT_##a | 1u << REF_FAULT_##b)

static const struct {
    const char *name;
    void (*forge)(struct ref_certificate *c, struct ref_truth *truth);
    unsigned faults; /* one of these, a sum of 1 << fault */
} forgeries[] = {
    {"a digit", forge_digit, OR(BALL, BALL)},
    {"a shrunk width", shrink_width, OR(EVENT, EVENT)},
    {"another time before the event", move_event, OR(EVENT, EVENT)},
    {"another time of the event", move_event_and_time, OR(EVENT, EVENT)},
    {"another mode at the start", forge_start, OR(WATCH, WATCH)},
    {"another mode behind the event", forge_behind, OR(EVENT, EVENT)},
    {"a place that is none", forge_place, OR(FORM, FORM)},
    {"no event", leave_out_event, OR(WATCH, WATCH)},
    {"no width", drop_width, OR(FORM, FORM)},
    {"a shrunk set", shrink_set, OR(SET, SET)},
    {"a step left out", remove_step, OR(MISSING, FORM)},
    {"a place too many", add_place, OR(FORM, FORM)},
    {"no modes", forget_modes, OR(FORM, FORM)},
};

Test(certificate_events, that_are_forged_are_found) {
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        struct certified t =
            certified_begin(testing_model(right[1].text), right[1].end, MOST_SETS);
        forgeries[i].forge(t.c, t.truth);
        const struct ref_finding found = certified_verify(&t, -1);
        cr_expect((forgeries[i].faults & 1u << found.fault) != 0, "%s: '%s'",
                  forgeries[i].name, ref_fault_text(found.fault));
    }
}

Test(certificate_events, of_impacts_that_are_forged_are_found) {
    static const struct {
        const char *name;
        void (*forge)(struct ref_certificate *c, struct ref_truth *truth);
        enum ref_fault fault;
    } lies[] = {
        {"a digit", forge_digit, REF_FAULT_BALL},
        {"a shrunk width", shrink_width, REF_FAULT_EVENT},
        {"another time", move_event_and_time, REF_FAULT_EVENT},
        {"a place that is none", forge_place, REF_FAULT_START},
        {"no impact", leave_out_event, REF_FAULT_WATCH},
        {"no width", drop_width, REF_FAULT_MISSING},
        {"a shrunk set", shrink_set, REF_FAULT_SET},
    };
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct certified t =
            certified_begin(testing_model(impacts[0].text), impacts[0].end, MOST_SETS);
        lies[i].forge(t.c, t.truth);
        const struct ref_finding found = certified_verify(&t, -1);
        cr_expect(found.fault == lies[i].fault, "%s: '%s'", lies[i].name,
                  ref_fault_text(found.fault));
    }
}

/* Of a model without the obstacle, told of the one with it. */
static const struct {
    const char *motion, *obstacle;
} through[] = {
    {"position x = 0\nvelocity v = 1\nx' = v\nv' = -v/16\n",
     "contact wall { gap = 1 - x }"},
    {"position x = 0\nvelocity v = 1\nx' = v\nv' = 0*x\n",
     "contact post { gap = 1/20 - exp(-1e6*(x - 3/2)^2)/10 }"},
    {"position x = 0\nvelocity v = 1\nx' = v\nv' = -v/16\n",
     "state z = 0\nz' = max(exp(-1e8*(x - 3/2)^2) - 1/2, 0)"},
};

static char *join(const char *a, const char *b) {
    char *text = malloc(strlen(a) + strlen(b) + 1);
    strcpy(text, a);
    return strcat(text, b);
}

Test(certificate_events, nothing_flies_through_a_wall) {
    for (size_t i = 0; i < 2; i++) {
        struct certified t =
            certified_begin(testing_model(through[i].motion), 2, MOST_SETS);
        char *text = join(through[i].motion, through[i].obstacle);
        struct model *with = testing_model(text), *without = t.m;
        t.m = with;
        cr_expect(certified_verify(&t, -1).fault == REF_FAULT_WATCH, "%s", text);
        cr_assert(ref_certificate_add_modes(t.c, 1));
        memset(t.c->mode, 1, (size_t)t.c->sets + 1);
        cr_expect(certified_verify(&t, -1).fault == REF_FAULT_WATCH, "%s", text);
        t.m = without;
    }
}

/* The start is on the other side than it is told, and the motion leaves that. */
Test(certificate_events, that_begin_on_the_wrong_side_are_found) {
    static const char from[] = "position q = -1/64\nvelocity v = 1\nq' = v\n";
    char *one = join(from, "v' = -4*q + 1\n"), *two = join(from, "v' = -4*q + step(q)\n");
    struct certified t = certified_begin(testing_model(one), 1, MOST_SETS);
    struct model *without = t.m;
    t.m = testing_model(two);
    cr_assert(ref_certificate_add_modes(t.c, 1));
    memset(t.c->mode, 1, (size_t)t.c->sets + 1);
    cr_expect(certified_verify(&t, -1).fault == REF_FAULT_WATCH);
    model_free(t.m);
    t.m = without;
}

/* What touches a surface, what begins on one, and two that are met at once have no certificate. */
Test(certificate_events, that_are_none_are_refused) {
    static const char *const text[] = {
        "position x = 0\nvelocity v = 1\nx' = v\nv' = -1 + max(x - 1/2, 0)",
        "position x = 0\nvelocity v = 1\nx' = v\nv' = max(x - 1, 0) + max(2*x - 2, 0)",
        "position x = 1\nvelocity v = 0\nx' = v\nv' = -1 - max(x^2 - 1, 0)",
        FALL "v' = -1\ncontact floor { gap = y; restitution = 1/2 }\n"
             "contact other { gap = 2*y; restitution = 1/2 }",
    };
    const double end = 1.75;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        struct model *m = testing_model(text[i]);
        struct ref_truth *truth;
        const struct ref_certificate_room room = {MOST_SETS, MOST_SETS};
        struct ref_certificate *c = NULL;
        if (truths_try(ref_enclosure_truth, &truth, m, CERTIFIED_DIGITS, 1, &end) ==
            REF_OK)
            cr_expect(ref_certificate_make(&c, m, truth, &room, &certified_options) !=
                          REF_OK,
                      "%s", text[i]);
    }
}
