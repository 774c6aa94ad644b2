/* A point by itself: its model, and a run of it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/methods/method_row.h"
#include "harness/solve/solve_limit.h"
#include "harness/sweep/sweep.h"
#include "problems/model.h"

static json_t *name_states(const struct model *m, const double *x) {
    json_t *state = json_object();
    for (int i = 0; x != NULL && i < m->nq + m->nv + m->nz; i++)
        json_object_set_new(state, m->state[i], json_number(x[i]));
    return state;
}

void sweep_add_row(const struct sweep *s, const struct model *m,
                   const struct sweep_row *row, json_t *rows) {
    const char *why = row->why == NULL ? "" : row->why;
    json_array_append_new(
        rows,
        json_pack("{s:I, s:o, s:o, s:o, s:o, s:s, s:o}", "point", (json_int_t)row->point,
                  "set", grid_tell_point(&s->grid, row->point, true), "t",
                  row->x == NULL ? json_null() : json_number(row->t), "state",
                  name_states(m, row->x), "steps",
                  row->steps < 0 ? json_null() : json_integer(row->steps), "status",
                  row->status, "why", json_text_of(why)));
}

/* A message's first line: a row has no room for more. */
static void cut_line(struct diagnostic *d) {
    d->text[strcspn(d->text, "\n")] = '\0';
}

static void refuse(const struct sweep *s, long point, struct diagnostic *why,
                   json_t *rows) {
    cut_line(why);
    sweep_add_row(s, NULL,
                  &(struct sweep_row){
                      .point = point, .status = "refused", .why = why->text, .steps = -1},
                  rows);
}

bool sweep_read_model(const struct sweep *s, long point, struct model **m, json_t *rows) {
    struct setting setting[GRID_MOST_AXES];
    struct grid_text value[GRID_MOST_AXES];
    struct diagnostic why = {""};
    struct model_settings set = {s->grid.axes, setting, NULL};
    grid_point(&s->grid, point, setting, value);
    if (models_read(m, s->catalogue, s->model, &set, &why) == EXIT_PASSED)
        return true;
    refuse(s, point, &why, rows);
    return false;
}

static long count_steps(struct subject *subject) {
    const double steps = subject_counter(subject, "steps_taken");
    return isnan(steps) ? -1 : (long)steps;
}

/* At least one step, as solve makes them. */
static int run_to_end(struct subject *subject, const struct solve_times *t,
                      struct solve_limit *limit) {
    int failed = 0;
    do {
        failed = solve_limit_check(limit, 0) != REF_OK ||
                 subject->advance(subject->self, t->step, t->until);
    } while (!failed && subject->time(subject->self) < t->until);
    return failed;
}

static void run_subject(const struct sweep *s, long point, const struct model *m,
                        struct subject *subject, const struct solve_times *t,
                        const double *x, json_t *rows) {
    struct solve_limit limit = solve_limit_start(&s->request->settings);
    const bool begun = subject->start(subject->self, t->begin, x) == 0;
    const bool failed = !begun || run_to_end(subject, t, &limit);
    const char *why = limit.why[0] != '\0' ? limit.why : subject->why(subject->self);
    sweep_add_row(
        s, m,
        &(struct sweep_row){.point = point,
                            .status = failed ? "failed" : "ok",
                            .why = failed ? why : NULL,
                            .t = begun ? subject->time(subject->self) : t->begin,
                            .x = begun ? subject->state(subject->self) : x,
                            .steps = begun ? count_steps(subject) : 0},
        rows);
}

/* x[nx] and *t := start and times, *subject := the integrator. Nonzero, as subject_open: *d says
 * why there is no run. */
static int open_run(const struct sweep *s, struct model *m, double *x,
                    struct solve_times *t, struct subject *subject,
                    struct diagnostic *d) {
    struct subject_options options = s->request->settings.subject;
    struct solve_request request = *s->request;
    request.model = m;
    if (initial_in_double(m, &t->begin, x, d) ||
        solve_read_times(t, &request, t->begin, d) ||
        subject_check_model(m, request.method->name, subject_takes_joints(&options),
                            subject_takes_contacts(&options), d) ||
        subject_check_mode(m, &options, d))
        return SUBJECT_REFUSED;
    if (options.integrator.fixed_step)
        options.integrator.step = t->step;
    return s->session->open_subject(s->session->context, m, &options, subject, d);
}

static double *make_state(const struct model *m, struct diagnostic *d) {
    double *x = calloc((size_t)(m->nq + m->nv + m->nz) + 1, sizeof *x);
    if (x == NULL)
        message_set(d, "out of memory");
    return x;
}

enum exit_status sweep_check(const struct sweep *s, struct model *m) {
    struct solve_times t;
    struct subject subject;
    double *x = make_state(m, &s->session->why);
    if (x == NULL)
        return EXIT_MACHINE;
    const int failure = open_run(s, m, x, &t, &subject, &s->session->why);
    free(x);
    if (failure != 0)
        return failure == SUBJECT_REFUSED ? EXIT_USAGE : EXIT_MACHINE;
    subject.free(subject.self);
    return EXIT_PASSED;
}

void sweep_run_alone(const struct sweep *s, long point, struct model *m, json_t *rows) {
    struct diagnostic why = {""};
    struct solve_times t;
    struct subject subject;
    double *x = make_state(m, &why);
    if (x == NULL || open_run(s, m, x, &t, &subject, &why) != 0) {
        refuse(s, point, &why, rows);
    } else {
        run_subject(s, point, m, &subject, &t, x, rows);
        subject.free(subject.self);
    }
    free(x);
}
