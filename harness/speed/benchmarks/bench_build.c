/* Builds of Halfstep: where their libraries of benchmarks are, and what they were built from.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "harness/base/data.h"
#include "harness/base/message.h"
#include "harness/base/path.h"
#include "harness/speed/benchmarks/bench.h"
#include "harness/speed/benchmarks/bench_process.h"
#include "problems/base/status.h"

/* Where in a build, or in a project, the libraries are. */
static const char *const folders[] = {"", "harness/", "build/harness/"};
enum { folder_count = sizeof folders / sizeof *folders };

/* Places of a library differ by a quarter of a cache line. */
enum { place_bytes = 16 };

static const double seconds_to_tell = 30;

const char *bench_this_program(void) {
    return data_path(DATA_BENCHMARKS);
}

static bool is_file(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* dlopen looks in folders of its own for a name without a slash. */
static char *name_library(const char *place) {
    return strchr(place, '/') == NULL ? path_join(".", place) : strdup(place);
}

static char *name_in(const char *place, const char *folder, int position) {
    char name[64];
    snprintf(name, sizeof name, "%slibhalfstep-benchmarks-%d.so", folder,
             place_bytes * position);
    return path_join(place, name);
}

static const char *find_folder(const char *place) {
    for (int i = 0; i < folder_count; i++) {
        char *path = name_in(place, folders[i], 0);
        const bool found = path != NULL && is_file(path);
        free(path);
        if (found)
            return folders[i];
    }
    return NULL;
}

/* What is no file, and not named as one would be: HEAD~1, origin/main. */
static bool may_be_revision(const char *place) {
    struct stat about;
    return place[0] != '/' && place[0] != '.' && stat(place, &about) != 0;
}

static const char hint[] = "; a revision of git is built and compared by the launcher in "
                           "a clone of the sources: "
                           "./halfstep compare";

static int find_libraries(struct bench_build *b, const char *place,
                          struct diagnostic *d) {
    const bool is_library = is_file(place);
    const char *folder = is_library ? "" : find_folder(place);
    if (folder == NULL)
        return message_set(
            d,
            "%s: no build with benchmarks, and no library of them (a build "
            "has them by 'cmake --build FOLDER --target "
            "halfstep-benchmarks')%s",
            place, may_be_revision(place) ? hint : "");
    for (int i = 0; i < BENCH_RING; i++) {
        b->library[i] = is_library ? name_library(place) : name_in(place, folder, i);
        if (b->library[i] == NULL)
            return message_set(d, "out of memory");
        if (!is_file(b->library[i]))
            return message_set(d, "%s is missing: the build is not complete",
                               b->library[i]);
    }
    return 0;
}

int bench_build_find(struct bench_build *b, const char *place, struct diagnostic *d) {
    *b = (struct bench_build){.build = NULL};
    if (find_libraries(b, place, d)) {
        bench_build_clear(b);
        return -1;
    }
    json_t *request = json_pack("{s:s}", "library", b->library[0]);
    const int failed = request == NULL
                           ? message_set(d, "%s: no UTF-8", place)
                           : bench_ask(&b->build, "tell", request, 0, seconds_to_tell, d);
    json_decref(request);
    if (failed) {
        message_set(d, "%s: no library of benchmarks that can be used: %s", b->library[0],
                    d->text);
        bench_build_clear(b);
    }
    return failed;
}

void bench_build_clear(struct bench_build *b) {
    for (int i = 0; i < BENCH_RING; i++)
        free(b->library[i]);
    json_decref(b->build);
    *b = (struct bench_build){.build = NULL};
}
