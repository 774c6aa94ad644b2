/* FINDINGS.md as tests read it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/tests/engines/findings.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/plugin/plugin.h"
#include "harness/tests/scratch.h"

static const char place[] = PROJECT_FOLDER "/FINDINGS.md";

void finding_row(char *row, int number) {
    char *text = scratch_read(place), begin[16];
    cr_assert(text != NULL, "%s", place);
    snprintf(begin, sizeof begin, "\n| %d | ", number);
    const char *at = strstr(text, begin);
    cr_assert(at != NULL, "no row %d", number);
    snprintf(row, FINDING_LONGEST, "%.*s", (int)strcspn(at + 1, "\n"), at + 1);
}

void finding_expect(int number, const char *row, const char *text) {
    cr_expect(strstr(row, text) != NULL, "row %d has no \"%s\": %s", number, text, row);
}

bool finding_is_of(const char *plugin, const char *version) {
    char library[FINDING_LONGEST];
    json_t *declared;
    struct diagnostic d = {""};
    snprintf(library, sizeof library, "%s/%s.so", HALFSTEP_PLUGINS, plugin);
    const struct plugin p = {.place = library, .name = plugin, .seconds_limit = 20};
    if (access(library, R_OK) != 0 || plugin_declared(&declared, &p, &d) != 0)
        return false;
    return strcmp(json_string_value(json_object_get(declared, "version")), version) == 0;
}
