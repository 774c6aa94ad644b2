/* Which order the stepper for contacts has on a model.
 *
 * Between events a step is Euler's in the velocities and the trapezoidal rule in the positions,
 * of order 1; where nothing that it evaluates changes along the motion (rates, directions of
 * contacts) it is exact, and so are impacts that are located. What is left is a step in which slip
 * ends: there positions are off by a s (1 - s) h^2/2, a being the deceleration and s the part of
 * the step before the stop. A landing without restitution ends its step whenever in it the gap
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
#include "harness/base/vector.h"
#include "harness/studies/common/contact_reference.h"

/* What is the same at all times, but for rounding. */
static const double change = 1e-12;

/* The motion: the start, and the truth's times. */
struct along {
    const struct model *model;
    const struct ref_truth *truth;
    int nx;
    double begin, span;
    const double *initial;
};

/* Whether v' and a velocity's rows are the same at the start and at all times of the truth. */
static bool is_uniform(const struct along *l, struct contact_reference *reference,
                       double *room) {
    const struct model *m = l->model;
    const int nv = m->nv, rows = model_contact_rows(m);
    double *x = room, *a = x + l->nx, *row = a + nv, *a0 = row + rows, *row0 = a0 + nv;
    bool same = m->map_is_identity || m->quaternions > 0;
    for (int j = 0; j <= ORDER_TIMES; j++) {
        double t = l->begin + l->span * j / ORDER_TIMES;
        if (j == 0)
            memcpy(x, l->initial, (size_t)l->nx * sizeof *x);
        else
            vector_get_doubles(x, vector_const(l->truth->state) + (j - 1) * l->nx, l->nx);
        memcpy(a, contact_reference_rates(reference, t, x), (size_t)nv * sizeof *a);
        for (int i = 0; i < nv; i++) {
            a0[i] = j == 0 ? a[i] : a0[i];
            same &= fabs(a[i] - a0[i]) <= change * (fabs(a0[i]) + 1);
            x[m->nq + i] = 1 + 0.37 * i; /* any velocity shows how rows change */
        }
        memcpy(row, contact_reference_velocities(reference, t, x),
               (size_t)rows * sizeof *row);
        for (int i = 0; i < rows; i++) {
            row0[i] = j == 0 ? row[i] : row0[i];
            same &= fabs(row[i] - row0[i]) <= change * (fabs(row0[i]) + 1);
        }
    }
    return same;
}

static double value_of(const struct model *m, expr e) {
    double value = NAN;
    return expr_constant_double(m->graph, e, &value) == PROBLEM_OK ? value : NAN;
}

static struct order_prediction predict_from(const struct model *m, const double *gap,
                                            bool uniform) {
    bool rubs = false, lands = false;
    for (int i = 0; i < m->contacts; i++) {
        rubs |= m->contact[i].slides > 0 &&
                !(value_of(m, m->contact[i].dynamic_friction) <= 0);
        lands |= gap[i] > ORDER_TOUCHING && !(value_of(m, m->contact[i].restitution) > 0);
    }
    if (rubs && m->joints > 0)
        return (struct order_prediction){
            -1, "nothing: a joint and a contact that sticks may share "
                "an impact in many ways"};
    if (!uniform)
        return (struct order_prediction){
            1, "rates or directions change within a step, which "
               "takes them at its start"};
    if (lands)
        return (struct order_prediction){1,
                                         "a landing without restitution ends its step, "
                                         "whenever in it the gap closes"};
    if (rubs)
        return (struct order_prediction){
            2, "exact but for the step in which slip ends, whose "
               "positions are off by a h^2/8 at most"};
    return (struct order_prediction){
        0, "nothing changes between impacts, and they are located"};
}

int order_predict(struct order_prediction *prediction, struct model *m,
                  const struct ref_truth *truth, double begin, double span,
                  const double *initial, struct diagnostic *d) {
    const struct along along = {m, truth, truth->nx, begin, span, initial};
    const size_t room = (size_t)(truth->nx + 2 * (m->nv + model_contact_rows(m)) + 1);
    struct contact_reference *reference = NULL;
    double *numbers = calloc(room, sizeof *numbers);
    int failed = numbers == NULL || contact_reference_alloc(&reference, m) != PROBLEM_OK;
    if (failed) {
        message_set(d, "%s: out of memory", m->name);
    } else {
        bool uniform = is_uniform(&along, reference, numbers);
        *prediction =
            predict_from(m, contact_reference_gaps(reference, begin, initial), uniform);
    }
    contact_reference_free(reference);
    free(numbers);
    return failed;
}
