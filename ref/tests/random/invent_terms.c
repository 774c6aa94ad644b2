/* Terms of accelerations: smooth ones, kinks, and narrow features, each a pattern in which a letter
 * stands for something random:
 *
 *     P a position, Q a velocity, O the own position, D the own velocity (all of the size 1)
 *     C a number in -2 .. 2, K one in 0.3 .. 8, F one in 1 .. 6, S one in 0.1 .. 0.9
 *     T a time between start and end, W a large number, 1/w^2, of a feature w wide
 *     N the name of what a feature is a distance of
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/random/invent.h"

static const char *const smooth[] = {
    "- K*O",
    "- K*O^3",
    "- S*D",
    "- K",
    "- K*9.81/4",
    "+ C*sin(F*P + C)",
    "+ C*cos(F*t + C)",
    "- K*tanh(F*P)",
    "+ K*exp(-P^2)",
    "+ K*P/(1 + K*Q^2)",
    "- K*O/sqrt(1 + P^2)",
    "+ C*t*(T - t)",
    "- S*D*(1 + P^2)",
    "+ C*sin(t)*P",
    "- S*O^5",
    "+ C*exp(-K*t)",
    "+ K/(2 + sin(F*P))",
    "- S*sinh(O/3)",
    "+ C*atan(F*O - C)",
    "+ C*log(1 + P^2)",
};

static const char *const kinks[] = {
    "- 9*K*max(P - C, 0)",
    "+ 9*K*max(C - O, 0)",
    "- K*abs(P - C)",
    "- C*abs(P - C)*Q",
    "+ C*step(t - T)",
    "- K*step(P - C)",
    "- K*sign(P - C)",
    "+ C*sign(sin(F*t + C))",
    "- S*D*abs(D)",
    "+ C*min(P, C)",
    "+ C*max(P, Q, C)",
    "+ K*max(sin(F*t) - S, 0)",
    "+ K*max(C - P^2 - Q^2, 0)",
    "- S*sign(D - C)",
    "- S*sign(D)",
    "+ C*step(P - C)*step(t - T)",
    "+ K*max(P - C, 0)^2",
    "+ K*step(P - C - S*step(Q))",
    "+ C*step(t - T)*step(T - t)",
    "- 60*K*max(P - C, 0)*(1 + S*Q)",
};

/* N is a distance, of which the feature is a function. */
static const char *const narrow[] = {
    "+ F*exp(-W*N^2)",
    "+ 2*S*W*N*exp(-W*N^2)",
    "+ F/(1 + W*N^2)",
    "+ F*max(exp(-W*N^2) - 1/2, 0)",
    "+ K*step(exp(-W*N^2) - S)",
    "+ F*tanh(N*sqrt(W))",
    "- 9*K*max(exp(-W*N^2) - S, 0)*Q",
    "+ F*sqrt(W)*exp(-W*N^2)",
    "+ K*exp(-W*N^4)",
};

static void write_variable(struct invention *v, char letter, int i) {
    invent_write(v, "%c%d", letter, i);
}

/* A letter of a pattern. */
static bool fill_in(struct invention *v, char c, int own, double width,
                    const char *distance) {
    switch (c) {
    case 'P': write_variable(v, 'X', invent_choice(v, v->coordinates)); return true;
    case 'Q': write_variable(v, 'V', invent_choice(v, v->coordinates)); return true;
    case 'O': write_variable(v, 'X', own); return true;
    case 'D': write_variable(v, 'V', own); return true;
    case 'C': invent_write(v, "(%.4g)", invent_between(v, -2, 2)); return true;
    case 'K': invent_write(v, "%.4g", invent_between(v, 0.3, 8)); return true;
    case 'F': invent_write(v, "%.4g", invent_between(v, 1, 6)); return true;
    case 'S': invent_write(v, "%.4g", invent_between(v, 0.1, 0.9)); return true;
    case 'T': invent_write(v, "%.6g", invent_between(v, 0, v->end)); return true;
    case 'W': invent_write(v, "%.4g", 1 / (width * width)); return true;
    case 'N': invent_write(v, "%s", distance); return true;
    default: return false;
    }
}

static void write_pattern(struct invention *v, const char *pattern, int own, double width,
                          const char *distance) {
    invent_write(v, " ");
    for (const char *c = pattern; *c != '\0'; c++)
        if (!fill_in(v, *c, own, width, distance))
            invent_write(v, "%c", *c);
}

void invent_smooth_term(struct invention *v, int own) {
    const int count = (int)(sizeof smooth / sizeof *smooth);
    write_pattern(v, smooth[invent_choice(v, count)], own, 1, "");
}

void invent_kink(struct invention *v, int own) {
    const int count = (int)(sizeof kinks / sizeof *kinks);
    write_pattern(v, kinks[invent_choice(v, count)], own, 1, "");
}

void invent_narrow_term(struct invention *v, int own) {
    const int count = (int)(sizeof narrow / sizeof *narrow);
    const double width = invent_decades(v, -4.5, -0.7);
    const bool is_timed = invent_chance(v, 0.4);
    const char letter = invent_chance(v, 0.8) ? 'X' : 'V';
    const int which = invent_choice(v, v->coordinates);
    const double place =
        is_timed ? invent_between(v, 0, v->end) : invent_between(v, -2, 2);
    const bool added =
        is_timed ? invent_add_feature(v, width, "(t - %.5g)", place)
                 : invent_add_feature(v, width, "(%c%d - (%.4g))", letter, which, place);
    if (added)
        write_pattern(v, narrow[invent_choice(v, count)], own, width,
                      v->feature[v->features - 1]);
}
