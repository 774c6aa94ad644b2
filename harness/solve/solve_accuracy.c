/* Whether error control could know what it was asked to: the error of a step is a difference of
 * states, each of which is rounded by up to u |x|, u = 2^-p at p bits. An accuracy below
 * u min(1, max |x|) cannot be told from rounding in any norm that weights components by 1 or
 * relative to their size; nor can a relative r with an absolute a where r |x| + a < u |x| for the
 * largest.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/integrators/initial.h"
#include "harness/solve/solve.h"
#include "problems/model.h"

enum { double_bits = 53 };

static double largest_component(const struct state_numbers *state) {
    const struct decimal *one;
    double largest = 0;
    for (int i = 0; (one = state_at(state, i)) != NULL; i++)
        largest = fmax(largest, fabs(one->value));
    return largest;
}

static double largest_at_start(struct model *m) {
    const int nx = m->nq + m->nv + m->nz;
    struct diagnostic ignored;
    double t, largest = 0, *x = calloc((size_t)nx + 1, sizeof *x);
    if (x != NULL && initial_in_double(m, &t, x, &ignored) == 0)
        for (int i = 0; i < nx; i++)
            largest = fmax(largest, fabs(x[i]));
    free(x);
    return largest;
}

bool solve_is_beyond_rounding(const struct solve_request *r, struct solution *solution,
                              struct diagnostic *told) {
    const struct subject_options *o = &r->settings.subject;
    const double u = ldexp(1, -(r->bits == 0 ? double_bits : (int)r->bits));
    const double asked =
        isnan(o->integrator.relative) ? o->integrator.accuracy : o->integrator.relative;
    if (o->integrator.fixed_step || isnan(asked) || asked >= u)
        return false;
    double largest =
        fmax(largest_at_start(r->model), largest_component(&solution->state));
    double least = u * fmin(1, largest);
    if (isnan(o->integrator.relative)
            ? !(o->integrator.accuracy < least)
            : !(o->integrator.relative * largest + o->integrator.absolute < u * largest))
        return false;
    char absolute[48] = "";
    if (!isnan(o->integrator.relative))
        snprintf(absolute, sizeof absolute, " with %g besides", o->integrator.absolute);
    snprintf(
        told->text, sizeof told->text,
        "%s: an accuracy of %g%s is below what the arithmetic can tell, %.2g: errors of "
        "steps are not held to it",
        r->model->name, asked, absolute, isnan(o->integrator.relative) ? least : u);
    (void)record_set_text(&solution->remark, told->text);
    return true;
}
