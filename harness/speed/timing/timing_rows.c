/* What of the methods of fast/projected.h and of backward differentiation formulas is timed.
 * The original's costs: Simbody 3.7 without assertions, best of several measurements.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/speed/timing/timing_rows.h"

#define LAZY PROJECTED_LAZY
#define EVERY PROJECTED_EVERY_STEP

static const char see[] = "semi-explicit-euler", see2[] = "semi-explicit-euler-2",
                  merson[] = "runge-kutta-merson", bdf[] = "bdf";

const struct timing_row timing_rows[] = {
    {"spring_damper", see, 1e-3, NAN, LAZY, NAN, 1, 3630.7, 20, NAN},
    {"spring_damper", see2, NAN, 1e-3, LAZY, NAN, 1, 8284.8, NAN, NAN},
    {"spring_damper", merson, NAN, 1e-6, LAZY, NAN, 10, 13700.1, NAN, NAN},
    {"damped_pendulum", see, 1e-3, NAN, LAZY, NAN, 1, 3546.9, NAN, NAN},
    {"damped_pendulum", see2, NAN, 1e-3, LAZY, NAN, 1, 8181.8, NAN, NAN},
    {TIMING_ROWS, see, 1e-3, NAN, LAZY, 1e-4, 0.5, 7394.9, NAN, NAN},
    {TIMING_ROWS, see, 1e-3, NAN, EVERY, 1e-4, 0.5, 13155.6, NAN, NAN},
    {TIMING_ROWS, merson, NAN, 1e-6, LAZY, NAN, 2, 31547.4, NAN, 20},
    {TIMING_ROWS, merson, NAN, 1e-6, EVERY, NAN, 2, 43396.6, NAN, 20},
    {TIMING_ROWS, bdf, NAN, 1e-6, LAZY, NAN, 1, 30519.9, NAN, NAN},
};

const int timing_rows_count = sizeof timing_rows / sizeof *timing_rows;

const char *timing_projection_name(const struct timing_row *row) {
    return row->projection == EVERY ? "every-step" : "lazy";
}

static json_t *make_workload(const struct timing_row *row, enum fast_mode mode) {
    const bool has_modes = strcmp(row->method, bdf) != 0;
    if (!has_modes && mode == FAST_FAITHFUL)
        return json_null();
    json_t *options = json_pack("{s:s}", "projection", timing_projection_name(row));
    if (has_modes)
        json_object_set_new(options, "mode", json_string(timing_mode_name(mode)));
    if (!isnan(row->tolerance))
        json_object_set_new(options, "constraint-tolerance",
                            json_sprintf("%.17g", row->tolerance));
    return json_pack("{s:s, s:s, s:o, s:f, s:f}", "model", row->model, "method",
                     row->method, "options", options,
                     isnan(row->step) ? "accuracy" : "step",
                     isnan(row->step) ? row->accuracy : row->step, "length", row->length);
}

json_t *timing_rows_workloads(const char *method) {
    json_t *workloads = json_array();
    for (int i = 0; i < 2 * timing_rows_count; i++)
        json_array_append_new(
            workloads, timing_row_is_chosen(i / 2, method)
                           ? make_workload(&timing_rows[i / 2], (enum fast_mode)(i % 2))
                           : json_null());
    return workloads;
}

/* A build without SUNDIALS has no backward differentiation formulas. */
json_t *timing_rows_found(const struct timing_found *f, const json_t *contestants,
                          int rounds, struct diagnostic *d) {
    json_t *there = json_array(), *one, *cases;
    size_t i;
    json_array_foreach((json_t *)contestants, i, one) {
        const bool lacks = strcmp(timing_rows[i / 2].method, bdf) == 0 &&
                           json_object_get(one, "failed") != NULL;
        json_array_append(there, lacks ? json_null() : one);
    }
    cases = timing_cases(f, there, 2 * timing_rows_count, rounds, d);
    json_decref(there);
    return cases == NULL ? NULL : json_pack("{s:o}", "cases", cases);
}

bool timing_row_is_chosen(int row, const char *method) {
    return method == NULL || strcmp(timing_rows[row].method, method) == 0;
}

bool timing_rows_choose(const char *method) {
    for (int row = 0; row < timing_rows_count; row++)
        if (timing_row_is_chosen(row, method))
            return true;
    return false;
}
