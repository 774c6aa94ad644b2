/* What is told of where an integrator in double is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/json_number.h"
#include "harness/integrators/subject.h"
#include "harness/solve/solve.h"
#include "problems/model.h"

static json_t *split(const struct model *m, const double *x) {
    return json_split_state(json_numbers(x, m->nq + m->nv + m->nz), m);
}

void solve_add_status(const char *why, json_t *document) {
    json_object_set_new(document, "status", json_string(why != NULL ? "failed" : "ok"));
    json_object_set_new(document, "why", why != NULL ? json_string(why) : json_null());
}

static json_t *split_exact(const struct model *m, const mpfr_t *x) {
    return json_split_state(json_decimals(x, m->nq + m->nv + m->nz, 0), m);
}

void solve_add_exact_position(const struct model *m, mpfr_srcptr t, const mpfr_t *x,
                              const mpfr_t *estimate, json_t *document) {
    json_object_set_new(document, "t", json_decimal(t, 0));
    json_object_set_new(document, "state", split_exact(m, x));
    json_object_set_new(document, "error_estimate",
                        estimate == NULL ? json_null() : split_exact(m, estimate));
}

/* By the joints' names. */
static json_t *name_multipliers(const struct subject *s, const struct model *m) {
    json_t *multipliers = json_object();
    const double *lambda = s->multipliers(s->self);
    for (int i = 0; i < s->joints; i++)
        json_object_set_new(multipliers, m->joint[i].name, json_number(lambda[i]));
    return multipliers;
}

static void add_joints(const struct subject *s, const struct model *m, json_t *document) {
    double position, velocity;
    if (s->multipliers != NULL)
        json_object_set_new(document, "multipliers", name_multipliers(s, m));
    if (s->constraint_errors == NULL)
        return;
    s->constraint_errors(s->self, &position, &velocity);
    json_object_set_new(document, "constraint_errors",
                        json_pack("{s:o, s:o}", "position", json_number(position),
                                  "velocity", json_number(velocity)));
}

void solve_add_position(const struct subject *s, const struct model *m,
                        json_t *document) {
    json_t *statistics = subject_counters(s);
    json_object_set_new(document, "t", json_number(s->time(s->self)));
    json_object_set_new(document, "state", split(m, s->state(s->self)));
    json_object_set_new(document, "error_estimate",
                        s->estimate == NULL ? json_null()
                                            : split(m, s->estimate(s->self)));
    add_joints(s, m, document);
    if (s->describe != NULL)
        s->describe(s->self, document);
    json_object_set_new(document, "statistics", statistics);
}

void solve_add_beginning(double t, const double *x, const struct model *m,
                         json_t *document) {
    json_object_set_new(document, "t", json_number(t));
    json_object_set_new(document, "state", split(m, x));
    json_object_set_new(document, "error_estimate", json_null());
    json_object_set_new(document, "statistics", json_object());
}
