/* Steps of a system drawn at random against those of the method's law, in multiple precision from
 * the same doubles.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/conditions/conditions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/model.h"

/* Sizes of the steps from one start, as parts of the system's own. */
static const double part[] = {1, 0.83, 0.0137, 0x1p-10};
enum { PARTS = sizeof part / sizeof *part };

/* Steps of some systems are compared late in a run, too; once very late. */
enum { LATE_STEPS = 1000, VERY_LATE_STEPS = 70000 };

/* The pair's iteration ends at updates of 10 eps, in the model's units; where values are
 * smaller, an update of that size is not in the range in which Newton's method has its error
 * squared. */
static const double last_update = 1e-14;

double law_late_step(const struct draw *d) {
    return fmin(draw_step(d), ldexp(0x1p-5, d->time_exponent));
}

/* What the step that the subject has made from (t, x) is off by; or, of one that failed, whether
 * the law has it. */
static bool compare_step(struct law *l, double t, const double *x, double h, bool made,
                         struct step_finding found[STEP_QUANTITIES]) {
    struct step_comparison *p = &l->comparison;
    struct tableau_comparison *c = &l->tableau;
    struct step_tally *tally = l->c->makes_pair ? &p->tally : &c->tally;
    tally->worst[STEP_RESULT].ratio = tally->worst[STEP_ESTIMATE].ratio = -1;
    c->worst_part = 0;
    const double accuracy = l->tight.accuracy;
    const bool clear = l->c->makes_pair
                           ? made ? step_compare(p, l->subject, accuracy, t, x, h)
                                  : step_is_clear(p, accuracy, t, x, h)
                       : made ? tableau_comparison_judge(c, t, x, h)
                              : tableau_comparison_has_step(c, t, x, h);
    memcpy(found, tally->worst, sizeof tally->worst);
    return clear;
}

static void set_scale(struct law *l, const double *x) {
    double *scale = l->c->makes_pair ? l->comparison.scale : l->tableau.scale;
    for (int i = 0; i < draw_size(l->draw); i++)
        scale[i] = x[i] != 0 ? fabs(x[i]) : 1;
}

double law_scaled(const struct law *l, double size, int i) {
    return ldexp(size, draw_component(l->draw, i).exponent);
}

/* max |result - x|, scaled. */
static double find_motion(const struct law *l, const double *x) {
    const struct tableau_step *s = &l->tableau.step;
    double motion = 0;
    for (int i = 0; i < s->nx; i++)
        motion = fmax(motion, fabs(ldexp(exact_difference(x[i], s->result[i]),
                                         -draw_component(l->draw, i).exponent)));
    return motion;
}

/* Of a step from x that the law has: what its iteration may have left of it, or of its estimate. */
static double find_iteration_ratio(const struct law *l, enum conditions_check check,
                                   const double *x) {
    const struct tableau_comparison *p = &l->tableau;
    const struct subject *s = l->subject;
    const bool of_step = check == CONDITIONS_STEP;
    const double *value = of_step ? s->state(s->self) : s->estimate(s->self);
    const double *bound = of_step ? p->bound.result : p->bound.estimate;
    mpfr_t *exact = of_step ? p->step.result : p->step.estimate;
    double motion = find_motion(l, x), worst = 0;
    bool is_lost; /* twins may be */
    for (int i = 0; i < p->step.nx; i++) {
        const struct difference d = {.value = exact_difference(value[i], exact[i]),
                                     .rounding = p->allowance * bound[i],
                                     .motion = law_scaled(l, motion, i),
                                     .unit = law_scaled(l, 1, i),
                                     .largest = conditions_largest(x, p->step.nx)};
        worst = fmax(worst, iteration_ratio(l, check, &d, &is_lost));
    }
    return worst;
}

/* Of a step from x. */
static void note(struct law *l, enum conditions_check check,
                 const struct step_finding *found, const double *x, long steps) {
    char text[CONDITIONS_TEXT];
    double loose = found->ratio;
    if (found->ratio < 0)
        return;
    if (l->c->makes_pair && !draw_is_modest(l->draw))
        loose = fmin(loose, fabs(found->difference) / last_update);
    if (!l->c->makes_pair && found->component >= 0)
        loose = fmin(loose, find_iteration_ratio(l, check, x));
    draw_describe(text, sizeof text, l->draw);
    conditions_note(
        l->c, check, found->ratio, loose,
        "%s, after %ld steps, from t = %.9g by %.4g: %s is off by %.3g, bound %.3g", text,
        steps, found->t, found->h,
        found->component < 0 ? "the time" : l->model->state[found->component],
        found->difference, found->bound);
}

bool law_is_retried(const struct law *l) {
    return l->failed && l->level + 1 < CONDITIONS_LEVELS && !l->c->is_explicit &&
           !l->c->makes_pair;
}

/* Functional iteration does not contract where h |dF/dx| is above 1, and asks for no Jacobian. */
static bool has_to_succeed(const struct law *l, const struct subject *s) {
    const bool asks = !(subject_counter(s, "jacobian_calls") <= 0);
    return draw_is_modest(l->draw) && (asks || l->draw->kind != DRAW_STIFF);
}

void law_note_failure(struct law *l, const struct subject *s, enum conditions_check check,
                      const char *what) {
    char text[CONDITIONS_TEXT / 2];
    const char *why = s->why(s->self);
    l->failed = has_to_succeed(l, s);
    if (l->failed && law_is_retried(l))
        return;
    l->c->failed++;
    conditions_tell_why(l->c, why);
    draw_describe(text, sizeof text, l->draw);
    conditions_note(l->c, check, INFINITY, l->c->is_explicit ? INFINITY : 0,
                    "%s: %s fails (%s)", text, what, why);
    if (l->failed)
        snprintf(l->c->where_gave_up, sizeof l->c->where_gave_up, "%s: %s fails (%s)",
                 text, what, why);
}

void law_note_impossible(struct law *l, const struct subject *s) {
    const bool had_failed = l->failed;
    l->failed = had_failed || draw_is_modest(l->draw);
    if (law_is_retried(l))
        return;
    l->failed = had_failed;
    l->c->failed++;
    conditions_tell_why(l->c, s->why(s->self));
}

/* A step of h that goes on after so many. False: it failed. */
static bool go_on(struct law *l, double h, long steps) {
    const struct subject *s = l->subject;
    struct step_finding found[STEP_QUANTITIES];
    double x[DRAW_MOST], t = s->time(s->self);
    memcpy(x, s->state(s->self), (size_t)draw_size(l->draw) * sizeof *x);
    set_scale(l, x);
    bool made = s->step(s->self, h) == 0;
    conditions_count(l->c, s, 1, 0);
    if (!compare_step(l, t, x, h, made, found)) {
        l->c->unclear++;
        return made;
    }
    if (made) {
        note(l, CONDITIONS_STEP, &found[STEP_RESULT], x, steps);
        note(l, CONDITIONS_ESTIMATE, &found[STEP_ESTIMATE], x, steps);
    } else {
        char what[64];
        snprintf(what, sizeof what, "after %ld steps one of %.4g", steps, h);
        law_note_failure(l, l->subject, CONDITIONS_STEP, what);
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

/* Steps from a new start, the second of each size after the first; of a method with memory the
 * law is known of its first step alone. */
static void compare_early(struct law *l) {
    for (int i = 0; i < PARTS && !conditions_is_over(l->c, early_share) && start(l);
         i++) {
        double h = part[i] * draw_step(l->draw);
        if (go_on(l, h, 0) && !l->c->has_memory)
            go_on(l, h, 1);
    }
}

void law_compare(struct law *l) {
    if (l->c->makes_pair || l->c->known != NULL)
        compare_early(l);
}

void law_compare_late(struct law *l) {
    const long steps = l->draw->index == 0 ? VERY_LATE_STEPS : LATE_STEPS;
    const double h = law_late_step(l->draw);
    char what[64];
    if (l->c->has_memory || !start(l))
        return;
    switch (conditions_run(l->c, l->subject, l->draw->t0, h, 0, steps, late_share)) {
    case RUN_DONE: go_on(l, h, steps); break;
    case RUN_OVER: l->c->runs_left_out++; break;
    case RUN_FAILED:
        snprintf(what, sizeof what, "a run of %ld steps of %.4g", steps, h);
        law_note_failure(l, l->subject, CONDITIONS_STEP, what);
    }
}
