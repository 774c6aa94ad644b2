/* Whether an integrator of which nobody has said so remembers. Where a step that goes on from
 * others is not that of a new start, both are compared with the same step in small parts, each from
 * a new start, which stands for the exact one. What a method keeps to be more accurate makes its
 * steps better; what a fault keeps makes them worse.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/studies/conditions/conditions.h"

/* Steps of a system that are weighed, after those of a run; parts of a step; steps in all. */
enum {
    WEIGHED_STEPS = 6,
    PARTS = 64,
    MOST_WEIGHED = 120,
    LEAST_WEIGHED = 4,
    LATE_STEPS = 1000
};

/* What differs by less of the motion is not a formula's. */
static const double least_part = 1e-9;

/* Formulas differ by this part of the error of a new start's step at least, and a better one has
 * less than that part of the error. */
static const double another = 0.1, better = 0.5;

struct weighing {
    const struct conditions *c;
    int weighed, improved;
};

int conditions_steps(const struct conditions *c) {
    return c->chooses ? 1 : CONDITIONS_STEPS;
}

/* max |a_i - b_i|, of the plain system's components. */
static double distance(const struct draw *d, const double *a, const double *b) {
    double difference[DRAW_MOST];
    for (int i = 0; i < draw_size(d); i++)
        difference[i] = ldexp(a[i] - b[i], -draw_component(d, i).exponent);
    return conditions_largest(difference, draw_size(d));
}

/* x := where so many equal steps lead from (t, x), each of a new start. Nonzero: one fails. */
static int step_anew(const struct law *l, double t, double h, int parts, double *x) {
    const struct subject *s = l->subject;
    for (int i = 0; i < parts; i++) {
        if (s->start(s->self, t + h * i / parts, x) || s->step(s->self, h / parts))
            return -1;
        conditions_count(l->c, s, 1, 0);
        memcpy(x, s->state(s->self), (size_t)draw_size(l->draw) * sizeof *x);
    }
    return 0;
}

/* A step from (t, x) that has led to `on`. Nonzero: one of those that it is compared with fails. */
static int weigh_step(struct weighing *w, const struct law *l, double t, const double *x,
                      double h, const double *on) {
    double anew[DRAW_MOST], exact[DRAW_MOST];
    memcpy(anew, x, sizeof anew);
    memcpy(exact, x, sizeof exact);
    if (step_anew(l, t, h, 1, anew))
        return -1;
    const double apart = distance(l->draw, on, anew);
    if (!(apart > least_part * distance(l->draw, anew, x)))
        return 0;
    if (step_anew(l, t, h, PARTS, exact))
        return -1;
    const double error = distance(l->draw, anew, exact);
    if (!(apart > another * error))
        return 0;
    w->weighed++;
    w->improved += distance(l->draw, on, exact) < better * error;
    return 0;
}

/* Steps of h, of which those after the first so many are weighed. Nonzero: one fails. */
static int weigh_run(struct weighing *w, const struct law *l, double h, long steps) {
    const struct subject *s = l->subject;
    const struct draw *d = l->draw;
    const size_t size = (size_t)draw_size(d) * sizeof(double);
    double t[WEIGHED_STEPS + 1], x[WEIGHED_STEPS + 1][DRAW_MOST] = {{0}};
    draw_start(d, x[0]);
    if (s->start(s->self, d->t0, x[0]) ||
        conditions_run(l->c, s, d->t0, h, 0, steps, memory_share) != RUN_DONE)
        return -1;
    for (int k = 0; k <= WEIGHED_STEPS; k++) {
        if (k > 0 && s->step(s->self, h))
            return -1;
        t[k] = s->time(s->self);
        memcpy(x[k], s->state(s->self), size);
    }
    conditions_count(l->c, s, WEIGHED_STEPS, 0);
    for (int k = 0; k < WEIGHED_STEPS; k++)
        if (weigh_step(w, l, t[k], x[k], h, x[k + 1]))
            return -1;
    return 0;
}

/* Nonzero: a step fails at this accuracy. */
static int weigh_at(struct weighing *w, const struct draw *d,
                    enum conditions_level level) {
    struct conditions trial = *w->c; /* without a law: what is noted is not judged */
    struct law l;
    struct diagnostic why = {""};
    const struct weighing before = *w;
    trial.known = NULL;
    trial.makes_pair = false;
    int failed = law_open(&l, &trial, d, level, &why) ||
                 weigh_run(w, &l, draw_step(d), CONDITIONS_STEPS);
    if (failed)
        *w = before;
    else if (d->index % DRAW_LATE_TURN == 0)
        weigh_run(w, &l, law_late_step(d), LATE_STEPS);
    law_close(&l);
    return failed;
}

/* At the first accuracy at which steps are made. */
static void weigh_system(struct weighing *w, const struct draw *d) {
    int level = 0;
    while (level < CONDITIONS_LEVELS && weigh_at(w, d, (enum conditions_level)level))
        level++;
}

bool conditions_find_memory(const struct conditions *c) {
    struct weighing w = {.c = c};
    for (int i = 0; i < c->systems && w.weighed < MOST_WEIGHED; i++) {
        const struct draw d = draw_make(c->seed, i, false), plain = draw_plain(&d);
        if (conditions_is_over(c, memory_share))
            break;
        weigh_system(&w, &d);
        weigh_system(&w, &plain);
    }
    return w.weighed >= LEAST_WEIGHED && 4 * w.improved >= 3 * w.weighed;
}
