/* Batches of the timing study in tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/timings.h"

#include <string.h>

#include <criterion/criterion.h>

#include "harness/base/record/record.h"
#include "harness/tests/results_of.h"
#include "problems/base/status.h"

const json_t *find_timing(const json_t *results, const char *model, const char *method,
                          const char *mode, const char *quantity) {
    size_t i;
    json_t *r;
    json_array_foreach((json_t *)results, i, r) {
        if (strcmp(text_in(r, "model"), model) == 0 &&
            (method == NULL || strcmp(text_in(r, "method"), method) == 0) &&
            strcmp(text_in(r, "mode"), mode) == 0 &&
            strcmp(text_in(r, "quantity"), quantity) == 0)
            return r;
    }
    cr_assert(false, "no %s of %s, %s, %s", quantity, model, method, mode);
    return NULL;
}

void add_told(json_t *results, struct timing_results *found) {
    json_t *told = timing_results_tell(found);
    cr_assert(told != NULL && json_array_extend(results, told) == 0);
    json_decref(told);
    timing_results_clear(found);
}

struct timing_results read_told(const json_t *results) {
    struct timing_results found = {.count = 0};
    struct diagnostic d = {""};
    size_t i, k;
    json_t *result, *point;
    json_array_foreach((json_t *)results, i, result) {
        struct timing_found f;
        json_t *whole = json_pack("{s:s}", "verdict", "pass");
        json_object_update(whole, result);
        cr_assert(record_read(&timing_found_record, &f, whole, &d) == 0, "%s", d.text);
        json_array_foreach(json_object_get(result, "points"), k, point) {
            struct timing_point p;
            cr_assert(record_read(&timing_point_record, &p, point, &d) == 0, "%s",
                      d.text);
            timing_point_add(&f.points, p);
        }
        timing_add(&found, &f);
    }
    cr_assert(!found.is_short);
    return found;
}

json_t *say_measured(double ns, json_t *counters) {
    return json_pack("{s:f, s:[f], s:o}", "ns", ns, "blocks", ns, "counters", counters);
}

void take_measured(struct batch *b, int process, json_t *contestants) {
    struct diagnostic d = {""};
    cr_assert(measured_read(&b->process[process],
                            json_pack("{s:o}", "contestants", contestants), &d) == 0,
              "%s", d.text);
}

struct bench_build own_build(void) {
    struct bench_build build;
    struct diagnostic d = {""};
    cr_assert(bench_build_find(&build, bench_this_program(), &d) == 0, "%s", d.text);
    return build;
}

void measure_batch(struct batch *b, double seconds) {
    struct bench_build build = own_build();
    struct diagnostic d = {""};
    cr_assert(batch_measure(b, 0, build.library[0], 7, seconds, &d) == 0, "%s", d.text);
    bench_build_clear(&build);
}
