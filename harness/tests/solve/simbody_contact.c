/* Recorded runs of Simbody's SemiExplicitEulerTimeStepper.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/solve/simbody_contact.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void append(char *line, const char *format, ...) {
    size_t length = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(line + length, SIMBODY_LINE_ROOM - length, format, arguments);
    va_end(arguments);
    cr_assert(written >= 0 && (size_t)written < SIMBODY_LINE_ROOM - length);
}

json_t *simbody_read_contacts(void) {
    json_error_t error;
    json_t *records = json_load_file(SIMBODY_CONTACTS, 0, &error);
    cr_assert(records != NULL, "%s: %s", SIMBODY_CONTACTS, error.text);
    return records;
}

/* " --option NAME=value", the value without capitals; "No..." is none. */
static void append_word(char *line, const char *option, const char *value) {
    append(line, " --option %s=", option);
    if (strncmp(value, "No", 2) == 0) {
        append(line, "none");
        return;
    }
    for (const char *c = value; *c != '\0'; c++)
        append(line, "%c", tolower((unsigned char)*c));
}

static void append_threshold(char *line, const char *option, const json_t *config,
                             const char *name) {
    if (simbody_number(config, name) > 0)
        append(line, " --option %s=%.17g", option, simbody_number(config, name));
}

/* What is set, where the record says so: short records leave out what is usual. */
static void append_options(char *line, const json_t *record) {
    static const char *const words[][2] = {{"restitution", "restitution"},
                                           {"induced", "induced"},
                                           {"projection", "projection"},
                                           {"solver", "solver"}};
    const json_t *config = json_object_get(record, "config");
    append(line, " --method contact-stepper --option mode=faithful");
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
static void append_steps(char *line, const json_t *record, double steps) {
    const json_t *samples = json_object_get(record, "samples");
    const double h = simbody_number(record, "h");
    append(line, " --step %.17g --until %.17g --json", h, steps * h);
    for (size_t i = 0; i < json_array_size(samples); i++)
        append(line, "%s%.17g", i == 0 ? " --at " : ",",
               simbody_number(json_array_get(samples, i), "t"));
}

static double count_steps(const json_t *record) {
    return round(simbody_number(record, "T") / simbody_number(record, "h"));
}

static double item(const json_t *record, const char *name, size_t i) {
    return json_number_value(json_array_get(json_object_get(record, name), i));
}

void simbody_ball_line(const json_t *record, char *line) {
    snprintf(line, SIMBODY_LINE_ROOM,
             "solve bouncing_ball --set m=%.17g --set g=%.17g --set e=%.17g --set "
             "z0=%.17g --set v0=%.17g",
             simbody_number(record, "m"), simbody_number(record, "g"),
             simbody_number(record, "COR"), simbody_number(record, "q0"),
             simbody_number(record, "u0"));
    append_options(line, record);
    append_steps(line, record, count_steps(record));
}

/* All masses are 1, but the topmost one, or those of every other disc. */
void simbody_stack_line(const json_t *record, char *line) {
    const int n = (int)simbody_number(record, "n");
    snprintf(line, SIMBODY_LINE_ROOM,
             "solve slider_stack --set n=%d --set g=%.17g --set e=%.17g --set gap=%.17g",
             n, simbody_number(record, "g"), simbody_number(record, "COR"),
             simbody_number(record, "initial_gap"));
    if (strstr(simbody_text(record, "tag"), "alternating") != NULL)
        append(line, " --set even=%.17g", item(record, "masses", 1));
    else
        append(line, " --set top=%.17g", item(record, "masses", (size_t)n - 1));
    append_options(line, record);
    append_steps(line, record, count_steps(record));
}

/* Of bricks and spheres the topmost one may be heavy, and each is shifted against the one below
 * it. */
void simbody_free_line(const json_t *record, char *line) {
    const int n = (int)simbody_number(record, "n");
    const bool bricks = strstr(simbody_text(record, "kind"), "brick") != NULL;
    snprintf(line, SIMBODY_LINE_ROOM,
             "solve %s --set n=%d --set g=%.17g --set e=%.17g --set mu=%.17g --set "
             "gap=%.17g --set offset=%.17g --set top=%.17g",
             bricks ? "brick_stack" : "sphere_stack", n, simbody_number(record, "g"),
             simbody_number(record, "COR"), simbody_number(record, "mu"),
             simbody_number(record, "initial_gap"), simbody_number(record, "offset_dx"),
             item(record, "masses", (size_t)n - 1));
    append_options(line, record);
    append_steps(line, record, simbody_number(record, "steps_done"));
}

/* The recorded block lies on y = 0; gravity is inclined. */
void simbody_block_line(const json_t *record, char *line) {
    snprintf(line, SIMBODY_LINE_ROOM,
             "solve sliding_block --set slider=2 --set m=%.17g --set g=%.17g --set "
             "slope=%.17g --set a=%.17g --set b=%.17g --set c=%.17g --set mu_s=%.17g "
             "--set mu_d=%.17g "
             "--set u0=%.17g --set s0=%.17g",
             simbody_number(record, "m"), simbody_number(record, "g"),
             simbody_number(record, "incline_rad"), item(record, "half_dims", 0),
             item(record, "half_dims", 1), item(record, "half_dims", 2),
             simbody_number(record, "mu_s"), simbody_number(record, "mu_d"),
             item(record, "v0", 0), item(record, "v0", 2));
    append_options(line, record);
    append_steps(line, record, count_steps(record));
}

void simbody_cradle_line(const json_t *record, char *line) {
    const size_t n = json_array_size(json_object_get(record, "masses"));
    const double growth = n == 5 ? item(record, "masses", 1) : 1;
    const double middle = item(record, "masses", n / 2) / (n == 5 ? growth * growth : 1);
    snprintf(line, SIMBODY_LINE_ROOM,
             "solve cradle --set n=%zu --set growth=%.17g --set middle=%.17g --set "
             "e=%.17g --set gap=%.17g",
             n, growth, middle, simbody_number(record, "COR"),
             simbody_number(record, "gap"));
    for (size_t i = 0; i < n; i++)
        append(line, " --set v[%zu]=%.17g", i + 1, item(record, "v0", i));
    append_options(line, record);
    append_steps(line, record, simbody_number(record, "steps"));
}

void simbody_rod_line(const json_t *record, char *line) {
    snprintf(line, SIMBODY_LINE_ROOM,
             "solve rod_flat --set m=%.17g --set s=%.17g --set J=%.17g --set e=%.17g "
             "--set left=%.17g --set right=%.17g",
             simbody_number(record, "m"), simbody_number(record, "half_length"),
             simbody_number(record, "inertia_com"), simbody_number(record, "COR"),
             simbody_number(record, "v_end1"), simbody_number(record, "v_end2"));
    append_options(line, record);
    append_steps(line, record, 1);
}

/* The recorded rod is a cylinder with a radius of 1e-6. */
void simbody_impact_line(const json_t *record, char *line) {
    snprintf(
        line, SIMBODY_LINE_ROOM,
        "solve rod_impact --set m=%.17g --set s=%.17g --set J=m*(s^2/3+2.5e-13) --set "
        "e=%.17g --set mu=%.17g --set a0=(%.17g)*pi/180 --set u0=%.17g --set v0=%.17g "
        "--set w0=%.17g",
        simbody_number(record, "m"), simbody_number(record, "half_length"),
        simbody_number(record, "COR"), simbody_number(record, "mu"),
        simbody_number(record, "theta_deg"), item(record, "v0_xyw", 0),
        item(record, "v0_xyw", 1), item(record, "v0_xyw", 2));
    append_options(line, record);
    append_steps(line, record, 1);
}
