/* Steps of a system drawn at random against those of the method's law, in multiple precision from
 * the same doubles.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/conditions/conditions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/commands/message.h"

/* Sizes of the steps from one start, as parts of the system's own. */
static const double part[] = {1, 0.83, 0.0137, 0x1p-10};
enum { PARTS = sizeof part / sizeof *part };

/* Steps of some systems are compared late in a run, too; once very late. */
enum { LATE_STEPS = 1000, VERY_LATE_STEPS = 70000 };

/* The pair's iteration ends at updates of 10 eps, in the model's units; where values are smaller, an
 * update of that size is not in the range in which Newton's method has its error squared. */
#define LAST_UPDATE 1e-14

static int open_pair(struct law *l, struct diagnostic *why) {
    const struct subject_options *o = l->study.options;
    if (step_comparison_init(&l->comparison, l->model))
        return message_set(why, "out of memory");
    l->comparison.bound.lags = o == NULL || (o->method == FAST_VELOCITY_IMPLICIT_EULER &&
                                             o->mode == FAST_FAITHFUL);
    if (tight_subject_init(&l->tight, &l->study, why))
        return -1;
    l->subject = tight_subject_last(&l->tight);
    return 0;
}

static int open_tableau(struct law *l, struct diagnostic *why) {
    const struct conditions *c = l->c;
    int failed = c->traits != NULL
                     ? tableau_comparison_init_own(&l->tableau, &l->study, c->traits, why)
                     : tableau_comparison_init(&l->tableau, &l->study, c->known, why);
    l->subject = &l->tableau.subject;
    return failed;
}

static int open_alone(struct law *l, struct diagnostic *why) {
    struct subject_options options =
        l->study.options != NULL ? *l->study.options : subject_default_options();
    options.accuracy = 1e-14;
    if (l->study.open_subject(l->study.context, l->model, &options, &l->alone, why))
        return -1;
    l->is_alone = true;
    l->subject = &l->alone;
    return 0;
}

int law_open(struct law *l, struct conditions *c, const struct draw *d,
             struct diagnostic *why) {
    *l = (struct law){.c = c, .draw = d, .study = *c->study};
    if (draw_model(&l->model, d, why)) {
        l->model = NULL;
        return -1;
    }
    l->study.model = l->model;
    if (c->makes_pair)
        return open_pair(l, why);
    return c->known != NULL ? open_tableau(l, why) : open_alone(l, why);
}

void law_close(struct law *l) {
    l->c->gave_up += l->gave_up;
    if (l->is_alone)
        l->alone.free(l->alone.self);
    if (l->c->makes_pair && l->model != NULL) {
        tight_subject_clear(&l->tight);
        step_comparison_clear(&l->comparison);
    } else if (l->c->known != NULL && l->model != NULL) {
        tableau_comparison_clear(&l->tableau);
    }
    model_free(l->model);
}

/* What the step that the subject has made from (t, x) is off by; or, of one that failed, whether the
 * law has it. */
static bool compare_step(struct law *l, double t, const double *x, double h, bool made,
                         struct step_finding found[STEP_QUANTITIES]) {
    if (l->c->makes_pair) {
        struct step_comparison *p = &l->comparison;
        p->worst[STEP_RESULT].ratio = p->worst[STEP_ESTIMATE].ratio = -1;
        bool clear = made ? step_compare(p, l->subject, l->tight.accuracy, t, x, h)
                          : step_is_clear(p, l->tight.accuracy, t, x, h);
        memcpy(found, p->worst, sizeof p->worst);
        return clear;
    }
    struct tableau_comparison *p = &l->tableau;
    p->worst[STEP_RESULT].ratio = p->worst[STEP_ESTIMATE].ratio = -1;
    p->worst_part = 0;
    bool clear = made ? tableau_comparison_judge(p, t, x, h)
                      : tableau_comparison_has_step(p, t, x, h);
    memcpy(found, p->worst, sizeof p->worst);
    return clear;
}

static void set_scale(struct law *l, const double *x) {
    double *scale = l->c->makes_pair ? l->comparison.scale : l->tableau.scale;
    for (int i = 0; i < draw_size(l->draw); i++)
        scale[i] = x[i] != 0 ? fabs(x[i]) : 1;
}

static void note(struct law *l, enum conditions_check check,
                 const struct step_finding *found, long steps) {
    char text[CONDITIONS_TEXT];
    double loose = found->ratio;
    if (found->ratio < 0)
        return;
    if (l->c->makes_pair && !draw_is_modest(l->draw))
        loose = fmin(loose, fabs(found->difference) / LAST_UPDATE);
    if (!l->c->makes_pair && found->ratio > 1)
        loose = fmin(l->tableau.worst_part / CONDITIONS_PART,
                     fabs(found->difference) / CONDITIONS_ABSOLUTE);
    draw_describe(text, sizeof text, l->draw);
    conditions_note(
        l->c, check, found->ratio, loose,
        "%s, after %ld steps, from t = %.9g by %.4g: %s is off by %.3g, bound %.3g", text,
        steps, found->t, found->h,
        found->component < 0 ? "the time" : l->model->state[found->component],
        found->difference, found->bound);
}

void law_note_failure(struct law *l, enum conditions_check check, const char *what) {
    char text[CONDITIONS_TEXT / 2];
    const char *why = l->subject->why(l->subject->self);
    if (l->c->failed++ == 0)
        message_set(&l->c->why, "%s", why);
    draw_describe(text, sizeof text, l->draw);
    conditions_note(l->c, check, INFINITY, l->c->is_explicit ? INFINITY : 0,
                    "%s: %s fails (%s)", text, what, why);
    if (!draw_is_modest(l->draw))
        return;
    l->gave_up = true;
    snprintf(l->c->where_gave_up, sizeof l->c->where_gave_up, "%s: %s fails (%s)", text,
             what, why);
}

/* A step of h that goes on after so many. False: it failed. */
static bool go_on(struct law *l, double h, long steps) {
    const struct subject *s = l->subject;
    struct step_finding found[STEP_QUANTITIES];
    double x[DRAW_MOST], t = s->time(s->self);
    memcpy(x, s->state(s->self), (size_t)draw_size(l->draw) * sizeof *x);
    set_scale(l, x);
    bool made = s->step(s->self, h) == 0;
    if (!compare_step(l, t, x, h, made, found)) {
        l->c->unclear++;
        return made;
    }
    if (made) {
        note(l, CONDITIONS_STEP, &found[STEP_RESULT], steps);
        note(l, CONDITIONS_ESTIMATE, &found[STEP_ESTIMATE], steps);
    } else {
        char what[64];
        snprintf(what, sizeof what, "after %ld steps one of %.4g", steps, h);
        law_note_failure(l, CONDITIONS_STEP, what);
    }
    return made;
}

static bool start(struct law *l) {
    double x[DRAW_MOST], t = l->draw->t0;
    draw_start(l->draw, x);
    if (l->c->makes_pair) { /* the accuracy at which it makes a step */
        tight_subject_first(&l->tight, t, x, draw_step(l->draw));
        l->subject = tight_subject_last(&l->tight);
    }
    bool made = l->subject->start(l->subject->self, t, x) == 0;
    if (!made)
        conditions_note_refusal(l->c, l->subject);
    return made;
}

/* Steps from a new start, the second of each size after the first. */
static void compare_early(struct law *l) {
    for (int i = 0; i < PARTS && start(l); i++) {
        double h = part[i] * draw_step(l->draw);
        if (go_on(l, h, 0))
            go_on(l, h, 1);
    }
}

static void compare_late(struct law *l, long steps) {
    const struct subject *s = l->subject;
    double h = fmin(draw_step(l->draw), ldexp(0x1p-5, l->draw->time_exponent));
    if (!start(l))
        return;
    if (s->run(s->self, h, l->draw->t0 + (double)steps * h) == 0) {
        go_on(l, h, steps);
        return;
    }
    char what[64];
    snprintf(what, sizeof what, "a run of %ld steps of %.4g", steps, h);
    law_note_failure(l, CONDITIONS_STEP, what);
}

void law_compare(struct law *l) {
    const struct draw *d = l->draw;
    if (!l->c->makes_pair && l->c->known == NULL)
        return;
    compare_early(l);
    if (d->kind != DRAW_STIFF && d->index % DRAW_LATE_TURN == 0)
        compare_late(l, d->index == 0 ? VERY_LATE_STEPS : LATE_STEPS);
}
