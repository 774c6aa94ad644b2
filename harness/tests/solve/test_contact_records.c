/* Default mode on all that is recorded of Simbody's time stepper, with the laws that are
 * recorded and a solver and a tolerance of its own: every solve is verified, and no motion
 * gains energy.
 *
 * Seen to fail: faithful mode in its place.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/tests/solve/session.h"
#include "harness/tests/solve/simbody_contact.h"

/* Of the energy at the start: sums of some thousand steps. */
static const double rounding = 1e-11;

typedef void line_function(const json_t *record, char *line);
typedef double energy_function(const json_t *record, const json_t *state);

/* Takes " --option NAME=..." out of a line. */
static void drop_option(char *line, const char *name) {
    char *option = strstr(line, name);
    if (option == NULL)
        return;
    const char *rest = option + strlen(name);
    while (*rest != ' ' && *rest != '\0')
        rest++;
    memmove(option, rest, strlen(rest) + 1);
}

static void expect_none(const json_t *document, const char *counter, const char *set,
                        size_t place) {
    const json_t *statistics = json_object_get(document, "statistics");
    const json_t *count = json_object_get(statistics, counter);
    cr_expect(json_is_integer(count) && json_integer_value(count) == 0,
              "%s, record %zu: %s %g of %g solves", set, place, counter,
              json_number_value(count),
              json_number_value(json_object_get(statistics, "solves")));
}

static json_t *run(const json_t *record, const char *set, size_t place) {
    static const char *const counters[] = {"solves_not_verified", "solves_infeasible",
                                           "steps_unverified", "energy_rises",
                                           "position_projection_failures"};
    char line[SIMBODY_LINE_ROOM];
    enum exit_status status;
    simbody_contact_line(set, record, line);
    drop_option(line, " --option mode=");
    drop_option(line, " --option solver=");
    drop_option(line, " --option constraint-tolerance=");
    json_t *document = session_json(line, &status);
    cr_expect(status == EXIT_PASSED, "%s, record %zu: %s", set, place,
              simbody_text(document, "why"));
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++)
        expect_none(document, counters[i], set, place);
    return document;
}

static double item(const json_t *values, size_t i) {
    const json_t *value = json_array_get(values, i);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static const json_t *positions(const json_t *state) {
    return json_object_get(state, "q");
}

static const json_t *velocities(const json_t *state) {
    return json_object_get(state, "v");
}

/* The energy at the end is a number, and no more than `before`. */
static void expect_no_gain(const json_t *record, const json_t *document, double before,
                           energy_function *find_energy, const char *set, size_t place) {
    const double after = find_energy(record, json_object_get(document, "state"));
    cr_expect(isfinite(after) && after <= before * (1 + rounding),
              "%s, record %zu: energy %.17g becomes %.17g", set, place, before, after);
}

static double ball_energy(const json_t *record, const json_t *state) {
    const double v = item(velocities(state), 0);
    return simbody_number(record, "m") *
           (v * v / 2 + simbody_number(record, "g") * item(positions(state), 0));
}

Test(contact_records, balls_gain_nothing) {
    json_t *records = simbody_read_contacts(), *record;
    size_t i;
    json_array_foreach(json_object_get(records, "ball"), i, record) {
        const double u0 = simbody_number(record, "u0");
        const double before =
            simbody_number(record, "m") *
            (u0 * u0 / 2 + simbody_number(record, "g") * simbody_number(record, "q0"));
        json_t *document = run(record, "ball", i);
        expect_no_gain(record, document, before, ball_energy, "ball", i);
    }
    cr_expect(i == 27, "%zu", i);
}

static double row_energy(const json_t *record, const json_t *v) {
    const json_t *masses = json_object_get(record, "masses");
    double sum = 0;
    for (size_t i = 0; i < json_array_size(masses); i++)
        sum += item(masses, i) * item(v, i) * item(v, i) / 2;
    return sum;
}

static double cradle_energy(const json_t *record, const json_t *state) {
    return row_energy(record, velocities(state));
}

/* Of a rod with its centre's velocity last. */
static double rod_energy(const json_t *record, const json_t *state) {
    const json_t *v = velocities(state);
    return (simbody_number(record, "inertia_com") * item(v, 0) * item(v, 0) +
            simbody_number(record, "m") *
                (item(v, 1) * item(v, 1) + item(v, 2) * item(v, 2))) /
           2;
}

/* The ends move with the centre, and turn about it. */
static double rod_energy_before(const json_t *record) {
    const double end1 = simbody_number(record, "v_end1");
    const double end2 = simbody_number(record, "v_end2");
    const double v = (end1 + end2) / 2;
    const double w = (end2 - end1) / 2 / simbody_number(record, "half_length");
    return (simbody_number(record, "inertia_com") * w * w +
            simbody_number(record, "m") * v * v) /
           2;
}

Test(contact_records, cradles_and_rods_gain_nothing_by_any_law) {
    json_t *records = simbody_read_contacts(), *record;
    size_t i, rods = 0;
    json_array_foreach(json_object_get(records, "cradle"), i, record) {
        const bool is_rod = strncmp(simbody_text(record, "case"), "rod", 3) == 0;
        if (json_object_get(record, "u_end") == NULL)
            continue; /* a summary of many */
        json_t *document = run(record, "cradle", i);
        if (is_rod)
            expect_no_gain(record, document, rod_energy_before(record), rod_energy, "rod",
                           i);
        else
            expect_no_gain(record, document,
                           row_energy(record, json_object_get(record, "v0")),
                           cradle_energy, "cradle", i);
        rods += is_rod;
    }
    cr_expect(i == 121 && rods >= 30, "%zu, %zu", i, rods);
}

/* Bodies' velocities along y are every `step`th from `first` on; heights alike. */
static double stack_energy(const json_t *record, const json_t *state, size_t first_q,
                           size_t of_q, size_t first_v, size_t of_v) {
    const json_t *masses = json_object_get(record, "masses");
    const double g = simbody_number(record, "g");
    double sum = 0;
    for (size_t i = 0; i < json_array_size(masses); i++) {
        const double v = item(velocities(state), first_v + of_v * i);
        sum += item(masses, i) *
               (v * v / 2 + g * item(positions(state), first_q + of_q * i));
    }
    return sum;
}

static double sliders_energy(const json_t *record, const json_t *state) {
    return stack_energy(record, state, 0, 1, 0, 1);
}

/* Without the energy of turning and of motion to the side, which can but add to it. */
static double bodies_energy(const json_t *record, const json_t *state) {
    return stack_energy(record, state, 5, 7, 4, 6);
}

/* At rest at the start: the first recorded heights are those, within a step. */
static double stack_energy_before(const json_t *record) {
    const json_t *masses = json_object_get(record, "masses");
    const double size = simbody_number(record, "radius_or_half");
    const double gap = simbody_number(record, "initial_gap");
    double sum = 0;
    for (size_t i = 0; i < json_array_size(masses); i++)
        sum += item(masses, i) * simbody_number(record, "g") *
               (((double)i + 1) * (2 * size + gap) - size);
    return sum;
}

Test(contact_records, stacks_gain_nothing_and_are_verified) {
    json_t *records = simbody_read_contacts(), *record;
    size_t i;
    json_array_foreach(json_object_get(records, "stack"), i, record) {
        const bool is_line = strncmp(simbody_text(record, "kind"), "slider", 6) == 0;
        json_t *document = run(record, "stack", i);
        expect_no_gain(record, document, stack_energy_before(record),
                       is_line ? sliders_energy : bodies_energy, "stack", i);
    }
    cr_expect(i == 50, "%zu", i);
}

Test(contact_records, blocks_are_verified) {
    json_t *records = simbody_read_contacts(), *record;
    size_t i;
    json_array_foreach(json_object_get(records, "block"), i, record) {
        run(record, "block", i);
    }
    cr_expect(i == 18, "%zu", i);
}

/* m (s^2 / 3 + 2.5e-13): the model's own, of a rod that is a thin cylinder. */
static double impact_energy_of(const json_t *record, double w, double x, double y,
                               double z) {
    const double m = simbody_number(record, "m");
    const double s = simbody_number(record, "half_length");
    return m * ((s * s / 3 + 2.5e-13) * w * w + x * x + y * y + z * z) / 2;
}

static double impact_energy(const json_t *record, const json_t *state) {
    const json_t *v = velocities(state);
    return impact_energy_of(record, item(v, 0), item(v, 1), item(v, 2), item(v, 3));
}

Test(contact_records, rods_with_friction_gain_nothing) {
    json_t *records = simbody_read_contacts(), *record;
    size_t i;
    json_array_foreach(json_object_get(records, "impact"), i, record) {
        const json_t *v = json_object_get(record, "v0_xyw");
        json_t *document = run(record, "impact", i);
        expect_no_gain(record, document,
                       impact_energy_of(record, item(v, 2), item(v, 0), item(v, 1), 0),
                       impact_energy, "impact", i);
    }
    cr_expect(i == 312, "%zu", i);
}
