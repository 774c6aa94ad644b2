/* The study of conditions: steps of systems drawn at random, of every size and magnitude, late in
 * a run as well as early, against the method's law and against each other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "harness/commands/message.h"
#include "harness/conditions/conditions.h"
#include "harness/results/result.h"
#include "harness/studies/study_foreign.h"
#include "harness/studies/study_mechanical.h"

/* Systems, in turns of kinds and sizes; the seed they are drawn from. */
enum { GATE_SYSTEMS = 42, REPORT_SYSTEMS = 420, USUAL_SEED = 20261122 };

static const char *const quantity[CONDITIONS_CHECKS] = {
    [CONDITIONS_STEP] = "step",
    [CONDITIONS_ESTIMATE] = "estimate",
    [CONDITIONS_SCALING] = "scaling",
    [CONDITIONS_COPIES] = "copies",
    [CONDITIONS_TRANSLATION] = "translation",
    [CONDITIONS_LINEARITY] = "linearity",
    [CONDITIONS_RESTART] = "restart",
    [CONDITIONS_LATE] = "late",
};

static void keep_worst(struct conditions_worst *worst, double ratio, const char *where,
                       va_list arguments) {
    if (ratio <= worst->ratio) /* one that is not a number is kept */
        return;
    worst->ratio = isnan(ratio) ? INFINITY : ratio;
    vsnprintf(worst->where, sizeof worst->where, where, arguments);
}

void conditions_note(struct conditions *c, enum conditions_check check, double exact,
                     double loose, const char *where, ...) {
    struct conditions_finding *f = &c->finding[check];
    va_list arguments;
    f->compared++;
    va_start(arguments, where);
    keep_worst(&f->exact, exact, where, arguments);
    va_end(arguments);
    va_start(arguments, where);
    keep_worst(&f->loose, loose, where, arguments);
    va_end(arguments);
}

void conditions_note_refusal(struct conditions *c, const struct subject *s) {
    if (c->refused++ == 0)
        message_set(&c->why, "%s", s->why(s->self));
}

bool conditions_is_exact(const struct conditions *c) {
    if (c->makes_pair || c->known != NULL)
        return c->is_explicit;
    return c->work > 0 && !c->varies;
}

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

static void study_systems(struct conditions *c) {
    for (int i = 0; i < c->systems; i++) {
        const struct draw d = draw_make(c->seed, i, !c->is_explicit);
        struct law l;
        struct diagnostic why = {""};
        if (law_open(&l, c, &d, &why) == 0) {
            law_compare(&l);
            twins_compare(&l);
        } else if (c->refused++ == 0) {
            c->why = why;
        }
        law_close(&l);
    }
}

/* Rounding may keep an iteration from ending; not often. */
static void judge_giving_up(struct conditions *c) {
    const long allowed = 2 + c->systems / 50;
    enum conditions_check check =
        c->makes_pair || c->known != NULL ? CONDITIONS_STEP : CONDITIONS_SCALING;
    if (c->gave_up > allowed)
        conditions_note(c, check, INFINITY, INFINITY,
                        "%ld of %d systems on which a step fails, the last %s",
                        c->gave_up, c->systems, c->where_gave_up);
}

static const char *tell_measure(bool exact, enum conditions_check check) {
    if (check == CONDITIONS_STEP || check == CONDITIONS_ESTIMATE)
        return "of what rounding may make of it";
    return exact ? "of the few roundings that are allowed"
                 : "of what the tolerances of an iteration may leave";
}

/* What was not compared. */
static void tell_rest(const struct conditions *c, char *text, size_t size) {
    int used = 0;
    text[0] = '\0';
    if (c->refused > 0)
        used = snprintf(text, size, "; systems refused: %ld", c->refused);
    if (c->failed > 0 && used >= 0 && (size_t)used < size)
        used += snprintf(text + used, size - (size_t)used, "; steps that failed: %ld",
                         c->failed);
    if (c->why.text[0] != '\0' && used >= 0 && (size_t)used < size)
        snprintf(text + used, size - (size_t)used, " (%.200s)", c->why.text);
}

static int append_uncompared(const struct conditions *c, enum conditions_check check,
                             struct result *r, json_t *results) {
    bool has_law = c->makes_pair || c->known != NULL;
    char rest[CONDITIONS_TEXT];
    tell_rest(c, rest, sizeof rest);
    r->verdict = VERDICT_NOT_ASYMPTOTIC;
    if (check == CONDITIONS_LATE)
        return result_append(
            results, c->study, r,
            "the method's steps do not come into step with a drive of 8 of "
            "them: it is not stable there%s",
            rest);
    return result_append(results, c->study, r, "%s%s",
                         has_law
                             ? "no step could be compared with the method's own"
                             : "the method is not a known one: its steps are compared "
                               "with each other alone",
                         rest);
}

/* Of what was not compared, it is told of the steps themselves and of late ones. */
static int append(const struct conditions *c, enum conditions_check check,
                  json_t *results) {
    const struct conditions_finding *f = &c->finding[check];
    const bool exact = conditions_is_exact(c);
    const struct conditions_worst *worst = exact ? &f->exact : &f->loose;
    char name[64], rest[CONDITIONS_TEXT];
    mechanical_quantity(name, sizeof name, quantity[check], c->traits);
    struct result r = result_begin(c->study->model, "conditions", "double", name);
    r.mode = c->study->foreign ? NULL : result_mode(c->study);
    r.grade = check <= CONDITIONS_ESTIMATE ? "discrete" : "none";
    r.required = false;
    if (f->compared == 0)
        return check == CONDITIONS_STEP || check == CONDITIONS_LATE
                   ? append_uncompared(c, check, &r, results)
                   : 0;
    tell_rest(c, rest, sizeof rest);
    r.expected = 0;
    r.tolerance = 1;
    r.value = r.low = r.high = worst->ratio;
    r.required = true;
    r.verdict = verdict_at_most(worst->ratio, 1);
    return result_append(results, c->study, &r,
                         "the largest of %ld differences, on %d systems of seed %lu, in "
                         "units %s: %s%s",
                         f->compared, c->systems, c->seed, tell_measure(exact, check),
                         worst->where, rest);
}

/* The method in one form and mode. */
static int study_one(const struct study *s, const struct mechanical_traits *traits,
                     json_t *results, struct diagnostic *d) {
    struct conditions c = {
        .study = s, .traits = traits, .seed = s->seed, .systems = s->systems};
    c.makes_pair = s->foreign ? study_makes_pair(s) : traits == NULL;
    c.known = traits != NULL ? traits->known : study_method_known(s);
    c.is_explicit = c.known != NULL && is_explicit(c.known, s->model);
    c.has_memory = study_may_remember(s);
    if (c.seed == 0)
        c.seed = USUAL_SEED;
    if (c.systems == 0)
        c.systems = s->effort == STUDY_GATE ? GATE_SYSTEMS : REPORT_SYSTEMS;
    for (int i = 0; i < CONDITIONS_CHECKS; i++)
        c.finding[i].exact.ratio = c.finding[i].loose.ratio = -1;
    study_systems(&c);
    judge_giving_up(&c);
    struct diagnostic why;
    if (late_compare(&c, &why) && c.refused++ == 0)
        c.why = why;
    for (int i = 0; i < CONDITIONS_CHECKS; i++)
        if (append(&c, (enum conditions_check)i, results))
            return message_set(d, "out of memory");
    return 0;
}

static int study_mode(const struct study *s, enum fast_mode mode, json_t *results,
                      struct diagnostic *d) {
    const struct mechanical_traits *traits;
    struct subject_options options = *s->options;
    struct study one = *s;
    options.mode = mode;
    one.options = &options;
    if (study_family(s) == SUBJECT_PAIR)
        return study_one(&one, NULL, results, d);
    int failed = 0;
    for (int i = 0; !failed && (traits = mechanical_traits_of(s->method, i)) != NULL;
         i++) {
        struct subject_options of_form;
        struct study form = mechanical_study(&one, traits, &of_form);
        of_form.joints.projection = MECHANICAL_OFF;
        failed = study_one(&form, traits, results, d);
    }
    return failed;
}

int study_conditions(const struct study *s, json_t *results, struct diagnostic *d) {
    struct study one = *s;
    if (late_model(&one.model, d))
        return -1;
    int failed = 0;
    if (s->foreign)
        failed = study_one(&one, NULL, results, d);
    else
        failed = study_mode(&one, FAST_DEFAULT, results, d) ||
                 study_mode(&one, FAST_FAITHFUL, results, d);
    model_free(one.model);
    return failed;
}
