/* Which order the stepper for contacts has on a model.
 *
 * Between events a step takes its forces half way along its first velocity, v+:
 *
 *     v1 = v+ + h a(t + h/2, q0 + h/2 N v+, v+),   q1 = q0 + h N (v+ + v1)/2
 *
 * which is of order 2 where a depends on positions and time alone, M and N are constant, and of
 * order 1 where it depends on velocities. Directions of contacts, and friction that depends on
 * slip, are those of its start: order 1. Where none of these changes along the motion a step is
 * exact, and so are impacts that are located. What is left is a step in which slip ends: there
 * positions are off by a s (1 - s) h^2/2, a being the deceleration and s the part of the step
 * before the stop; or one in which slip turns round, whose friction has one direction: an error
 * of h in the velocity. A landing without restitution ends its step whenever in it the gap
 * closes: an error of h in what goes on beside it.
 *
 * Where a contact that sticks and a joint share an impact, the normal impulse is not determined by
 * the laws, and Poisson's restitution depends on it: nothing is predicted then.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order_predict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/studies/common/contact_reference.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/truth.h"
#include "ref/vector.h"

/* What is the same at all times, but for rounding. */
static const double change = 1e-12;

/* What is the same along the motion. */
struct sameness {
    bool rates; /* v', and q' = v */
    bool rows;  /* a velocity's rows */
    /* v' is that of any other velocity and has no kinks; M is constant, and q' = v */
    bool is_impartial;
    bool one_way; /* no slip is seen to turn round */
};

/* x[nx], v'[nv], momenta [nv] and rows, now, at the start and of another kind; the first slip of
 * each row that is not zero. */
struct look {
    struct room room;
    double *x, *rates, *rates0, *other, *row, *row0, *slip0, *momentum, *momentum0;
};

static void find_room(struct look *k, const struct order_along *l) {
    const int nv = l->model->nv, rows = model_contact_rows(l->model);
    double **const of_velocities[] = {&k->rates, &k->rates0, &k->other, &k->momentum,
                                      &k->momentum0};
    double **const of_rows[] = {&k->row, &k->row0, &k->slip0};
    k->x = room_doubles(&k->room, l->nx);
    for (size_t i = 0; i < sizeof of_velocities / sizeof *of_velocities; i++)
        *of_velocities[i] = room_doubles(&k->room, nv);
    for (size_t i = 0; i < sizeof of_rows / sizeof *of_rows; i++)
        *of_rows[i] = room_doubles(&k->room, rows);
}

static bool are_same(int n, const double *a, const double *b) {
    bool same = true;
    for (int i = 0; i < n; i++)
        same &= fabs(a[i] - b[i]) <= change * (fabs(b[i]) + 1);
    return same;
}

void order_along_state(const struct order_along *l, int j, double *x) {
    if (j == 0)
        memcpy(x, l->initial, (size_t)l->nx * sizeof *x);
    else
        vector_get_doubles(x, vector_const(l->truth->state) + (j - 1) * l->nx, l->nx);
}

/* Whether each slip goes the way that it went at first. */
static bool goes_on(const struct model *m, const double *slip, double *slip0,
                    bool begins) {
    bool all = true;
    for (int i = 0, row = 0; i < m->contacts; i++) {
        row++; /* the normal one */
        for (int k = 0; k < m->contact[i].slides; k++, row++) {
            if ((begins && fabs(slip[row]) > ORDER_TOUCHING) ||
                fabs(slip0[row]) <= ORDER_TOUCHING)
                slip0[row] = slip[row];
            all &= !(slip[row] * slip0[row] < -ORDER_TOUCHING * fabs(slip0[row]));
        }
    }
    return all;
}

/* At the time j, from whose first on all is compared. */
static void look_at(const struct order_along *l, struct contact_reference *reference,
                    int j, const struct look *k, struct sameness *same) {
    const struct model *m = l->model;
    const int nv = m->nv, rows = model_contact_rows(m);
    const double t = l->begin + l->span * j / ORDER_TIMES;
    const size_t velocities = (size_t)nv * sizeof(double);
    order_along_state(l, j, k->x);
    memcpy(k->rates, contact_reference_rates(reference, t, k->x), velocities);
    if (j == 0) /* where slip that is zero would go */
        contact_reference_rows(reference, t, k->x, k->rates, k->slip0);
    same->one_way &=
        goes_on(m, contact_reference_velocities(reference, t, k->x), k->slip0, j == 0);
    for (int i = 0; i < nv; i++)
        k->x[m->nq + i] = 1 + 0.37 * i; /* any velocity shows what depends on it */
    memcpy(k->other, contact_reference_rates(reference, t, k->x), velocities);
    contact_reference_momentum(reference, t, k->x, k->x + m->nq, k->momentum);
    memcpy(k->row, contact_reference_velocities(reference, t, k->x),
           (size_t)rows * sizeof(double));
    if (j == 0) {
        memcpy(k->rates0, k->rates, velocities);
        memcpy(k->momentum0, k->momentum, velocities);
        memcpy(k->row0, k->row, (size_t)rows * sizeof(double));
    }
    same->rates &= are_same(nv, k->rates, k->rates0);
    same->rows &= are_same(rows, k->row, k->row0);
    same->is_impartial &=
        are_same(nv, k->rates, k->other) && are_same(nv, k->momentum, k->momentum0);
}

/* At the start and at all times of the truth. */
static struct sameness compare(const struct order_along *l,
                               struct contact_reference *reference,
                               const struct look *look) {
    struct model *m = l->model;
    /* What is the same at all of them, is so between them only where there is no kink. */
    const bool has_kinks = model_has_kinks(m);
    struct sameness same = {
        .rates = (m->map_is_identity || m->quaternions > 0) && !has_kinks,
        .rows = true,
        .is_impartial = m->map_is_identity && m->nz == 0 && m->joints == 0 && !has_kinks,
        .one_way = true};
    for (int j = 0; j <= ORDER_TIMES; j++)
        look_at(l, reference, j, look, &same);
    return same;
}

static double value_of(const struct model *m, expr e) {
    double value = NAN;
    return expr_constant_double(m->graph, e, &value) == PROBLEM_OK ? value : NAN;
}

/* What decides the order, of all contacts. */
struct kinds {
    bool rubs;   /* some have friction */
    bool varies; /* of which that of some depends on their slip */
    bool lands;  /* some land without restitution */
};

static struct kinds find_kinds(const struct model *m, const double *gap) {
    struct kinds k = {false, false, false};
    for (int i = 0; i < m->contacts; i++) {
        const struct contact *c = &m->contact[i];
        const double mu = value_of(m, c->dynamic_friction);
        k.rubs |= c->slides > 0 && !(mu <= 0);
        k.varies |= c->slides > 0 && !(value_of(m, c->static_friction) == mu &&
                                       value_of(m, c->viscous_friction) == 0);
        k.lands |= gap[i] > ORDER_TOUCHING && !(value_of(m, c->restitution) > 0);
    }
    return k;
}

static struct order_prediction predict_from(const struct model *m, const double *gap,
                                            const struct sameness *same) {
    const struct kinds k = find_kinds(m, gap);
    const bool uniform = same->rates && same->rows;
    if (k.rubs && m->joints > 0)
        return (struct order_prediction){-1,
                                         "a joint and a contact that sticks may share "
                                         "an impact in many ways"};
    if (!uniform && !(same->is_impartial && same->rows && !k.varies))
        return (struct order_prediction){
            1, "directions, or rates by velocities, or friction by slip, change within a "
               "step, which takes them at its start"};
    if (k.lands)
        return (struct order_prediction){1,
                                         "a landing without restitution ends its step, "
                                         "whenever in it the gap closes"};
    if (k.rubs && !same->one_way)
        return (struct order_prediction){
            1, "slip turns round within a step, whose friction has one direction"};
    if (!uniform)
        return (struct order_prediction){
            2, "rates depend on positions and time alone, and are taken half way"};
    if (k.rubs)
        return (struct order_prediction){
            2, "exact but for the step in which slip ends, whose "
               "positions are off by a h^2/8 at most"};
    return (struct order_prediction){
        0, "nothing changes between impacts, and they are located"};
}

int order_predict(struct order_prediction *prediction, const struct order_along *along,
                  struct diagnostic *d) {
    struct model *m = along->model;
    struct contact_reference *reference = NULL;
    struct look look = {.x = NULL};
    find_room(&look, along);
    int failed =
        look.room.is_short || contact_reference_alloc(&reference, m) != PROBLEM_OK;
    if (failed) {
        message_set(d, "%s: out of memory", m->name);
    } else {
        const struct sameness same = compare(along, reference, &look);
        *prediction = predict_from(
            m, contact_reference_gaps(reference, along->begin, along->initial), &same);
    }
    contact_reference_free(reference);
    room_clear(&look.room);
    return failed;
}
