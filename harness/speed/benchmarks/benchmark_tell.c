/* What a library was built from, and what a piece of its work counts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/message.h"
#include "harness/speed/benchmarks/benchmark_answer.h"
#include "harness/speed/benchmarks/loaded.h"

static const char *library_of(const json_t *request) {
    const char *path = json_string_value(json_object_get(request, "library"));
    return path == NULL ? "" : path;
}

json_t *benchmark_tell(const json_t *request, struct diagnostic *d) {
    struct loaded l;
    json_error_t error;
    if (loaded_library(&l, library_of(request), d))
        return NULL;
    json_t *build = json_loads(l.library->build, 0, &error);
    if (build == NULL)
        message_set(d, "%s: what it was built from is no JSON", library_of(request));
    return build;
}

json_t *benchmark_counters(const json_t *request, struct diagnostic *d) {
    struct loaded l;
    json_t *counters = NULL;
    if (loaded_library(&l, library_of(request), d) == 0 &&
        loaded_open(&l, json_object_get(request, "workload"), d) == 0) {
        counters = loaded_counters(&l, d);
        loaded_close(&l);
    }
    return counters;
}
