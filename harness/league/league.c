/* The league: a scene by an engine.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/league/league.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/truth/truth.h"

enum { most_settings = 16, longest_settings = 512, truth_digits = 15, time_bits = 64 };

/* A scene by an engine, and all that its cells have in common. */
struct round {
    struct league *league;
    const struct league_scene *scene;
    struct league_engine *engine;
    struct model *model;
    int nx;
    char set[longest_settings]; /* the scene's and what the engine declares */
    const char *differs, *grade;
    double until;
    double *begin, *end[2], *truth; /* end: by the step, and by half of it */
    struct league_cell cell;        /* filled but for the quantity */
    struct diagnostic why;
};

/* Reads the scene's model under r->set. */
static int read_model(struct round *r) {
    char text[longest_settings];
    struct setting setting[most_settings];
    int count = 0;
    strcpy(text, r->set);
    for (char *at = text; *at != '\0' && count < most_settings;) {
        at += strspn(at, " ");
        char *name = at;
        at += strcspn(at, " ");
        if (*at != '\0')
            *at++ = '\0';
        char *value = strchr(name, '=');
        if (value == NULL)
            continue;
        *value = '\0';
        setting[count++] = (struct setting){name, value + 1};
    }
    return catalogue_read(r->league->catalogue, r->scene->model, count, setting,
                          &r->model, &r->league->session->why) != PROBLEM_OK;
}

static int read_start(struct round *r) {
    double t;
    r->nx = r->model->nq + r->model->nv + r->model->nz;
    double *all = calloc(4 * (size_t)r->nx + 1, sizeof *all);
    if (all == NULL)
        return message_set(&r->league->session->why, "out of memory");
    r->begin = all;
    r->end[0] = all + r->nx;
    r->end[1] = all + 2 * r->nx;
    r->truth = all + 3 * r->nx;
    r->until = r->scene->until;
    if (!(r->until > 0) && expr_constant_double(r->model->graph, r->model->span_end,
                                                &r->until) != PROBLEM_OK)
        return message_set(&r->league->session->why, "%s: its span has no end",
                           r->scene->model);
    /* A whole number of steps. */
    r->until = r->league->step * round(r->until / r->league->step);
    return initial_in_double(r->model, &t, r->begin, &r->league->session->why);
}

static void take_truth(struct round *r, const json_t *document) {
    static const char *const parts[] = {"q", "v", "z"};
    const json_t *truth = json_array_get(json_object_get(document, "truth"), 0);
    const json_t *state = json_object_get(truth, "state");
    const char *grade = json_string_value(json_object_get(truth, "grade"));
    int n = 0;
    for (int k = 0; k < 3; k++) {
        size_t i;
        json_t *one;
        json_array_foreach(json_object_get(state, parts[k]), i, one) {
            if (n < r->nx)
                r->truth[n++] = strtod(json_string_value(one), NULL);
        }
    }
    r->grade = grade == NULL                       ? ""
               : strcmp(grade, "certified") == 0   ? "certified"
               : strcmp(grade, "closed-form") == 0 ? "closed-form"
                                                   : "converged";
}

static int find_truth(struct round *r) {
    mpfr_t t;
    json_t *document;
    mpfr_init2(t, time_bits);
    mpfr_set_d(t, r->until, MPFR_RNDN);
    const struct truth_request request = {
        .model = r->model,
        .times = 1,
        .time = (const mpfr_t *)&t,
        .digits = truth_digits,
        .store = &r->league->session->known,
        .least_grade = REF_GRADE_CONVERGED,
    };
    const enum ref_status status = truth_find(&request, &document);
    if (status == REF_OK)
        take_truth(r, document);
    json_decref(document);
    mpfr_clear(t);
    return status == REF_OK ? 0
                            : message_set(&r->league->session->why, "%s: no truth: %s",
                                          r->model->name, ref_status_text(status));
}

/* From the start to the end by steps of h; the engine's own time of them. */
static int run_once(struct round *r, struct subject *s, double h, double *end) {
    if (s->start(s->self, 0, r->begin) || s->run(s->self, h, r->until))
        return message_set(&r->why, "%s", s->why(s->self));
    memcpy(end, s->state(s->self), (size_t)r->nx * sizeof *end);
    return 0;
}

/* Whether what it was asked last has ended it: a question about energy or time, as a step. */
static int has_ended(struct round *r, struct subject *s) {
    const bool ended = s->is_broken(s->self) && !s->was_not_finite(s->self);
    return ended ? message_set(&r->why, "%s", s->why(s->self)) : 0;
}

static int run_engine(struct round *r) {
    struct subject_options options = subject_default_options();
    struct subject s;
    options.integrator.fixed_step = true;
    if (plugin_open(&r->engine->plugin, r->model, &options, &s, &r->why)) {
        r->cell.status = LEAGUE_NOT_BUILT;
        return -1;
    }
    r->cell.equivalence = league_equivalence(&s, r->model, r->begin);
    const double h = r->league->step;
    int failed = has_ended(r, &s) || run_once(r, &s, h, r->end[0]);
    if (!failed && s.own_time != NULL)
        r->cell.step_time = 1e6 * s.own_time(s.self) / round(r->until / h);
    failed = failed || has_ended(r, &s) || run_once(r, &s, h / 2, r->end[1]);
    if (failed)
        r->cell.status = LEAGUE_FAILED;
    s.free(s.self);
    return failed;
}

/* "halfstep solve MODEL --integrator PLACE --option .. --set .. --step H --until T". */
static void write_command(const struct round *r, char *text, size_t size) {
    int length = snprintf(text, size, "halfstep solve %s --integrator %s",
                          r->scene->model, r->engine->place);
    const char *const words[] = {r->engine->options, r->set};
    static const char *const options[] = {"option", "set"};
    for (int k = 0; k < 2; k++) {
        char word[longest_settings];
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

static double measure(const struct round *r, const struct league_quantity *q,
                      const double *end) {
    if (q->measure == NULL)
        return r->cell.step_time;
    const struct league_view view = {r->model, r->begin, end, r->truth, r->until};
    return q->measure(&view);
}

static void append_cells(struct round *r) {
    char command[8192];
    write_command(r, command, sizeof command);
    for (const struct league_quantity *q = r->scene->quantity; q->name != NULL; q++) {
        struct league_cell cell = r->cell;
        cell.quantity = q->name;
        cell.unit = q->unit;
        cell.expected = q->expected;
        cell.grade = q->needs_truth ? r->grade : "formula";
        cell.command = command;
        cell.why = cell.status == LEAGUE_MEASURED ? "" : r->why.text;
        if (cell.status == LEAGUE_MEASURED) {
            cell.value = measure(r, q, r->end[0]);
            cell.half = measure(r, q, r->end[1]);
        }
        json_array_append_new(r->league->cells, record_tell(&league_cell_record, &cell));
    }
}

static void begin_cell(struct round *r) {
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
                                   .equivalence = NAN,
                                   .differs = r->differs};
}

/* The model does not take what the engine declares: that engine's scene has failed. */
static int refuse_declared(struct round *r) {
    struct diagnostic *why = &r->league->session->why;
    if (strcmp(r->set, r->scene->set) == 0)
        return -1;
    r->until = r->scene->until;
    begin_cell(r);
    r->cell.status = LEAGUE_FAILED;
    message_set(&r->why, "the model cannot be set as the engine declares: %.*s",
                (int)strcspn(why->text, "\n"), why->text);
    *why = (struct diagnostic){""};
    append_cells(r);
    return 0;
}

static int run_round(struct round *r) {
    if (read_model(r))
        return refuse_declared(r);
    if (read_start(r) || (r->scene->quantity->needs_truth && find_truth(r)))
        return -1;
    begin_cell(r);
    run_engine(r);
    append_cells(r);
    return 0;
}

int league_run(struct league *l, const struct league_scene *scene,
               struct league_engine *engine) {
    const json_t *declared = league_engine_scene(engine, scene->model);
    struct round r = {.league = l, .scene = scene, .engine = engine, .differs = ""};
    const char *set = json_string_value(json_object_get(declared, "set"));
    snprintf(r.set, sizeof r.set, "%s%s%s", scene->set, set == NULL ? "" : " ",
             set == NULL ? "" : set);
    if (declared != NULL)
        r.differs = json_string_value(json_object_get(declared, "differs"));
    const int failed = run_round(&r);
    free(r.begin);
    model_free(r.model);
    return failed;
}
