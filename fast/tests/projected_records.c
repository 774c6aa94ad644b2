/* Reading data/mechanical.json.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/tests/projected_records.h"
#include "fast/projected.h"

json_t *projected_records(void) {
    json_error_t error;
    json_t *records =
        json_load_file(TEST_DATA "/mechanical.json", JSON_REJECT_DUPLICATES, &error);
    cr_assert_not_null(records, "%s, line %d", error.text, error.line);
    return records;
}

double record_number(const json_t *record, const char *name) {
    const json_t *value = json_object_get(record, name);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

double record_entry(const json_t *record, const char *name, size_t i) {
    const json_t *value = json_array_get(json_object_get(record, name), i);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

const char *record_text(const json_t *record, const char *name) {
    const char *value = json_string_value(json_object_get(record, name));
    return value != NULL ? value : "";
}

/* The method, accuracy, step, norm, tolerance and projection of a record. */
static struct integrator_options record_options(const json_t *record,
                                                enum fast_mode mode) {
    const double tolerance = record_number(record, "constraint_tol_set");
    const char *method = record_text(record, "integrator");
    struct integrator_options options = projected_default_options();
    options.mode = mode;
    if (strcmp(method, "SemiExplicitEuler") == 0) {
        options.method = PROJECTED_SEMI_EXPLICIT_EULER;
        options.fixed_step = true, options.step = record_number(record, "h");
    } else {
        options.accuracy = record_number(record, "accuracy");
    }
    if (strcmp(method, "RungeKuttaMerson") == 0)
        options.method = PROJECTED_RUNGE_KUTTA_MERSON;
    if (tolerance > 0)
        options.constraint_tolerance = tolerance;
    if (strcmp(record_text(record, "projection"), "every_step") == 0)
        options.projection = PROJECTED_EVERY_STEP;
    if (strcmp(record_text(record, "norm"), "infinity") == 0)
        options.norm = PROJECTED_INFINITY;
    return options;
}

/* The record's system, and where it starts. */
static struct integrator_system read_system(const json_t *record, struct body *body,
                                            double moved, double *start) {
    const char *name = record_text(record, "case");
    const double angle = record_number(record, "start_angle") + moved;
    const bool is_spring = strcmp(name, "spring") == 0;
    if (strcmp(name, "pendulum_rod") == 0) {
        start[0] = sin(angle);
        start[1] = -cos(angle);
        return point_on_rod;
    }
    if (strcmp(name, "free_rotation_quaternion") == 0) {
        start[0] = 1;
        for (size_t i = 0; i < 3; i++)
            start[4 + i] = record_entry(record, "w0", i);
        return free_body;
    }
    start[0] = record_number(record, "q0");
    start[1] = record_number(record, "u0");
    *body = (struct body){.m = record_number(record, "m"),
                          .k = record_number(record, "k"),
                          .c = record_number(record, is_spring ? "c" : "damping"),
                          .L = record_number(record, "L"),
                          .g = record_number(record, "g")};
    return is_spring ? make_spring(body) : make_pendulum(body);
}

struct projected *record_begin(const json_t *record, enum fast_mode mode,
                               struct body *body, double moved) {
    double start[7] = {0};
    const struct integrator_system system = read_system(record, body, moved, start);
    const struct integrator_options options = record_options(record, mode);
    struct projected *integrator;
    enum fast_status status = projected_alloc(&integrator, &system, &options);
    if (status == FAST_OK)
        status = projected_start(integrator, 0, start);
    cr_assert(status == FAST_OK, "%s", fast_status_text(status));
    return integrator;
}
