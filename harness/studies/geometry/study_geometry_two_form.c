/* Whether a step of the reference is symplectic: its derivative D, from exact derivatives of
 * the step's equations, has
 *
 *     D^T W D = W,   W = (0 M; -M 0),   and so det D = 1,
 *
 * to working precision along some steps. Of explicit Euler D = I + h A, A = (0 I; f_q 0), and
 * as M f_q = -U'' is symmetric,
 *
 *     D^T W D - W = h^2 A^T W A = h^2 (0 U''; -U'' 0)   exactly.
 *
 * Merson's method is of order 4, so that its defect is of order 5 at least.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/base/message.h"
#include "harness/results/result.h"
#include "harness/results/study_projected.h"
#include "harness/studies/common/asymptotic.h"
#include "harness/studies/common/ladder_rows.h"
#include "harness/studies/geometry/study_geometry_two_form.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "ref/vector.h"

/* Digits of the working precision that the matrices' products may spend. */
enum { DIGITS_SPENT = 8 };

/* Steps in the span, and steps along which symplectic forms are looked at. */
enum { STEPS_IN_SPAN = 64, STEPS = 6 };

/* The ladder of the others. */
enum { LEVELS = 10 };
static const struct ladder_rule rule = {
    .min_points = 6, .max_corrections = 3, .accept = 1e-4, .noise = 1e-15};
static const double tolerance = 1e-3;

/* Of the constant: it holds for every h. */
static const double constant_tolerance = 1e-12;

static int begin(struct two_form *f, struct diagnostic *d) {
    struct model *m = f->study->model;
    const mpfr_prec_t bits = f->bits + f->spare;
    mpfr_ptr *const numbers[] = {&f->t, &f->h, &f->sum, &f->term};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] = room_number(&f->room, bits);
    f->x = room_numbers(&f->room, f->n, bits);
    f->x1 = room_numbers(&f->room, f->n, bits);
    f->D = room_numbers(&f->room, f->n * f->n, bits);
    f->WD = room_numbers(&f->room, f->n * f->n, bits);
    if (f->room.is_short)
        return message_set(d, "%s: out of memory", m->name);
    enum ref_status status =
        ref_step_alloc(&f->step, m, f->form->reference, bits, EVAL_EXACT_CONSTANTS);
    if (status == REF_OK)
        status = ref_initial(m, EVAL_EXACT_CONSTANTS, f->t, f->x);
    double end;
    if (status == REF_OK &&
        expr_constant_double(m->graph, m->span_end, &end) != PROBLEM_OK)
        status = REF_NOT_FINITE;
    if (status != REF_OK)
        return message_set(d, "%s: %s", m->name, ref_status_text(status));
    f->span = end - mpfr_get_d(f->t, MPFR_RNDN);
    separable_evaluate(f->w, f->t, vector_const(f->x));
    return 0;
}

static int differentiate(struct two_form *f, double h, struct diagnostic *d) {
    mpfr_set_d(f->h, h, MPFR_RNDN);
    enum ref_status status =
        ref_step_tangent(f->step, f->t, vector_const(f->x), f->h, f->x1, f->D);
    return status == REF_OK ? 0
                            : message_set(d, "%s: a step of the reference: %s",
                                          f->study->model->name, ref_status_text(status));
}

/* Along some steps. */
static int follow(struct two_form *f, struct results *results, struct diagnostic *d) {
    (void)results;
    for (int i = 0; i < STEPS; i++) {
        double scale;
        if (differentiate(f, f->span / STEPS_IN_SPAN, d))
            return -1;
        for (int k = 0; k < f->n * f->n; k++)
            f->largest = fmax(f->largest, fabs(mpfr_get_d(f->D[k], MPFR_RNDN)));
        f->defect = fmax(f->defect, two_form_defect(f, &scale) / scale);
        f->determinant = fmax(f->determinant, two_form_determinant(f));
        vector_swap(&f->x, &f->x1);
        mpfr_add(f->t, f->t, f->h, MPFR_RNDN);
    }
    return 0;
}

/* Digits to which a relative defect is zero. */
static int append_digits(const struct two_form *f, const char *quantity, double defect,
                         struct results *results, const char *what) {
    char name[64], arithmetic[32];
    double most = (double)f->bits * log10(2);
    snprintf(arithmetic, sizeof arithmetic, "mpfr:%ld", (long)f->bits);
    geometry_quantity(name, sizeof name, quantity, f->form);
    struct result r = result_begin(f->study->model, "geometry", arithmetic, name);
    r.grade = "discrete";
    r.expected = floor(most) - DIGITS_SPENT;
    r.value = defect > 0 ? fmin(-log10(defect), most) : most;
    r.verdict = verdict_at_least(isfinite(defect) ? r.value : NAN, r.expected);
    r.required = true;
    return result_append(results, f->study, &r, "digits to which %s along %d steps", what,
                         STEPS);
}

static int append_symplectic(const struct two_form *f, struct results *results) {
    return append_digits(f, "two-form", f->defect, results, "D^T W D = W holds") ||
           append_digits(f, "determinant", f->determinant, results, "det D = 1 holds");
}

/* The largest entry of d^2U/dq^2, which h^2 times is explicit Euler's defect. */
static double find_curvature(const struct separable *w) {
    double largest = 0;
    for (int i = 0; i < w->n * w->n; i++) {
        mpfr_srcptr entry = w->out[SEPARABLE_MATRICES + w->n * w->n + i];
        largest = fmax(largest, fabs(mpfr_get_d(entry, MPFR_RNDN)));
    }
    return largest;
}

static int append_order(const struct two_form *f, struct ladder_point *point,
                        struct results *results) {
    char arithmetic[32];
    struct ladder_order order = ladder_fit(LEVELS, point, &rule);
    snprintf(arithmetic, sizeof arithmetic, "mpfr:%ld", (long)f->bits);
    struct result r =
        result_begin(f->study->model, "geometry", arithmetic, "two-form-order");
    bool at_least = f->form->defect > 2;
    r.grade = "discrete";
    r.expected = f->form->defect;
    r.tolerance = tolerance;
    r.required = order.found;
    ladder_tell(&r, LEVELS, point, LADDER_ERRORS);
    ladder_take(&r, &order);
    r.verdict = verdict_two_sided(order.found, r.low, r.high, r.expected, r.tolerance);
    if (at_least && order.found && r.low >= r.expected - tolerance)
        r.verdict = VERDICT_PASS;
    return result_append(results, f->study, &r, "power of h of D^T W D - W%s",
                         at_least ? ", at least the method's order plus one" : "");
}

/* Where U'' vanishes at the start rounding is all there is, and nothing to measure. */
static int append_unseen(const struct two_form *f, const struct ladder_point *point,
                         struct result *r, struct results *results) {
    r->required = false;
    r->verdict =
        ladder_is_rounding(LEVELS, point) ? VERDICT_PASS : VERDICT_NOT_ASYMPTOTIC;
    return result_append(
        results, f->study, r,
        "the largest entry of d^2U/dq^2 at the start times h^2 is rounding, "
        "whatever h: there is no constant to see");
}

static int append_constant(const struct two_form *f, const struct ladder_point *point,
                           struct results *results) {
    char arithmetic[32];
    double worst = 0, curvature = find_curvature(f->w);
    snprintf(arithmetic, sizeof arithmetic, "mpfr:%ld", (long)f->bits);
    struct result r =
        result_begin(f->study->model, "geometry", arithmetic, "two-form-constant");
    bool is_seen = false;
    for (int k = 0; k < LEVELS; k++) {
        double predicted = point[k].h * point[k].h * curvature;
        if (!(predicted * constant_tolerance > point[k].floor))
            continue;
        worst = fmax(worst, fabs(point[k].error / predicted - 1));
        is_seen = true;
    }
    r.grade = "discrete";
    r.expected = 0;
    r.tolerance = constant_tolerance;
    if (!is_seen)
        return append_unseen(f, point, &r, results);
    r.low = 0;
    result_hold(&r, worst, constant_tolerance);
    r.required = true;
    return result_append(results, f->study, &r,
                         "relative difference of the largest entry of D^T W D - W from "
                         "h^2 times that of d^2U/dq^2");
}

/* A method that is not symplectic: by which power of h. */
static int append_defect(struct two_form *f, struct results *results,
                         struct diagnostic *d) {
    struct ladder_point point[LEVELS];
    for (int k = 0; k < LEVELS; k++) {
        double scale, h = ldexp(f->span / STEPS_IN_SPAN, -k);
        if (differentiate(f, h, d))
            return -1;
        point[k] = (struct ladder_point){.h = h, .error = two_form_defect(f, &scale)};
        point[k].floor = ldexp(scale, -(int)f->bits);
    }
    return append_order(f, point, results) ||
           (f->form->defect == 2 && append_constant(f, point, results));
}

static int open_and(struct two_form *f,
                    int (*go)(struct two_form *, struct results *, struct diagnostic *),
                    struct results *results, struct diagnostic *d) {
    int failed = begin(f, d) || go(f, results, d);
    ref_step_free(f->step);
    f->step = NULL;
    room_clear(&f->room);
    return failed;
}

/* The inverse of a symplectic D is as large as D, so that elimination loses the square of D's
 * size. Where that is more than may be spent the steps are taken again in as many bits more. */
static int study_symplectic(struct two_form *f, struct results *results,
                            struct diagnostic *d) {
    int failed = open_and(f, follow, results, d);
    const double lost = 2 * log2(f->largest);
    if (!failed && isfinite(lost) && lost > DIGITS_SPENT) {
        f->spare = (mpfr_prec_t)ceil(lost);
        f->defect = f->determinant = 0;
        failed = open_and(f, follow, results, d);
    }
    return failed || append_symplectic(f, results);
}

int geometry_two_form(const struct study *s, struct separable *w, struct results *results,
                      struct diagnostic *d) {
    const struct projected_traits *form;
    int failed = 0;
    for (int i = 0; (form = geometry_form_of(s->method, i)) != NULL && !failed; i++) {
        struct two_form f = {.study = s,
                             .form = form,
                             .w = w,
                             .n = 2 * w->n,
                             .bits = s->bits > 0 ? s->bits : GEOMETRY_BITS};
        failed = form->defect == 0 ? study_symplectic(&f, results, d)
                                   : open_and(&f, append_defect, results, d);
    }
    return failed;
}
