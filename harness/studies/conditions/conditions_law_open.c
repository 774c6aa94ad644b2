/* An integrator for a system drawn at random, and its law.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/base/message.h"
#include "harness/studies/conditions/conditions.h"
#include "problems/model.h"

/* How much shorter a run may make its steps where one fails. */
static const double least_part = 0.125;

struct subject_options conditions_options(const struct study *s, double h) {
    struct subject_options options = study_options(s);
    if (s->foreign)
        options.integrator.min_step = fmax(options.integrator.min_step, least_part * h);
    return options;
}

static int open_pair(struct law *l, struct diagnostic *why) {
    const struct subject_options *o = l->study.options;
    if (step_comparison_init(&l->comparison, l->model))
        return message_set(why, "out of memory");
    l->comparison.bound.lags = o->integrator.method == FAST_VELOCITY_IMPLICIT_EULER &&
                               o->integrator.mode == FAST_FAITHFUL;
    if (tight_subject_init(&l->tight, &l->study, why))
        return -1;
    l->subject = tight_subject_last(&l->tight);
    return 0;
}

static int open_tableau(struct law *l, struct diagnostic *why) {
    const struct conditions *c = l->c;
    int failed = c->traits != NULL
                     ? tableau_comparison_init_own(&l->tableau, &l->study, c->traits, why)
                     : tableau_comparison_init(&l->tableau, &l->study, c->known,
                                               conditions_accuracy(l->level), why);
    l->subject = &l->tableau.subject;
    return failed;
}

static int open_alone(struct law *l, struct diagnostic *why) {
    struct subject_options options = *l->study.options;
    options.integrator.accuracy = conditions_accuracy(l->level);
    if (l->study.open_subject(l->study.context, l->model, &options, &l->alone, why))
        return -1;
    l->is_alone = true;
    l->subject = &l->alone;
    return 0;
}

int law_open(struct law *l, struct conditions *c, const struct draw *d,
             enum conditions_level level, struct diagnostic *why) {
    *l = (struct law){.c = c, .draw = d, .level = level, .study = *c->study};
    l->options = conditions_options(c->study, law_late_step(d));
    l->study.options = &l->options;
    if (draw_model(&l->model, d, why)) {
        l->model = NULL;
        return -1;
    }
    l->study.model = l->model;
    if (c->makes_pair)
        return open_pair(l, why);
    return c->known != NULL ? open_tableau(l, why) : open_alone(l, why);
}

void law_close(struct law *l) {
    l->c->lost += l->has_lost;
    l->c->gave_up += l->failed && !law_is_retried(l);
    if (l->is_alone)
        l->alone.free(l->alone.self);
    if (l->c->makes_pair && l->model != NULL) {
        tight_subject_clear(&l->tight);
        step_comparison_clear(&l->comparison);
    } else if (l->c->known != NULL && l->model != NULL) {
        tableau_comparison_clear(&l->tableau);
    }
    model_free(l->model);
}
