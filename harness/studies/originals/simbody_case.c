/* Reading what was recorded of Simbody.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/originals/simbody_case.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "harness/studies/originals/simbody_scene.h"

const char *const simbody_parts[] = {"unconstrained", "constrained", "ball",   "block",
                                     "stack",         "cradle",      "impact", NULL};

bool simbody_is_file(const json_t *records) {
    for (int i = 0; simbody_parts[i] != NULL; i++)
        if (json_object_get(records, simbody_parts[i]) != NULL)
            return true;
    return false;
}

bool simbody_is_part(const char *name) {
    for (int i = 0; simbody_parts[i] != NULL; i++)
        if (strcmp(name, simbody_parts[i]) == 0)
            return true;
    return false;
}

static bool has_contacts(const char *part) {
    return strcmp(part, "unconstrained") != 0 && strcmp(part, "constrained") != 0;
}

const char *simbody_method(const char *part, const json_t *record) {
    static const char *const names[][2] = {
        {"SemiExplicitEuler", "semi-explicit-euler"},
        {"SemiExplicitEuler2", "semi-explicit-euler-2"},
        {"RungeKuttaMerson", "runge-kutta-merson"}};
    const char *name = json_string_value(json_object_get(record, "integrator"));
    if (has_contacts(part))
        return "contact-stepper";
    for (size_t i = 0; name != NULL && i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i][0]) == 0)
            return names[i][1];
    return NULL;
}

/* *place := the position of the record's word among those; nonzero: it is none of them. A word
 * that is not there leaves the default. */
static int read_word(int *place, const json_t *record, const char *member,
                     const char *const *words) {
    const json_t *value = json_object_get(record, member);
    const char *word = json_string_value(value);
    for (int i = 0; word != NULL && words[i] != NULL; i++)
        if (strcmp(word, words[i]) == 0) {
            *place = i;
            return 0;
        }
    return value != NULL;
}

/* The same of a number that is > 0; what is not above, the original took for unset. */
static int read_number(double *number, const json_t *record, const char *member) {
    const json_t *value = json_object_get(record, member);
    if (json_is_number(value) && json_number_value(value) > 0)
        *number = json_number_value(value);
    return value != NULL && !json_is_number(value);
}

static const char *read_contact_options(struct integrator_options *o,
                                        const json_t *config) {
    static const char *const restitutions[] = {"Poisson", "Newton", "NoRestitution",
                                               NULL},
                             *const induced[] = {"Simultaneous", "Sequential", "Mixed",
                                                 NULL},
                             *const projections[] = {"Bilateral", "Unilateral",
                                                     "NoPositionProjection", NULL},
                             *const solvers[] = {"PLUS", "PGS", NULL};
    int of_restitution = o->restitution, of_induced = o->induced,
        of_projection = o->contact_projection, of_solver = CONTACT_PLUS;
    double rounds = o->max_induced;
    if (config != NULL && !json_is_object(config))
        return "config";
    if (read_word(&of_restitution, config, "restitution", restitutions))
        return "restitution";
    if (read_word(&of_induced, config, "induced", induced))
        return "induced";
    if (read_word(&of_projection, config, "projection", projections))
        return "projection";
    if (read_word(&of_solver, config, "solver", solvers))
        return "solver";
    if (read_number(&rounds, config, "maxInduced") || rounds > 1e6)
        return "maxInduced";
    if (read_number(&o->constraint_tolerance, config, "consTol"))
        return "consTol";
    if (read_number(&o->capture_velocity, config, "captureV"))
        return "captureV";
    if (read_number(&o->min_restitution_velocity, config, "minCORV"))
        return "minCORV";
    if (read_number(&o->transition_velocity, config, "transV"))
        return "transV";
    o->restitution = (enum contact_restitution)of_restitution;
    o->induced = (enum contact_induced)of_induced;
    o->contact_projection = (enum contact_projection)of_projection;
    o->solver = (enum contact_method)of_solver;
    o->max_induced = (int)rounds;
    return NULL;
}

static const char *read_projected_options(struct integrator_options *o,
                                          const json_t *record) {
    static const char *const projections[] = {"default", "every_step", NULL},
                             *const norms[] = {"rms", "infinity", NULL};
    int projection = PROJECTED_LAZY, norm = PROJECTED_ROOT_MEAN_SQUARE;
    if (read_word(&projection, record, "projection", projections))
        return "projection";
    if (read_word(&norm, record, "norm", norms))
        return "norm";
    if (read_number(&o->accuracy, record, "accuracy"))
        return "accuracy";
    if (read_number(&o->constraint_tolerance, record, "constraint_tol_set"))
        return "constraint_tol_set";
    o->projection = (enum projected_projection)projection;
    o->norm = (enum projected_norm)norm;
    return NULL;
}

const char *simbody_read_options(struct subject_options *options, const char *part,
                                 const json_t *record) {
    struct integrator_options *o = &options->integrator;
    const char *method = simbody_method(part, record);
    *options = subject_default_options();
    if (method == NULL || subject_choose(options, method) != 0)
        return "integrator";
    *o = integrator_default_options(o->method);
    o->mode = FAST_FAITHFUL;
    o->fixed_step = isfinite(simbody_step(record));
    if (o->fixed_step)
        o->step = simbody_step(record);
    return has_contacts(part) ? read_contact_options(o, json_object_get(record, "config"))
                              : read_projected_options(o, record);
}

double simbody_step(const json_t *record) {
    return json_object_get(record, "h") == NULL ? INFINITY
                                                : simbody_scene_number(record, "h", 0);
}

double simbody_end(const char *part, const json_t *record) {
    const double h = simbody_step(record), end = simbody_scene_number(record, "T", 0);
    const char *count = !has_contacts(part)          ? "n"
                        : strcmp(part, "stack") == 0 ? "steps_done"
                                                     : "steps";
    const double steps = simbody_scene_number(record, count, 0);
    double t = 0;
    if (has_contacts(part)) /* one step where nothing is said */
        return h * (!isnan(steps) ? steps : isnan(end) ? 1 : round(end / h));
    if (!isnan(end))
        return end;
    if (steps > SIMBODY_MOST_STEPS)
        return INFINITY;
    for (int i = 0; i < steps; i++) /* as the original has added them */
        t += h;
    return t > 0 ? t : NAN;
}
