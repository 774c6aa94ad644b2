/* What the results were obtained with, and how busy the machine is, as Linux tells it (proc(5)).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/results/machine.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include <gsl/gsl_version.h>
#include <mpfr.h>

#include "harness/base/json_number.h"
#include "harness/jobs/pool.h"

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
    return json_text_of(text);
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

/* user, nice, system, idle, iowait, irq, softirq, steal: guest time is in user already. */
enum { TIMES = 8, STEAL = 7 };

struct load load_now(void) {
    struct load load = {NAN, NAN, NAN};
    FILE *file = fopen("/proc/loadavg", "r");
    if (file != NULL) {
        double average;
        if (fscanf(file, "%lf", &average) == 1)
            load.average = average;
        fclose(file);
    }
    file = fopen("/proc/stat", "r");
    if (file == NULL)
        return load;
    double time[TIMES];
    int known = fscanf(file, "cpu") == 0;
    for (int i = 0; i < TIMES && known; i++)
        known = fscanf(file, "%lf", &time[i]) == 1;
    if (known) {
        load.whole = 0;
        for (int i = 0; i < TIMES; i++)
            load.whole += time[i];
        load.stolen = time[STEAL];
    }
    fclose(file);
    return load;
}

json_t *load_describe(const struct load *before, const struct load *after) {
    const double passed = after->whole - before->whole;
    return json_pack(
        "{s:o, s:o, s:o}", "before", json_number(before->average), "after",
        json_number(after->average), "steal",
        json_number(passed > 0 ? (after->stolen - before->stolen) / passed : NAN));
}
