/* Certificates of contacts that stay closed, slide, stick, lift off and strike with friction:
 * right ones are proved, whole and piece by piece, and each lie is found.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "problems/model.h"
#include "ref/tests/certified.h"
#include "ref/tests/forgery.h"
#include "ref/tests/testing.h"
#include "ref/truth.h"

enum { MOST_SETS = 2 };

#define POINT "position x = 0, y = 1\nvelocity u = 1, v = 0\nx' = u\ny' = v\n"
#define MASS "mass u, u = 1.37\nmass v, v = 1.37\n"
#define STANDS "position x = 1/8, y = 0\nvelocity u = 1, v = 0\nx' = u\ny' = v\n"
#define HOLDS "position x = 1/8, y = 0\nvelocity u = 0, v = 0\nx' = u\ny' = v\n"

#define SPACE(position, velocity)                                                        \
    "position x = 0, " position ", z = 0\nvelocity " velocity                            \
    "\nx' = u\ny' = v\nz' = w\nmass u, u = 1\nmass v, v = 1\nmass w, w = 1\n"

/* Each: modes[k] is that of the contacts behind event k; the first one that at the start. */
static const struct {
    const char *what, *text;
    double end;
    const char *modes[7];
} right[] = {
    {"lands and stays",
     POINT "u' = -x\nv' = -1\ncontact floor { gap = y; restitution = 0 }",
     3,
     {"+", "_"}},
    {"lands, slides, and sticks",
     POINT MASS "force u = 0\nforce v = -13\n"
                "contact floor { gap = y; slide = u; friction = 0.1 }",
     2,
     {"+", ">", "x"}},
    {"is struck with friction, and bounces",
     POINT MASS "force u = -2*x\nforce v = -13\n"
                "contact floor { gap = y; slide = u; restitution = 1/2; friction = 0.1 }",
     0.75,
     {"+", "+"}},
    {"lifts off",
     HOLDS MASS "force u = 1\nforce v = 2*t - 1\n"
                "contact floor { gap = y; slide = u; friction = 0 }",
     1.5,
     {"_", "+"}},
    {"sticks until it slips, its friction being one",
     HOLDS MASS "force u = t\nforce v = -2\n"
                "contact floor { gap = y; slide = u; friction = 0.3 }",
     1.5,
     {"x", ">"}},
    {"sticks until it slips, its friction jumping, and sticks again",
     HOLDS MASS
     "force u = 0.9*sin(t)\nforce v = -2\ncontact floor { gap = y; slide = u;\n"
     "static_friction = 0.4; dynamic_friction = 0.3 }",
     4,
     {"x", ">", "x"}},
    {"slides back without sticking",
     STANDS MASS "force u = -8*x\nforce v = -2\n"
                 "contact floor { gap = y; slide = u - 1/4; friction = 0.1 }",
     1.5,
     {">", "<"}},
    {"strikes a wall while it slides on a floor",
     STANDS MASS "force u = 0\nforce v = -2\n"
                 "contact floor { gap = y; slide = u; friction = 0 }\n"
                 "contact wall { gap = 1/2 - x; restitution = 1/2 }",
     0.75,
     {"_+", "_+"}},
    {"begins with an impact of three balls",
     "position a = 0, b = 1, c = 2\nvelocity u = 1, v = 0, w = 0\na' = u\nb' = v\nc' = "
     "w\n"
     "mass u, u = 1\nmass v, v = 2\nmass w, w = 4\n"
     "force u = 0\nforce v = 0\nforce w = 0\n"
     "contact one { gap = b - a - 1; restitution = 1/2 }\n"
     "contact two { gap = c - b - 1; restitution = 1/2 }",
     1,
     {"+_"}},
    {"rests on what rests",
     "position a = 1, b = 2\nvelocity u = 0, v = 0\na' = u\nb' = v\n"
     "mass u, u = 1\nmass v, v = 2\nforce u = -9\nforce v = -18\n"
     "contact one { gap = a - 1 }\ncontact two { gap = b - a - 1 }\n"
     "contact far { gap = 9 - b }",
     1,
     {"oo+"}},
    {"has springs that are not strained when it lands",
     "position a = 1, b = 1\nvelocity u = -1, v = -1\na' = u\nb' = v\n"
     "u' = 9*(b - a)\nv' = 9*(a - b)\ncontact floor { gap = a; restitution = 0 }",
     2.5,
     {"+", "_", "+"}},
    {"is held by a joint when it strikes",
     "position x = 4/5, y = -3/5\nvelocity u = 0, v = 0\nx' = u\ny' = v\n"
     "mass u, u = 1\nmass v, v = 1\nforce u = 0\nforce v = -9\n"
     "joint rod = sqrt(x^2 + y^2) - 1\n"
     "contact floor { gap = y + 3/4; restitution = 1/2 }",
     0.5,
     {"+", "+"}},
    {"slides on a line of two directions",
     "position x = 0, y = 1, z = 0\nvelocity u = 1, v = 0, w = 0\nx' = u\ny' = v\nz' = "
     "w\n"
     "mass u, u = 1.37\nmass v, v = 1.37\nmass w, w = 1.37\nforce u = 0\nforce v = "
     "-13\nforce w = 0\n"
     "contact floor { gap = y; slide = u; slide = w; friction = 0.1 }",
     2,
     {"+", ">", "x"}},
    {"shares its weight between two contacts",
     STANDS MASS "force u = 0\nforce v = -13\n"
                 "contact left { gap = y; slide = u; friction = 0.1 }\n"
                 "contact right { gap = y; slide = u; friction = 0.1 }",
     2,
     {">.", "x."}},
    {"lifts off and comes down",
     STANDS MASS "force u = 0\nforce v = 3*t - 1 - 2*t^2\n"
                 "contact floor { gap = y; restitution = 1/2 }",
     1.6,
     {"_", "+", "+"}},
    {"has springs that are not strained, over several steps before it lands",
     "position a = 1, b = 1\nvelocity u = -1, v = -1\na' = u\nb' = v\n"
     "u' = 9000*(b - a)\nv' = 9000*(a - b)\ncontact floor { gap = a; restitution = 0 }",
     1.01,
     {"+", "_"}},
    {"slides in a plane",
     SPACE("y = 0", "u = 1, v = 0, w = 1/2") "force u = -x\nforce v = -1\nforce w = 0\n"
                                             "contact floor { gap = y; slide = u; slide "
                                             "= w; friction = 0.2 }",
     1,
     {"_"}},
    {"lands in a plane, slides on, and lifts off",
     SPACE("y = 1/5",
           "u = 3, v = 0, w = 4") "force u = -x\nforce v = 20*t - 10\nforce w = 0\n"
                                  "contact floor { gap = y; slide = u; slide = w; "
                                  "friction = 1/8 }",
     0.75,
     {"+", "_", "+"}},
    {"sticks in a plane",
     SPACE("y = 0", "u = 0, v = 0, w = 0") "force u = t/20\nforce v = -1\nforce w = 0.1\n"
                                           "contact floor { gap = y; slide = u; slide = "
                                           "w; friction = 0.2 }",
     1.5,
     {"x"}},
};

/* '+' and so on, of a mode without surfaces. */
static char letter_of(signed char place) {
    static const char letter[] = "?+_><xo.";
    return place > 0 && (size_t)place < sizeof letter - 1 ? letter[place] : '?';
}

static bool is_mode(const struct ref_certificate *c, int k, const char *mode) {
    bool is = strlen(mode) == (size_t)c->places;
    for (int i = 0; i < c->places && is; i++)
        is = letter_of(c->mode[k * c->places + i]) == mode[i];
    return is;
}

Test(certificate_contacts, that_are_right_are_proved) {
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        struct certified t =
            certified_begin(testing_model(right[i].text), right[i].end, MOST_SETS);
        const int events = ref_certificate_events(t.c);
        cr_expect(is_mode(t.c, 0, right[i].modes[0]), "%s: at the start", right[i].what);
        for (int e = 0; e < events; e++)
            cr_expect(right[i].modes[e + 1] != NULL &&
                          is_mode(t.c, forgery_set(t.c, e) + 1, right[i].modes[e + 1]),
                      "%s: behind event %d", right[i].what, e);
        cr_expect(right[i].modes[events + 1] == NULL, "%s: %d events", right[i].what,
                  events);
        cr_expect(t.truth->switches == events, "%s: %d events", right[i].what, events);
        for (int k = -1; k <= t.c->sets; k++) {
            const struct ref_finding found = certified_verify(&t, k);
            cr_expect(found.fault == REF_FAULT_NONE, "%s: segment %d: %s", right[i].what,
                      k, ref_fault_text(found.fault));
        }
    }
}

/* The mode behind event number `event` (-1: at the start), up to the next one, tells that of its
 * contacts. */
static void tell(struct ref_certificate *c, int event, const char *mode) {
    static const char letter[] = "?+_><xo.";
    int k = event < 0 ? 0 : forgery_set(c, event) + 1;
    do
        for (int i = 0; i < c->places; i++)
            c->mode[k * c->places + i] = (signed char)(strchr(letter, mode[i]) - letter);
    while (k++ < c->sets && mpfr_zero_p(c->width[k - 1]));
}

enum {
    LANDS,
    SLIDES,
    BOUNCES,
    LIFTS,
    ONE,
    TWO,
    BACK,
    WALL,
    BALLS,
    RESTS,
    BAR,
    HELD,
    PLANE,
    FACE,
    DOWN,
    STRAIN,
    SPREAD,
    GLIDES,
    HOLDS_STILL
};

#define LIE(fault) (1u << REF_FAULT_##fault)

/* A mode that lies. */
static const struct {
    const char *name;
    int of, event;
    const char *mode;
    unsigned faults;
} modes[] = {
    {"sliding told as sticking", SLIDES, 0, "x", LIE(EVENT)},
    {"sliding told the other way", SLIDES, 0, "<", LIE(EVENT)},
    {"sticking told as sliding", SLIDES, 1, ">", LIE(EVENT)},
    {"sticking told as sliding back", SLIDES, 1, "<", LIE(EVENT)},
    {"a landing told as none: it falls through", LANDS, 0, "+", LIE(EVENT)},
    {"closed where it is above the floor", LANDS, -1, "_", LIE(START)},
    {"at rest where it is above the floor", LANDS, -1, "o", LIE(START)},
    {"at rest behind an event", LANDS, 0, "o", LIE(EVENT)},
    {"open where it stands: it falls through", ONE, -1, "+", LIE(START)},
    {"sliding where it stands", ONE, -1, ">", LIE(START)},
    {"at rest where it will slip", ONE, -1, "o", LIE(START)},
    {"sticking after it has slipped", ONE, 0, "x", LIE(EVENT)},
    {"slipping against its force", ONE, 0, "<", LIE(EVENT)},
    {"open where it slips", TWO, 0, "+", LIE(EVENT)},
    {"closed after it has lifted off", LIFTS, 0, "_", LIE(EVENT)},
    {"sticking where it turns", BACK, 0, "x", LIE(EVENT)},
    {"sliding on where it turns", BACK, 0, ">", LIE(EVENT)},
    {"lifted off behind the wall", WALL, 0, "++", LIE(EVENT)},
    {"held by the wall", WALL, 0, "__", LIE(EVENT)},
    {"lifted off the floor", WALL, -1, "++", LIE(START)},
    {"closed behind a bounce", BOUNCES, 0, ">", LIE(EVENT)},
    {"apart behind an impact", BALLS, -1, "++", LIE(START)},
    {"a stack that is told to slide", RESTS, -1, "__+", LIE(START)},
    {"friction where there is none", BAR, 0, "x", LIE(EVENT)},
    {"one of two contacts that share a weight", FACE, -1, ">+", LIE(START)},
    {"both of two contacts that share a weight", FACE, -1, ">>", LIE(START)},
    {"a face that is told to stick", FACE, -1, "x.", LIE(START)},
    {"a face that is told to slide on", FACE, 0, ">.", LIE(EVENT)},
    {"sticking where it slides in a plane", SPREAD, -1, "x", LIE(START)},
    {"open where it slides in a plane", SPREAD, -1, "+", LIE(START)},
    {"one slide told of two", SPREAD, -1, ">", LIE(START)},
    {"sticking behind a landing in a plane", GLIDES, 0, "x", LIE(EVENT)},
    {"closed after it has lifted off in a plane", GLIDES, 1, "_", LIE(EVENT)},
    {"sliding where it sticks in a plane", HOLDS_STILL, -1, "_", LIE(START)},
};

Test(certificate_contacts, modes_that_lie_are_found) {
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        const int of = modes[i].of;
        struct certified t =
            certified_begin(testing_model(right[of].text), right[of].end, MOST_SETS);
        tell(t.c, modes[i].event, modes[i].mode);
        const struct ref_finding found = certified_verify(&t, -1);
        cr_expect((modes[i].faults & 1u << found.fault) != 0, "%s: '%s'", modes[i].name,
                  ref_fault_text(found.fault));
    }
}

/* Of one segment alone no mode behind it is found: but the model has to have the one that is
 * told. */
Test(certificate_contacts, modes_of_no_contact_are_found) {
    static const struct {
        int of;
        signed char place;
    } lies[] = {{SLIDES, 0},
                {SLIDES, 9},
                {SLIDES, -1},
                {SLIDES, REF_CONTACT_SLIDING},
                {SLIDES, REF_CONTACT_RESTING},
                {SLIDES, REF_CONTACT_JOINED},
                {BAR, REF_CONTACT_STICKING},
                {BAR, REF_CONTACT_FORTH},
                {GLIDES, REF_CONTACT_FORTH}};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        const int of = lies[i].of;
        struct certified t =
            certified_begin(testing_model(right[of].text), right[of].end, MOST_SETS);
        const int k = forgery_set(t.c, 0) + 1;
        t.c->mode[k * t.c->places] = lies[i].place;
        cr_expect(certified_verify(&t, k).fault == REF_FAULT_FORM, "%zu", i);
    }
}

/* What is made of contacts, told of those of which that cannot be made. */
Test(certificate_contacts, ways_that_lie_are_found) {
    static const struct {
        int of;
        enum ref_contact_grouping grouping;
        enum ref_fault fault;
    } lies[] = {{SLIDES, REF_CONTACTS_ON_LINES, REF_FAULT_FORM},
                {SLIDES, REF_CONTACTS_JOINED, REF_FAULT_FORM},
                {WALL, REF_CONTACTS_JOINED, REF_FAULT_FORM},
                {PLANE, REF_CONTACTS_EACH, REF_FAULT_EVENT},
                {PLANE, REF_CONTACTS_JOINED, REF_FAULT_FORM},
                {FACE, REF_CONTACTS_EACH, REF_FAULT_START},
                {FACE, REF_CONTACTS_ON_LINES, REF_FAULT_FORM}};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        const int of = lies[i].of;
        struct certified t =
            certified_begin(testing_model(right[of].text), right[of].end, MOST_SETS);
        t.c->grouping = lies[i].grouping;
        const struct ref_finding found = certified_verify(&t, -1);
        cr_expect(found.fault == lies[i].fault, "%s: '%s'", right[of].what,
                  ref_fault_text(found.fault));
    }
}

/* Events of each kind that are at another time, too short, left out; sets and digits. */
static const struct {
    int of, event;
} events[] = {{LANDS, 0},  {SLIDES, 0}, {SLIDES, 1}, {BOUNCES, 0}, {LIFTS, 0},
              {ONE, 0},    {TWO, 0},    {TWO, 1},    {BACK, 0},    {WALL, 0},
              {BAR, 1},    {HELD, 0},   {PLANE, 0},  {FACE, 0},    {DOWN, 1},
              {STRAIN, 0}, {GLIDES, 0}, {GLIDES, 1}};

enum { SHRINK, MOVE, MOVE_TIME, LEAVE_OUT, SHRINK_SET, DIGIT, FORGERIES };

static void forge(struct certified *t, int what, int event) {
    const int k = forgery_set(t->c, event);
    switch (what) {
    case SHRINK: forgery_shrink_width(t->c, k); break;
    case MOVE: forgery_move(t->c, k, false); break;
    case MOVE_TIME: forgery_move(t->c, k, true); break;
    case LEAVE_OUT: forgery_leave_out(t->c, k); break;
    case SHRINK_SET: forgery_shrink_set(t->c, k); break;
    default: forgery_change_digit(t->truth); break;
    }
}

Test(certificate_contacts, events_that_are_forged_are_found) {
    static const enum ref_fault fault[] = {REF_FAULT_EVENT, REF_FAULT_EVENT,
                                           REF_FAULT_EVENT, REF_FAULT_WATCH,
                                           REF_FAULT_SET,   REF_FAULT_BALL};
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        for (int what = 0; what < FORGERIES; what++) {
            const int of = events[i].of;
            struct certified t =
                certified_begin(testing_model(right[of].text), right[of].end, MOST_SETS);
            forge(&t, what, events[i].event);
            const struct ref_finding found = certified_verify(&t, -1);
            cr_expect(found.fault == fault[what], "%s, event %d, forgery %d: '%s'",
                      right[of].what, events[i].event, what, ref_fault_text(found.fault));
        }
}

/* With a set behind the second event only, or none: it is proved, and lies are found, as with
 * all of them. */
Test(certificate_contacts, of_which_few_sets_are_told_are_proved) {
    static const struct {
        int of, event;
    } cases[] = {{SLIDES, 0}, {SLIDES, 1}, {TWO, 1}, {DOWN, 0}, {GLIDES, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int what = SHRINK; what <= FORGERIES; what++) {
            const int of = cases[i].of;
            const struct ref_certificate_room room = {0, what == DIGIT};
            struct certified t =
                certified_with_room(testing_model(right[of].text), right[of].end, room);
            int told = 0;
            for (int k = 0; k < t.c->sets; k++)
                told += t.c->told[k];
            cr_expect(told == room.events && t.c->sets == 2, "%s: %d", right[of].what,
                      told);
            for (int k = -1; k <= t.c->sets; k++)
                cr_expect(certified_verify(&t, k).fault == REF_FAULT_NONE, "%s: %d",
                          right[of].what, k);
            if (what != SHRINK_SET && what != FORGERIES) {
                forge(&t, what, cases[i].event);
                cr_expect(certified_verify(&t, -1).fault != REF_FAULT_NONE,
                          "%s, forgery %d", right[of].what, what);
            }
        }
}

/* Only an event needs no set: without one nothing says where a piece ends. */
Test(certificate_contacts, sets_between_events_that_are_not_told_are_found) {
    struct certified t =
        certified_begin(testing_model(right[STRAIN].text), 1.2, 4 * MOST_SETS);
    int forged = 0;
    for (int k = 0; k < t.c->sets; k++)
        if (mpfr_zero_p(t.c->width[k])) {
            t.c->told[k] = false;
            forged++;
            cr_expect(certified_verify(&t, -1).fault == REF_FAULT_FORM);
            t.c->told[k] = true;
        }
    cr_expect(forged > 0);
}

/* What watches begin with, told where there is no event, or one more or less than is proved, or
 * of no model. */
Test(certificate_contacts, leads_that_are_forged_are_found) {
    static const struct {
        int set, by;
        enum ref_fault fault;
    } lies[] = {{0, -1, REF_FAULT_EVENT},
                {0, 1, REF_FAULT_EVENT},
                {0, 5, REF_FAULT_FORM},
                {-1, 2, REF_FAULT_FORM}};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct certified t = certified_begin(testing_model(right[LIFTS].text),
                                             right[LIFTS].end, MOST_SETS);
        cr_assert_not_null(t.c->lead);
        const int k = lies[i].set < 0 ? 0 : forgery_set(t.c, 0) + 1;
        signed char *lead = t.c->lead + k * t.c->leads;
        *lead = (signed char)(*lead + lies[i].by);
        cr_expect(certified_verify(&t, -1).fault == lies[i].fault, "%zu", i);
    }
}

/* Right steps of another restitution, friction, force, or gap, by 10^-12 of it. */
Test(certificate_contacts, of_another_model_are_found) {
    static const struct {
        int of;
        const char *from, *to;
        unsigned faults;
    } others[] = {
        {BOUNCES, "restitution = 1/2", "restitution = 0.5 + 1e-12", LIE(SET)},
        {BOUNCES, "friction = 0.1", "friction = 0.1 + 1e-12", LIE(SET)},
        {SLIDES, "friction = 0.1", "friction = 0.1 + 1e-12", LIE(SET)},
        {HELD, "restitution = 1/2", "restitution = 0.5 + 1e-12", LIE(SET)},
        {LIFTS, "2*t - 1", "2*t - 1.000000000001", LIE(EVENT)},
        {TWO, "static_friction = 0.4", "static_friction = 0.400000000001", LIE(EVENT)},
        {TWO, "dynamic_friction = 0.3", "dynamic_friction = 0.300000000001",
         LIE(SET) | LIE(WATCH)},
        {WALL, "gap = 1/2 - x", "gap = 0.5 + 1e-12 - x", LIE(EVENT)},
        {RESTS, "gap = a - 1 ", "gap = a - 1 + 1e-12 ", LIE(START)},
        {RESTS, "force v = -18", "force v = 2", LIE(START)},
        {BALLS, "mass v, v = 2", "mass v, v = 2 + 1e-12", LIE(BALL)},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const char *text = right[others[i].of].text, *at = strstr(text, others[i].from);
        char other[1000];
        cr_assert_not_null(at, "%s", others[i].from);
        snprintf(other, sizeof other, "%.*s%s%s", (int)(at - text), text, others[i].to,
                 at + strlen(others[i].from));
        struct certified t =
            certified_begin(testing_model(text), right[others[i].of].end, MOST_SETS);
        model_free(t.m);
        t.m = testing_model(other);
        const struct ref_finding found = certified_verify(&t, -1);
        cr_expect((others[i].faults & 1u << found.fault) != 0, "%s: '%s'", others[i].to,
                  ref_fault_text(found.fault));
    }
}

/* Where static friction is more than dynamic one and the force is between them, what stands may
 * stand or slip by the laws, and where it is dynamic friction as far as balls tell that is not
 * known: that it does either is proved of a first model alone, though its motion is one of the
 * second, too. */
Test(certificate_contacts, of_two_motions_none_is_proved) {
    static const char text[] =
        HOLDS MASS "force u = %s\nforce v = -2\ncontact floor { gap = y; slide = u;\n"
                   "static_friction = %s; dynamic_friction = 0.2 }";
    static const struct {
        const char *force, *friction, *mode, *other;
    } first[] = {{"0.3", "0.4", "x", "0.6"},
                 {"0.6", "0.2", ">", "0.6"},
                 {"0.3", "0.4", "x", "0.4*(sin(1)^2 + cos(1)^2)"}};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        char one[1000], two[1000];
        snprintf(one, sizeof one, text, first[i].force, first[i].friction);
        snprintf(two, sizeof two, text, first[i].other, "0.4");
        struct certified t = certified_begin(testing_model(one), 1, MOST_SETS);
        cr_expect(is_mode(t.c, 0, first[i].mode));
        cr_expect(certified_verify(&t, -1).fault == REF_FAULT_NONE);
        model_free(t.m);
        t.m = testing_model(two);
        cr_expect(certified_verify(&t, -1).fault == REF_FAULT_START);
    }
}

/* The same of a contact with two slides, whose slip may have any direction. */
Test(certificate_contacts, of_two_motions_in_a_plane_none_is_proved) {
    static const char text[] =
        SPACE("y = 0", "u = 0, v = 0, w = 0") "force u = 0.3\nforce v = -1\nforce w = "
                                              "t/100\ncontact floor { gap = y; "
                                              "slide = u; slide = w; static_friction = "
                                              "0.4; dynamic_friction = %s }";
    char one[1000], two[1000];
    snprintf(one, sizeof one, text, "0.4");
    snprintf(two, sizeof two, text, "0.2");
    struct certified t = certified_begin(testing_model(one), 1, MOST_SETS);
    cr_expect(is_mode(t.c, 0, "x"));
    cr_expect(certified_verify(&t, -1).fault == REF_FAULT_NONE);
    model_free(t.m);
    t.m = testing_model(two);
    cr_expect(certified_verify(&t, -1).fault == REF_FAULT_START);
}

/* With so much friction M - (P^T M + M P)/2 is indefinite (ref/crossing/theory.md): a face that
 * stands is not proved to be the only motion. */
Test(certificate_contacts, of_faces_that_may_jam_none_is_proved) {
    static const char text[] =
        HOLDS MASS "force u = %s\nforce v = -2\ncontact left { gap = y; slide = u; "
                   "friction = 2.5 }\n"
                   "contact right { gap = y; slide = u; friction = 2.5 }";
    char one[1000], two[1000];
    snprintf(one, sizeof one, text, "0.1");
    snprintf(two, sizeof two, text, "4.2");
    struct certified t = certified_begin(testing_model(one), 1, MOST_SETS);
    cr_expect(is_mode(t.c, 0, "x."));
    cr_expect(certified_verify(&t, -1).fault == REF_FAULT_NONE);
    model_free(t.m);
    t.m = testing_model(two);
    cr_expect(certified_verify(&t, -1).fault == REF_FAULT_START);
}
