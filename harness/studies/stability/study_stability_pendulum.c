/* Beyond linear problems. A damped pendulum, from so near to its rest that its limit is that of a
 * spring with k = g/l: found by runs alone, stable where the state does not grow over many
 * steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <math.h>

#include "harness/integrators/subject.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/studies/stability/study_stability.h"
#include "problems/model.h"

const char stability_pendulum_text[] = "param k = 11.3, c = 0\nspan 0 .. 1\n"
                                       "position a = 2.1\nvelocity w = -0.25\n"
                                       "a' = w\nw' = -k*sin(a) - c*w\n";
static const double gravity = 11.3, braking = 1.7; /* k, c */

/* Near to rest; grown by that, and still near. */
static const double small = 1e-9, grown = 1e4, gone = 1e-100;
enum { STEPS = 1 << 15, BISECTIONS = 14 };

/* Steps short of growing by `grown` above the limit: ln(grown)/STEPS of it, and more. */
static const double tolerance = 4e-3;

static bool stays_small(const struct subject *s, double h) {
    const double x[2] = {small, 0};
    if (s->start(s->self, 0, x))
        return false;
    for (int i = 0; i < STEPS; i++) {
        if (s->step(s->self, h))
            return false;
        double speed = fabs(s->state(s->self)[1]);
        if (!(speed <= small * sqrt(gravity) * grown))
            return false;
        if (speed < gone && fabs(s->state(s->self)[0]) < gone)
            return true;
    }
    return true;
}

static double find_limit(const struct subject *s, double near) {
    double low = near / 2, high = 2 * near;
    for (int i = 0; i < BISECTIONS; i++) {
        double middle = (low + high) / 2;
        *(stays_small(s, middle) ? &low : &high) = middle;
    }
    return low;
}

static int append(const struct study *s, const struct projected_traits *form, double off,
                  struct results *results) {
    char name[64];
    geometry_quantity(name, sizeof name, "pendulum-limit", form);
    struct result r = result_begin(s->model, "stability", "double", name);
    r.grade = "closed-form";
    r.low = 0;
    result_hold(&r, off, tolerance);
    r.required = true;
    return result_append(results, s, &r,
                         "relative difference of the longest step at which a braked "
                         "pendulum stays at rest, by runs of %d steps, from the formula",
                         STEPS);
}

int stability_pendulum(const struct study *s, const struct projected_traits *form,
                       struct results *results, struct diagnostic *d) {
    struct subject_options options = geometry_options(s, form);
    const struct setting setting = {"c", "1.7"};
    struct model *m;
    struct subject subject;
    if (stability_model(&m, "stability.model", stability_pendulum_text, 1, &setting, d))
        return -1;
    int failed = s->open_subject(s->context, m, &options, &subject, d);
    if (!failed) {
        double expected = stability_formula(form, gravity, braking);
        double off = fabs(find_limit(&subject, expected) / expected - 1);
        failed = append(s, form, off, results);
        subject.free(subject.self);
    }
    model_free(m);
    return failed;
}

int stability_model(struct model **m, const char *name, const char *text, int settings,
                    const struct setting *setting, struct diagnostic *d) {
    return model_parse(m, name, text, strlen(text), settings, setting, d) != PROBLEM_OK;
}
