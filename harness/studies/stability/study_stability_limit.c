/* The longest stable step on a spring with a damper, found by bisection against the formula;
 * then the integrator runs with steps a little below and a little above the limit.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/base/json_number.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/results/study_projected.h"
#include "harness/studies/stability/study_stability_probe.h"

/* Ratios of damping c/(2 sqrt k): none, and 2^(j/2) over five octaves to either side of critical
 * damping. */
enum { DAMPINGS = 22, EACH_IN_GATE = 3 };

static double damping(int i) {
    return i == 0 ? 0 : 2 * sqrt(probe_stiffness) * exp2((i - 11) / 2.0);
}

/* Of a limit, relative. */
static const double tolerance[] = {1e-40, 1e-9};

/* How far from the limit runs are, for how many steps, and what counts as grown. */
static const double aside = 1e-3, grown = 1e4, gone = 1e-100;

/* Explicit Euler's weakly damped modes grow slowly: by e^(2 z^2 a (1 + a)) a step, z the ratio of
 * damping, a as far above the limit. */
static const double far_aside = 0.5;
enum { STEPS = 20000 };

/* Whether a run ends, or its state grows. */
static bool grows(const struct probe *p, double h) {
    static const double x[2] = {1, 0.3};
    const struct subject *s = &p->subject;
    if (s->start(s->self, 0, x))
        return true;
    for (int i = 0; i < STEPS; i++) {
        if (s->step(s->self, h))
            return true;
        const double *now = s->state(s->self);
        double size = fabs(now[0]) + fabs(now[1]);
        if (!(size <= grown))
            return true;
        if (size < gone)
            return false;
    }
    return false;
}

static double find_aside(const struct projected_traits *form) {
    return form->reference == REF_EXPLICIT_EULER ? far_aside : aside;
}

struct found {
    /* In MPFR, in double: the largest relative difference from the formula. */
    double off[2];
    int wrong, runs; /* runs that do not what the formula says */
    bool in_mpfr;
    json_t *points;
};

static void look_at(struct probe *p, double c, struct found *f) {
    double expected = stability_formula(p->form, probe_stiffness, c);
    double limit = probe_limit(p);
    f->off[1] = fmax(f->off[1], fabs(limit / expected - 1));
    json_array_append_new(
        f->points,
        json_pack("{s:o, s:o, s:o, s:o, s:o}", "k", json_number(probe_stiffness), "c",
                  json_number(c), "damping", json_number(c / 2 / sqrt(probe_stiffness)),
                  "limit", json_number(limit), "expected", json_number(expected)));
    f->runs += 2;
    f->wrong += grows(p, expected * (1 - aside)) +
                !grows(p, expected * (1 + find_aside(p->form)));
    f->in_mpfr = probe_formula(p, c);
    if (!f->in_mpfr)
        return;
    probe_limit_exactly(p, limit);
    mpfr_sub(p->h, p->low, p->limit, MPFR_RNDN);
    mpfr_div(p->h, p->h, p->limit, MPFR_RNDN);
    f->off[0] = fmax(f->off[0], fabs(mpfr_get_d(p->h, MPFR_RNDN)));
}

static int append(const struct probe *p, struct found *f, bool in_double,
                  struct results *results) {
    char name[64], arithmetic[32] = "double";
    geometry_quantity(name, sizeof name, "stability-limit", p->form);
    if (!in_double)
        snprintf(arithmetic, sizeof arithmetic, "mpfr:%ld", (long)p->bits);
    struct result r = result_begin(p->study->model, "stability", arithmetic, name);
    r.grade = "closed-form";
    r.points = in_double ? f->points : NULL;
    r.value = r.high = f->off[in_double];
    r.low = 0;
    r.expected = 0;
    r.tolerance = tolerance[in_double];
    r.verdict = verdict_at_most(r.value, r.tolerance);
    r.required = true;
    return result_append(results, p->study, &r,
                         "largest relative difference of the longest stable step on a "
                         "spring with a damper, by bisection, from the formula");
}

static int append_runs(const struct probe *p, const struct found *f,
                       struct results *results) {
    char name[64];
    geometry_quantity(name, sizeof name, "stability-runs", p->form);
    struct result r = result_begin(p->study->model, "stability", "double", name);
    r.grade = "closed-form";
    r.value = f->wrong;
    r.expected = 0;
    r.verdict = verdict_at_most(r.value, 0);
    r.required = true;
    return result_append(results, p->study, &r,
                         "of %d runs of %d steps, as many grow %g below the formula's "
                         "limit or do not %g above it",
                         f->runs, STEPS, aside, find_aside(p->form));
}

static int append_all(const struct probe *p, struct found *f, struct results *results) {
    return append(p, f, true, results) || append_runs(p, f, results) ||
           (f->in_mpfr && append(p, f, false, results));
}

int stability_limits(const struct study *s, const struct projected_traits *form,
                     struct results *results, struct diagnostic *d) {
    struct probe p = {
        .study = s, .form = form, .bits = s->bits > 0 ? s->bits : GEOMETRY_BITS};
    struct found f = {.points = json_array()};
    int failed = 0;
    /* Explicit Euler is unstable without damping, whatever the step. */
    int first = form->reference == REF_EXPLICIT_EULER;
    int each = s->effort == STUDY_GATE ? EACH_IN_GATE : 1;
    for (int i = first; i < DAMPINGS && !failed; i += each) {
        failed = probe_open(&p, damping(i), d);
        if (!failed)
            look_at(&p, damping(i), &f);
        probe_close(&p);
    }
    if (failed)
        json_decref(f.points);
    else
        failed = append_all(&p, &f, results);
    return failed;
}
