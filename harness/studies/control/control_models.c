/* The motions on which error control is watched. The first one has a known solution
 *
 *     Q = sin 2t + T1/2 - 0.4 T2,   T1 = tanh 12(t - 0.5),   T2 = tanh 40(t - 1.4)
 *     P = 0.03 cos(3t + 0.4)
 *
 * put into equations that draw to it what is near, and that no polynomial solves.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/results/study.h"
#include "harness/studies/control/study_control_watch.h"
#include "problems/model.h"

const char control_moving[] =
    "span 0 .. 2.1\n"
    "position q = 0, p = 0\nvelocity v = 0, u = 0\n"
    "let S = tanh(12*(t - 0.5))\nlet R = tanh(40*(t - 1.4))\n"
    "let Q = sin(2*t) + S/2 - 0.4*R\n"
    "let V = 2*cos(2*t) + 6*(1 - S^2) - 16*(1 - R^2)\n"
    "let A = -4*sin(2*t) - 144*S*(1 - S^2) + 1280*R*(1 - R^2)\n"
    "let P = 0.03*cos(3*t + 0.4)\nlet U = -0.09*sin(3*t + 0.4)\n"
    "let B = -0.27*cos(3*t + 0.4)\n"
    "q' = v\np' = u\n"
    "v' = A - 1.7*(v - V) - 3*(sin(q) - sin(Q))\n"
    "u' = B - 0.9*(u - U) - 5*(p - P) + 0.2*(q - Q)*cos(p)\n";

void control_moving_solution(double t, double *x) {
    const double S = tanh(12 * (t - 0.5)), R = tanh(40 * (t - 1.4));
    x[0] = sin(2 * t) + S / 2 - 0.4 * R;
    x[1] = 0.03 * cos(3 * t + 0.4);
    x[2] = 2 * cos(2 * t) + 6 * (1 - S * S) - 16 * (1 - R * R);
    x[3] = -0.09 * sin(3 * t + 0.4);
}

static const char quiet[] = "span 0 .. 1\n"
                            "position q = 0.3, p = -0.7\nvelocity v = 0, u = 0\n"
                            "q' = v\np' = u\nv' = 0\nu' = 0\n";

static const char jump[] =
    "span 0 .. 1\n"
    "position q = 0.3, p = -0.7\nvelocity v = 0, u = 0\n"
    "q' = v\np' = u\nv' = 20*(1 + tanh(1000000000000*(t - 0.037)))\nu' = 0\n";

/* z draws near to tanh 30(t - 0.4), y to a wave; q rests. */
static const char state[] =
    "span 0 .. 1\n"
    "position q = 0.3\nvelocity v = 0\nstate z = tanh(-12), y = 0.2\n"
    "let Z = tanh(30*(t - 0.4))\n"
    "q' = v\nv' = 0\n"
    "z' = 30*(1 - Z^2) - 1.3*(z - Z)\ny' = 0.4*cos(2*t) - 0.7*y\n";

/* So quick that the first size of most is 1e10 times too long. */
static const char quick[] = "span 0 .. 1\n"
                            "state a = 0.9, b = 0.1, c = 0.3, d = -0.7\n"
                            "a' = -1e12*b\nb' = 1e12*a\nc' = 0\nd' = 0\n";

/* One after the other turns quickly while the rest stay. */
static const char turns[] =
    "span 0 .. 1.2\n"
    "state a = 2*tanh(-5), b = 2*tanh(-10), c = 2*tanh(-15), d = 2*tanh(-20)\n"
    "let A = tanh(20*(t - 0.25))\nlet B = tanh(20*(t - 0.5))\n"
    "let C = tanh(20*(t - 0.75))\nlet D = tanh(20*(t - 1))\n"
    "a' = 40*(1 - A^2) - 1.3*(a - 2*A)\nb' = 40*(1 - B^2) - 1.3*(b - 2*B)\n"
    "c' = 40*(1 - C^2) - 1.3*(c - 2*C)\nd' = 40*(1 - D^2) - 1.3*(d - 2*D)\n";

/* From v = 3000 + 2000 tanh(-6) to 5000, and none of the others is less, so that no norm in use
 * lets more pass than some thousands of accuracies. */
static const char large[] =
    "span 0 .. 1\n"
    "position q = 3000, p = -5000\nvelocity v = 1000.0245766984087, u = 4000\n"
    "let S = tanh(12*(t - 0.5))\n"
    "q' = v\np' = -u\n"
    "v' = 24000*(1 - S^2) - 1.7*(v - 3000 - 2000*S)\n"
    "u' = 2500*cos(5*t) - 0.9*(u - 4000 - 500*sin(5*t))\n";

/* A slow motion that knows no time and does not come to rest. */
#define SLOW(velocities)                                                                 \
    "span 0 .. 1\nposition q = 0.9, p = 0.6\nvelocity " velocities "\nq' = v\np' = u\n"  \
    "v' = -0.21*sin(q) + 0.05*p\nu' = -0.33*p + 0.05*q\n"

/* The force sets in shortly before the end of `last`: steps have grown, and the last one goes
 * across. The first step of some is a part of what is asked for first; the end of `quiet` is
 * reached by none. */
const struct control_motion control_motions[CONTROL_MOTIONS] = {
    [CONTROL_QUIET] =
        {.text = quiet,
         .settings = {.accuracy = 1e-4, .end = 1e30, .first_end = 1, .most_steps = 14}},
    [CONTROL_JUMP] = {jump,
                      {.accuracy = 1e-9, .end = 0.5, .most_steps = 60},
                      .accepted = "accepted-error:short",
                      .where =
                          "where a force sets in at once, and steps must become very "
                          "short"},
    [CONTROL_LAST] = {jump,
                      {.accuracy = 1e-4, .end = 0.0407, .most_steps = 60},
                      .accepted = "accepted-error:last",
                      .where = "where a force sets in at once, shortly before the end"},
    [CONTROL_QUICK] = {quick,
                       {.accuracy = 1e-4, .end = 1, .most_steps = 12},
                       .accepted = "accepted-error:first",
                       .where = "where the first size is far too long"},
    [CONTROL_STATE] = {state,
                       {.accuracy = 1e-4, .end = 1, .most_steps = 240},
                       .accepted = "accepted-error:state",
                       .where = "where what moves is neither a position nor a velocity"},
    [CONTROL_TURNS] = {turns,
                       {.accuracy = 3e-4, .end = 1.2, .most_steps = 900},
                       .accepted = "accepted-error:each",
                       .where = "where one of four states after the other turns quickly"},
    [CONTROL_LARGE] = {.text = large,
                       .settings = {.accuracy = 1e-4, .end = 1, .most_steps = 240}},
    [CONTROL_NEAR] =
        {.text = SLOW("v = 2, u = -3"),
         .settings = {.accuracy = 1e-4, .end = 1e-9, .most_steps = 4, .repeats = true},
         .repeated = "repeat:end",
         .when = " to an end 1e-9 s ahead"},
    [CONTROL_LATE] = {SLOW("v = 0.1, u = -0.2"),
                      {.accuracy = 1e-2,
                       .end = 70,
                       .most_steps = 2000,
                       .repeats = true,
                       .at_begin = true},
                      "repeat:late",
                      " at t = 0",
                      "accepted-error:late",
                      "in a long motion that does not know the time"},
};

int control_with_model(const struct study *s, const char *text, void *context,
                       int (*part)(const struct study *s, void *context,
                                   struct diagnostic *d),
                       struct diagnostic *d) {
    struct study one = *s;
    if (model_parse(&one.model, "control.model", text, strlen(text), 0, NULL, d) !=
        PROBLEM_OK)
        return -1;
    int failed = part(&one, context, d);
    model_free(one.model);
    return failed;
}
