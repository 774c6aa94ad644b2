/* What the study of conditions has found, as results.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/results/result.h"
#include "harness/results/study_projected.h"
#include "harness/studies/common/study_traits.h"
#include "harness/studies/conditions/conditions.h"

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

static const char *tell_measure(bool exact, enum conditions_check check) {
    if (check == CONDITIONS_STEP || check == CONDITIONS_ESTIMATE)
        return "of what rounding may make of it";
    return exact ? "of the few roundings that are allowed"
                 : "of what the tolerances of an iteration may leave";
}

/* Adds to text[size] what the printf format says. */
static void add(char *text, size_t size, const char *format, ...) {
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

/* What was not compared, and what not as usual. */
static void tell_rest(const struct conditions *c, char *text, size_t size) {
    text[0] = '\0';
    if (c->slackened > 0)
        add(text, size,
            "; systems judged at accuracy %g or %g, as a step fails at %g: %ld",
            conditions_accuracy(CONDITIONS_SLACK),
            conditions_accuracy(CONDITIONS_SLACKEST),
            conditions_accuracy(CONDITIONS_TIGHT), c->slackened);
    if (c->runs_failed > 0)
        add(text, size, "; runs to late steps that fail at it: %d", c->runs_failed);
    if (c->refused > 0)
        add(text, size, "; systems refused: %ld", c->refused);
    if (c->failed > 0)
        add(text, size, "; steps that failed: %ld", c->failed);
    if (c->why.text[0] != '\0')
        add(text, size, " (%.200s)", c->why.text);
    if (c->systems_left_out > 0)
        add(text, size, "; for want of time systems left out: %d", c->systems_left_out);
    if (c->runs_left_out > 0)
        add(text, size, "; for want of time late steps left out: of %d systems",
            c->runs_left_out);
    if (c->late_left_out)
        add(text, size, "; for want of time late periods left out");
    if (c->late_chose)
        add(text, size, "; periods that another of its formulas has made are left out");
    if (c->is_found_to)
        add(text, size,
            "; its steps go on from earlier ones, and are the better for it: none is "
            "compared with that of a new start");
    if (c->meter->is_over_clock)
        add(text, size,
            "; the clock ended it before its work was done: what passes is undecided");
}

static int append_uncompared(const struct conditions *c, enum conditions_check check,
                             struct result *r, struct results *results) {
    bool has_law = c->makes_pair || c->known != NULL;
    char rest[CONDITIONS_TEXT];
    tell_rest(c, rest, sizeof rest);
    r->verdict = VERDICT_NOT_ASYMPTOTIC;
    if (check == CONDITIONS_LATE)
        return result_append(
            results, c->study, r, "%s%s",
            c->late_refused ? "the system with a drive is refused"
            : c->late_left_out
                ? "no period could be compared"
                : "the method's steps do not come into step with a drive of 8 "
                  "of them: it is not stable there, or its iteration "
                  "ends too early",
            rest);
    return result_append(results, c->study, r, "%s%s",
                         has_law ? "no step could be compared with the method's own"
                         : c->has_memory
                             ? "its steps go on from earlier ones by a law that single "
                               "steps do not tell: they are compared with each other "
                               "alone"
                             : "the method is not a known one: its steps are compared "
                               "with each other alone",
                         rest);
}

/* Those that the check has compared. */
static void tell_systems(const struct conditions *c, enum conditions_check check,
                         char *text, size_t size) {
    if (check == CONDITIONS_LATE)
        snprintf(text, size, "the system with a drive");
    else
        snprintf(text, size, "%d systems of seed %lu", c->finding[check].systems,
                 c->seed);
}

/* What a new start would not do. */
static void add_advice(const struct conditions *c, char *text, size_t size) {
    const char *advice = study_traits(c->study).advice_on_memory;
    if (advice[0] != '\0' && !c->has_memory)
        add(text, size, "; %s", advice);
}

/* The exponential of a matrix is taken by its norm, which other units change, and what it loses
 * nothing mends. */
static void excuse_exponential(const struct conditions *c, enum conditions_check check,
                               struct result *r, char *text, size_t size) {
    const bool is_of_units = check == CONDITIONS_SCALING || check == CONDITIONS_COPIES ||
                             check == CONDITIONS_TRANSLATION;
    if (!is_of_units || r->verdict != VERDICT_FAIL ||
        !study_traits(c->study).is_exponential)
        return;
    r->verdict = VERDICT_NOT_ASYMPTOTIC;
    r->required = false;
    add(text, size,
        "; of a method that takes exponentials of matrices this is told and not judged");
}

/* Of what was not compared, it is told of the steps themselves and of late ones. */
static int append(const struct conditions *c, enum conditions_check check,
                  struct results *results) {
    const struct conditions_finding *f = &c->finding[check];
    const bool exact = conditions_is_exact(c);
    const struct conditions_worst *worst = exact ? &f->exact : &f->loose;
    char name[64], on[64], rest[CONDITIONS_TEXT];
    projected_quantity(name, sizeof name, quantity[check], c->traits);
    struct result r = result_begin(c->study->model, "conditions", "double", name);
    r.mode = c->study->foreign ? NULL : result_mode(c->study);
    r.grade = check <= CONDITIONS_ESTIMATE ? "discrete" : "none";
    r.required = false;
    if (f->compared == 0)
        return check == CONDITIONS_STEP || check == CONDITIONS_LATE
                   ? append_uncompared(c, check, &r, results)
                   : 0;
    tell_rest(c, rest, sizeof rest);
    r.low = worst->ratio;
    result_hold(&r, worst->ratio, 1);
    r.required = !c->meter->is_over_clock || r.verdict == VERDICT_FAIL;
    if (!r.required)
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
    if (r.verdict == VERDICT_FAIL &&
        (check == CONDITIONS_LATE || check == CONDITIONS_RESTART))
        add_advice(c, rest, sizeof rest);
    excuse_exponential(c, check, &r, rest, sizeof rest);
    tell_systems(c, check, on, sizeof on);
    return result_append(results, c->study, &r,
                         "the largest of %ld differences, on %s, in units %s: %s%s",
                         f->compared, on, tell_measure(exact, check), worst->where, rest);
}

int conditions_results(const struct conditions *c, struct results *results) {
    for (int i = 0; i < CONDITIONS_CHECKS; i++)
        if (append(c, (enum conditions_check)i, results))
            return -1;
    return 0;
}
