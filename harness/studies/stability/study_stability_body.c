/* A free rigid body, its attitude a quaternion: N(q) is not the identity, and all that is not
 * linear is gyroscopic. Of its angular velocities w, I w' = (I w) x w, form 1 and the gaming form
 * are explicit Euler, form 2 is implicit Euler. As w is orthogonal to I w', the kinetic energy
 * E = w I w/2 changes in a step by exactly
 *
 *     form 1, gaming, explicit Euler   +(h^2/2) w' I w',   w' = (w1 - w0)/h
 *     form 2                           -(h^2/2) w' I w'
 *
 * whatever the step: the former gain energy in every step and blow up; form 2 falls to the rotation
 * of least energy for its angular momentum, about the axis of the largest moment, and stays.
 * Measured: that balance, and the time until the energy has doubled or halved (form 2: never), for
 * a grid of steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/integrators/subject.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/results/study_projected.h"
#include "harness/studies/stability/study_stability.h"
#include "problems/model.h"
#include "ref/mechanical.h"

static const char body[] =
    "param I1 = 1.37, I2 = 2.11, I3 = 2.83\nspan 0 .. 4\n"
    "position w = 0.5, x = -0.1, y = 0.7, z = 0.5\nvelocity p = 0.7, r = -0.25, s = 1.3\n"
    "quaternion attitude = w, x, y, z\n"
    "w' = (-x*p - y*r - z*s)/2\nx' = (w*p - z*r + y*s)/2\n"
    "y' = (z*p + w*r - x*s)/2\nz' = (-y*p + x*r + w*s)/2\n"
    "p' = ((I2 - I3)*r*s)/I1\nr' = ((I3 - I1)*s*p)/I2\ns' = ((I1 - I2)*p*r)/I3\n";
static const double inertia[3] = {1.37, 2.11, 2.83};
enum { POSITIONS = 4, VELOCITIES = 3, STATES = 7 };
static const double start[STATES] = {0.5, -0.1, 0.7, 0.5, 0.7, -0.25, 1.3};

/* Steps of the grid fall by 2; the longest turns the body by some 0.2 rad. */
static const double longest = 0.125;
enum { GRID = 7, MOST_STEPS = 300000, BALANCE_STEPS = 400 };

/* Of the balance, relative to what changes: rounding, and what the iteration of the implicit
 * forms leaves. */
static const double tolerance = 1e-8;

static double find_energy(const double *x) {
    double sum = 0;
    for (int i = 0; i < VELOCITIES; i++)
        sum += inertia[i] * x[POSITIONS + i] * x[POSITIONS + i] / 2;
    return sum;
}

/* +1: the energy is to rise; of form 2 it is to fall. */
static int find_sign(const struct projected_traits *form) {
    return form->reference == REF_SEMI_EXPLICIT_EULER_VELOCITY_IMPLICIT ? -1 : 1;
}

/* The energy's change over some steps, less the sum of what each is to change, over that sum;
 * NaN: a step fails. Semi-explicit Euler 2 makes two half steps: its balance is not seen. */
static double find_balance(const struct subject *s, int sign) {
    double x[STATES], sum = 0;
    memcpy(x, start, sizeof x);
    if (s->start(s->self, 0, x))
        return NAN;
    for (int i = 0; i < BALANCE_STEPS; i++) {
        if (s->step(s->self, longest))
            return NAN;
        const double *now = s->state(s->self);
        for (int k = 0; k < VELOCITIES; k++) {
            double change = now[POSITIONS + k] - x[POSITIONS + k];
            sum += sign * inertia[k] * change * change / 2;
        }
        memcpy(x, now, sizeof x);
    }
    return fabs((find_energy(x) - find_energy(start)) - sum) / fabs(sum);
}

/* The time until the energy has doubled or halved; infinite: it has done neither. */
static double find_time(const struct subject *s, double h) {
    double before = find_energy(start);
    if (s->start(s->self, 0, start))
        return 0;
    for (int i = 0; i < MOST_STEPS; i++) {
        if (s->step(s->self, h))
            return s->time(s->self);
        double ratio = find_energy(s->state(s->self)) / before;
        if (!(ratio < 2 && ratio > 0.5))
            return s->time(s->self);
    }
    return INFINITY;
}

static json_t *scan(const struct subject *s) {
    json_t *points = json_array();
    for (int i = 0; i < GRID; i++) {
        double h = ldexp(longest, -i);
        json_array_append_new(points, json_pack("{s:o, s:o}", "h", json_number(h), "time",
                                                json_number(find_time(s, h))));
    }
    return points;
}

static int append(const struct study *s, const struct projected_traits *form,
                  double balance, json_t *points, struct results *results) {
    char name[64];
    int sign = find_sign(form);
    geometry_quantity(name, sizeof name, "rotation-balance", form);
    struct result r = result_begin(s->model, "stability", "double", name);
    r.grade = "discrete";
    r.points = points;
    r.low = 0;
    result_hold(&r, balance, tolerance);
    r.required = true;
    return result_append(results, s, &r,
                         "relative difference of the change of a free body's energy in "
                         "%d steps from the sum of %s(h^2/2) w' I w'; the points: time "
                         "until the energy has doubled or halved",
                         BALANCE_STEPS, sign > 0 ? "+" : "-");
}

/* Nothing of methods for which no balance is known. */
int stability_body(const struct study *s, const struct projected_traits *form,
                   struct results *results, struct diagnostic *d) {
    struct subject_options options = geometry_options(s, form);
    struct model *m;
    struct subject subject;
    if (form->reference == REF_SEMI_EXPLICIT_EULER_2 ||
        form->reference == REF_RUNGE_KUTTA_MERSON)
        return 0;
    if (stability_model(&m, "stability.model", body, 0, NULL, d))
        return -1;
    int failed = s->open_subject(s->context, m, &options, &subject, d);
    if (!failed) {
        double balance = find_balance(&subject, find_sign(form));
        failed = append(s, form, balance,
                        s->effort == STUDY_REPORT ? scan(&subject) : NULL, results);
        subject.free(subject.self);
    }
    model_free(m);
    return failed;
}
