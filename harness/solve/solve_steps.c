/* A log of steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/solve/solve_steps.h"

#include <float.h>
#include <math.h>

#include "harness/base/json_number.h"
#include "harness/integrators/subject.h"
#include "harness/solve/solve.h"
#include "problems/model.h"

static const char *name_phase(enum contact_phase phase) {
    static const char *const names[] = {[CONTACT_COMPRESSION] = "compression",
                                        [CONTACT_EXPANSION] = "expansion",
                                        [CONTACT_LOAD] = "load",
                                        [CONTACT_POSITION] = "position"};
    return names[phase];
}

static int count_rows(const struct model *m) {
    int rows = 0;
    for (int i = 0; i < m->contacts; i++)
        rows += 1 + m->contact[i].slides;
    return rows;
}

static json_t *list_or_null(const double *value, int n) {
    return value == NULL ? json_null() : json_numbers(value, n);
}

static void hear(void *context, const struct contact_event *event) {
    const struct step_log *log = context;
    const int rows = count_rows(log->model);
    json_array_append_new(
        log->solves, json_pack("{s:s, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:s, s:o}",
                               "phase", name_phase(event->phase), "round", event->round,
                               "t", json_number(event->t), "h", json_number(event->h),
                               "impulse", json_numbers(event->answer->impulse, rows),
                               "expansion", list_or_null(event->expansion, rows),
                               "before", json_numbers(event->before, rows), "after",
                               json_numbers(event->after, rows), "iterations",
                               (json_int_t)event->answer->iterations, "verdict",
                               contact_verdict_name(event->answer->verdict), "residual",
                               json_number(event->answer->residual)));
}

void step_log_begin(struct step_log *log, struct subject *s, const struct model *m,
                    double until, double max_step) {
    *log = (struct step_log){.subject = s,
                             .model = m,
                             .t = s->time(s->self),
                             .until = until,
                             .max_step = max_step,
                             .steps = json_array(),
                             .solves = json_array()};
    if (s->listen_contacts != NULL)
        s->listen_contacts(s->self, hear, log);
}

/* A counter under the name that the method has for it; NULL: it has none. */
static json_t *find_measure(const json_t *statistics, const char *name,
                            const char *other) {
    json_t *value = json_object_get(statistics, name);
    return value != NULL ? value : json_object_get(statistics, other);
}

static json_t *find_size(const struct step_log *log, const json_t *statistics,
                         bool failed) {
    json_t *size = find_measure(statistics, "last_step", "previous_step");
    if (failed)
        return json_null();
    return size != NULL ? json_incref(size)
                        : json_number(log->subject->time(log->subject->self) - log->t);
}

/* Times are rounded, and so are the sizes between them. */
static const char *name_code(const struct step_log *log, double t, bool failed) {
    const double rounding = 4 * DBL_EPSILON * fmax(fabs(t), log->max_step);
    if (failed)
        return "failed";
    if (t >= log->until)
        return "reached-end";
    return t - log->t >= log->max_step - rounding ? "max-step" : "advanced";
}

void step_log_note(struct step_log *log, bool failed) {
    struct subject *s = log->subject;
    if (s == NULL)
        return;
    const double t = s->time(s->self);
    json_t *statistics = subject_counters(s);
    json_t *next = find_measure(statistics, "next_step", "ideal_next_step");
    json_t *state = json_numbers(s->state(s->self), s->nq + s->nv + s->nz);
    json_t *step = json_pack("{s:o, s:o, s:o, s:s, s:o}", "t", json_number(t), "h",
                             find_size(log, statistics, failed), "next",
                             next != NULL ? json_incref(next) : json_null(), "code",
                             name_code(log, t, failed), "state",
                             json_split_state(state, log->model));
    if (s->listen_contacts != NULL) {
        json_object_set_new(step, "solves", log->solves);
        log->solves = json_array();
    }
    json_array_append_new(log->steps, step);
    json_decref(statistics);
    log->t = t;
}

json_t *step_log_end(struct step_log *log) {
    if (log->subject != NULL && log->subject->listen_contacts != NULL)
        log->subject->listen_contacts(log->subject->self, NULL, NULL);
    json_decref(log->solves);
    return log->steps;
}

static void print_measure(const char *title, const json_t *number, FILE *out) {
    if (json_is_number(number))
        fprintf(out, ", %s %.17g", title, json_number_value(number));
}

/* "    load, impulse 0.0098 0 0: tight". */
static void print_solves(const json_t *solves, FILE *out) {
    const json_t *solve;
    size_t i;
    json_array_foreach(solves, i, solve) {
        const json_int_t round = json_integer_value(json_object_get(solve, "round"));
        fprintf(out, "    %s", json_string_value(json_object_get(solve, "phase")));
        if (round > 0)
            fprintf(out, " %" JSON_INTEGER_FORMAT, round);
        solve_print_list("impulse", json_object_get(solve, "impulse"), out);
        solve_print_list("imposed", json_object_get(solve, "expansion"), out);
        fprintf(out, ": %s\n", json_string_value(json_object_get(solve, "verdict")));
    }
}

void step_log_print(const json_t *steps, FILE *out) {
    const json_t *step;
    size_t i;
    json_array_foreach(steps, i, step) {
        fprintf(out, "step to t = %.17g", json_number_value(json_object_get(step, "t")));
        print_measure("h", json_object_get(step, "h"), out);
        print_measure("next", json_object_get(step, "next"), out);
        fprintf(out, ": %s\n", json_string_value(json_object_get(step, "code")));
        print_solves(json_object_get(step, "solves"), out);
    }
}
