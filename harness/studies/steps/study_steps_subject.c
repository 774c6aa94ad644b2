/* The integrator under test with Newton's method run to rounding.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/subject_options.h"
#include "harness/results/study.h"
#include "harness/studies/steps/study_steps.h"

/* The first lies below the rounding errors of states of size one. Where rounding disturbs
 * the iteration by more (stiff equations), it may wander about and be given up. */
static const double ACCURACY[TIGHT_ACCURACIES] = {1e-15, 1e-13, 1e-11};

int tight_subject_init(struct tight_subject *g, const struct study *s,
                       struct diagnostic *d) {
    *g = (struct tight_subject){.open = 0};
    for (int k = 0; k < TIGHT_ACCURACIES; k++) {
        struct subject_options options = study_options(s);
        options.integrator.accuracy = ACCURACY[k];
        options.integrator.newton = FAST_FULL;
        options.integrator.jacobian = FAST_EXACT_JACOBIAN;
        if (s->open_subject(s->context, s->model, &options, &g->subject[k], d))
            return -1;
        g->open++;
    }
    return 0;
}

void tight_subject_clear(struct tight_subject *g) {
    for (int k = 0; k < g->open; k++)
        g->subject[k].free(g->subject[k].self);
}

int tight_subject_first(struct tight_subject *g, double t, const double *x, double h) {
    for (int k = 0; k < g->open; k++) {
        struct subject *s = &g->subject[k];
        g->used = k;
        g->accuracy = ACCURACY[k];
        if (s->start(s->self, t, x) == 0 && s->step(s->self, h) == 0)
            return 0;
    }
    return -1;
}

int tight_subject_next(struct tight_subject *g, double h) {
    struct subject *s = &g->subject[g->used];
    return s->step(s->self, h);
}

struct subject *tight_subject_last(struct tight_subject *g) {
    return &g->subject[g->used];
}
