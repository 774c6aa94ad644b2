/* A piece of work of a loaded library.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <dlfcn.h>
#include <stdlib.h>

#include "harness/speed/benchmarks/loaded.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "problems/base/status.h"

int loaded_library(struct loaded *l, const char *path, struct diagnostic *d) {
    *l = (struct loaded){.handle = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
    if (l->handle == NULL)
        return message_set(d, "%s", dlerror());
    l->library = dlsym(l->handle, BENCHMARK_LIBRARY_SYMBOL);
    if (l->library == NULL)
        return message_set(d, "%s is no library of benchmarks", path);
    if (l->library->version != BENCHMARK_LIBRARY_VERSION)
        return message_set(d, "%s: benchmarks of version %d; this program knows %d", path,
                           l->library->version, BENCHMARK_LIBRARY_VERSION);
    return 0;
}

int loaded_open(struct loaded *l, const json_t *workload, struct diagnostic *d) {
    char *text = json_dumps(workload, JSON_NUMBER_FLAGS);
    if (text == NULL)
        return message_set(d, "out of memory, or no workload");
    l->piece = l->library->open(text, d->text, sizeof d->text);
    free(text);
    if (l->piece == NULL && d->text[0] == '\0')
        message_set(d, "it cannot be opened");
    return l->piece == NULL ? -1 : 0;
}

void loaded_close(struct loaded *l) {
    if (l->piece != NULL)
        l->library->close(l->piece);
    l->piece = NULL;
}

int loaded_run(void *self, long passes) {
    const struct loaded *l = self;
    l->library->slow(l->slow);
    return l->library->run(l->piece, passes);
}

json_t *loaded_counters(const struct loaded *l, struct diagnostic *d) {
    l->library->slow(0);
    const char *text = l->library->counters(l->piece);
    json_error_t error;
    json_t *counters = text == NULL ? NULL : json_loads(text, 0, &error);
    if (counters == NULL)
        message_set(d, "a pass failed, or could not be counted");
    return counters;
}
