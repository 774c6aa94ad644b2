/* What the studies know about semi-explicit Euler and its relatives.
 *
 * Orders of one step, by series in h (E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary
 * Differential Equations I (1993), II.4 of Merson's method). Semi-explicit Euler 2 is a
 * doubling pair, and explicit Euler's estimate its difference from the trapezoidal rule: both
 * begin with the error's own h^2 term, so the gap begins with h^3. Merson's method has an
 * error of h^5, and a comparison that is of third order: the estimate, and with it the gap,
 * begins with h^4. On linear equations x' = A x + b + c t the comparison errs by
 * h^5 x^(5)/120, the result by h^5 x^(5)/720: there the estimate begins with the error's own
 * term, and the gap with h^6.
 *
 * Of x'' = F_t + F_q q' + F_y y' a step of Euler's method with all arguments at the start has
 * nothing: an error of -1/2. What is taken at the end of the step has twice as much: +1/2.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/study_projected.h"

#include <stdio.h>
#include <string.h>

#include "harness/integrators/subject_options.h"
#include "harness/results/result.h"
#include "problems/model.h"

/* Half of the term is missing (BEGIN) or too much (END); N has no time in it. */
enum { BEGIN = -1, END = 1 };
#define GAMING_ERROR                                                                     \
    {BEGIN, BEGIN, END}, {                                                               \
        BEGIN, BEGIN, BEGIN                                                              \
    }

static const struct projected_traits traits[] = {
    {.method = "semi-explicit-euler",
     .form = PROJECTED_GAMING,
     .known = "semi-explicit-euler-gaming",
     .reference = REF_SEMI_EXPLICIT_EULER_GAMING,
     .order = 1,
     .sign = 1,
     .local = {GAMING_ERROR, 2},
     .modified = 0.5},
    {.method = "semi-explicit-euler",
     .form = PROJECTED_POSITION_IMPLICIT,
     .label = "position-implicit",
     .known = "semi-explicit-euler-position-implicit",
     .reference = REF_SEMI_EXPLICIT_EULER_POSITION_IMPLICIT,
     .order = 1,
     .sign = 1,
     .local = {{END, END, BEGIN}, {END, END, BEGIN}, 2},
     .modified = -0.5},
    {.method = "semi-explicit-euler",
     .form = PROJECTED_VELOCITY_IMPLICIT,
     .label = "velocity-implicit",
     .known = "semi-explicit-euler-velocity-implicit-begin",
     .reference = REF_SEMI_EXPLICIT_EULER_VELOCITY_IMPLICIT,
     .order = 1,
     .sign = 1,
     .local = {{BEGIN, BEGIN, END}, {BEGIN, BEGIN, END}, 2},
     .modified = 0.5},
    {.method = "semi-explicit-euler-2",
     .form = PROJECTED_GAMING,
     .known = "semi-explicit-euler-2",
     .reference = REF_SEMI_EXPLICIT_EULER_2,
     .order = 1,
     .estimate = 2,
     .gap = 3,
     .sign = -1,
     .local = {GAMING_ERROR, 4},
     .modified = 0.25}, /* two gaming steps of h/2 */
    {.method = "explicit-euler",
     .form = PROJECTED_GAMING,
     .known = "explicit-euler-trapezoid",
     .reference = REF_EXPLICIT_EULER,
     .order = 1,
     .estimate = 2,
     .gap = 3,
     .sign = 1,
     .local = {{BEGIN, BEGIN, BEGIN}, {BEGIN, BEGIN, BEGIN}, 2},
     .defect = 2},
    {.method = "runge-kutta-merson",
     .form = PROJECTED_GAMING,
     .known = "runge-kutta-merson",
     .reference = REF_RUNGE_KUTTA_MERSON,
     .order = 4,
     .estimate = 4,
     .gap = 4,
     .sign = -1,
     .defect = 5},
};
enum { FORMS = sizeof traits / sizeof traits[0] };

enum integrator_family study_family(const struct study *s) {
    const struct subject_options options = study_method_options(s);
    return subject_family(&options);
}

const struct projected_traits *projected_traits_of(const char *method, int i) {
    for (int k = 0; k < FORMS; k++)
        if (strcmp(traits[k].method, method) == 0 && i-- == 0)
            return &traits[k];
    return NULL;
}

bool projected_has_forms(const char *method) {
    return projected_traits_of(method, 1) != NULL;
}

const struct projected_traits *projected_traits_chosen(const struct subject_options *o) {
    const struct projected_traits *t;
    if (subject_family(o) != INTEGRATOR_PROJECTED)
        return NULL;
    bool has_forms = projected_has_forms(subject_name(o));
    for (int i = 0; (t = projected_traits_of(subject_name(o), i)) != NULL; i++)
        if (!has_forms || t->form == o->integrator.form)
            return t;
    return NULL;
}

struct study projected_study(const struct study *s, const struct projected_traits *form,
                             struct subject_options *options) {
    struct study one = *s;
    *options = study_options(s);
    subject_choose(options, form->method);
    options->integrator.form = form->form;
    one.options = options;
    return one;
}

void projected_quantity(char *text, size_t size, const char *quantity,
                        const struct projected_traits *form) {
    bool is_labelled = form != NULL && form->label != NULL;
    snprintf(text, size, "%s%s%s", quantity, is_labelled ? ":" : "",
             is_labelled ? form->label : "");
}

int study_append_unstudied(const struct study *s, const char *study, const char *quantity,
                           const char *why, struct results *results) {
    struct result r = result_begin(s->model, study, "double", quantity);
    r.grade = "none";
    r.required = false;
    r.verdict = VERDICT_NOT_ASYMPTOTIC;
    return result_append(results, s, &r, "%s", why);
}

const char *projected_obstacle(const struct study *s) {
    if (study_family(s) == INTEGRATOR_BDF)
        return "the method chooses its steps and its order itself: there is no single "
               "step "
               "of a size to study, and no ladder of them";
    return s->model->reduced
               ? NULL
               : "the joints' forces are not known as formulas here, so there "
                 "is no field to solve to many digits";
}
