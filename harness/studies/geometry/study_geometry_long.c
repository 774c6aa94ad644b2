/* The energy in long runs in double: of a symplectic form it swings about its value at the start
 * (E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration (2006), theorem IX.8.1), and
 * shows neither of
 *
 *     growth   largest |e| of the run over largest |e| of its first sixteenth
 *     trend    |mean of the last quarter - mean of the first| over the range of e
 *
 * where e(t) = (H(t) - H_0)/|H_0|, or H(t) where H_0 is zero. Explicit Euler in the same run shows
 * that they can be seen.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/results/study_projected.h"
#include "harness/studies/geometry/study_geometry.h"
#include "problems/base/status.h"
#include "problems/model.h"

enum { STEPS_IN_SPAN = 200, STEPS_BETWEEN = 64, MOST_POINTS = 2048 };
enum { POINTS_TOLD = 256 };

/* In a report; the gate's runs are a quarter of that. */
enum { GATE_POINTS = MOST_POINTS / 4 };

/* Up to the first it passes, beyond the second it fails: close encounters and chaos, with steps
 * that are long for them, are between. */
static const double growth_bounds[] = {3, 10}, trend_bounds[] = {0.15, 0.5};

/* A method that is not symplectic is to grow by so much, or to an energy that is off by this
 * part of it. */
static const double seen = 4, spoilt = 0.1;

struct series {
    const struct study *study;
    const struct projected_traits *form;
    struct separable *w;
    int points, wanted;
    double step;
    double time[MOST_POINTS], error[MOST_POINTS];
    struct diagnostic why; /* why it ended early; "" */
};

static int go_on(struct series *r, const struct subject *s, double h, double size) {
    for (int k = 0; k < STEPS_BETWEEN; k++)
        if (s->step(s->self, h))
            return message_set(&r->why, "; it ends at t = %g: %s", s->time(s->self),
                               s->why(s->self));
    double t = s->time(s->self), e = separable_change(r->w, t, s->state(s->self), 0);
    if (!isfinite(e))
        return message_set(&r->why, "; at t = %g the energy is no number", t);
    r->time[r->points] = t;
    r->error[r->points++] = e / size;
    return 0;
}

static void get_matrix(gsl_matrix *to, const struct separable *w, int which) {
    const size_t n = (size_t)w->n;
    for (size_t i = 0; i < n * n; i++) {
        mpfr_srcptr entry = w->out[SEPARABLE_MATRICES + which * w->n * w->n + (int)i];
        gsl_matrix_set(to, i / n, i % n, mpfr_get_d(entry, MPFR_RNDN));
    }
}

/* The square of the fastest frequency about the start, U'' a = omega^2 M a; 0: none is found. */
static double find_fastest(const struct separable *w) {
    const size_t n = (size_t)w->n;
    gsl_matrix *mass = gsl_matrix_alloc(n, n), *stiffness = gsl_matrix_alloc(n, n);
    gsl_vector *square = gsl_vector_alloc(n);
    gsl_eigen_gensymm_workspace *room = gsl_eigen_gensymm_alloc(n);
    double fastest = 0;
    if (mass != NULL && stiffness != NULL && square != NULL && room != NULL) {
        get_matrix(mass, w, 0);
        get_matrix(stiffness, w, 1);
        if (gsl_eigen_gensymm(stiffness, mass, square, room) == GSL_SUCCESS)
            fastest = fmax(0, gsl_vector_max(square));
    }
    gsl_eigen_gensymm_free(room);
    gsl_vector_free(square);
    gsl_matrix_free(stiffness);
    gsl_matrix_free(mass);
    return fastest;
}

/* A part of the span, but no more than a radian of the fastest oscillation, half of the longest
 * stable step. */
static double choose_step(const struct separable *w, double span) {
    const double fastest = find_fastest(w), step = span / STEPS_IN_SPAN;
    return fastest * step * step > 1 ? 1 / sqrt(fastest) : step;
}

static int run(struct series *r, struct diagnostic *d) {
    const struct study *study = r->study;
    struct model *m = study->model;
    struct subject_options options = geometry_options(study, r->form);
    double begin, end, *x = initial_alloc(m, 0, &begin, &end, d);
    struct subject s;
    int failed = x == NULL || study->open_subject(study->context, m, &options, &s, d);
    if (!failed) {
        separable_start(r->w, begin, x);
        r->step = choose_step(r->w, end - begin);
        double size = fabs(mpfr_get_d(r->w->start[SEPARABLE_ENERGY], MPFR_RNDN));
        failed = s.start(s.self, begin, x);
        if (failed)
            message_set(d, "%s: %s", m->name, s.why(s.self));
        while (!failed && r->points < r->wanted &&
               go_on(r, &s, r->step, size > 0 ? size : 1) == 0)
            continue;
        s.free(s.self);
    }
    free(x);
    return failed;
}

static double find_largest(const struct series *r, int points) {
    double largest = 0;
    for (int k = 0; k < points; k++)
        largest = fmax(largest, fabs(r->error[k]));
    return largest;
}

static double find_trend(const struct series *r) {
    double first = 0, last = 0, low = INFINITY, high = -INFINITY;
    int quarter = r->points / 4;
    for (int k = 0; k < quarter; k++) {
        first += r->error[k] / quarter;
        last += r->error[r->points - 1 - k] / quarter;
    }
    for (int k = 0; k < r->points; k++) {
        low = fmin(low, r->error[k]);
        high = fmax(high, r->error[k]);
    }
    return fabs(last - first) / (high - low);
}

static json_t *list_points(const struct series *r) {
    json_t *list = json_array();
    int each = r->points / POINTS_TOLD > 0 ? r->points / POINTS_TOLD : 1;
    double largest = 0;
    for (int k = 0; k < r->points; k++) {
        largest = fmax(largest, fabs(r->error[k]));
        if (k < POINTS_TOLD / 4 || k % each == 0)
            json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:b}", "t",
                                                  json_number(r->time[k]), "error",
                                                  json_number(r->error[k]), "largest",
                                                  json_number(largest), "used", 1));
    }
    return list;
}

/* Of a form that is not symplectic: it is to be seen that it is not. */
static enum verdict judge(const struct series *r, double value, const double *bounds) {
    bool complete = r->points == r->wanted;
    bool shows = value >= seen || !complete || find_largest(r, r->points) >= spoilt;
    if (r->form->defect != 0)
        return shows ? VERDICT_PASS : VERDICT_NOT_ASYMPTOTIC;
    if (!complete || !isfinite(value) || value > bounds[1])
        return VERDICT_FAIL;
    return value <= bounds[0] ? VERDICT_PASS : VERDICT_NOT_ASYMPTOTIC;
}

static int append(const struct series *r, const char *quantity, double value,
                  const double *bounds, json_t *points, struct results *results) {
    char name[64];
    bool symplectic = r->form->defect == 0;
    geometry_quantity(name, sizeof name, quantity, r->form);
    struct result q = result_begin(r->study->model, "geometry", "double", name);
    q.grade = "none";
    q.points = points;
    q.value = value;
    q.expected = symplectic ? bounds[0] : NAN;
    q.verdict = judge(r, value, bounds);
    q.required =
        symplectic && q.verdict == VERDICT_PASS && result_is_required(r->study->model);
    return result_append(results, r->study, &q, "%s in %d steps of h = %.4g%s%s",
                         strcmp(quantity, "energy-growth") == 0
                             ? "largest error of the energy over that of the first "
                               "sixteenth"
                             : "what the energy's mean moves over its range",
                         r->wanted * STEPS_BETWEEN, r->step,
                         symplectic ? "" : "; not symplectic: it is to grow",
                         r->why.text);
}

static int append_all(const struct series *r, struct results *results) {
    double begin = find_largest(r, r->points < 16 ? r->points : r->wanted / 16);
    int failed = append(r, "energy-growth", find_largest(r, r->points) / begin,
                        growth_bounds, list_points(r), results);
    if (!failed && r->form->defect == 0)
        failed = append(r, "energy-trend", find_trend(r), trend_bounds, NULL, results);
    return failed;
}

int geometry_long_run(const struct study *s, struct separable *w, struct results *results,
                      struct diagnostic *d) {
    const struct projected_traits *form;
    struct series *r = calloc(1, sizeof *r);
    int failed = r == NULL;
    for (int i = 0; (form = geometry_form_of(s->method, i)) != NULL && !failed; i++) {
        *r = (struct series){.study = s,
                             .form = form,
                             .w = w,
                             .wanted =
                                 s->effort == STUDY_REPORT ? MOST_POINTS : GATE_POINTS};
        if (form->defect > 2) /* Merson's: the long-run study has it */
            continue;
        failed = run(r, d);
        failed = failed || append_all(r, results);
    }
    if (r == NULL)
        message_set(d, "%s: out of memory", s->model->name);
    free(r);
    return failed;
}
