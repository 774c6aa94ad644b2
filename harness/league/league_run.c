/* The league: a scene by an engine.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/league/round.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/session/session.h"

/* Whether what it was asked last has ended it: a question about energy or time, as a step. */
static int has_ended(struct league_round *r, struct subject *s) {
    const bool ended =
        s->is_broken != NULL && s->is_broken(s->self) && !s->was_not_finite(s->self);
    return ended ? message_set(&r->why, "%s", s->why(s->self)) : 0;
}

/* A method of ours, which integrates the model's equations, or an engine. */
static int open_engine(struct league_round *r, struct subject *s) {
    struct subject_options options = subject_default_options();
    options.integrator.fixed_step = true;
    if (r->engine->method == NULL)
        return plugin_open(&r->engine->plugin, r->model, &options, s, &r->why);
    return subject_choose(&options, r->engine->method) ||
           subject_check_model(r->model, r->engine->method,
                               subject_takes_joints(&options),
                               subject_takes_contacts(&options), &r->why) ||
           subject_open(s, r->model, &options, &r->why);
}

/* max |x_i - y_i| / max |x_i|. */
static double ends_apart(const double *x, const double *y, int nx) {
    double apart = 0, size = 0;
    for (int i = 0; i < nx; i++) {
        const double off = fabs(x[i] - y[i]);
        apart = off > apart || isnan(off) ? off : apart;
        size = fmax(size, fabs(x[i]));
    }
    return apart / size;
}

/* What the end differs by when the scene is run again, with one more setting "NAME=VALUE" or,
 * "", with none. NaN: the engine has no such setting, or does not come to an end. */
static double run_again(struct league_round *r, struct subject *s, const char *setting) {
    struct subject_options options = subject_default_options();
    struct plugin plugin = r->engine->plugin;
    struct plugin_option option[LEAGUE_MOST_OPTIONS + 1];
    char name[64];
    struct subject other = *s;
    struct diagnostic why;
    double *end = calloc((size_t)r->nx + 1, sizeof *end), apart = NAN;
    if (setting[0] != '\0') {
        memcpy(option, r->engine->option, sizeof r->engine->option);
        snprintf(name, sizeof name, "%s", setting);
        char *value = strchr(name, '=');
        *value = '\0';
        option[plugin.options_count++] = (struct plugin_option){name, value + 1};
        plugin.options = option;
    }
    if (end == NULL || (setting[0] != '\0' &&
                        (r->engine->method != NULL ||
                         plugin_open(&plugin, r->model, &options, &other, &why)))) {
        free(end);
        return NAN;
    }
    if (league_round_run(r, &other, r->league->step, end, NULL) == 0)
        apart = ends_apart(r->end[0], end, r->nx);
    if (setting[0] != '\0')
        other.free(other.self);
    free(end);
    return apart;
}

static int run_twice(struct league_round *r, struct subject *s) {
    if (r->engine->method == NULL)
        r->cell.equivalence = league_equivalence(s, r->model, r->begin);
    return has_ended(r, s) || league_round_repeat(r, s, r->league->runs) ||
           has_ended(r, s) ||
           league_round_run(r, s, r->league->step / 2, r->end[1], NULL);
}

/* "halfstep solve MODEL --integrator PLACE --option .. --set .. --step H --until T". */
static void write_command(const struct league_round *r, char *text, size_t size) {
    const struct league_engine *e = r->engine;
    int length = snprintf(text, size, "halfstep solve %s --%s %s", r->scene->model,
                          e->method != NULL ? "method" : "integrator",
                          e->method != NULL ? e->method : e->place);
    const char *const words[] = {e->options, r->set};
    static const char *const options[] = {"option", "set"};
    for (int k = 0; k < 2; k++) {
        char word[LEAGUE_LONGEST_SETTINGS];
        int used = 0;
        for (const char *at = words[k];
             sscanf(at, "%511s%n", word, &used) == 1 && length < (int)size; at += used)
            length += snprintf(text + length, size - (size_t)length, " --%s '%s'",
                               options[k], word);
    }
    if (length < (int)size)
        snprintf(text + length, size - (size_t)length, " --step %.17g --until %.17g",
                 r->league->step, r->until);
}

/* Nonzero: out of memory. */
static int append_cells(struct league_round *r, struct subject *s, const char *command) {
    for (const struct league_quantity *q = r->scene->quantity; q->name != NULL; q++) {
        struct league_cell cell = r->cell;
        char again[8192 + 64];
        const bool is_other = q->again != NULL && q->again[0] != '\0';
        snprintf(again, sizeof again, "%s%s%s", command, is_other ? " --option " : "",
                 is_other ? q->again : "");
        cell.quantity = q->name;
        cell.meaning = q->meaning;
        cell.unit = q->unit;
        cell.expected = q->expected;
        cell.grade = q->needs_truth ? r->grade : "formula";
        cell.command = again;
        cell.why = cell.status == LEAGUE_MEASURED ? "" : r->why.text;
        if (cell.status == LEAGUE_MEASURED) {
            cell.value = league_round_measure(r, q, r->end[0]);
            cell.half = league_round_measure(r, q, r->end[1]);
            if (q->measure == NULL)
                cell.value = cell.half = run_again(r, s, q->again);
        }
        if (record_append(&league_cell_record, &r->league->cell, &r->league->cells,
                          &cell))
            return message_set(&r->league->session->why, "out of memory");
    }
    return 0;
}

static void begin_cell(struct league_round *r) {
    r->cell = (struct league_cell){.scene = r->scene->name,
                                   .model = r->scene->model,
                                   .set = r->set,
                                   .engine = r->engine->title,
                                   .options = r->engine->options,
                                   .status = LEAGUE_MEASURED,
                                   .value = NAN,
                                   .half = NAN,
                                   .step = r->league->step,
                                   .until = r->until,
                                   .step_time = NAN,
                                   .low = NAN,
                                   .high = NAN,
                                   .later_time = NAN,
                                   .iterations = NAN,
                                   .equivalence = NAN,
                                   .differs = r->differs};
}

/* The model does not take what the engine declares: that engine's scene has failed. */
static int refuse_declared(struct league_round *r, const char *command) {
    struct diagnostic *why = &r->league->session->why;
    if (strcmp(r->set, r->scene->set) == 0)
        return -1;
    r->until = r->scene->until;
    begin_cell(r);
    r->cell.status = LEAGUE_FAILED;
    message_set(&r->why, "the model cannot be set as the engine declares: %.*s",
                (int)strcspn(why->text, "\n"), why->text);
    *why = (struct diagnostic){""};
    return append_cells(r, NULL, command);
}

static int run_engine(struct league_round *r, const char *command) {
    struct subject s;
    begin_cell(r);
    if (open_engine(r, &s)) {
        r->cell.status = LEAGUE_NOT_BUILT;
        return append_cells(r, NULL, command);
    }
    if (run_twice(r, &s))
        r->cell.status = LEAGUE_FAILED;
    const int failed = append_cells(r, &s, command);
    if (r->scene->has_ladder && r->league->ladders != NULL &&
        r->cell.status == LEAGUE_MEASURED)
        league_ladder(r, &s, command);
    s.free(s.self);
    return failed;
}

int league_run(struct league *l, const struct league_scene *scene,
               struct league_engine *engine) {
    char command[8192];
    const json_t *declared = league_engine_scene(engine, scene->model);
    struct league_engine chosen;
    struct league_round r = {
        .league = l, .scene = scene, .engine = &chosen, .differs = ""};
    league_engine_choose(&chosen, engine, scene->option);
    const char *set = json_string_value(json_object_get(declared, "set"));
    const bool adds = set != NULL && set[0] != '\0';
    snprintf(r.set, sizeof r.set, "%s%s%s", scene->set, adds ? " " : "", adds ? set : "");
    if (declared != NULL)
        r.differs = json_string_value(json_object_get(declared, "differs"));
    int failed = league_round_begin(&r);
    write_command(&r, command, sizeof command);
    if (failed == LEAGUE_MODEL_REFUSED)
        failed = refuse_declared(&r, command);
    else if (!failed)
        failed = run_engine(&r, command);
    free(r.cell.step_times);
    free(r.cell.later_times);
    league_round_clear(&r);
    return failed;
}
