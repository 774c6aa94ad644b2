/* The ladder of the integrator under test, in double, with its Newton tolerance tightened so
 * that the method is measured and not the stopping rule.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/studies/common/study_traits.h"
#include "problems/model.h"
#include "ref/truth.h"

/* Tolerance of the order. */
static const double subject_tolerance = 0.005;

/* Corrections of the fitted law. */
enum { SUBJECT_CORRECTIONS = 4 };

/* Newton's method is run to the tightest of these accuracies with which every level succeeds,
 * or else as many as can: below what rounding allows, an iteration wanders about and is given
 * up. */
static const double ACCURACY[] = {1e-15, 1e-13, 1e-11, 1e-9};
enum { ACCURACIES = sizeof ACCURACY / sizeof ACCURACY[0] };

/* A step's Newton iteration ends when its update is expected to be wrong by less than this
 * part of the accuracy (Drake's kappa). */
static const double newton_kappa = 0.05;

/* Constraints are projected to so many times the accuracy. */
enum { JOINTS_PART = 100 };

/* Steps between two times at the coarsest level, and the number of levels. */
enum { FIRST_STEPS = 8, GATE_LEVELS = 15, REPORT_LEVELS = 19 };

/* The same of methods of higher order than one; their ladder, and its steps' number to the
 * octave, whose errors rounding scatters: the half-width that is accepted is more, as a part
 * of the tolerance. */
enum { HIGHER_FIRST_STEPS = 6, HIGHER_LEVELS = 28 };
static const double higher_per_octave = 4.0;
static const double higher_accepted_part = 0.4;

/* What projecting the start onto the joints has moved it by. */
static double measure_shift(const struct subject *s, const struct order_truth *o) {
    const double *x = s->state(s->self);
    double largest = 0;
    for (int i = 0; i < o->nx; i++)
        largest = fmax(largest, fabs(x[i] - o->initial[i]));
    return largest;
}

/* Runs one level. Errors stay as they are from the first step that fails. Returns whether
 * all went well. */
static bool run_level(struct subject *s, struct order_ladder *l, int n, double *error) {
    const struct order_truth *o = l->truth;
    double h = o->horizon / ((double)n * ORDER_TIMES);
    if (s->start(s->self, o->begin, o->initial))
        return false;
    l->shift = measure_shift(s, o);
    for (int j = 0; j < ORDER_TIMES; j++) {
        if (subject_steps(s, h, n))
            return false;
        const double *x = s->state(s->self);
        for (int i = 0; i < o->nx; i++) {
            mpfr_srcptr exact = o->truth->state[j * o->nx + i];
            mpfr_t difference;
            mpfr_init2(difference, mpfr_get_prec(exact));
            mpfr_d_sub(difference, x[i], exact, MPFR_RNDN);
            error[j * o->nx + i] = mpfr_get_d(difference, MPFR_RNDN);
            mpfr_clear(difference);
        }
    }
    return true;
}

/* Runs all levels. Returns how many of them went well. */
static int run_ladder(struct order_ladder *l, struct subject *s) {
    const struct order_truth *o = l->truth;
    int well = 0;
    order_ladder_forget(l);
    for (int level = l->levels - 1; level >= 0; level--) {
        double *error = l->error + level * ORDER_TIMES * o->nx;
        if (run_level(s, l, l->steps[level], error))
            well++;
        else
            message_set(&l->why, "%s", s->why(s->self));
    }
    return well;
}

/* Methods with joints project in every step, to the accuracy; else they have nothing that
 * depends on one. */
static struct subject_options options_of(const struct study *s, double accuracy) {
    struct subject_options options = study_options(s);
    options.integrator.accuracy = accuracy;
    options.integrator.newton = FAST_FULL;
    options.integrator.jacobian = FAST_EXACT_JACOBIAN;
    if (subject_family(&options) == INTEGRATOR_PROJECTED) {
        options.integrator.accuracy = NAN;
        options.integrator.constraint_tolerance = JOINTS_PART * accuracy;
        options.integrator.projection =
            s->model->joints > 0 ? PROJECTED_EVERY_STEP : PROJECTED_OFF;
    }
    return options;
}

/* Whether the integrator asks nothing of the accuracy, so that another one changes nothing. */
static bool is_indifferent(const struct study *s) {
    return s->options != NULL && subject_family(s->options) == INTEGRATOR_PROJECTED &&
           s->model->joints == 0;
}

static int try_accuracy(struct order_ladder *l, const struct study *s, double accuracy,
                        int *well, struct diagnostic *d) {
    struct subject subject;
    struct subject_options options = options_of(s, accuracy);
    if (s->open_subject(s->context, s->model, &options, &subject, d))
        return -1;
    l->slack = subject_family(&options) == INTEGRATOR_PAIR ? newton_kappa * accuracy : 0;
    *well = run_ladder(l, &subject);
    subject.free(subject.self);
    return 0;
}

/* Leaves the errors of the accuracy with which most levels succeed, the tightest of those. A
 * foreign integrator that makes the finest steps is not asked again: coarser ones may be too
 * long for it at any accuracy. */
static int try_accuracies(struct order_ladder *l, const struct study *s,
                          struct diagnostic *d) {
    int best = -1, tried = 0, well = 0;
    double chosen = ACCURACY[0];
    for (; tried < ACCURACIES && well < l->levels; tried++) {
        if (try_accuracy(l, s, ACCURACY[tried], &well, d))
            return -1;
        if (well > best) {
            best = well;
            chosen = ACCURACY[tried];
        }
        bool makes_finest = isfinite(order_error(l, l->levels - 1, 0, 0));
        if ((s->foreign && makes_finest) || is_indifferent(s))
            return 0;
    }
    return chosen == ACCURACY[tried - 1] ? 0 : try_accuracy(l, s, chosen, &well, d);
}

/* Of a method of higher order the errors soon fall to rounding: its steps lie closer. */
static void choose_steps(struct order_ladder *l) {
    const bool is_higher = l->law->order > 1;
    if (is_higher)
        l->levels = HIGHER_LEVELS;
    for (int level = 0; level < l->levels; level++)
        l->steps[level] =
            is_higher ? (int)lround(HIGHER_FIRST_STEPS * exp2(level / higher_per_octave))
                      : FIRST_STEPS * (level % 2 ? 3 : 2) * (1 << level / 2) / 2;
}

int order_subject(struct order_ladder *l, const struct order_truth *o,
                  const struct order_law *law, const struct study *s,
                  struct diagnostic *d) {
    *l = (struct order_ladder){.truth = o,
                               .law = law,
                               .arithmetic = "double",
                               .mode = result_mode(s),
                               .levels =
                                   s->effort == STUDY_GATE ? GATE_LEVELS : REPORT_LEVELS,
                               .unit = DBL_EPSILON / 2,
                               .tolerance = subject_tolerance,
                               .corrections = SUBJECT_CORRECTIONS};
    choose_steps(l);
    if (order_ladder_alloc(l))
        return message_set(d, "%s: out of memory", o->model->name);
    if (law->order > 1)
        l->accept = higher_accepted_part * l->tolerance;
    if (law->order == 0) {
        l->tolerance = study_traits_tolerance;
        l->accept = study_traits_accept;
    }
    return try_accuracies(l, s, d);
}
