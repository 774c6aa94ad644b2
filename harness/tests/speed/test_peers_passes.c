/* Peers in their own loops, against closed forms.
 *
 * Seen to fail: with GSL's rk2imp for rk1imp, with steps of 0.99 h, with the Jacobian
 * transposed, with 1 for c in IDA's, with counters that go on, with another table of ARKODE's,
 * with a map of Simbody's that is zero.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/integrators/subject.h"
#include "harness/plugin/linked/peers.h"
#include "harness/tests/models.h"
#include "problems/base/status.h"

static const char swinging[] = "span 0.3 .. 2.9\nposition q = 0.83\nvelocity v = -0.25\n"
                               "q' = v\nv' = -1.37*q\n";
static const double begin = 0.3, length = 2.6, start[] = {0.83, -0.25};

/* Every peer, and the largest error that it may leave of an oscillation through 3 radians at
 * accuracies of 1e-4 and 1e-7; whether it has fixed steps. */
static const struct {
    const char *name;
    double most[2];
    bool has_fixed, has_controlled;
} PEER[] = {
    {"gsl-rk1imp", {6e-2, 2e-3}, true, true},
    {"gsl-msbdf", {2e-2, 5e-5}, false, true},
    {"gsl-msadams", {2e-2, 5e-5}, false, true},
    {"gsl-rk8pd", {1e-3, 1e-5}, true, true},
    {"cvode-bdf", {2e-2, 5e-5}, false, true},
    {"cvode-adams", {2e-2, 5e-5}, false, true},
    {"ida-bdf", {2e-2, 5e-5}, false, true},
    {"arkode-erk", {1e-3, 1e-5}, true, true},
    {"arkode-dirk", {1e-2, 5e-5}, true, true},
    {"simbody-semi-explicit-euler", {NAN, NAN}, true, false},
    {"simbody-semi-explicit-euler-2", {1e-1, 3e-3}, true, true},
    {"simbody-runge-kutta-merson", {1e-3, 1e-5}, true, true},
};
enum { PEERS_HERE = sizeof PEER / sizeof *PEER };

/* False: it is not installed, and the message says how it can be had. */
static bool open(struct subject *s, struct model *m, const char *name, const char *key,
                 double value) {
    struct diagnostic d = {""};
    const bool is_step = strcmp(key, "step") == 0;
    const struct peer_request request = {peers_name(name), is_step ? value : NAN,
                                         is_step ? NAN : value, 1e-11, length};
    int failed = peers_open(s, m, &request, &d);
    if (failed == 0)
        return true;
    cr_assert(failed == SUBJECT_MISSING, "%s: %s", name, d.text);
    cr_expect(strstr(d.text, "install") != NULL && strstr(d.text, "lib") != NULL, "%s",
              d.text);
    cr_expect(peers_version(name) == NULL, "%s", name);
    return false;
}

/* Of the state at the end of a pass. */
static double error_of_pass(struct subject *s, double h) {
    const double w = sqrt(1.37), t = length;
    cr_assert(s->start(s->self, begin, start) == 0, "%s", s->why(s->self));
    cr_assert(s->run(s->self, h, begin + length) == 0, "%s", s->why(s->self));
    cr_assert(s->time(s->self) == begin + length);
    const double *x = s->state(s->self);
    return hypot(x[0] - (0.83 * cos(w * t) - 0.25 / w * sin(w * t)),
                 x[1] + 0.83 * w * sin(w * t) + 0.25 * cos(w * t));
}

Test(peers_passes, follows_an_oscillation_the_better_the_tighter_it_is_held) {
    static const double ACCURACY[] = {1e-4, 1e-7};
    for (int i = 0; i < PEERS_HERE; i++) {
        struct model *m = model_from(swinging);
        for (int k = 0; k < 2 && PEER[i].has_controlled; k++) {
            struct subject s;
            if (!open(&s, m, PEER[i].name, "accuracy", ACCURACY[k]))
                continue;
            double error = error_of_pass(&s, 1);
            cr_assert(isfinite(error));
            cr_expect(error < PEER[i].most[k], "%s at %g: %g", s.method, ACCURACY[k],
                      error);
            cr_expect(error > 0);
        }
    }
}

/* Implicit Euler with half steps, and semi-explicit Euler: on a linear oscillation their
 * results are powers of a matrix. */
static void multiply(const double a[2][2], double x[2]) {
    const double first = a[0][0] * x[0] + a[0][1] * x[1];
    x[1] = a[1][0] * x[0] + a[1][1] * x[1];
    x[0] = first;
}

Test(peers_passes, makes_fixed_steps_that_are_powers_of_the_methods_matrix) {
    const double h = length / 65, k = 1.37, g = h / 2, d = 1 + g * g * k;
    const double half[2][2] = {{1 / d, g / d}, {-g * k / d, 1 / d}};
    const double gaming[2][2] = {{1 - h * h * k, h}, {-h * k, 1}};
    double implicit[2] = {0.83, -0.25}, explicit[2] = {0.83, -0.25};
    for (int i = 0; i < 65; i++) {
        multiply(half, implicit);
        multiply(half, implicit);
        multiply(gaming, explicit);
    }
    struct model *m = model_from(swinging);
    struct subject s;
    cr_assert(open(&s, m, "gsl-rk1imp", "step", h));
    error_of_pass(&s, h);
    for (int i = 0; i < 2; i++)
        cr_expect(fabs(s.state(s.self)[i] - implicit[i]) < 1e-9, "%.17g, not %.17g",
                  s.state(s.self)[i], implicit[i]);
    cr_expect(subject_counter(&s, "steps_taken") == 65);
    s.free(s.self);
    if (open(&s, m, "simbody-semi-explicit-euler", "step", h)) {
        error_of_pass(&s, h);
        for (int i = 0; i < 2; i++)
            cr_expect(fabs(s.state(s.self)[i] - explicit[i]) < 1e-12, "%.17g, not %.17g",
                      s.state(s.self)[i], explicit[i]);
        cr_expect(subject_counter(&s, "steps_taken") == 65);
    }
}

Test(peers_passes, has_the_order_of_its_formula_in_fixed_steps) {
    static const struct {
        const char *name;
        double order, within;
    } FORMULA[] = {{"gsl-rk8pd", 8, 0.9}, /* its next term is of like size here */
                   {"arkode-erk", 5, 0.4},
                   {"arkode-dirk", 4, 0.4},
                   {"gsl-rk1imp", 1, 0.1},
                   {"simbody-semi-explicit-euler", 1, 0.1},
                   {"simbody-runge-kutta-merson", 4, 0.4}};
    for (size_t i = 0; i < sizeof FORMULA / sizeof *FORMULA; i++) {
        const double coarse = FORMULA[i].order > 1 ? length / 8 : length / 512;
        struct model *m = model_from(swinging);
        double error[2] = {NAN, NAN};
        for (int k = 0; k < 2; k++) {
            struct subject s;
            const double h = k ? coarse / 2 : coarse;
            if (!open(&s, m, FORMULA[i].name, "step", h))
                continue;
            error[k] = error_of_pass(&s, h);
        }
        double order = log2(error[0] / error[1]);
        if (!isnan(order)) /* else it is not installed */
            cr_expect(fabs(order - FORMULA[i].order) < FORMULA[i].within, "%s: %g",
                      FORMULA[i].name, order);
    }
}

Test(peers_passes, begins_each_pass_anew) {
    for (int i = 0; i < PEERS_HERE; i++) {
        struct model *m = model_from(swinging);
        const char *key = PEER[i].has_controlled ? "accuracy" : "step";
        const double value = PEER[i].has_controlled ? 1e-5 : length / 128;
        struct subject s;
        if (open(&s, m, PEER[i].name, key, value)) {
            double first = error_of_pass(&s, value);
            const double steps = subject_counter(&s, "steps_taken"),
                         calls = subject_counter(&s, "derivative_evals");
            cr_expect(steps > 5 && calls >= steps - 1, "%s: %g, %g", s.method, steps,
                      calls);
            cr_expect(error_of_pass(&s, value) == first, "%s", s.method);
            cr_expect(subject_counter(&s, "steps_taken") == steps, "%s", s.method);
            cr_expect(subject_counter(&s, "derivative_evals") == calls, "%s: %g, then %g",
                      s.method, calls, subject_counter(&s, "derivative_evals"));
        }
    }
}

Test(peers_passes, one_without_fixed_steps_refuses_them_in_a_sentence) {
    const struct peer_request request = {peers_name("gsl-msbdf"), 0.1, NAN, 1e-6, 1};
    struct diagnostic d = {""};
    struct subject s;
    cr_expect(peers_open(&s, model_from(swinging), &request, &d) == SUBJECT_REFUSED);
    cr_expect(strlen(d.text) > 10, "%s", d.text);
    cr_expect(peers_name("velocity-implicit-euler") == NULL && peers_name(NULL) == NULL);
    cr_expect_str_eq(peers_name("simbody-runge-kutta-merson"),
                     "simbody-runge-kutta-merson");
}
