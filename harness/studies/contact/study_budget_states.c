/* The budget of an integrator from outside, whose solves are not told: what its states and the
 * impulses that it tells come to, step by step.
 *
 * Bounds. In a step of h a body goes h |u|, and no more may it be below the floor when the step
 * ends (its velocity is corrected after that at the latest). Where forces have the power P = F .
 * v, the energy of a step is known to h P: an impact within a step is early or late by so much,
 * and a method of first order may gain it once more; but restitution of too much gains a part of
 * the energy, whatever h is. Impulses are doubles, and may be solved for by iteration. Where in a
 * step a method has its matrices and forces, and when it is struck, makes
 *
 *     M (v1 - v0) - h f - J^T r
 *
 * a part O(h) of J^T r, over all steps with impulses; of impulses that are twice what they are it
 * is a half, and of those divided by h nearly all. Joints have a part in it that is not told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/bind/bind_function.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/studies/contact/contact_imposed.h"
#include "harness/studies/contact/study_budget.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

enum { GATE_STEPS = 2003, REPORT_STEPS = 20011, MOST_STEPS_BELOW = 2, MOST_GAINS = 10 };
static const double of_impulses = 1e-8;

static const double most_unbalanced = 0.25;

enum { SIGN, CONE, BALANCE, APPROACH, RISE, ITEMS };
static const char *const name[ITEMS] = {"law:sign", "law:cone", "momentum:run",
                                        "law:approach", "energy-rise:run"};
static const char *const words[ITEMS] = {
    "the largest pull of a contact's impulse, over 1e-8 of the largest impulse",
    "the largest excess of a contact's impulse over its cone of friction, over 1e-8 of "
    "the largest impulse",
    "what velocities gain beside forces and the impulses told, over a quarter of these",
    "the deepest that a contact has closed, over twice the way of the fastest in a step",
    "the largest rise of the energy above its least before, over ten times what forces "
    "do "
    "in a step"};

struct watch {
    const struct study *study;
    struct model *model;
    struct contact_reference *reference;
    struct bind_function energy;
    bool has_energy, has_impulses;
    double h, *x, *momentum;
    double *v, *gain; /* [nv] velocities before a step; rates, then v1 - v0 - h f */
    double unbalanced, balanced; /* sums of magnitudes, of M gain - J^T r and of J^T r */
    double worst[ITEMS], t[ITEMS];
    double impulse, speed, power; /* the largest */
    double least;                 /* energy so far */
    struct diagnostic why;
};

static void note(struct watch *w, int item, double value, double t) {
    if (value <= w->worst[item])
        return;
    w->worst[item] = isnan(value) ? INFINITY : value;
    w->t[item] = t;
}

/* The friction that it has at most, and no less where it depends on the velocity. */
static double friction_of(const struct watch *w, int contact) {
    const struct contact *c = &w->model->contact[contact];
    double mu[3];
    const expr of[] = {c->static_friction, c->dynamic_friction, c->viscous_friction};
    for (int k = 0; k < 3; k++)
        if (expr_constant_double(w->model->graph, of[k], &mu[k]) != PROBLEM_OK)
            return INFINITY;
    return mu[2] > 0 ? INFINITY : fmax(mu[0], mu[1]);
}

static void look_at_impulses(struct watch *w, const double *r, double t) {
    for (int c = 0, row = 0; c < w->model->contacts; c++) {
        const int along = w->model->contact[c].slides;
        const double *of = r + row;
        const double tangent = along > 1   ? hypot(of[1], of[2])
                               : along > 0 ? fabs(of[1])
                                           : 0;
        w->has_impulses |= !isnan(of[0]);
        w->impulse = fmax(w->impulse, hypot(of[0], tangent));
        note(w, SIGN, isnan(of[0]) ? 0 : -of[0], t);
        note(w, CONE, tangent > 0 ? tangent - friction_of(w, c) * fmax(of[0], 0) : 0, t);
        row += 1 + along;
    }
}

/* Of a step, the forces of its beginning. */
static void begin_balance(struct watch *w, double t, const double *x) {
    const size_t size = (size_t)w->model->nv * sizeof *x;
    memcpy(w->v, x + w->model->nq, size);
    memcpy(w->gain, contact_reference_rates(w->reference, t, x), size);
}

static void end_balance(struct watch *w, double t, const double *x, const double *r) {
    const double *rate = contact_reference_rates(w->reference, t, x);
    const int nv = w->model->nv;
    double off = 0, given = 0;
    for (int i = 0; i < nv; i++)
        w->gain[i] = x[w->model->nq + i] - w->v[i] - w->h * (w->gain[i] + rate[i]) / 2;
    contact_reference_momentum(w->reference, t, x, w->gain, w->momentum);
    contact_reference_impulse(w->reference, t, x, r, w->gain);
    for (int i = 0; i < nv; i++) {
        off += fabs(w->momentum[i] - w->gain[i]);
        given += fabs(w->gain[i]);
    }
    w->unbalanced += given > 0 ? off : 0; /* not told: NaN */
    w->balanced += given > 0 ? given : 0;
    note(w, BALANCE, w->unbalanced, t);
}

static void look_at_contacts(struct watch *w, double t, const double *x) {
    const double *u = contact_reference_velocities(w->reference, t, x);
    for (int c = 0, row = 0; c < w->model->contacts; c++) {
        w->speed = fmax(w->speed, fabs(u[row]));
        row += 1 + w->model->contact[c].slides;
    }
    const double *gap = contact_reference_gaps(w->reference, t, x);
    for (int c = 0; c < w->model->contacts; c++)
        note(w, APPROACH, -gap[c], t);
}

/* Before a step the power of forces is that of its beginning. */
static void look_at_energy(struct watch *w, double t, const double *x) {
    double energy, power = 0;
    if (!w->has_energy)
        return;
    bind_function_run(&w->energy, &t, x, &energy);
    note(w, RISE, energy - w->least, t);
    w->least = fmin(w->least, energy);
    contact_reference_momentum(w->reference, t, x,
                               contact_reference_rates(w->reference, t, x), w->momentum);
    for (int i = 0; i < w->model->nv; i++)
        power += fabs(x[w->model->nq + i] * w->momentum[i]);
    w->power = fmax(w->power, power);
}

static void follow(struct watch *w, const struct subject *s, long steps) {
    look_at_contacts(w, s->time(s->self), w->x);
    look_at_energy(w, s->time(s->self), w->x);
    for (long k = 0; k < steps; k++) {
        begin_balance(w, s->time(s->self), s->state(s->self));
        if (s->step(s->self, w->h)) {
            message_set(&w->why, "; it ends at t = %g: %s", s->time(s->self),
                        s->why(s->self));
            return;
        }
        const double t = s->time(s->self);
        look_at_contacts(w, t, s->state(s->self));
        look_at_energy(w, t, s->state(s->self));
        const double *impulses = s->impulses != NULL ? s->impulses(s->self) : NULL;
        if (impulses != NULL) {
            look_at_impulses(w, impulses, t);
            end_balance(w, t, s->state(s->self), impulses);
        }
    }
}

static int append(struct watch *w, struct results *results) {
    const double bound[ITEMS] = {
        of_impulses * w->impulse, of_impulses * w->impulse, most_unbalanced * w->balanced,
        MOST_STEPS_BELOW * w->h * w->speed + 1e-9, MOST_GAINS * w->h * w->power + 1e-9};
    int failed = 0;
    for (int k = 0; k < ITEMS && !failed; k++) {
        if ((k <= CONE && !w->has_impulses) || (k == RISE && !w->has_energy) ||
            (k == BALANCE && (w->model->joints > 0 || w->balanced == 0)))
            continue;
        struct result r = result_begin(w->model, "budget", "double", name[k]);
        r.grade = "none";
        r.value = w->worst[k] > 0 ? w->worst[k] / bound[k] : 0;
        r.high = r.value;
        r.tolerance = 1;
        r.required = true;
        r.verdict = w->why.text[0] == '\0' ? verdict_at_most(r.value, 1) : VERDICT_FAIL;
        failed = result_append(results, w->study, &r, "%s, steps of %g s, at t = %.6g%s",
                               words[k], w->h, w->t[k], w->why.text);
    }
    return failed;
}

/* Energy is kept but for impacts and sliding only where the model says what it is, and where no
 * obstacle that moves puts some in. */
static void make_energy(struct watch *w) {
    struct model *m = w->model;
    const int i = model_find_invariant(m, "energy");
    w->has_energy =
        i >= 0 && !contact_obstacles_move(m) &&
        bind_function_make(&w->energy, m->graph,
                           model_program(m, 1, &m->invariant[i].value)) == PROBLEM_OK;
}

static int watch(struct watch *w, struct results *results, struct diagnostic *d) {
    const struct study *study = w->study;
    const long steps = study->effort == STUDY_REPORT ? REPORT_STEPS : GATE_STEPS;
    const struct subject_options options = study_fixed_options(study);
    double begin, end;
    struct subject s;
    w->x = initial_alloc(w->model, 3 * w->model->nv, &begin, &end, d);
    if (w->x == NULL || study->open_subject(study->context, w->model, &options, &s, d))
        return -1;
    w->momentum = w->x + w->model->nq + w->model->nv + w->model->nz;
    w->v = w->momentum + w->model->nv;
    w->gain = w->v + w->model->nv;
    w->h = (end - begin) / (double)steps;
    if (s.start(s.self, begin, w->x))
        message_set(&w->why, "; it does not start: %s", s.why(s.self));
    else
        follow(w, &s, steps);
    s.free(s.self);
    return append(w, results);
}

int budget_of_states(const struct study *s, struct results *results,
                     struct diagnostic *d) {
    struct watch w = {.study = s, .model = s->model, .least = INFINITY};
    if (contact_reference_alloc(&w.reference, s->model) != PROBLEM_OK)
        return message_set(d, "%s: out of memory", s->model->name);
    make_energy(&w);
    const int failed = watch(&w, results, d);
    bind_function_clear(&w.energy);
    contact_reference_free(w.reference);
    free(w.x);
    return failed;
}
