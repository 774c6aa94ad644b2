/* The study of conditions: steps of systems drawn at random, of every size and magnitude, late in
 * a run as well as early, against the method's law and against each other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdio.h>

#include "harness/results/study_projected.h"
#include "harness/studies/common/study_traits.h"
#include "harness/studies/conditions/conditions.h"
#include "problems/model.h"

/* Of our own methods, in both modes; each has its share of the time. */
enum { MOST_FORMS = 6 };

/* Systems, in turns of kinds and sizes; the seed they are drawn from. */
enum { GATE_SYSTEMS = 42, USUAL_SEED = 20261122 };

static bool is_explicit(const char *known, struct model *m) {
    enum known_variant variant;
    struct tableau tableau;
    struct tableau_step step = {.bits = 0};
    const struct known_method *method = known_find(known, &variant);
    bool found = method != NULL && known_build(&tableau, method, variant) == 0;
    if (found)
        found = tableau_step_init(&step, m, &tableau, MPFR_PREC_MIN) == 0;
    bool result = found && step.is_explicit;
    tableau_step_clear(&step);
    if (method != NULL)
        tableau_free(&tableau);
    return result;
}

/* False: steps fail that are to be tried at the next accuracy. */
static bool compare_at(struct conditions *c, const struct draw *d,
                       enum conditions_level level, void (*compare)(struct law *l)) {
    struct law l;
    struct diagnostic why = {""};
    if (law_open(&l, c, d, level, &why) == 0)
        compare(&l);
    else {
        c->refused++;
        conditions_tell_why(c, why.text);
    }
    bool is_done = !law_is_retried(&l);
    law_close(&l);
    return is_done;
}

static void compare_early(struct law *l) {
    l->c->slackened += l->level == CONDITIONS_SLACK;
    law_compare(l);
    symmetries_compare(l);
}

/* At one accuracy after the other, until steps succeed. */
static void study_draw(struct conditions *c, const struct draw *d) {
    bool is_done = false;
    for (int i = 0; i < CONDITIONS_LEVELS && !is_done; i++) {
        const enum conditions_level level = (enum conditions_level)i;
        if (!c->is_explicit && !c->rest[level].is_known)
            iteration_measure(c, level);
        long gave_up = c->gave_up;
        is_done = compare_at(c, d, level, compare_early);
        c->varies |= is_done && level > CONDITIONS_TIGHT && c->gave_up == gave_up;
    }
}

/* Rounding of h F moves an update by u h |dF/dx| of the values, which may be more than a fixed
 * tolerance asks for. Whether it gives up for that, or for want of pivots, the same system with
 * milder couplings tells. */
static void study_system(struct conditions *c, int index) {
    const struct draw d = draw_make(c->seed, index, !c->is_explicit);
    const long gave_up = c->gave_up;
    c->system = index;
    study_draw(c, &d);
    if (c->gave_up > gave_up && draw_drive(&d) > DRAW_MILD) {
        const struct draw milder = draw_milder(&d);
        c->gave_up = gave_up;
        study_draw(c, &milder);
    }
}

static void study_systems(struct conditions *c) {
    for (int i = 0; i < c->systems; i++) {
        if (conditions_is_over(c, early_share)) {
            c->systems_left_out = c->systems - i;
            return;
        }
        study_system(c, i);
    }
}

/* The longest run, that of the first system, at the end. An iteration that ends early tells
 * nothing of late steps that it does not of early ones. */
static void study_late_steps(struct conditions *c) {
    const bool has_law = c->makes_pair || c->known != NULL;
    const long refused = c->refused; /* those refused are counted already */
    int i = has_law ? (c->systems - 1) / DRAW_LATE_TURN * DRAW_LATE_TURN : -1;
    for (; i >= 0 && !conditions_is_over(c, late_share); i -= DRAW_LATE_TURN) {
        const struct draw d = draw_make(c->seed, i, !c->is_explicit);
        if (d.kind != DRAW_STIFF)
            c->runs_failed += !compare_at(c, &d, CONDITIONS_TIGHT, law_compare_late);
    }
    c->refused = refused;
    if (i >= 0)
        c->runs_left_out += i / DRAW_LATE_TURN + 1;
}

/* Of systems some are unlucky. */
static long count_allowed(const struct conditions *c) {
    return 2 + (c->systems - c->systems_left_out) / 50;
}

/* An elimination may lose digits; not often. */
static void judge_losses(struct conditions *c) {
    if (c->lost > count_allowed(c))
        conditions_note(
            c, c->check_lost, 0, INFINITY,
            "%ld of %d systems on which it is more than an elimination loses, "
            "the last %s",
            c->lost, c->systems, c->where_lost);
}

/* Rounding may keep an iteration from ending; not often. */
static void judge_giving_up(struct conditions *c) {
    enum conditions_check check =
        c->makes_pair || c->known != NULL ? CONDITIONS_STEP : CONDITIONS_SCALING;
    if (c->gave_up > count_allowed(c))
        conditions_note(c, check, INFINITY, INFINITY,
                        "%ld of %d systems on which a step fails, the last %s",
                        c->gave_up, c->systems, c->where_gave_up);
}

/* The method in one form and mode. */
static int study_one(const struct study *s, const struct projected_traits *traits,
                     struct results *results) {
    struct conditions_meter meter = {.began = conditions_now(s)};
    struct conditions c = {.study = s,
                           .traits = traits,
                           .seed = s->seed,
                           .systems = s->systems,
                           .meter = &meter};
    c.makes_pair = traits == NULL && study_traits(s).makes_pair;
    c.known = traits != NULL ? traits->known : study_traits(s).known;
    c.is_explicit = c.known != NULL && is_explicit(c.known, s->model);
    c.has_memory = study_traits(s).may_remember;
    if (c.seed == 0)
        c.seed = USUAL_SEED;
    if (c.systems == 0)
        c.systems = s->effort == STUDY_GATE ? GATE_SYSTEMS : CONDITIONS_SYSTEMS;
    for (int i = 0; i < CONDITIONS_CHECKS; i++) {
        c.finding[i].exact.ratio = c.finding[i].loose.ratio = -1;
        c.finding[i].last = -1;
    }
    c.is_found_to = s->foreign && !c.has_memory && conditions_find_memory(&c);
    c.has_memory = c.has_memory || c.is_found_to;
    c.chooses = c.has_memory && study_traits(s).law == NULL;
    study_systems(&c);
    c.system = -1;
    late_compare(&c);
    study_late_steps(&c);
    judge_losses(&c);
    judge_giving_up(&c);
    return conditions_results(&c, results);
}

static int study_mode(const struct study *s, enum fast_mode mode,
                      struct results *results) {
    const struct projected_traits *traits;
    struct subject_options options = *s->options;
    struct study one = *s;
    options.integrator.mode = mode;
    one.options = &options;
    if (study_family(s) == INTEGRATOR_PAIR)
        return study_one(&one, NULL, results);
    int failed = 0;
    for (int i = 0; !failed && (traits = projected_traits_of(s->method, i)) != NULL;
         i++) {
        struct subject_options of_form;
        struct study form = projected_study(&one, traits, &of_form);
        of_form.integrator.projection = PROJECTED_OFF;
        failed = study_one(&form, traits, results);
    }
    return failed;
}

int study_conditions(const struct study *s, struct results *results,
                     struct diagnostic *d) {
    struct study one = *s;
    if (late_model(&one.model, d))
        return -1;
    int failed;
    if (s->foreign) {
        failed = study_one(&one, NULL, results);
    } else {
        one.seconds_limit /= MOST_FORMS;
        failed = study_mode(&one, FAST_DEFAULT, results) ||
                 study_mode(&one, FAST_FAITHFUL, results);
    }
    model_free(one.model);
    return failed;
}
