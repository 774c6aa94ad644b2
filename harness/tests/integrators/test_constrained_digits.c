/* The standard tests of methods for joints, to ten digits: what `halfstep solve` makes of
 * Andrews' squeezer, the car axis and the flexible slider crank, and of the stiff flyball
 * governor, against the model files' values, which were computed in 113-bit arithmetic from
 * the equations of index 1 by extrapolation.
 *
 * Seen to fail: no projection; one at ten times the tolerance; bdf's error estimate not
 * projected; multipliers that are not solved for; the constraints' bias with the other sign.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "fast/system.h"
#include "harness/integrators/bind/bind_joints.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/halfstep.h"
#include "harness/tests/results_of.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

#define LINE_ROOM 600

/* The rod of the slider crank bends by less than this times its length. Backward
 * differentiation formulas would need years for ten digits of the smallest of its four
 * deformations: against the largest they have them. */
#define DEFORMATION 1.89e-4

/* The deformations are measured in 1e-5. */
#define IN_THEIR_UNITS " --option units=1,1,1,1e-5,1e-5,1e-5,1e-5"
#define BOTH(tolerance) " --option relative=" tolerance " --option absolute=" tolerance

static const struct task {
    const char *model, *until, *method;
    const char *how;  /* the settings that ten digits take */
    double tolerance; /* of the joints, as set there; 0: none */
    double least;     /* smaller positions are measured against this */
} tasks[] = {
    {"andrews", "0.03", "runge-kutta-merson",
     "--accuracy 1e-12 --option constraint-tolerance=1e-13", 1e-13, 0},
    {"andrews", "0.03", "bdf", "--accuracy 1e-14 --option constraint-tolerance=1e-12",
     1e-12, 0},
    {"car_axis", "3", "runge-kutta-merson",
     "--accuracy 1e-13 --option constraint-tolerance=1e-14", 1e-14, 0},
    {"car_axis", "3", "bdf", "--accuracy 1e-14 --option constraint-tolerance=1e-14",
     1e-14, 0},
    {"slider_crank", "0.1", "runge-kutta-merson",
     BOTH("1e-14") IN_THEIR_UNITS " --option constraint-tolerance=1e-14", 1e-14, 0},
    {"slider_crank", "0.1", "bdf",
     BOTH("3e-13") IN_THEIR_UNITS " --option constraint-tolerance=3e-14", 3e-14,
     DEFORMATION},
    {"flyball", "1", "runge-kutta-merson", "--accuracy 1e-10", 0, 0},
    {"flyball", "1", "bdf", "--accuracy 1e-13", 0, 0},
};

enum { tasks_count = sizeof tasks / sizeof *tasks, tasks_with_joints = 6 };

static const double ten_digits = 1e-10;

static json_t *solve(const struct task *task, const char *how, const char *at) {
    return halfstep_json(0, "solve %s --method %s %s --until %s%s%s --json", task->model,
                         task->method, how, task->until, at[0] == '\0' ? "" : " --at ",
                         at);
}

static double component(const json_t *state, const struct model *m, int i) {
    const char *part = i < m->nq ? "q" : i < m->nq + m->nv ? "v" : "z";
    const int first = i < m->nq ? 0 : i < m->nq + m->nv ? m->nq : m->nq + m->nv;
    return json_number_value(
        json_array_get(json_object_get(state, part), (size_t)(i - first)));
}

static double constant(struct model *m, expr e) {
    double value = NAN;
    cr_assert(expr_constant_double(m->graph, e, &value) == PROBLEM_OK);
    return value;
}

/* The largest relative error of a position at the end, and how many were compared. */
static double find_error(const struct task *task, const json_t *document, int *compared) {
    struct model *m = catalogue_model(task->model);
    const json_t *state = json_object_get(document, "state");
    double largest = 0;
    *compared = 0;
    for (int k = 0; k < m->published; k++) {
        const struct published_value *p = &m->published_value[k];
        if (p->state >= m->nq ||
            fabs(constant(m, p->time) / number_in(document, "t") - 1) > 1e-12)
            continue;
        const double right = constant(m, p->value);
        const double off = fabs(component(state, m, p->state) - right);
        const double error = off / fmax(fabs(right), task->least);
        largest = isfinite(error) ? fmax(largest, error) : INFINITY;
        ++*compared;
    }
    cr_assert(*compared == m->nq, "%s: %d values", task->model, *compared);
    return largest;
}

Test(constrained_digits, positions_come_out_to_ten_digits) {
    for (int i = 0; i < tasks_count; i++) {
        json_t *document = solve(&tasks[i], tasks[i].how, "");
        int compared;
        const double error = find_error(&tasks[i], document, &compared);
        cr_expect(error <= ten_digits, "%s by %s: %.2g", tasks[i].model, tasks[i].method,
                  error);
    }
}

/* A ten thousandth of the accuracy's number leaves a fiftieth of the error at the most. */
Test(constrained_digits, errors_fall_with_the_accuracy) {
    static const char *const accuracies[] = {"--accuracy 1e-4", "--accuracy 1e-8",
                                             "--accuracy 1e-12"};
    for (int i = 0; i < tasks_count; i++) {
        double before = INFINITY;
        for (int k = 0; k < 3; k++) {
            json_t *document = solve(&tasks[i], accuracies[k], "");
            int compared;
            const double error = find_error(&tasks[i], document, &compared);
            cr_expect(error < before / 50, "%s by %s, %s: %.2g after %.2g",
                      tasks[i].model, tasks[i].method, accuracies[k], error, before);
            before = error;
        }
    }
}

static double mean_square_root(int n, const double *e) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += e[i] * e[i];
    return n > 0 ? sqrt(sum / n) : 0;
}

/* The joints' errors at the states that were reported. */
static void check_samples(struct model *m, const json_t *samples, double tolerance,
                          const char *method) {
    enum { most_states = 16, most_joints = 8 };
    struct bind_joints *binding;
    double x[most_states], error[most_joints];
    cr_assert(m->nq + m->nv + m->nz <= most_states && m->joints <= most_joints);
    cr_assert(bind_joints_alloc(&binding, m, false) == PROBLEM_OK);
    const struct integrator_system *s = bind_joints_system(binding);
    for (size_t k = 0; k < json_array_size(samples); k++) {
        const json_t *sample = json_array_get(samples, k);
        const double t = number_in(sample, "t");
        for (int i = 0; i < m->nq + m->nv + m->nz; i++)
            x[i] = component(json_object_get(sample, "state"), m, i);
        cr_assert(s->position(s->context, t, x, error, NULL) == 0);
        const double position = mean_square_root(m->holonomic, error);
        cr_assert(s->velocity(s->context, t, x, error, NULL) == 0);
        const double velocity = mean_square_root(m->joints, error);
        cr_expect(position <= tolerance && velocity <= tolerance,
                  "%s by %s at %g: %.3g, %.3g, not %.3g", m->name, method, t, position,
                  velocity, tolerance);
    }
}

/* Neither where it is told, nor where a step ends. */
Test(constrained_digits, joints_are_never_violated_by_more_than_the_tolerance) {
    static const double parts[] = {0.013, 0.2, 0.37, 0.51, 0.77, 0.98};
    for (int i = 0; i < tasks_with_joints; i++)
        for (int loose = 0; loose < 2; loose++) {
            struct model *m = catalogue_model(tasks[i].model);
            char at[LINE_ROOM / 2];
            int length = 0;
            for (int k = 0; k < 6; k++)
                length += snprintf(at + length, sizeof at - (size_t)length, "%s%.17g",
                                   k > 0 ? "," : "", parts[k] * atof(tasks[i].until));
            json_t *document =
                solve(&tasks[i], loose ? "--accuracy 1e-5" : tasks[i].how, at);
            const json_t *counted = json_object_get(document, "statistics");
            const double tolerance = number_in(counted, "constraint_tolerance_in_use");
            cr_expect(tolerance == (loose ? 1e-5 / 10 : tasks[i].tolerance));
            cr_assert(json_array_size(json_object_get(document, "samples")) == 6);
            check_samples(m, json_object_get(document, "samples"), tolerance,
                          tasks[i].method);
            cr_expect(number_in(counted, "largest_position_error") <= tolerance);
            cr_expect(number_in(counted, "largest_velocity_error") <= tolerance);
            const json_t *left = json_object_get(document, "constraint_errors");
            cr_expect(number_in(left, "position") <= tolerance);
            cr_expect(number_in(left, "velocity") <= tolerance);
        }
}

/* The forces in the joints, too, against what is published: to what velocities give. */
Test(constrained_digits, multipliers_come_out_to_eight_digits) {
    for (int i = 0; i < tasks_with_joints; i++) {
        struct model *m = catalogue_model(tasks[i].model);
        json_t *document = solve(&tasks[i], tasks[i].how, "");
        const json_t *found = json_object_get(document, "multipliers");
        const int nx = m->nq + m->nv + m->nz;
        int compared = 0;
        for (int k = 0; k < m->published; k++) {
            const struct published_value *p = &m->published_value[k];
            if (p->state < nx ||
                fabs(constant(m, p->time) / number_in(document, "t") - 1) > 1e-12)
                continue;
            const double right = constant(m, p->value);
            const double off = number_in(found, m->joint[p->state - nx].name) / right - 1;
            cr_expect(fabs(off) <= 1e-8, "%s by %s, %s: %.2g", m->name, tasks[i].method,
                      m->joint[p->state - nx].name, off);
            compared++;
        }
        cr_expect(compared == m->joints, "%s: %d multipliers", m->name, compared);
    }
}
