/* Velocity Verlet that carries the last force of a step over to the next one,
 *
 *     w = v0 + h/2 a0,   q1 = q0 + h N(p) w,   a1 = f(t1, q1, u),   v1 = w + h/2 a1,
 *
 * with p the old position or the predicted middle, and u = w, v0 + h a0 or v0: a memory where
 * forces depend on velocities, for a1 is not f(t1, q1, v1). Stoermer's two-step form, w = (q1 -
 * q0)/h,
 *
 *     q1 - 2 q0 + q_{-1} = h^2 f(t0, q0, v0),   v1 = w + h/2 f(t1, q1, w),
 *
 * which is the same where forces depend on positions alone. Leapfrog that keeps w and tells the
 * mean of two halves is the first of these. And leapfrog that tells velocities of the middle of
 * the step before: v1 = v0 + h f(t0, q0, v0), the first time h/2.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/fingerprint/evidence/memory.h"

/* Numbers of one step, [trees] each: what is carried, the force or Stoermer's w, the first
 * kick's velocity, the place where N is taken, and what the step leads to. */
struct verlet_step {
    const struct course *course;
    enum law_verlet form;
    bool at_middle;
    bool
        forgets_ratio; /* the first kick is half of the step before, however long this one is */
    bool starts_late; /* the first kick of all is left out */
    double *carried, *kicked, *place, *end, *force;
};

static double product(const struct course *c, int tree, const double *of_q,
                      const double *of_v) {
    const struct tree *root = &c->forest.tree[tree];
    double value = 1;
    for (int i = 0; i < root->children; i++)
        value *= c->forest.tree[root->child[i]].colour == TREE_Q ? of_q[root->child[i]]
                                                                 : of_v[root->child[i]];
    return value;
}

static void drift(struct verlet_step *s, int n, int tree) {
    const struct course *c = s->course;
    const double *old = c->weight[n - 1];
    double slope = product(c, tree, old, s->kicked);
    s->place[tree] = s->at_middle ? old[tree] + c->size[n] / 2 * slope : old[tree];
    s->end[tree] = old[tree] + c->size[n] * product(c, tree, s->place, s->kicked);
}

/* The velocity at which the last force is taken. */
static double velocity_of_force(const struct verlet_step *s, int n, int tree) {
    const double *old = s->course->weight[n - 1];
    switch (s->form) {
    case VERLET_CARRIED:
    case VERLET_STOERMER: return s->kicked[tree];
    case VERLET_CARRIED_PREDICTED:
        return old[tree] + s->course->size[n] * s->carried[tree];
    default: return old[tree];
    }
}

/* The velocity after the first kick; Stoermer's is a whole one from the middle of the step
 * before. */
static double first_kick(const struct verlet_step *s, int n, int tree) {
    const struct course *c = s->course;
    const double *old = c->weight[n - 1];
    const double size = c->size[s->forgets_ratio && n > 1 ? n - 1 : n];
    return s->form == VERLET_STOERMER
               ? s->carried[tree] + c->size[n] * course_rate(c, old, c->time[n - 1], tree)
               : old[tree] + size / 2 * s->carried[tree];
}

static void kick_drift_kick(struct verlet_step *s, int n, double *velocity) {
    const struct course *c = s->course;
    for (int t = 0; t < c->forest.count; t++) {
        if (c->forest.tree[t].colour == TREE_Q) {
            drift(s, n, t);
            continue;
        }
        s->kicked[t] = first_kick(s, n, t);
        velocity[t] = velocity_of_force(s, n, t);
        s->force[t] = product(c, t, s->end, velocity) *
                      pow(c->time[n], c->forest.tree[t].time_leaves);
        s->end[t] = s->kicked[t] + c->size[n] / 2 * s->force[t];
        s->carried[t] = s->form == VERLET_STOERMER ? s->kicked[t] : s->force[t];
    }
}

static void kick_and_drift(struct verlet_step *s, int n) {
    const struct course *c = s->course;
    const double kick = n == 1 ? c->size[n] / 2 : c->size[n];
    for (int t = 0; t < c->forest.count; t++)
        if (c->forest.tree[t].colour == TREE_Q)
            drift(s, n, t);
        else
            s->end[t] = s->kicked[t] =
                c->weight[n - 1][t] +
                kick * course_rate(c, c->weight[n - 1], c->time[n - 1], t);
}

static bool ends_there(const struct verlet_step *s, int n) {
    const struct course *c = s->course;
    for (int t = 0; t < c->forest.count; t++)
        if (!(fabs(s->end[t] - c->weight[n][t]) <=
              course_tolerance(c, t, fabs(c->weight[n][t]))))
            return false;
    return true;
}

/* What the first step finds carried: f where it starts, or w half a step before. */
static void begin(struct verlet_step *s) {
    const struct course *c = s->course;
    for (int t = 0; t < c->forest.count; t++) {
        const double force = course_rate(c, c->weight[0], c->time[0], t);
        s->carried[t] = s->form == VERLET_STOERMER
                            ? c->weight[0][t] - c->size[1] / 2 * force
                        : s->starts_late ? 0
                                         : force;
    }
}

static bool follows(struct verlet_step *s, double *velocity) {
    const struct course *c = s->course;
    const bool is_of_equal_steps = s->form == VERLET_LATE || s->form == VERLET_STOERMER;
    begin(s);
    for (int n = 1; n <= (is_of_equal_steps ? COURSE_EQUAL : c->steps); n++) {
        if (s->form == VERLET_LATE)
            kick_and_drift(s, n);
        else
            kick_drift_kick(s, n, velocity);
        if (!ends_there(s, n))
            return false;
    }
    return true;
}

static const char *find_fault(const struct verlet_step *s) {
    if (s->form == VERLET_LATE)
        return "velocities are told half a step late: synchronise them";
    if (s->starts_late)
        return "it begins without the first half kick, so that velocities stay half a "
               "step "
               "behind";
    return s->forgets_ratio
               ? "the half kick that is carried over is that of the step before: "
                 "where steps change kick by half of both, or start anew"
               : "";
}

static void describe(struct memory *m, const struct verlet_step *s) {
    m->kind = MEMORY_VERLET;
    m->order = 2;
    snprintf(m->title, sizeof m->title, "%s%s", law_verlet_title(s->form),
             s->at_middle ? ", with N(q) at the predicted middle" : "");
    snprintf(m->key, sizeof m->key, "%s", law_verlet_name(s->form));
    snprintf(m->fault, sizeof m->fault, "%s", find_fault(s));
    m->is_wrong = m->fault[0] != '\0';
}

/* Only with a carried force has the first kick a length of its own. */
static bool has_fault_of_kick(const struct verlet_step *s) {
    return s->forgets_ratio || s->starts_late;
}

static bool can_have_it(const struct verlet_step *s) {
    return s->form != VERLET_STOERMER && s->form != VERLET_LATE;
}

/* Without fault first. */
enum { FAULTS_OF_KICK = 4, PLACES_OF_N = 2 };

int memory_find_verlet(struct memory *m, const struct course *c) {
    const size_t trees = (size_t)c->forest.count;
    const int forms = PLACES_OF_N * LAW_VERLETS;
    double *room = calloc(6 * trees, sizeof *room);
    if (room == NULL)
        return -1;
    for (int i = 0; i < FAULTS_OF_KICK * forms && m->kind == MEMORY_UNKNOWN; i++) {
        const int form = i % forms, fault = i / forms;
        struct verlet_step s = {c,
                                (enum law_verlet)(form / PLACES_OF_N),
                                form % PLACES_OF_N == 1,
                                fault % 2 == 1,
                                fault >= 2,
                                room,
                                room + trees,
                                room + 2 * trees,
                                room + 3 * trees,
                                room + 4 * trees};
        if (c->family != FOREST_PLAIN && (!has_fault_of_kick(&s) || can_have_it(&s)) &&
            follows(&s, room + 5 * trees))
            describe(m, &s);
    }
    free(room);
    return 0;
}
