/* Recorded runs of Simbody's integrators.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/solve/simbody.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void append(char *line, const char *format, ...) {
    size_t length = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + length, SIMBODY_LINE_ROOM - length, format, arguments);
    va_end(arguments);
}

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

/* The model with the record's numbers. */
static void append_model(char *line, const json_t *record, double moved) {
    const char *name = simbody_text(record, "case");
    if (strcmp(name, "spring") == 0)
        append(line,
               "spring_damper --set m=%.17g --set k=%.17g --set c=%.17g --set "
               "x0=%.17g --set v0=%.17g",
               simbody_number(record, "m"), simbody_number(record, "k"),
               simbody_number(record, "c"), simbody_number(record, "q0"),
               simbody_number(record, "u0"));
    else if (strcmp(name, "pendulum_angle") == 0)
        append(line,
               "damped_pendulum --set drag=0 --set m=%.17g --set l=%.17g --set "
               "g=%.17g --set c=%.17g --set a=%.17g --set w=%.17g",
               simbody_number(record, "m"), simbody_number(record, "L"),
               simbody_number(record, "g"), simbody_number(record, "damping"),
               simbody_number(record, "q0"), simbody_number(record, "u0"));
    else if (strcmp(name, "pendulum_rod") == 0)
        append(line, "rod_pendulum --set a0=%.17g",
               simbody_number(record, "start_angle") + moved);
    else
        append(line, "free_rotation_simbody");
}

/* A run of n steps ends where the sum of their sizes is. */
static double find_end(const json_t *record) {
    double t = 0;
    if (isfinite(simbody_number(record, "T")))
        return simbody_number(record, "T");
    for (int i = 0; i < (int)simbody_number(record, "n"); i++)
        t += simbody_number(record, "h");
    return t;
}

void simbody_line(const json_t *record, double moved, char *line) {
    const json_t *samples = json_object_get(record, "samples");
    const double h = simbody_number(record, "h");
    const double tolerance = simbody_number(record, "constraint_tol_set");
    snprintf(line, SIMBODY_LINE_ROOM, "solve ");
    append_model(line, record, moved);
    append(line, " --method %s --option mode=faithful --until %.17g --json",
           name_method(record), find_end(record));
    if (isfinite(h))
        append(line, " --step %.17g", h);
    else
        append(line, " --accuracy %.17g", simbody_number(record, "accuracy"));
    if (tolerance > 0)
        append(line, " --option constraint-tolerance=%.17g", tolerance);
    if (strcmp(simbody_text(record, "projection"), "every_step") == 0)
        append(line, " --option projection=every-step");
    if (strcmp(simbody_text(record, "norm"), "infinity") == 0)
        append(line, " --option norm=infinity");
    for (size_t i = 0; i < json_array_size(samples); i++)
        append(line, "%s%.17g", i == 0 ? " --at " : ",",
               simbody_number(json_array_get(samples, i), "t"));
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
