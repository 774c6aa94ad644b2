/* The budget study, and listeners that are told of solves that are not so.
 *
 * Seen to fail: the work of friction left out of the energy; the chain with the whole of a load
 * that was cut short, and without what a step with joints takes back; a cone a hundredth wider.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/contact.h"
#include "harness/integrators/subject.h"
#include "harness/results/study.h"
#include "harness/tests/catalogue.h"
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
