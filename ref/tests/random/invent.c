/* A random model: coordinates, masses, accelerations, contacts, a start, an end.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/random/invent.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "problems/tests/sample.h"

void invent_write(struct invention *v, const char *format, ...) {
    va_list arguments;
    const int left = INVENT_TEXT - v->length;
    va_start(arguments, format);
    const int written = vsnprintf(v->text + v->length, (size_t)left, format, arguments);
    va_end(arguments);
    v->length += written < left ? written : left - 1;
}

bool invent_add_feature(struct invention *v, double width, const char *format, ...) {
    va_list arguments;
    if (v->features == INVENT_MOST_FEATURES)
        return false;
    v->width[v->features] = width;
    va_start(arguments, format);
    vsnprintf(v->feature[v->features++], INVENT_NAME, format, arguments);
    va_end(arguments);
    return true;
}

double invent_between(struct invention *v, double low, double high) {
    return sample_uniform(v->random, low, high);
}

double invent_decades(struct invention *v, double low, double high) {
    return pow(10, invent_between(v, low, high));
}

int invent_choice(struct invention *v, int count) {
    return sample_choice(v->random, count);
}

bool invent_chance(struct invention *v, double chance) {
    return invent_between(v, 0, 1) < chance;
}

const char *invent_position(int i) {
    return (const char *const[]){"x", "y", "a"}[i];
}

const char *invent_velocity(int i) {
    return (const char *const[]){"u", "v", "w"}[i];
}

/* A number of four digits; some are zero. */
static double draw_start(struct invention *v, double most) {
    char text[32];
    snprintf(text, sizeof text, "%.4g", invent_between(v, -most, most) * v->scale);
    return invent_chance(v, 0.15) ? 0 : strtod(text, NULL);
}

/* Positions and velocities at the start. */
static void write_start(struct invention *v) {
    for (int i = 0; i < v->coordinates; i++) {
        v->start[i] = draw_start(v, 2);
        v->speed[i] = i == v->resting ? 0 : draw_start(v, 3);
        invent_write(v, "position %s = %.4g\n", invent_position(i), v->start[i]);
    }
    for (int i = 0; i < v->coordinates; i++)
        invent_write(v, "velocity %s = %.4g\n", invent_velocity(i), v->speed[i]);
    for (int i = 0; i < v->coordinates; i++)
        invent_write(v, "let X%d = %s/%.4g\nlet V%d = %s/%.4g\n", i, invent_position(i),
                     v->scale, i, invent_velocity(i), v->scale);
}

/* Masses of several decades, two of them sometimes coupled; false: none, rates are given. */
static bool write_masses(struct invention *v) {
    double mass[INVENT_MOST_COORDINATES];
    if (invent_chance(v, 0.6))
        return false;
    for (int i = 0; i < v->coordinates; i++) {
        mass[i] = invent_decades(v, -1.5, 1.5);
        invent_write(v, "mass %s, %s = %.4g%s\n", invent_velocity(i), invent_velocity(i),
                     mass[i], invent_chance(v, 0.15) ? "*(1 + X0^2/4)" : "");
    }
    if (v->coordinates > 1 && invent_chance(v, 0.4))
        invent_write(v, "mass u, v = %.4g%s\n", 0.6 * sqrt(mass[0] * mass[1]),
                     invent_chance(v, 0.5) ? "*cos(X0)" : "");
    return true;
}

static void write_terms(struct invention *v, int own) {
    const int smooth = 1 + invent_choice(v, 3);
    if (own == v->resting)
        invent_write(v, " - %.4g", invent_between(v, 1, 9));
    for (int k = 0; k < smooth; k++)
        invent_smooth_term(v, own);
    if (invent_chance(v, v->has_contacts ? 0.2 : 0.6))
        invent_kink(v, own);
    if (invent_chance(v, 0.2))
        invent_narrow_term(v, own);
}

static void write_rates(struct invention *v) {
    for (int i = 0; i < v->coordinates; i++)
        invent_write(v, "%s' = %s\n", invent_position(i), invent_velocity(i));
    const bool has_masses = write_masses(v);
    for (int i = 0; i < v->coordinates; i++) {
        if (has_masses)
            invent_write(v, "force %s = ", invent_velocity(i));
        else
            invent_write(v, "%s' = ", invent_velocity(i));
        invent_write(v, "%.4g*(0",
                     v->scale * (has_masses ? invent_decades(v, -1, 1) : 1));
        write_terms(v, i);
        invent_write(v, ")\n");
    }
}

/* A state of its own, which nothing else depends on. */
static void write_state(struct invention *v) {
    invent_write(v, "state z = %.4g\nz' = -z*%.4g", invent_between(v, -1, 1),
                 invent_between(v, 0, 3));
    if (invent_chance(v, 0.5))
        invent_kink(v, 0);
    else
        invent_narrow_term(v, 0);
    invent_write(v, "\n");
}

void invent_model(struct invention *v, struct sample *random, bool is_short) {
    *v = (struct invention){.random = random};
    v->coordinates = 1 + invent_choice(v, INVENT_MOST_COORDINATES);
    v->scale = invent_chance(v, 0.6) ? 1 : invent_decades(v, -2, 2);
    v->end = floor(invent_between(v, is_short ? 0.2 : 0.5, is_short ? 1 : 5) * 256) / 256;
    v->has_contacts = invent_chance(v, 0.6);
    const int contacts = v->has_contacts ? 1 + invent_chance(v, 0.35) : 0;
    v->resting =
        v->has_contacts && invent_chance(v, 0.35) ? invent_choice(v, v->coordinates) : -1;
    invent_write(v, "span 0 .. %.8g\n", v->end);
    write_start(v);
    write_rates(v);
    if (invent_chance(v, 0.15))
        write_state(v);
    for (int k = 0; k < contacts; k++)
        (k == 0 && v->resting >= 0 ? invent_resting_contact : invent_contact)(v, k);
    for (int k = 0; k < v->features; k++)
        invent_write(v, "path \"feature\" = %s, %.4g\n", v->feature[k], v->width[k]);
}
