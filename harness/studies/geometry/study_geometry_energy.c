/* The energy of separable models in double: along a run of a symplectic form it differs from
 * its value at the start by O(h), and H + k h v^T M f, the first two terms of the modified
 * energy that the form keeps, by O(h^2) (E. Hairer, C. Lubich, G. Wanner, Geometric Numerical
 * Integration (2006), IX.3 and example 3.4). Both powers, over a ladder of steps to the same
 * times; the second has the sign and the factor of k in it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/results/result.h"
#include "harness/results/study_projected.h"
#include "harness/studies/common/asymptotic.h"
#include "harness/studies/common/ladder_rows.h"
#include "harness/studies/geometry/study_geometry.h"

enum { FIRST_LEVEL = 8, LEVELS = 9, TIMES = 16 };

/* So many times what rounding is thought to make is rounding still. */
enum { ROUNDING = 100 };

static const struct ladder_rule rule = {
    .min_points = 5, .max_corrections = 3, .accept = 2e-3, .noise = 1e-12};
static const double tolerance = 0.02;

struct ladders {
    const struct study *study;
    const struct projected_traits *form;
    struct separable *w;
    double begin, span;
    double *initial;
    struct ladder_point energy[LEVELS], modified[LEVELS];
};

/* The ladder's point of steps span/2^level. Nonzero: a step fails, and it is left out. */
static int run_level(struct ladders *a, const struct subject *s, int level) {
    int steps = 1 << (FIRST_LEVEL + level), between = steps / TIMES;
    double h = ldexp(a->span, -(FIRST_LEVEL + level)), sum = 0, modified = 0;
    a->energy[level] = a->modified[level] =
        (struct ladder_point){.h = h, .error = NAN, .floor = 0};
    if (s->start(s->self, a->begin, a->initial))
        return -1;
    for (int k = 1; k <= steps; k++) {
        if (s->step(s->self, h))
            return -1;
        if (k % between != 0)
            continue;
        double t = s->time(s->self);
        const double *x = s->state(s->self);
        sum += pow(separable_change(a->w, t, x, 0), 2);
        modified += pow(separable_change(a->w, t, x, a->form->modified * h), 2);
    }
    a->energy[level].error = sqrt(sum / TIMES);
    a->modified[level].error = sqrt(modified / TIMES);
    return 0;
}

/* What rounding makes of the energy: each step's, at random. */
static void set_floors(struct ladders *a) {
    double size = fabs(mpfr_get_d(a->w->start[SEPARABLE_ENERGY], MPFR_RNDN));
    for (int k = 0; k < LEVELS; k++) {
        double steps = ldexp(1, FIRST_LEVEL + k);
        a->energy[k].floor = a->modified[k].floor = ldexp(size, -53) * sqrt(steps);
    }
}

static int run_all(struct ladders *a, struct diagnostic *d) {
    const struct study *study = a->study;
    struct subject_options options = geometry_options(study, a->form);
    struct subject s;
    if (study->open_subject(study->context, study->model, &options, &s, d))
        return -1;
    separable_start(a->w, a->begin, a->initial);
    for (int level = 0; level < LEVELS; level++)
        run_level(a, &s, level);
    set_floors(a);
    s.free(s.self);
    return 0;
}

/* On linear problems the first two terms are kept exactly. */
static bool is_kept(const struct ladder_point *point) {
    for (int k = 0; k < LEVELS; k++)
        if (!(point[k].error <= ROUNDING * point[k].floor))
            return false;
    return true;
}

static int append(const struct ladders *a, struct ladder_point *point,
                  const char *quantity, double expected, struct results *results,
                  const char *what) {
    char name[64];
    struct ladder_order order = ladder_fit(LEVELS, point, &rule);
    bool exact = is_kept(point);
    geometry_quantity(name, sizeof name, quantity, a->form);
    struct result r = result_begin(a->study->model, "geometry", "double", name);
    r.grade = "none";
    r.expected = expected;
    r.tolerance = tolerance;
    r.required = result_is_required(a->study->model) && (order.found || exact);
    ladder_tell(&r, LEVELS, point, LADDER_ERRORS);
    ladder_take(&r, &order);
    r.verdict =
        verdict_two_sided(order.found, order.low, order.high, expected, tolerance);
    if (exact)
        r.verdict = VERDICT_PASS;
    return result_append(
        results, a->study, &r,
        "power of h of the change of %s%s, root mean square over %d times "
        "of the span",
        what, exact ? ", which is rounding" : "", TIMES);
}

static int study_form(struct ladders *a, struct results *results, struct diagnostic *d) {
    if (run_all(a, d))
        return -1;
    return append(a, a->energy, "energy-order", 1, results, "the energy") ||
           append(a, a->modified, "modified-energy-order", 2, results,
                  "the modified energy's first two terms");
}

int geometry_energy(const struct study *s, struct separable *w, struct results *results,
                    struct diagnostic *d) {
    const struct projected_traits *form;
    double begin, end, *initial = initial_alloc(s->model, 0, &begin, &end, d);
    int failed = initial == NULL;
    for (int i = 0; (form = geometry_form_of(s->method, i)) != NULL && !failed; i++) {
        struct ladders a = {.study = s,
                            .form = form,
                            .w = w,
                            .begin = begin,
                            .span = end - begin,
                            .initial = initial};
        if (form->modified != 0)
            failed = study_form(&a, results, d);
    }
    free(initial);
    return failed;
}

const struct projected_traits *geometry_form_of(const char *method, int i) {
    int forms = 0;
    while (projected_traits_of(method, forms) != NULL)
        forms++;
    return i < forms ? projected_traits_of(method, (i + 1) % forms) : NULL;
}

struct subject_options geometry_options(const struct study *s,
                                        const struct projected_traits *form) {
    struct subject_options options;
    projected_study(s, form, &options);
    options.integrator.fixed_step = true;
    return options;
}

void geometry_quantity(char *text, size_t size, const char *quantity,
                       const struct projected_traits *form) {
    const bool has_forms = projected_traits_of(form->method, 1) != NULL;
    snprintf(text, size, "%s%s%s", quantity, has_forms ? ":" : "",
             !has_forms            ? ""
             : form->label != NULL ? form->label
                                   : "gaming");
}
