/* A run, and the joints' errors along it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/drift/study_drift.h"

#include <math.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/results/study.h"
#include "problems/model.h"

/* Reported times, of which none is a simple part of the span; calls of tell() in a run. */
enum { REPORTS = 61, MOST_CALLS = 400000 };

static void look(const struct subject *s, struct drift_seen *seen, bool is_shown) {
    double position = NAN, velocity = NAN;
    s->constraint_errors(s->self, &position, &velocity);
    /* Not fmax, which drops what is no number. */
    seen->position = position <= seen->position ? seen->position : position;
    seen->velocity = velocity <= seen->velocity ? seen->velocity : velocity;
    seen->states++;
    if (is_shown && seen->points != NULL)
        json_array_append_new(seen->points, json_pack("{s:o, s:o, s:o}", "t",
                                                      json_number(s->time(s->self)),
                                                      "error", json_number(position),
                                                      "velocity", json_number(velocity)));
}

static void follow(const struct drift *a, const struct subject *s, double end,
                   struct drift_seen *seen) {
    long calls = 0;
    int report = 1;
    while (s->time(s->self) < end) {
        double wanted =
            seen->at_the_end ? end : a->begin + (end - a->begin) * report / REPORTS;
        bool told = false;
        if (s->tell(s->self, fmin(wanted, end), end, &told) || ++calls > MOST_CALLS) {
            message_set(&seen->why, "; it ends at t = %g: %s", s->time(s->self),
                        calls > MOST_CALLS ? "too many steps" : s->why(s->self));
            return;
        }
        if (!seen->at_the_end || s->time(s->self) >= end)
            look(s, seen, told && report < REPORTS);
        report += told;
    }
}

int drift_watch(const struct drift *a, const struct subject_options *options, double part,
                struct drift_seen *seen, struct diagnostic *d) {
    const struct study *study = a->study;
    struct subject s;
    seen->position = seen->velocity = 0;
    seen->states = 0;
    seen->why.text[0] = '\0';
    if (study->open_subject(study->context, study->model, options, &s, d))
        return -1;
    if (s.tell == NULL || s.constraint_errors == NULL)
        message_set(&seen->why, "; the method does not tell");
    else if (s.start(s.self, a->begin, a->initial))
        message_set(&seen->why, "; it does not start: %s", s.why(s.self));
    else
        follow(a, &s, a->begin + part * a->span, seen);
    s.free(s.self);
    return 0;
}

struct subject_options drift_options(const struct drift *a,
                                     enum projected_projection projection, double step) {
    struct subject_options o = a->options;
    o.integrator.projection = projection;
    o.integrator.constraint_tolerance = DRIFT_TOLERANCE;
    o.integrator.fixed_step = true;
    o.integrator.step = step;
    return o;
}

double drift_error(const struct drift *a, const struct drift_seen *seen) {
    return a->study->model->holonomic > 0 ? seen->position : seen->velocity;
}
