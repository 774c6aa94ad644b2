/* How busy the machine is, as Linux tells it (proc(5)).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/load.h"

#include <math.h>
#include <stdio.h>

#include "harness/base/json_number.h"

/* user, nice, system, idle, iowait, irq, softirq, steal: guest time is in user already. */
enum { TIMES = 8, STEAL = 7 };

struct load load_now(void) {
    struct load load = {NAN, NAN, NAN};
    FILE *file = fopen("/proc/loadavg", "r");
    if (file != NULL) {
        if (fscanf(file, "%lf", &load.average) != 1)
            load.average = NAN;
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
