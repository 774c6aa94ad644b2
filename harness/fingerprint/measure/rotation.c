/* Steps of a few sizes from one start, compared with the series of the exact solution in powers of
 * the time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/measure/rotation.h"

#include <math.h>
#include <string.h>

#include "harness/base/numbers/finite.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "problems/model.h"

enum { Q = 4, STATES = 7, SIZES = 4, TERMS = 30 };

static const char text[] =
    "title \"Fingerprint probe of rotations\"\n"
    "source \"Iserles, Munthe-Kaas, Norsett, Zanna, Lie-group methods, Acta Numerica 9 "
    "(2000)\"\n"
    "why \"Rotations about an axis that turns do not commute\"\n"
    "tags fingerprint\n"
    "span 1 .. 2\n"
    "position w = 0.5, x = -0.1, y = 0.7, z = 0.5\n"
    "velocity a = 1, b = -0.5, c = 0.75\n"
    "quaternion attitude = w, x, y, z\n"
    "w' = (-x*a - y*b - z*c)/2\n"
    "x' = (w*a + y*c - z*b)/2\n"
    "y' = (w*b + z*a - x*c)/2\n"
    "z' = (w*c + x*b - y*a)/2\n"
    "a' = -1\nb' = 2\nc' = 1.5\n";

static const double start_of_w[] = {1, -0.5, 0.75}, rate_of_w[] = {-1, 2, 1.5};
static const double longest = 0.125;

/* Errors below this are of rounding; slopes that belong to one power agree within that. */
static const double rounding = 1e-12, same_slope = 0.3;

/* So much of a step leads elsewhere where it goes another way. */
static const double same_way = 0.1;

/* to += q (0, w) times a factor. */
static void add_product(double *to, const double *q, const double *w, double factor) {
    to[0] += factor * (-q[1] * w[0] - q[2] * w[1] - q[3] * w[2]);
    to[1] += factor * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
    to[2] += factor * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
    to[3] += factor * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
}

/* end[Q] := q after a time h, by q_{k+1} = (q_k (0, w_0) + q_{k-1} (0, w'))/(2 (k + 1)). */
static void find_exact(double *end, const double *start, double h) {
    double term[TERMS + 1][Q] = {{0}}, power = 1;
    memcpy(term[0], start, sizeof term[0]);
    memcpy(end, start, sizeof term[0]);
    for (int k = 0; k < TERMS; k++) {
        add_product(term[k + 1], term[k], start_of_w, 0.5 / (k + 1));
        if (k > 0)
            add_product(term[k + 1], term[k - 1], rate_of_w, 0.5 / (k + 1));
        power *= h;
        for (int i = 0; i < Q; i++)
            end[i] += power * term[k + 1][i];
    }
}

/* Whether end - x is the factor times a way, but for terms of higher order. */
static bool goes(const double *end, const double *x, const double *way, double factor) {
    double off = 0, size = 0;
    for (int i = 0; i < Q; i++) {
        const double gone = end[i] - x[i];
        off = fmax(off, fabs(gone - factor * way[i]));
        size = fmax(size, fabs(gone));
    }
    return off <= same_way * size;
}

static void find_way(struct rotation *r, const double *end, const double *x,
                     const double *exact, double h) {
    double way[Q], in_space[Q] = {0}, along = 0, square = 0;
    const double backward[] = {-start_of_w[0], -start_of_w[1], -start_of_w[2]};
    const double conjugate[] = {x[0], -x[1], -x[2], -x[3]};
    for (int i = 0; i < Q; i++) {
        way[i] = exact[i] - x[i];
        along += (end[i] - x[i]) * way[i];
        square += way[i] * way[i];
    }
    r->pace = goes(end, x, way, along / square) ? along / square : 0;
    /* (0, w) q is the conjugate of conj(q) (0, -w) */
    add_product(in_space, conjugate, backward, h / 2);
    for (int i = 1; i < Q; i++)
        in_space[i] = -in_space[i];
    r->in_space = goes(end, x, in_space, 1);
}

/* The error of one step, and which way it goes; not a number: it could not be made. */
static double error_of(struct rotation *r, const struct subject *s, double t,
                       const double *x, double h) {
    double exact[Q], error = 0;
    if (s->start(s->self, t, x) || subject_steps(s, h, 1))
        return NAN;
    const double *end = s->state(s->self);
    if (!are_finite(end, STATES))
        return NAN;
    find_exact(exact, x, h);
    find_way(r, end, x, exact, h);
    for (int i = 0; i < Q; i++)
        error = fmax(error, fabs(end[i] - exact[i]));
    return error;
}

/* By the shortest three steps whose errors are not of rounding. */
static void find_order(struct rotation *r, const double *error) {
    for (int k = SIZES - 1; k > 1 && !r->made; k--) {
        const double late = log2(error[k - 1] / error[k]);
        const double early = log2(error[k - 2] / error[k - 1]);
        r->made = error[k] > rounding && fabs(late - early) <= same_slope;
        r->order = late - 1;
    }
}

static void make_steps(struct rotation *r, const struct bench *b, struct model *m,
                       struct diagnostic *ignored) {
    struct subject_options tight = measure_options(b->method);
    struct subject s;
    double t, x[STATES], error[SIZES];
    if (initial_in_double(m, &t, x, ignored) ||
        b->open_subject(b->context, m, b->options ? b->options : &tight, &s, ignored))
        return;
    for (int k = 0; k < SIZES; k++)
        error[k] = error_of(r, &s, t, x, ldexp(longest, -k));
    find_order(r, error);
    s.free(s.self);
}

int rotation_measure(struct rotation *r, const struct bench *b) {
    struct diagnostic ignored;
    struct model *m = NULL;
    *r = (struct rotation){.made = false};
    if (b->bits > 0)
        return 0;
    int failed =
        model_parse(&m, "fingerprint.model", text, strlen(text), 0, NULL, &ignored);
    if (!failed)
        make_steps(r, b, m, &ignored);
    model_free(m);
    return failed;
}
