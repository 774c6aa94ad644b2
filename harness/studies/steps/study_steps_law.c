/* Steps of a method with memory against its law, from its own earlier states.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/fingerprint/fingerprint_record.h"
#include "harness/results/study.h"
#include "harness/studies/common/study_traits.h"
#include "harness/studies/steps/study_steps_law.h"
#include "problems/model.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/vector.h"

/* The span over a step; the least number of steps that begin the method, and steps compared. */
static const double divisor[] = {229, 4093};
enum {
    SIZES = sizeof divisor / sizeof *divisor,
    BEGINNING = 6,
    COMPARED = 6,
    STATES = 4
};

/* Where coefficients follow the grid, one step after the other: ratios of 0.28 to 2.1. */
static const double part[] = {1, 0.83, 1.21, 0.34, 0.71};
enum { PARTS = sizeof part / sizeof *part };

static int allocate(struct law_steps *l) {
    const int n = l->c->step.nx;
    struct room *room = &l->room;
    for (int j = 0; j < LAW_STEPS_PAST; j++) {
        l->x[j] = room_doubles(room, n);
        l->rate_error[j] = room_doubles(room, n);
        l->rate[j] = room_numbers(room, n, l->c->step.bits);
    }
    l->sum = room_numbers(room, n, l->c->step.bits);
    l->error = room_doubles(room, n);
    l->from = room_doubles(room, n);
    l->acceleration = room_doubles(room, n);
    l->acceleration_error = room_doubles(room, n);
    return room->is_short;
}

/* The state that the integrator has reached becomes the latest. */
static void take_state(struct law_steps *l, double size) {
    struct tableau_step *step = &l->c->step;
    struct roundoff *r = l->c->bound.roundoff;
    const struct subject *s = &l->c->subject;
    double *x = l->x[LAW_STEPS_PAST - 1], *error = l->rate_error[LAW_STEPS_PAST - 1];
    mpfr_t *rate = l->rate[LAW_STEPS_PAST - 1];
    memmove(l->t + 1, l->t, (LAW_STEPS_PAST - 1) * sizeof *l->t);
    memmove(l->size + 1, l->size, (LAW_STEPS_PAST - 1) * sizeof *l->size);
    l->size[0] = size;
    memmove(l->x + 1, l->x, (LAW_STEPS_PAST - 1) * sizeof *l->x);
    memmove(l->rate_error + 1, l->rate_error,
            (LAW_STEPS_PAST - 1) * sizeof *l->rate_error);
    memmove(l->rate + 1, l->rate, (LAW_STEPS_PAST - 1) * sizeof *l->rate);
    l->t[0] = s->time(s->self);
    l->x[0] = x;
    l->rate_error[0] = error;
    l->rate[0] = rate;
    memcpy(x, s->state(s->self), (size_t)step->nx * sizeof *x);
    mpfr_set_d(step->in[0], l->t[0], MPFR_RNDN);
    vector_set_doubles(step->in + 1, x, step->nx);
    eval_mpfr_run(step->field, vector_const(step->in), rate);
    roundoff_set(r, l->t[0], x, ROUNDOFF_UNIT);
    roundoff_run(r);
    memcpy(error, r->bound, (size_t)step->nx * sizeof *error);
}

static void compare(struct law_steps *l, double h, bool counts) {
    struct tableau_comparison *c = l->c;
    const double t = c->subject.time(c->subject.self);
    bool is_known = true;
    if (l->row == NULL)
        law_steps_make_alpha(l, t, c->subject.state(c->subject.self), h);
    else if (counts)
        is_known = law_steps_make_multistep(l, t, h);
    if (!counts)
        return;
    if (!is_known) {
        c->tally.unclear++;
        return;
    }
    c->tally.compared++;
    tableau_comparison_hold(c, l->t[0], l->x[0], h);
}

static void run(struct law_steps *l, double size) {
    struct tableau_comparison *c = l->c;
    const struct subject *s = &c->subject;
    if (s->start(s->self, c->t, c->x)) {
        step_tally_fail(&c->tally, s);
        return;
    }
    take_state(l, 0);
    if (l->row == NULL)
        law_steps_begin_alpha(l);
    for (int n = 0; n < l->begun + COMPARED; n++) {
        double h = l->varies ? size * part[n % PARTS] : size;
        if (s->step(s->self, h)) {
            step_tally_fail(&c->tally, s);
            return;
        }
        compare(l, h, n >= l->begun);
        take_state(l, h);
    }
}

static int compare_all(struct law_steps *l, const char *title, struct results *results) {
    struct tableau_comparison *c = l->c;
    if (allocate(l))
        return -1;
    bool going = true;
    for (int state = 0; state < STATES && going; state++) {
        for (int k = 0; k < c->step.nx; k++) {
            c->scale[k] = fmax(c->scale[k], c->x[k] == 0 ? DBL_MIN : fabs(c->x[k]));
            c->reach[k] = step_kink_reach * c->scale[k];
        }
        for (int i = 0; i < SIZES; i++)
            run(l, c->span / divisor[i]);
        going = tableau_comparison_go_on(c, STATES);
    }
    struct multistep m = {.b = {1}};
    if (l->row != NULL)
        multistep_uniform(&m, l->row->family, l->row->steps);
    /* then no iteration excuses a difference */
    c->step.is_explicit = m.b[0] == 0 || m.predicts;
    return tableau_comparison_append(c, STEP_RESULT, "step-roundoff", title, results);
}

/* The numbers of a generalised-alpha method as the fingerprint tells them; false: it is none
 * without fault, or the model is not one of q' = v alone, which is all that the law is about. */
static bool read_alpha(struct generalized_alpha *m, const struct fingerprint_law *law,
                       const struct model *model) {
    const struct fingerprint_alpha *alpha = &law->alpha;
    *m = (struct generalized_alpha){.alpha_m = alpha->alpha_m,
                                    .alpha_f = alpha->alpha_f,
                                    .beta = alpha->beta,
                                    .gamma = alpha->gamma,
                                    .mixes_forces = alpha->mixes_forces};
    return law->has_alpha && law->fault[0] == '\0' && model->map_is_identity &&
           model->nz == 0;
}

int study_steps_law(const struct study *s, struct results *results,
                    struct diagnostic *d) {
    const struct fingerprint_law *law = study_traits(s).law;
    struct tableau_comparison c;
    struct law_steps l = {.c = &c};
    if (law == NULL)
        return 0;
    l.begun = law->after > BEGINNING ? (int)law->after : BEGINNING;
    l.row = law_row_find(law->key);
    l.varies = strcmp(law->ratio, "followed") == 0;
    const bool is_alpha = l.row == NULL && read_alpha(&l.alpha, law, s->model);
    if (l.row == NULL && !is_alpha)
        return 0;
    l.varies = l.varies || is_alpha;
    int failed = tableau_comparison_init(&c, s, "backward-euler", TABLEAU_ACCURACY, d);
    c.judges_estimate = false;
    failed = failed || compare_all(&l, law->title, results);
    room_clear(&l.room);
    tableau_comparison_clear(&c);
    return failed;
}
