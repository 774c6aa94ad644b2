/* Recorded runs of Simbody's integrators.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/solve/simbody.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/studies/originals/simbody_case.h"
#include "harness/studies/originals/simbody_scene.h"
#include "problems/model.h"

json_t *simbody_read(void) {
    json_error_t error;
    json_t *records = json_load_file(SIMBODY_RECORDS, 0, &error);
    cr_assert(records != NULL, "%s: %s", SIMBODY_RECORDS, error.text);
    return records;
}

double simbody_number(const json_t *record, const char *name) {
    const json_t *value = json_object_get(record, name);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

const char *simbody_text(const json_t *record, const char *name) {
    const char *text = json_string_value(json_object_get(record, name));
    return text == NULL ? "" : text;
}

static const char *name_method(const json_t *record) {
    static const char *const names[][2] = {
        {"SemiExplicitEuler", "semi-explicit-euler"},
        {"SemiExplicitEuler2", "semi-explicit-euler-2"},
        {"RungeKuttaMerson", "runge-kutta-merson"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(simbody_text(record, "integrator"), names[i][0]) == 0)
            return names[i][1];
    cr_assert_fail("%s", simbody_text(record, "integrator"));
    return "";
}

void simbody_append(char *line, const char *format, ...) {
    size_t length = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(line + length, SIMBODY_LINE_ROOM - length, format, arguments);
    va_end(arguments);
    cr_assert(written >= 0 && (size_t)written < SIMBODY_LINE_ROOM - length);
}

void simbody_begin_line(const char *part, const json_t *record, char *line) {
    const struct simbody_scene *scene = simbody_scene_of(part, record);
    struct simbody_settings values;
    struct setting setting[SIMBODY_MOST_PARAMETERS];
    cr_assert(scene != NULL, "%s: %s", part, simbody_text(record, "case"));
    cr_assert(simbody_read_settings(&values, setting, scene, record) == NULL);
    snprintf(line, SIMBODY_LINE_ROOM, "solve %s", scene->model);
    for (int i = 0; i < values.count; i++)
        simbody_append(line, " --set %s=%s", setting[i].name, setting[i].value);
}

void simbody_append_times(const json_t *record, double end, char *line) {
    const json_t *samples = json_object_get(record, "samples");
    simbody_append(line, " --until %.17g --json", end);
    for (size_t i = 0; i < json_array_size(samples); i++)
        simbody_append(line, "%s%.17g", i == 0 ? " --at " : ",",
                       simbody_number(json_array_get(samples, i), "t"));
}

void simbody_line(const json_t *record, double moved, char *line) {
    const bool is_rod = strcmp(simbody_text(record, "case"), "pendulum_rod") == 0;
    const char *part = is_rod ? "constrained" : "unconstrained";
    const double h = simbody_number(record, "h");
    const double tolerance = simbody_number(record, "constraint_tol_set");
    simbody_begin_line(part, record, line);
    if (is_rod) /* its one setting */
        simbody_append(line, "+(%.17g)", moved);
    simbody_append(line, " --method %s --option mode=faithful", name_method(record));
    if (isfinite(h))
        simbody_append(line, " --step %.17g", h);
    else
        simbody_append(line, " --accuracy %.17g", simbody_number(record, "accuracy"));
    if (tolerance > 0)
        simbody_append(line, " --option constraint-tolerance=%.17g", tolerance);
    if (strcmp(simbody_text(record, "projection"), "every_step") == 0)
        simbody_append(line, " --option projection=every-step");
    if (strcmp(simbody_text(record, "norm"), "infinity") == 0)
        simbody_append(line, " --option norm=infinity");
    simbody_append_times(record, simbody_end(part, record), line);
}

int simbody_count_differences(const json_t *record, size_t place,
                              const json_t *document) {
    static const char *const names[] = {
        "steps_attempted", "steps_taken",   "error_test_failures", "convergence_failures",
        "realizations",    "q_projections", "u_projections",       "projection_failures",
        "iterations",      "first_step",    "last_step",           "next_step"};
    const json_t *within = json_object_get(record, "stats");
    int differences = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        double recorded = simbody_number(within != NULL ? within : record, names[i]);
        double found = simbody_number(json_object_get(document, "statistics"), names[i]);
        if (isnan(recorded) || recorded == found)
            continue;
        fprintf(stderr, "record %zu: %s is %.17g, not %.17g\n", place, names[i], found,
                recorded);
        differences++;
    }
    return differences;
}

double simbody_distance(const json_t *record, const json_t *state) {
    static const char *const recorded[] = {"q", "u"}, *const found[] = {"q", "v"};
    double difference = 0;
    for (int p = 0; p < 2; p++) {
        const json_t *values = json_object_get(record, recorded[p]);
        for (size_t i = 0; i < json_array_size(values); i++) {
            const json_t *x = json_array_get(json_object_get(state, found[p]), i);
            if (!json_is_number(x))
                return NAN;
            difference =
                fmax(difference, fabs(json_number_value(x) -
                                      json_number_value(json_array_get(values, i))));
        }
    }
    return difference;
}
