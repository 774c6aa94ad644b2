/* Reads a dump of callgrind's: how much of what happened in each of its parts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/speed/benchmarks/callgrind_dump.h"

#include <stdlib.h>
#include <string.h>

static const char *const event_names[CALLGRIND_EVENTS] = {"Ir",   "Dr",   "Dw",
                                                          "ILmr", "DLmr", "DLmw"};

/* The words of `events` name the numbers of `totals`. */
static void read_totals(double *count, char *events, char *totals) {
    char *rest_of_events, *rest_of_totals;
    char *event = strtok_r(events, " \n", &rest_of_events);
    char *total = strtok_r(totals, " \n", &rest_of_totals);
    while (event != NULL && total != NULL) {
        for (int k = 0; k < CALLGRIND_EVENTS; k++)
            if (strcmp(event, event_names[k]) == 0)
                count[k] = strtod(total, NULL);
        event = strtok_r(NULL, " \n", &rest_of_events);
        total = strtok_r(NULL, " \n", &rest_of_totals);
    }
}

void callgrind_dump_read(struct callgrind_dump *dump, FILE *file) {
    char line[512], events[512] = "";
    static const char creator[] = "creator: callgrind-",
                      event[] = "events: ", total[] = "totals: ";
    *dump = (struct callgrind_dump){.parts = 0};
    rewind(file);
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, creator, strlen(creator)) == 0)
            snprintf(dump->version, sizeof dump->version, "callgrind %.*s",
                     (int)strcspn(line + strlen(creator), "\n"), line + strlen(creator));
        else if (strncmp(line, event, strlen(event)) == 0)
            memcpy(events, line + strlen(event), strlen(line + strlen(event)) + 1);
        else if (strncmp(line, total, strlen(total)) == 0 &&
                 dump->parts < CALLGRIND_PARTS)
            read_totals(dump->count[dump->parts++], events, line + strlen(total));
    }
}
