/* The form in which Simbody's runs were recorded.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/originals/simbody_recorder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/studies/originals/simbody_case.h"
#include "harness/studies/originals/simbody_scene.h"

static const char *const recorded_parts[][2] = {
    {"a_integrators", "unconstrained"},
    {"b_coordinate_projection", "constrained"},
    {"c1_bouncing_ball", "ball"},
    {"c2_block_friction", "block"},
    {"c3_stacks", "stack"},
    {"c4_cradle_and_multi_contact", "cradle"},
    {"c5_single_frictional_contact", "impact"},
};
enum { PARTS = sizeof recorded_parts / sizeof *recorded_parts };

static bool is_recorders(const json_t *records) {
    for (int i = 0; i < PARTS; i++)
        if (json_object_get(records, recorded_parts[i][0]) != NULL)
            return true;
    return false;
}

static void append(char *list, size_t room, const char *what) {
    const size_t length = strlen(list);
    snprintf(list + length, room - length, "%s%s", length > 0 ? ", " : "", what);
}

/* "SemiExplicitEuler h=0.01" is the method, and the size of its fixed steps. */
static int split_integrator(json_t *record) {
    const char *name = json_string_value(json_object_get(record, "integrator"));
    const char *mark = name == NULL ? NULL : strstr(name, " h=");
    const double h = mark == NULL ? NAN : strtod(mark + strlen(" h="), NULL);
    if (!isfinite(h))
        return 0;
    json_t *method = json_stringn(name, (size_t)(mark - name));
    return json_object_set_new(record, "h", json_real(h)) != 0 ||
           json_object_set_new(record, "integrator", method) != 0;
}

/* Where the rod of length 1 and mass 1 was let go, a number of few digits, by its energy
 * g (1 - cos a). */
static double angle_of(double energy) {
    const double g = 9.81, digits = 1e9;
    return round(digits * acos(fmax(-1, fmin(1, 1 - energy / g)))) / digits;
}

/* A run that ended without an energy began as the run before it did, and was to last as long. */
static int add_start(json_t *record, const json_t *before) {
    const double energy = simbody_scene_number(record, "E0", 0);
    json_t *angle = isnan(energy) ? json_incref(json_object_get(before, "start_angle"))
                                  : json_real(angle_of(energy));
    int failed = 0;
    if (json_object_get(record, "start_angle") == NULL && angle != NULL)
        failed = json_object_set(record, "start_angle", angle) != 0;
    json_decref(angle);
    json_t *end = json_object_get(before, "T");
    if (json_object_get(record, "T") == NULL && end != NULL)
        failed = failed || json_object_set(record, "T", end) != 0;
    return failed;
}

/* null in place of what is no run of a method that we have, so that the others keep their
 * numbers; how many that is. */
static size_t take_out(const char *part, json_t *cases) {
    size_t out = 0, i;
    json_t *record;
    json_array_foreach(cases, i, record) {
        const bool is_run = json_object_get(record, "scan") == NULL;
        if (!is_run || simbody_method(part, record) == NULL)
            out += json_array_set_new(cases, i, json_null()) == 0;
    }
    return out;
}

static int complete_rods(json_t *cases) {
    json_t *record, *before = NULL;
    size_t i;
    int failed = 0;
    json_array_foreach(cases, i, record) {
        if (!json_is_object(record))
            continue;
        failed = failed || split_integrator(record) || add_start(record, before);
        before = record;
    }
    return failed;
}

/* Renames a part and completes its cases. What is left out is added to the text. */
static int bring_part(json_t *records, const char *written, const char *part,
                      char *left_out, size_t room) {
    json_t *cases = json_object_get(records, written);
    if (cases == NULL)
        return 0;
    int failed = json_object_set(records, part, cases) != 0;
    json_object_del(records, written);
    cases = json_object_get(records, part);
    if (strcmp(part, "constrained") == 0)
        failed = failed || complete_rods(cases);
    const size_t out = take_out(part, cases);
    char of_part[64];
    snprintf(of_part, sizeof of_part, "%zu of %s", out, written);
    if (out > 0)
        append(left_out, room, of_part);
    return failed;
}

/* The parts that are none of runs to be done again. */
static void drop_others(json_t *records, char *left_out, size_t room) {
    const char *part;
    json_t *value;
    void *next;
    json_object_foreach_safe(records, next, part, value) {
        if (simbody_is_part(part) || strcmp(part, "meta") == 0)
            continue;
        append(left_out, room, part);
        json_object_del(records, part);
    }
}

int simbody_read_recorder(json_t *records) {
    char left_out[512] = "";
    int failed = 0;
    if (!is_recorders(records))
        return 0;
    for (int i = 0; i < PARTS && !failed; i++)
        failed = bring_part(records, recorded_parts[i][0], recorded_parts[i][1], left_out,
                            sizeof left_out);
    drop_others(records, left_out, sizeof left_out);
    if (left_out[0] != '\0')
        failed = failed ||
                 json_object_set_new(records, "left_out", json_text_of(left_out)) != 0;
    return failed;
}
