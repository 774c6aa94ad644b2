/* The states that single steps are made from: along the integrator's own trajectory, as far
 * as it comes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/results/study.h"
#include "harness/studies/steps/study_steps.h"
#include "problems/model.h"

/* Steps made from one state to the next. */
enum { STEPS_BETWEEN = 20 };

static int find_span(struct steps *p, struct diagnostic *d) {
    struct model *m = p->study->model;
    double end;
    if (initial_and_end(m, &p->time[0], p->state, &end, d))
        return -1;
    p->span = end - p->time[0];
    return isfinite(p->span) && p->span > 0
               ? 0
               : message_set(d, "%s: the span is empty or not finite", m->name);
}

/* A step from time[at], state[at], which take the result. */
static bool go_on(struct steps *p, int at, double h) {
    int nx = p->comparison.nx;
    double *x = p->state + at * nx;
    if (tight_subject_first(&p->tight, p->time[at], x, h))
        return false;
    struct subject *s = tight_subject_last(&p->tight);
    p->time[at] = s->time(s->self);
    memcpy(x, s->state(s->self), (size_t)nx * sizeof *x);
    return true;
}

static void walk(struct steps *p, int wanted) {
    int nx = p->comparison.nx;
    double h = p->span / (wanted * STEPS_BETWEEN);
    bool going = true;
    p->states = 1;
    while (p->states < wanted && going) {
        int at = p->states;
        p->time[at] = p->time[at - 1];
        memcpy(p->state + at * nx, p->state + (at - 1) * nx,
               (size_t)nx * sizeof *p->state);
        for (int k = 0; k < STEPS_BETWEEN && going; k++)
            going = go_on(p, at, h);
        p->states += going;
    }
    for (int k = 0; k < p->states; k++) {
        for (int i = 0; i < nx; i++)
            p->comparison.scale[i] =
                fmax(p->comparison.scale[i], fabs(p->state[k * nx + i]));
    }
}

int steps_find_states(struct steps *p, int wanted, struct diagnostic *d) {
    if (find_span(p, d))
        return -1;
    walk(p, wanted);
    return 0;
}
