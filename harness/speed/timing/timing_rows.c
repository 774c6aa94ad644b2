/* What is timed beside the original, and as workloads. The original's costs: Simbody 3.7 without
 * assertions, best of several measurements; for bricks with PLUS at n = 10 the mean of twenty
 * steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/speed/timing/timing_rows.h"

static const char see[] = "semi-explicit-euler", see2[] = "semi-explicit-euler-2",
                  merson[] = "runge-kutta-merson", bdf[] = "bdf",
                  contacts[] = TIMING_CONTACTS_METHOD;
#define LAZY "lazy"
#define EVERY "every-step"
#define STACK(model, size) model, size, contacts, 1e-3, NAN
#define MOST(ns_in_default_mode)                                                         \
    { ns_in_default_mode, NAN }
#define NONE                                                                             \
    { NAN, NAN }

const struct timing_row timing_rows[] = {
    {"spring_damper", NULL, see, 1e-3, NAN, LAZY, NAN, 1, 1, 3630.7, {20, 20}, NAN},
    {"spring_damper", NULL, see2, NAN, 1e-3, LAZY, NAN, 1, 1, 8284.8, NONE, NAN},
    {"spring_damper", NULL, merson, NAN, 1e-6, LAZY, NAN, 10, 10, 13700.1, NONE, NAN},
    {"damped_pendulum", NULL, see, 1e-3, NAN, LAZY, NAN, 1, 1, 3546.9, NONE, NAN},
    {"damped_pendulum", NULL, see2, NAN, 1e-3, LAZY, NAN, 1, 1, 8181.8, NONE, NAN},
    {TIMING_ROWS, NULL, see, 1e-3, NAN, LAZY, 1e-4, 0.5, 0.5, 7394.9, NONE, NAN},
    {TIMING_ROWS, NULL, see, 1e-3, NAN, EVERY, 1e-4, 0.5, 0.5, 13155.6, NONE, NAN},
    {TIMING_ROWS, NULL, merson, NAN, 1e-6, LAZY, NAN, 2, 2, 31547.4, NONE, 20},
    {TIMING_ROWS, NULL, merson, NAN, 1e-6, EVERY, NAN, 2, 2, 43396.6, NONE, 20},
    {TIMING_ROWS, NULL, bdf, NAN, 1e-6, LAZY, NAN, 1, 0, 30519.9, NONE, NAN},

    {TIMING_CONTACTS, NULL, contacts, 1e-3, NAN, "plus", NAN, 1, 0.5, NAN, NONE, NAN},
    {"cradle", NULL, contacts, 1e-3, NAN, "plus", NAN, 0.2, 0.05, NAN, NONE, NAN},
    {STACK("slider_stack", "10"), "plus", NAN, 0.2, 0.05, 52190.4, MOST(1e3), NAN},
    {STACK("slider_stack", "10"), "pgs", NAN, 0.2, 0.01, 126078.7, MOST(1e3), NAN},
    {STACK("brick_stack", "10"), "pgs", NAN, 0.1, 0.002, 4439162.5, MOST(25e3), NAN},
    {STACK("brick_stack", "2"), "plus", NAN, 0.2, 0.01, 119392.1, NONE, NAN},
    {STACK("brick_stack", "100"), "pgs", NAN, 0.05, 0, NAN, MOST(250e3), NAN},
};

const int timing_rows_count = sizeof timing_rows / sizeof *timing_rows;

bool timing_row_has_contacts(const struct timing_row *row) {
    return strcmp(row->method, contacts) == 0;
}

/* Of constraints: Simbody's default. */
static const double scene_tolerance = 1e-3;

static json_t *make_options(const struct timing_row *row, enum timing_row_part part) {
    const bool of_contacts = timing_row_has_contacts(row);
    const double tolerance = of_contacts ? scene_tolerance : row->tolerance;
    json_t *options = json_object();
    if (!of_contacts || part != TIMING_DEFAULT)
        json_object_set_new(options, of_contacts ? "solver" : "projection",
                            json_string(row->option));
    if (part == TIMING_FAITHFUL)
        json_object_set_new(options, "mode", json_string("faithful"));
    if (!isnan(tolerance) && (!of_contacts || part == TIMING_FAITHFUL))
        json_object_set_new(options, "constraint-tolerance",
                            json_sprintf("%.17g", tolerance));
    return options;
}

static json_t *make_workload(const struct timing_row *row, enum timing_row_part part) {
    const double length = part == TIMING_DEFAULT ? row->length : row->original_length;
    if (length == 0 || (part == TIMING_PEER && !timing_row_has_contacts(row)))
        return json_null();
    json_t *set = json_object();
    char peer[64];
    snprintf(peer, sizeof peer, "simbody-contacts-%s", row->option);
    if (row->size != NULL)
        json_object_set_new(set, "n", json_string(row->size));
    return json_pack("{s:s, s:o, s:s, s:o, s:f, s:f}", "model", row->model, "set", set,
                     "method", part == TIMING_PEER ? peer : row->method, "options",
                     make_options(row, part), isnan(row->step) ? "accuracy" : "step",
                     isnan(row->step) ? row->accuracy : row->step, "length", length);
}

static bool is_chosen(const struct timing_row *row, bool of_contacts,
                      const char *method) {
    return timing_row_has_contacts(row) == of_contacts &&
           (method == NULL || strcmp(row->method, method) == 0);
}

json_t *timing_rows_workloads(bool of_contacts, const char *method) {
    json_t *workloads = json_array();
    for (int i = 0; i < TIMING_ROW_PARTS * timing_rows_count; i++) {
        const struct timing_row *row = &timing_rows[i / TIMING_ROW_PARTS];
        json_array_append_new(
            workloads,
            is_chosen(row, of_contacts, method)
                ? make_workload(row, (enum timing_row_part)(i % TIMING_ROW_PARTS))
                : json_null());
    }
    return workloads;
}
