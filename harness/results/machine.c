/* What the results were obtained with.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include <gmp.h>
#include <gsl/gsl_version.h>
#include <mpfr.h>

#include "harness/base/json_number.h"
#include "harness/jobs/pool.h"
#include "harness/results/machine.h"

/* clang's own text names it, gcc's is a number. */
#if defined __clang__
#define COMPILER __VERSION__
#elif defined __GNUC__
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

#ifndef HALFSTEP_FLAGS
#define HALFSTEP_FLAGS ""
#endif

/* The value of the first line "key : value" of a file. */
static json_t *find_line(const char *path, const char *key) {
    char line[256];
    json_t *value = NULL;
    FILE *file = fopen(path, "r");
    while (file != NULL && value == NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (colon == NULL || strncmp(line, key, strlen(key)) != 0)
            continue;
        const char *text = colon + 1 + strspn(colon + 1, " \t");
        value = json_text(text, strcspn(text, "\n"));
    }
    if (file != NULL)
        fclose(file);
    return value;
}

static json_t *find_system(void) {
    struct utsname name;
    char text[3 * sizeof name.sysname];
    if (uname(&name) != 0)
        return NULL;
    snprintf(text, sizeof text, "%s %s %s", name.sysname, name.release, name.machine);
    return json_text(text, strlen(text));
}

static void add(json_t *into, const char *key, json_t *value) {
    if (value != NULL)
        json_object_set_new(into, key, value);
}

json_t *machine_describe(void) {
    json_t *machine = json_object();
    add(machine, "processor", find_line("/proc/cpuinfo", "model name"));
    add(machine, "cores", json_integer(pool_processors()));
    add(machine, "system", find_system());
    add(machine, "compiler", json_string(COMPILER));
    add(machine, "flags", json_string(HALFSTEP_FLAGS));
    add(machine, "MPFR", json_string(mpfr_get_version()));
    add(machine, "GMP", json_string(gmp_version));
    add(machine, "GSL", json_string(GSL_VERSION));
    return machine;
}
