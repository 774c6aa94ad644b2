/* The budget study, and listeners that are told of solves that are not so.
 *
 * Seen to fail: the work of friction left out of the energy; the chain with the whole of a load
 * that was cut short, and without what a step with joints takes back; a cone a hundredth wider.
 * Where obstacles move: their work left out of what impacts make, of the budget as of the
 * restitution; the joints' part of an expansion not told, and half of it of the part of Newton's
 * law that energy allows; what a joint's own error brings taken for an obstacle's work.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/contact.h"
#include "harness/integrators/subject.h"
#include "harness/results/study.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/models.h"
#include "harness/tests/results_of.h"

static json_t *run(const char *model, study_open_subject *broken) {
    struct model *m = catalogue_model(model);
    struct study s = own_study(m);
    s.method = "contact-stepper";
    if (broken != NULL)
        s.open_subject = broken;
    return study_results(study_budget, &s);
}

Test(study_budget, energy_and_momentum_balance_in_every_solve) {
    static const char *const models[] = {"bouncing_ball", "sliding_block",
                                         "rod_on_floor",  "pendulum_on_floor",
                                         "woodpecker",    "cradle"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        json_t *results = run(models[i], NULL);
        cr_expect(json_array_size(results) > 10, "%s", models[i]);
        expect_no_alarm(results);
    }
}

Test(study_budget, models_without_contacts_have_no_results) {
    json_t *results = run("pendulum", NULL);
    cr_expect(json_array_size(results) == 0);
}

/* ---- Obstacles that move by themselves put energy in, and none of it is made by an impact. */

/* Two balls on a rod, which a plate strikes from below. */
static const char dimer[] =
    "param m = 0.02, l = 0.1, g = 9.81, A = 0.003, W = 90, e = 0.7, mu = 0.2\n"
    "span 0 .. 0.5\n"
    "position x = 0, y = 0.06, a = 0.4\n"
    "velocity u = 0, v = 0, w = 0\n"
    "x' = u\n y' = v\n a' = w\n"
    "mass u, u = 2*m\n mass v, v = 2*m\n mass w, w = m*l^2/2\n"
    "force u = 0\n force v = -2*m*g\n force w = 0\n"
    "let plate = A*sin(W*t)\n"
    "contact left  { gap = y - l/2*sin(a) - plate; slide = u + w*l/2*sin(a);"
    " restitution = e; friction = mu }\n"
    "contact right { gap = y + l/2*sin(a) - plate; slide = u - w*l/2*sin(a);"
    " restitution = e; friction = mu }\n";

/* A pendulum whose pivot is shaken, and which strikes a wall. */
static const char driven[] =
    "param m = 0.2, l = 0.5, g = 9.81, A = 0.02, W = 30\n"
    "span 0 .. 2\n"
    "position x = 0.3, y = -0.4\n"
    "velocity u = 0.6, v = 0\n"
    "x' = u\n y' = v\n"
    "mass u, u = m\n mass v, v = m\n"
    "force u = 0\n force v = -m*g\n"
    "joint rod = ((x - A*sin(W*t))^2 + y^2 - l^2)/2\n"
    "contact wall { gap = x + 0.1; slide = v; restitution = 0.8; friction = 0.1 }\n";

/* A ball at rest that a plate lifts: before the impact there is no energy at all. */
static const char lifted[] = "param V = 0.7\n"
                             "span 0 .. 1\n"
                             "position y = 0.1\n velocity v = 0\n"
                             "y' = v\n v' = 0\n"
                             "contact plate { gap = y - V*t; restitution = 0.5 }\n";

/* A double pendulum with a shaken pivot, whose end strikes a rough floor and rests there: by
 * Newton's law it would gain energy, and before a solve joints do not hold to the last bit. */
static const char shaken[] =
    "param g = 9.81, p = 0.35, q = 0.52, S = 0.4, W = -1, V = -2, mu = 0.5\n"
    "span 0 .. 1.5\n"
    "position x = sin(p), y = -cos(p), a = sin(p) + sin(q), b = -cos(p) - cos(q)\n"
    "velocity u = S + W*cos(p), v = W*sin(p), c = S + W*cos(p) + V*cos(q), d = W*sin(p) "
    "+ V*sin(q)\n"
    "x' = u\n y' = v\n a' = c\n b' = d\n"
    "mass u, u = 1\n mass v, v = 1\n mass c, c = 1\n mass d, d = 1\n"
    "force u = 0\n force v = -g\n force c = 0\n force d = -g\n"
    "joint upper = ((x - S*sin(8*t)/8)^2 + y^2 - 1)/2\n"
    "joint lower = ((a - x)^2 + (b - y)^2 - 1)/2\n"
    "contact floor { gap = b + 1.83; slide = c; restitution = 0.7; friction = mu }\n";

static json_t *study(study_function *what, const char *text) {
    struct study s = own_study(model_from(text));
    s.method = "contact-stepper";
    s.effort = STUDY_REPORT;
    return study_results(what, &s);
}

Test(study_budget, what_moving_obstacles_put_in_is_no_energy_that_impacts_make) {
    static const char *const texts[] = {dimer, driven, lifted, shaken};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_t *budget = study(study_budget, texts[i]);
        cr_expect(json_array_size(budget) > 10, "%zu", i);
        expect_no_alarm(budget);
        expect_no_alarm(study(study_restitution, texts[i]));
    }
}

/* The ball leaves at (1 + e) V with the energy (1 + e)^2 V^2 / 2, of (1 + e) V^2 that the plate
 * gives. */
Test(study_budget, the_energy_of_an_impact_is_what_the_obstacle_sees) {
    const double e = 0.5;
    json_t *results = study(study_restitution, lifted);
    cr_expect_float_eq(
        number_in(find_result(results, "double", "impact-energy"), "value"), (1 + e) / 2,
        1e-12);
}

/* ---- Solves told otherwise than they were. */

enum lie {
    PULLS,         /* a normal impulse of the other sign */
    SLIPS_AWAY,    /* a velocity that the impulses do not give */
    RUBS_TOO_MUCH, /* friction outside the cone */
    RUBS_THE_WRONG_WAY,
    COUNTS_ENERGY_TWICE,
    HAS_OTHER_FORCES,
    HAS_OTHER_ROWS,
    HIDES_ITS_RESIDUAL,
    GAINS, /* an expansion that brings more than compression took */
    IS_NOT_SURE,
    BEGINS_ELSEWHERE
};

static const struct {
    enum lie lie;
    const char *model, *quantity;
} lies[] = {
    {PULLS, "bouncing_ball", "law:sign"},
    {SLIPS_AWAY, "sliding_block", "momentum"},
    {RUBS_TOO_MUCH, "sliding_block", "law:cone"},
    {RUBS_THE_WRONG_WAY, "sliding_block", "law:dissipation"},
    {COUNTS_ENERGY_TWICE, "sliding_block", "energy"},
    {HAS_OTHER_FORCES, "bouncing_ball", "momentum:forces"},
    {HAS_OTHER_ROWS, "sliding_block", "velocities"},
    {HIDES_ITS_RESIDUAL, "sliding_block", "law:judge"},
    {GAINS, "bouncing_ball", "energy-rise:Poisson"},
    {IS_NOT_SURE, "sliding_block", "unverified"},
    {BEGINS_ELSEWHERE, "bouncing_ball", "momentum:chain"},
};
enum { LIES = sizeof lies / sizeof *lies, ROOM = 256 };

/* A test's process has one subject at a time. */
static enum lie told;
static contact_listener *listener;
static void *listener_context;
static void (*own_listen)(void *self, contact_listener *listener, void *context);

static void change_answer(struct contact_answer *a, const struct contact_problem *p) {
    const bool slides = p->first[1] - p->first[0] > 1;
    if (told == PULLS)
        a->impulse[0] = -1e-3 - fabs(a->impulse[0]);
    if (told == SLIPS_AWAY || told == HIDES_ITS_RESIDUAL)
        a->v[p->nv - 1] -= 1e-6;
    if (told == HIDES_ITS_RESIDUAL)
        a->residual = 0;
    for (int i = 1; slides && i < p->first[1]; i++) {
        a->impulse[i] *= told == RUBS_TOO_MUCH ? 1 + 1e-6 : 1;
        a->impulse[i] *= told == RUBS_THE_WRONG_WAY ? -1 : 1;
    }
    if (told == IS_NOT_SURE)
        a->verdict = CONTACT_NOT_VERIFIED;
}

static void change_event(struct contact_event *e) {
    const double size = fabs(e->energy_before) + fabs(e->energy_after);
    if (told == COUNTS_ENERGY_TWICE)
        e->energy_after += 1e-9 * size;
    if (told == GAINS && e->phase == CONTACT_LOAD)
        e->energy_before *= 10; /* what an impact has come to */
}

static void lie_about(void *context, const struct contact_event *event) {
    double v[ROOM], impulse[ROOM], v_free[ROOM], after[ROOM];
    struct contact_event e = *event;
    struct contact_answer a = *event->answer;
    struct contact_problem p = *event->problem;
    (void)context;
    cr_assert(p.nv <= ROOM && p.rows <= ROOM);
    memcpy(v, a.v, (size_t)p.nv * sizeof *v);
    memcpy(v_free, p.v_free, (size_t)p.nv * sizeof *v_free);
    memcpy(impulse, a.impulse, (size_t)p.rows * sizeof *impulse);
    memcpy(after, e.after, (size_t)p.rows * sizeof *after);
    a.v = v;
    a.impulse = impulse;
    p.v_free = v_free;
    e.after = after;
    e.answer = &a;
    e.problem = &p;
    change_answer(&a, &p);
    change_event(&e);
    if (told == HAS_OTHER_FORCES && e.phase == CONTACT_LOAD)
        v_free[0] += 1e-9;
    if (told == BEGINS_ELSEWHERE && e.phase == CONTACT_COMPRESSION)
        v_free[0] += 1e-9;
    if (told == HAS_OTHER_ROWS)
        after[0] += 1e-9;
    listener(listener_context, &e);
}

static void listen(void *self, contact_listener *whose, void *context) {
    listener = whose;
    listener_context = context;
    own_listen(self, lie_about, NULL);
}

static int open_liar(void *context, struct model *m,
                     const struct subject_options *options, struct subject *s,
                     struct diagnostic *d) {
    (void)context;
    int failed = subject_open(s, m, options, d);
    own_listen = s->listen_contacts;
    s->listen_contacts = listen;
    return failed;
}

Test(study_budget, each_lie_about_a_solve_is_found) {
    for (int i = 0; i < LIES; i++) {
        told = lies[i].lie;
        json_t *results = run(lies[i].model, open_liar);
        cr_expect_str_eq(
            text_in(find_result(results, "double", lies[i].quantity), "verdict"), "fail",
            "%s of %s", lies[i].quantity, lies[i].model);
    }
}
