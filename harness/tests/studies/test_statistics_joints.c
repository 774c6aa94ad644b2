/* What the statistics study asks of joints' counters and errors holds on models whose joints are
 * hard to meet.
 *
 * Seen to fail: joints that depend on the lengths of quaternions are judged in faithful mode; an
 * attempt whose projection failed counts as one that was evaluated.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include <criterion/criterion.h>

#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/result_list.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/models.h"
#include "harness/tests/results_of.h"
#include "problems/model.h"

/* A rod in space with its upper end on a ring; the end's place is written for a unit quaternion. */
#define ROD(length)                                                                      \
    "param m = 0.4, I = 0.01, J = 0.002, b = 0.3, g = 9.81, R = 0.5\n"                   \
    "position x = R, y = 0, z = -b, e0 = 1, e1 = 0, e2 = 0, e3 = 0\n"                    \
    "velocity u = 0, v = 0.2, w = 0, wx = 0, wy = 0, wz = 3\n"                           \
    "quaternion rod = e0, e1, e2, e3\n"                                                  \
    "x' = u\ny' = v\nz' = w\n"                                                           \
    "e0' = (-e1*wx - e2*wy - e3*wz)/2\ne1' = (e0*wx + e2*wz - e3*wy)/2\n"                \
    "e2' = (e0*wy + e3*wx - e1*wz)/2\ne3' = (e0*wz + e1*wy - e2*wx)/2\n"                 \
    "mass u, u = m\nmass v, v = m\nmass w, w = m\n"                                      \
    "mass wx, wx = I\nmass wy, wy = I\nmass wz, wz = J\n"                                \
    "force u = 0\nforce v = 0\nforce w = -m*g\n"                                         \
    "force wx = (I - J)*wy*wz\nforce wy = (J - I)*wx*wz\nforce wz = 0\n"                 \
    "let s = " length "\n"                                                               \
    "let c = z + (s - 2*e1^2 - 2*e2^2)*b/s\n"                                            \
    "joint level = c\n"                                                                  \
    "joint ring = ((x + 2*(e1*e3 + e0*e2)*b/s)^2 + (y + 2*(e2*e3 - e0*e1)*b/s)^2 - "     \
    "R^2)/2\n"

static const char of_unit_length[] = ROD("1");
static const char of_any_length[] = ROD("(e0^2 + e1^2 + e2^2 + e3^2)");

/* A rope of seven links, one end let go, whose whip the fixed steps are too long for. */
static const char rope[] =
    "size n = 7\nparam m = 0.1, l = 0.2, g = 9.81\n"
    "position x[i] = i*l*4/5 for i in 1..n\nposition y[i] = -i*l*3/5 for i in 1..n\n"
    "velocity u[i] = 0 for i in 1..n\nvelocity v[i] = 0 for i in 1..n\n"
    "for i in 1..n {\nx[i]' = u[i]\ny[i]' = v[i]\nmass u[i], u[i] = m\n"
    "mass v[i], v[i] = m\nforce u[i] = 0\nforce v[i] = -m*g\n}\n"
    "joint link[1] = (x[1]^2 + y[1]^2 - l^2)/2\n"
    "joint link[i] = ((x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 - l^2)/2 for i in 2..n\n";

static json_t *results_of(const char *text) {
    struct study s = own_study(model_from(text));
    s.method = "explicit-euler";
    return study_results(study_statistics, &s);
}

static const json_t *find(const json_t *results, const char *quantity) {
    size_t i;
    json_t *r;
    json_array_foreach(results, i, r) {
        if (strcmp(text_in(r, "quantity"), quantity) == 0)
            return r;
    }
    cr_assert(false, "no result about %s", quantity);
    return NULL;
}

Test(statistics_joints, joints_of_unit_quaternions_are_met_before_lengths_are) {
    const json_t *unit = find(results_of(of_unit_length), "identity:constraints");
    const json_t *any = find(results_of(of_any_length), "identity:constraints");
    cr_expect_str_eq(text_in(unit, "verdict"), "pass", "%s", text_in(unit, "reason"));
    cr_expect_str_eq(text_in(any, "verdict"), "pass", "%s", text_in(any, "reason"));
    cr_expect(strstr(text_in(any, "reason"), "in 10 runs") != NULL, "%s",
              text_in(any, "reason"));
    cr_expect(strstr(text_in(unit, "reason"), "in 6 runs") != NULL, "%s",
              text_in(unit, "reason"));
}

Test(statistics_joints, what_cannot_be_projected_is_not_evaluated) {
    const json_t *r = find(results_of(rope), "identity:evaluations");
    cr_expect_str_eq(text_in(r, "verdict"), "pass", "%s", text_in(r, "reason"));
}
