/* Finding the installation that the running program is a part of.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/base/data.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DATA_FOLDER "/share/halfstep"
#define PROGRAMS_FOLDER "/libexec/halfstep"

static const struct {
    const char *built; /* in the build, or in the sources */
    const char *name;  /* where install.cmake of packaging puts it */
    bool is_program;
} files[DATA_COUNT] = {
    [DATA_MODELS] = {BUILT_MODELS, "/models", false},
    [DATA_TRUTHS] = {BUILT_TRUTHS, "/truths", false},
    [DATA_ORIGINALS] = {BUILT_ORIGINALS, "/original.json", false},
    [DATA_PINNED] = {BUILT_PINNED, "/pinned.json", false},
    [DATA_DETECTION] = {BUILT_DETECTION, "/detection.json", false},
    [DATA_PEERS] = {BUILT_PEERS, "/peers", false},
    [DATA_SIMBODY] = {BUILT_SIMBODY, "/simbody.so", true},
    [DATA_ENGINES] = {BUILT_ENGINES, "", true},
    [DATA_PAGES] = {BUILT_PAGES, "/halfstep-pages", true},
    [DATA_BENCHMARK] = {BUILT_BENCHMARK, "/halfstep-benchmark", true},
    [DATA_BENCHMARKS] = {BUILT_BENCHMARKS, "", true},
};

enum { most = DATA_PATH };

static char paths[DATA_COUNT][most];

static bool is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* path[most] := a + b. False: it is too long. */
static bool join(char *path, const char *a, const char *b) {
    const int length = snprintf(path, most, "%s%s", a, b);
    return length >= 0 && length < most;
}

/* prefix[most] := the folder above the program's, or the one above that, which has data. */
static bool find_prefix(char *prefix) {
    enum { levels = 3 };
    char folder[most];
    const ssize_t length = readlink("/proc/self/exe", prefix, most - 1);
    if (length <= 0)
        return false;
    prefix[length] = '\0';
    for (int level = 0; level < levels; level++) {
        char *slash = strrchr(prefix, '/');
        if (slash == NULL)
            return false;
        *slash = '\0';
        if (level > 0 && join(folder, prefix, DATA_FOLDER "/models") && is_folder(folder))
            return true;
    }
    return false;
}

static void find(void) {
    char prefix[most], data[most], programs[most];
    const char *chosen = getenv("HALFSTEP_DATA");
    const bool installed = find_prefix(prefix) && join(data, prefix, DATA_FOLDER) &&
                           join(programs, prefix, PROGRAMS_FOLDER);
    const bool is_named = chosen != NULL && chosen[0] != '\0' && join(data, chosen, "");
    for (int i = 0; i < DATA_COUNT; i++) {
        const bool is_apart = installed || (is_named && !files[i].is_program);
        const char *folder = files[i].is_program ? programs : data;
        if (!is_apart || !join(paths[i], folder, files[i].name))
            join(paths[i], files[i].built, "");
    }
}

const char *data_path(enum data_file which) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find);
    return paths[which];
}
