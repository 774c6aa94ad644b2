/* The statistics study of semi-explicit Euler and its relatives: the settings.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/results/study_projected.h"
#include "harness/studies/statistics/study_statistics.h"
#include "problems/model.h"

/* Fixed steps in a run. They are powers of two, so that times that begin at zero are exact and
 * no sliver of a step is left at the end that would depend on rounding. */
enum { GATE_STEPS = 64, REPORT_STEPS = 256 };

/* A run is cut short when it has passed so many steps. */
enum { GATE_MOST = 4000, REPORT_MOST = 40000 };

struct template {
    const char *name;
    bool fixed_step;
    enum projected_projection projection;
    enum projected_norm norm;
    double accuracy;
};

static const struct template TEMPLATE[] = {
    {"fixed", true, PROJECTED_LAZY, PROJECTED_ROOT_MEAN_SQUARE, 1e-3},
    {"fixed, every step", true, PROJECTED_EVERY_STEP, PROJECTED_ROOT_MEAN_SQUARE, 1e-5},
    {"controlled", false, PROJECTED_LAZY, PROJECTED_ROOT_MEAN_SQUARE, 1e-3},
    {"controlled, tight", false, PROJECTED_LAZY, PROJECTED_ROOT_MEAN_SQUARE, 1e-5},
    {"controlled, largest", false, PROJECTED_LAZY, PROJECTED_INFINITY, 1e-2},
    {"controlled, every step", false, PROJECTED_EVERY_STEP, PROJECTED_ROOT_MEAN_SQUARE,
     1e-4},
};
enum { TEMPLATES = sizeof TEMPLATE / sizeof TEMPLATE[0], MODES = 2 };

/* Error control needs an estimate, and backward differentiation knows no fixed steps. */
static bool is_for(const struct template *t, const struct projected_traits *traits) {
    if (traits == NULL)
        return !t->fixed_step;
    return t->fixed_step || traits->estimate > 0;
}

static void fill_in(struct statistics_setting *made, const struct study *s,
                    const struct projected_traits *traits, const struct template *t,
                    enum fast_mode mode, double step) {
    struct integrator_options *o = &made->options.integrator;
    *made = (struct statistics_setting){
        .name = t->name,
        .options = subject_default_options(),
        .longest = t->fixed_step ? step : INFINITY,
        .most_evaluations = INFINITY,
        .most_steps = s->effort == STUDY_GATE ? GATE_MOST : REPORT_MOST};
    made->options.counts_calls = true;
    subject_choose(&made->options, s->method);
    if (traits != NULL)
        o->form = traits->form;
    o->mode = mode;
    o->fixed_step = t->fixed_step;
    o->step = t->fixed_step ? step : NAN;
    o->accuracy = t->fixed_step ? NAN : t->accuracy;
    o->constraint_tolerance = t->accuracy / 10;
    o->projection = t->projection;
    o->norm = t->norm;
    o->initial_step = t->fixed_step ? NAN : step;
}

/* setting[MODES * TEMPLATES]; their number. */
static int choose_settings(struct statistics_setting *setting, const struct study *s,
                           const struct projected_traits *traits, double begin,
                           double end) {
    const int steps = s->effort == STUDY_GATE ? GATE_STEPS : REPORT_STEPS;
    const double step = exp2(floor(log2((end - begin) / steps)));
    int count = 0;
    for (int k = 0; k < MODES * TEMPLATES; k++) {
        const struct template *t = &TEMPLATE[k / MODES];
        if (!is_for(t, traits))
            continue;
        fill_in(&setting[count], s, traits, t, k % MODES ? FAST_DEFAULT : FAST_FAITHFUL,
                step);
        setting[count].begin = begin;
        setting[count++].end = begin + step * steps;
    }
    return count;
}

static int study_form(const struct study *s, const struct projected_traits *traits,
                      struct results *results, struct diagnostic *d) {
    struct statistics_runs runs;
    double begin, end, *initial = initial_alloc(s->model, 0, &begin, &end, d);
    struct statistics_setting *setting = calloc(MODES * TEMPLATES, sizeof *setting);
    if (initial == NULL || setting == NULL) {
        free(setting);
        return initial == NULL ? -1 : message_set(d, "%s: out of memory", s->model->name);
    }
    free(initial);
    const int count = choose_settings(setting, s, traits, begin, end);
    int failed = statistics_runs_make(&runs, s, traits, setting, count, d) ||
                 projected_identities(&runs, results) ||
                 projected_replay(&runs, results, d);
    statistics_runs_clear(&runs);
    return failed;
}

int statistics_projected(const struct study *s, struct statistics_truth *truth,
                         struct results *results, struct diagnostic *d) {
    const struct projected_traits *traits;
    int failed = 0;
    if (study_family(s) == INTEGRATOR_BDF)
        return study_form(s, NULL, results, d);
    for (int i = 0; !failed && (traits = projected_traits_of(s->method, i)) != NULL; i++)
        failed = study_form(s, traits, results, d);
    traits = projected_traits_of(s->method, 0);
    if (!failed && traits->estimate > 0 && s->model->reduced)
        failed = statistics_work(s, truth, results, d);
    return failed;
}
