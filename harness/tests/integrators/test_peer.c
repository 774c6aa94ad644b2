/* Peers against closed forms, and what they are asked to count.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/peers/peer.h"

#include <math.h>
#include <string.h>

#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>

#include "harness/integrators/peers/peer_system.h"
#include "harness/integrators/subject.h"
#include "harness/tests/models.h"
#include "problems/base/status.h"

static const char swinging[] = "span 0.3 .. 2.9\nposition q = 0.83\nvelocity v = -0.25\n"
                               "q' = v\nv' = -1.37*q\n";
static const char breaking_down[] = "span 0 .. 1\nstate x = 0.83\nx' = log(0.5 - t)\n";

enum { MOST = 1000000 };

static bool open(struct subject *s, int peer, struct model *m, double accuracy,
                 long most) {
    const struct peer_options options = {0, accuracy, 1e-3, most};
    struct diagnostic d = {""};
    gsl_set_error_handler_off();
    if (peer_open(s, peer, m, &options, &d) == 0)
        return true;
    cr_assert(peer == PEER_CVODE_BDF, "%s", d.text);
    cr_expect(strstr(d.text, "libsundials-dev") != NULL, "%s", d.text);
    return false;
}

/* The error at the end of `swinging`, from 0.3 on. */
static double error_at_end(struct subject *s) {
    const double start[] = {0.83, -0.25}, w = sqrt(1.37), t = 2.6;
    cr_assert(s->start(s->self, 0.3, start) == 0, "%s", s->why(s->self));
    cr_assert(s->run(s->self, 1, 2.9) == 0, "%s", s->why(s->self));
    cr_assert(s->time(s->self) == 2.9);
    const double *x = s->state(s->self);
    return hypot(x[0] - (0.83 * cos(w * t) - 0.25 / w * sin(w * t)),
                 x[1] + 0.83 * w * sin(w * t) + 0.25 * cos(w * t));
}

/* GSL's implicit Euler, of order 1, holds the step's error, of order 2: error ~ sqrt of
 * the accuracy. Backward differentiation follows the accuracy. */
Test(peer, reproduces_an_oscillation_the_better_the_tighter_it_is_held) {
    static const double WORST[PEERS][2] = {{0.2, 0.02}, {0.1, 1e-3}, {0.1, 1e-3}};
    for (int peer = 0; peer < PEERS; peer++) {
        struct model *m = model_from(swinging);
        struct subject s;
        double error[2];
        for (int k = 0; k < 2; k++) {
            if (!open(&s, peer, m, k ? 1e-5 : 1e-3, MOST))
                continue;
            error[k] = error_at_end(&s);
            cr_assert(isfinite(error[k]));
            cr_expect(error[k] < WORST[peer][k], "%s: %g", s.method, error[k]);
            s.free(s.self);
            cr_expect(k == 0 || error[1] < error[0] / 4);
        }
    }
}

Test(peer, is_asked_for_every_evaluation_that_it_counts) {
    for (int peer = 0; peer < PEERS; peer++) {
        struct model *m = model_from(swinging);
        struct subject s;
        if (open(&s, peer, m, 1e-4, MOST)) {
            error_at_end(&s);
            const double steps = subject_counter(&s, "steps_taken"),
                         calls = subject_counter(&s, "derivative_evals");
            cr_expect(steps > 10 && calls >= steps && calls < 100 * steps);
            cr_expect(subject_counter(&s, "jacobian_evals") > 0);
            error_at_end(&s);
            cr_expect(subject_counter(&s, "steps_taken") == steps, "begins anew");
            cr_expect(subject_counter(&s, "derivative_evals") == calls, "counts anew");
        }
    }
}

Test(peer, advances_by_single_steps_and_no_further_than_told) {
    const double start[] = {0.83, -0.25};
    for (int peer = 0; peer < PEERS; peer++) {
        struct model *m = model_from(swinging);
        struct subject s;
        if (!open(&s, peer, m, 1e-2, MOST)) {
            continue;
        }
        cr_assert(s.start(s.self, 0.3, start) == 0);
        double t = 0.3;
        int steps = 0;
        for (; t < 1.1; steps++) {
            cr_assert(s.advance(s.self, 0.07, 1.1) == 0, "%s", s.why(s.self));
            cr_expect(s.time(s.self) > t && s.time(s.self) <= t + 0.07 * (1 + 1e-12));
            t = s.time(s.self);
        }
        cr_expect(t == 1.1 && steps >= 12);
        cr_expect(subject_counter(&s, "steps_taken") == steps);
        cr_expect(s.step(s.self, 0.01) != 0, "steps of a given size are refused");
    }
}

Test(peer, gives_up_when_it_may_not_ask_for_more) {
    const double start[] = {0.83, -0.25};
    for (int peer = 0; peer < PEERS; peer++) {
        struct model *m = model_from(swinging);
        struct subject s;
        if (open(&s, peer, m, 1e-7, 29)) {
            cr_assert(s.start(s.self, 0.3, start) == 0);
            cr_expect(s.run(s.self, 1, 2.9) != 0);
            cr_expect(subject_counter(&s, "derivative_evals") <= 29);
            cr_expect(strlen(s.why(s.self)) > 0);
        }
    }
}

Test(peer, fails_where_the_solution_ends) {
    const double start[] = {0.83};
    for (int peer = 0; peer < PEERS; peer++) {
        struct model *m = model_from(breaking_down);
        struct subject s;
        if (open(&s, peer, m, 1e-4, 20000)) {
            cr_assert(s.start(s.self, 0, start) == 0);
            cr_expect(s.run(s.self, 1, 1) != 0, "%s", s.method);
            cr_expect(s.time(s.self) < 0.51);
            cr_expect(isfinite(s.state(s.self)[0]));
        }
    }
}

/* q' = v, v' = -1e6 q - 2e3 v: with dF/dx as it is a Newton iteration ends after an
 * iteration or two; with its transpose it does not, and steps fail. */
Test(peer, converges_at_once_on_a_stiff_linear_problem) {
    static const double MOST_PER_STEP[PEERS] = {14, 6, 2.5};
    const double start[] = {0.83, -0.25};
    for (int peer = 0; peer < PEERS; peer++) {
        struct model *m = model_from("position q = 0.83\nvelocity v = -0.25\n"
                                     "q' = v\nv' = -1e6*q - 2e3*v\n");
        struct subject s;
        if (open(&s, peer, m, 1e-4, MOST)) {
            cr_assert(s.start(s.self, 0, start) == 0);
            cr_assert(s.run(s.self, 1, 1) == 0, "%s: %s", s.method, s.why(s.self));
            double per_step = (double)subject_counter(&s, "derivative_evals") /
                              (double)subject_counter(&s, "steps_taken");
            cr_expect(per_step < MOST_PER_STEP[peer], "%s: %g evaluations a step",
                      s.method, per_step);
        }
    }
}

/* dF/dx of a model with an N of its own and of one with N = I, against central
 * differences of F, by rows and by columns. */
Test(peer, is_given_the_derivatives_of_the_field) {
    const char *const text[] = {coupled_model,
                                "position q = 0.7\nvelocity v = -0.3\nstate z = 1.37\n"
                                "q' = v\nv' = -q*z + v^2\nz' = sin(q)*v - t*z\n"};
    const double x[] = {0.3, -0.7, 1.1, 0.4, 0.25}, p = 1e-5;
    for (int k = 0; k < 2; k++) {
        struct model *m = model_from(text[k]);
        struct peer_system system;
        struct diagnostic d = {""};
        double matrix[2][25], up[5], down[5], moved[5];
        cr_assert(peer_system_init(&system, m, MOST, &d) == 0, "%s", d.text);
        int n = system.nx;
        peer_system_jacobian(&system, 0.6, x, matrix[0], n, 1);
        peer_system_jacobian(&system, 0.6, x, matrix[1], 1, n);
        for (int j = 0; j < n; j++) {
            memcpy(moved, x, sizeof moved);
            moved[j] = x[j] + p;
            peer_system_field(&system, 0.6, moved, up);
            moved[j] = x[j] - p;
            peer_system_field(&system, 0.6, moved, down);
            for (int i = 0; i < n; i++) {
                double expected = (up[i] - down[i]) / (2 * p);
                cr_expect(fabs(matrix[0][i * n + j] - expected) < 1e-8);
                cr_expect(fabs(matrix[1][i + j * n] - expected) < 1e-8);
            }
        }
        cr_expect(system.jacobians == 2 && system.evaluations == 2 * n);
    }
}
