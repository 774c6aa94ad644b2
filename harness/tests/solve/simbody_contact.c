/* Recorded runs of Simbody's SemiExplicitEulerTimeStepper.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/solve/simbody_contact.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <string.h>

#include "harness/studies/originals/simbody_case.h"

json_t *simbody_read_contacts(void) {
    json_error_t error;
    json_t *records = json_load_file(SIMBODY_CONTACTS, 0, &error);
    cr_assert(records != NULL, "%s: %s", SIMBODY_CONTACTS, error.text);
    return records;
}

/* " --option NAME=value", the value without capitals; "No..." is none. */
static void append_word(char *line, const char *option, const char *value) {
    simbody_append(line, " --option %s=", option);
    if (strncmp(value, "No", 2) == 0) {
        simbody_append(line, "none");
        return;
    }
    for (const char *c = value; *c != '\0'; c++)
        simbody_append(line, "%c", tolower((unsigned char)*c));
}

static void append_threshold(char *line, const char *option, const json_t *config,
                             const char *name) {
    if (simbody_number(config, name) > 0)
        simbody_append(line, " --option %s=%.17g", option, simbody_number(config, name));
}

/* What is set, where the record says so: short records leave out what is usual. */
static void append_options(char *line, const json_t *record) {
    static const char *const words[][2] = {{"restitution", "restitution"},
                                           {"induced", "induced"},
                                           {"projection", "projection"},
                                           {"solver", "solver"}};
    const json_t *config = json_object_get(record, "config");
    simbody_append(line, " --method contact-stepper --option mode=faithful");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (json_object_get(config, words[i][1]) != NULL)
            append_word(line, words[i][0], simbody_text(config, words[i][1]));
    append_threshold(line, "max-induced", config, "maxInduced");
    append_threshold(line, "constraint-tolerance", config, "consTol");
    append_threshold(line, "capture-velocity", config, "captureV");
    append_threshold(line, "min-cor-velocity", config, "minCORV");
    append_threshold(line, "friction-transition-velocity", config, "transV");
}

/* The k-th step ends at k h. */
void simbody_contact_line(const char *part, const json_t *record, char *line) {
    simbody_begin_line(part, record, line);
    append_options(line, record);
    simbody_append(line, " --step %.17g", simbody_step(record));
    simbody_append_times(record, simbody_end(part, record), line);
}
