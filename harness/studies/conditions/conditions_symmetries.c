/* Steps of a system against steps of the plain one, of which it is a scaled, shifted, rearranged
 * or repeated copy; and against each other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/conditions/conditions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/model.h"

/* Less than half a unit in the last place: no difference at all is allowed. */
static const double half_ulp = 0x1p-54;

/* Roundings of the time that make another step of it. */
static const double time_roundings = 8 * ROUNDOFF_UNIT;

/* A start at another time is so many steps later. */
enum { STARTS_LATER = 3 };

/* What steps have led to. */
struct outcome {
    bool begun, made; /* not begun: the system is refused */
    double t, x[DRAW_MOST], estimate[DRAW_MOST];
    bool has_estimate;
};

static void look(const struct subject *s, int nx, struct outcome *o) {
    o->t = s->time(s->self);
    memcpy(o->x, s->state(s->self), (size_t)nx * sizeof *o->x);
    o->has_estimate = s->estimate != NULL;
    if (o->has_estimate)
        memcpy(o->estimate, s->estimate(s->self), (size_t)nx * sizeof *o->estimate);
}

/* So many steps of h from (t, x). */
static struct outcome make(const struct law *l, const struct subject *s, int nx, double t,
                           const double *x, double h, int steps) {
    struct outcome o = {.made = false};
    if (s->start(s->self, t, x))
        return o;
    o.begun = true;
    o.made = true;
    for (int k = 0; k < steps && o.made; k++)
        o.made = !conditions_is_over(l->c, early_share) && s->step(s->self, h) == 0;
    conditions_count(l->c, s, steps, 0);
    if (o.made)
        look(s, nx, &o);
    return o;
}

/* How often the model was asked since the start. Jacobians are an iteration's, or a Rosenbrock
 * method's. */
static void note_work(struct conditions *c, const struct subject *s) {
    struct named_numbers counters = subject_counters(s);
    const bool known = named_find(&counters, "derivative_calls") != NULL;
    const long work = named_count(&counters, "derivative_calls") +
                      named_count(&counters, "rates_calls");
    const bool asks = named_count(&counters, "jacobian_calls") > 0;
    named_clear(&counters);
    if (c->work == 0)
        c->work = work;
    c->differs |= !known || work != c->work;
    c->varies |= c->differs || asks;
    c->may_be_linear = asks && !c->differs && c->known == NULL && !c->makes_pair;
}

/* Of the plain system: the largest change over its steps. */
static double find_motion(const struct draw *plain, const struct outcome *o) {
    double x0[DRAW_MOST], motion = 0;
    draw_start(plain, x0);
    for (int i = 0; i < draw_size(plain); i++)
        motion = fmax(motion, fabs(o->x[i] - x0[i]));
    return motion;
}

/* What a difference is measured by. */
struct yardstick {
    enum conditions_check check;
    double motion;            /* of the plain system */
    double relative, of_size; /* allowed of a value; of the motion */
    double largest, size;     /* of the state, of the plain system's */
    const char *what;
};

static void note(struct law *l, const struct yardstick *y, int i, double value,
                 double expected) {
    char text[CONDITIONS_TEXT / 2];
    const double size = fmax(fabs(expected), law_scaled(l, y->size, i));
    struct difference d = {.value = value - expected,
                           .motion = law_scaled(l, y->motion, i),
                           .unit = law_scaled(l, 1, i),
                           .largest = y->largest};
    if (isnan(value) && isnan(expected)) /* neither has an estimate */
        return;
    d.rounding = y->of_size * d.motion + CONDITIONS_ROUNDINGS * size;
    double exact =
        conditions_ratio(d.value, y->relative * fabs(expected) + y->of_size * d.motion);
    draw_describe(text, sizeof text, l->draw);
    bool is_lost = false;
    double loose = iteration_ratio(l, y->check, &d, &is_lost);
    conditions_note(l->c, y->check, exact, loose, "%s: %s of %s is %.17g, not %.17g",
                    text, y->what, l->model->state[i], value, expected);
    if (!is_lost)
        return;
    l->has_lost = true;
    l->c->check_lost = y->check;
    snprintf(l->c->where_lost, sizeof l->c->where_lost,
             "%s: %s of %s is %.17g, not %.17g", text, y->what, l->model->state[i], value,
             expected);
}

static enum conditions_check check_of(const struct draw *d) {
    if (d->t0 != 0 && !d->forced)
        return CONDITIONS_TRANSLATION;
    return d->kind == DRAW_COPIES ? CONDITIONS_COPIES : CONDITIONS_SCALING;
}

/* Of steps that have not been made: they fail, or there is no time for them. */
static void note_failure(struct law *l, const struct subject *s,
                         enum conditions_check check, const char *what) {
    if (!conditions_is_over(l->c, early_share))
        law_note_failure(l, s, check, what);
}

/* The same steps of both. */
static void compare_with_plain(struct law *l, const struct draw *plain,
                               const struct subject *s) {
    const struct draw *d = l->draw;
    const struct subject *own = l->subject;
    double x[DRAW_MOST], x0[DRAW_MOST];
    draw_start(d, x);
    draw_start(plain, x0);
    struct outcome there = make(l, s, draw_size(plain), plain->t0, x0, draw_step(plain),
                                conditions_steps(l->c));
    if (!there.begun && l->c->known == NULL && !l->c->makes_pair) /* else by the law */
        conditions_note_refusal(l->c, s);
    if (!there.made) {
        if (there.begun && d->kind != DRAW_STIFF) /* not for functional iteration */
            law_note_impossible(l, s);
        return;
    }
    note_work(l->c, s);
    struct outcome here =
        make(l, own, draw_size(d), d->t0, x, draw_step(d), conditions_steps(l->c));
    struct yardstick y = {.check = check_of(d),
                          .motion = find_motion(plain, &there),
                          .relative = half_ulp,
                          .largest = conditions_largest(x, draw_size(d)),
                          .size = conditions_largest(there.x, draw_size(plain)),
                          .what = "the result"};
    if (!here.made) {
        note_failure(l, own, y.check, "the step of a scaled system");
        return;
    }
    note_work(l->c, own);
    if (y.check == CONDITIONS_TRANSLATION) {
        y.relative = CONDITIONS_ROUNDINGS;
        y.of_size = CONDITIONS_ROUNDINGS + time_roundings * fabs(d->t0) / draw_step(d);
    }
    for (int i = 0; i < draw_size(d); i++) {
        struct draw_component c = draw_component(d, i);
        note(l, &y, i, here.x[i], ldexp(there.x[c.plain], c.exponent));
    }
    y.what = "the estimate";
    y.of_size += y.relative == half_ulp ? 0 : CONDITIONS_ROUNDINGS;
    for (int i = 0; i < draw_size(d) && here.has_estimate && there.has_estimate; i++) {
        struct draw_component c = draw_component(d, i);
        note(l, &y, i, here.estimate[i], ldexp(there.estimate[c.plain], c.exponent));
    }
}

/* The step that follows, and the same one of a new start. */
static void compare_with_restart(struct law *l, double motion) {
    const struct draw *d = l->draw;
    const struct subject *s = l->subject;
    double h = draw_step(d), x[DRAW_MOST];
    struct outcome before, on = {.made = false}, anew;
    draw_start(d, x);
    before = make(l, s, draw_size(d), d->t0, x, h, CONDITIONS_STEPS);
    if (!before.made || s->step(s->self, h))
        return;
    look(s, draw_size(d), &on);
    on.made = true;
    anew = make(l, s, draw_size(d), before.t, before.x, h, 1);
    if (!anew.made) {
        note_failure(l, s, CONDITIONS_RESTART, "the step of a new start");
        return;
    }
    const struct yardstick y = {.check = CONDITIONS_RESTART,
                                .motion = motion,
                                .relative = CONDITIONS_ROUNDINGS,
                                .of_size = CONDITIONS_ROUNDINGS +
                                           time_roundings * fabs(before.t) / h,
                                .largest = conditions_largest(before.x, draw_size(d)),
                                .what = "the step that goes on"};
    for (int i = 0; i < draw_size(d); i++)
        note(l, &y, i, on.x[i], anew.x[i]);
}

/* A new start in the state that the last steps ended in, at another time, and the same start after
 * steps elsewhere: what is kept by the state alone is of the wrong time. */
static void compare_starts(struct law *l, double motion) {
    const struct draw *d = l->draw;
    const struct subject *s = l->subject;
    const double h = draw_step(d);
    double x[DRAW_MOST];
    draw_start(d, x);
    struct outcome end = make(l, s, draw_size(d), d->t0, x, h, 2);
    if (!end.made)
        return;
    const double later = end.t + STARTS_LATER * h;
    struct outcome after = make(l, s, draw_size(d), later, end.x, h, 1);
    struct outcome elsewhere = make(l, s, draw_size(d), d->t0, x, h, 1);
    struct outcome anew = make(l, s, draw_size(d), later, end.x, h, 1);
    if (!after.made || !elsewhere.made || !anew.made)
        return;
    const struct yardstick y = {
        .check = CONDITIONS_RESTART,
        .motion = motion,
        .relative = half_ulp,
        .largest = conditions_largest(end.x, draw_size(d)),
        .what =
            "after steps that ended in its state, the step of a start at another time"};
    for (int i = 0; i < draw_size(d); i++)
        note(l, &y, i, after.x[i], anew.x[i]);
}

/* Steps from two states and from their sum. */
static void compare_sums(struct law *l) {
    const struct draw *d = l->draw;
    double one[DRAW_MOST], other[DRAW_MOST], both[DRAW_MOST], size = 0;
    int nx = draw_size(d);
    draw_start(d, one);
    for (int i = 0; i < nx; i++) {
        struct draw_component c = draw_component(d, i);
        other[i] = ldexp(0.7 * d->start[(c.plain + 1) % nx], c.exponent);
        both[i] = one[i] + other[i];
    }
    double h = draw_step(d);
    struct outcome a = make(l, l->subject, nx, d->t0, one, h, 1);
    struct outcome b = make(l, l->subject, nx, d->t0, other, h, 1);
    struct outcome sum = make(l, l->subject, nx, d->t0, both, h, 1);
    if (!a.made || !b.made || !sum.made)
        return;
    for (int i = 0; i < nx; i++)
        size = fmax(size,
                    ldexp(fabs(a.x[i]) + fabs(b.x[i]), -draw_component(d, i).exponent));
    const struct yardstick y = {.check = CONDITIONS_LINEARITY,
                                .motion = size,
                                .of_size = CONDITIONS_ROUNDINGS,
                                .largest = conditions_largest(both, nx),
                                .what = "the step of a sum"};
    for (int i = 0; i < nx; i++)
        note(l, &y, i, sum.x[i], a.x[i] + b.x[i]);
}

void symmetries_compare(struct law *l) {
    const struct draw plain = draw_plain(l->draw);
    struct law other; /* a model and an integrator, without a law */
    struct conditions without = *l->c;
    struct diagnostic why;
    without.makes_pair = false;
    without.known = NULL;
    if (l->draw->kind == DRAW_LINEAR)
        compare_sums(l);
    if (!l->c->has_memory && l->draw->kind != DRAW_STIFF)
        compare_with_restart(l, 1);
    if (l->draw->forced)
        compare_starts(l, 1);
    if (law_open(&other, &without, &plain, l->level, &why) == 0)
        compare_with_plain(l, &plain, other.subject);
    law_close(&other);
}
