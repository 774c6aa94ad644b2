/* The replay: making one, beginning, and going to a time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/mechanical/replay.h"
#include "ref/vector.h"
#include "ref/model.h"

#include <math.h>
#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"

static const double USUAL_ACCURACY = 1e-3;
static const double TIME_SCALE = 0.1;
enum { FIRST_STEPS = 10, TOLERANCES = 10 }; /* in the time scale; in the accuracy */

struct ref_mechanical_options ref_mechanical_default_options(void) {
    return (struct ref_mechanical_options){.method = REF_SEMI_EXPLICIT_EULER_2,
                                           .fixed_step = NAN,
                                           .accuracy = USUAL_ACCURACY,
                                           .constraint_tolerance = NAN,
                                           .projection = REF_LAZY,
                                           .initial_step = NAN,
                                           .min_step = 0,
                                           .max_step = INFINITY,
                                           .final_time = INFINITY,
                                           .constants = EVAL_DOUBLE_CONSTANTS};
}

/* The forms that are solved for are exact only. */
static bool is_usable(const struct ref_mechanical_options *o) {
    bool has_control = o->method != REF_SEMI_EXPLICIT_EULER_GAMING;
    bool known = o->method == REF_SEMI_EXPLICIT_EULER_GAMING ||
                 o->method == REF_SEMI_EXPLICIT_EULER_2 ||
                 o->method == REF_EXPLICIT_EULER || o->method == REF_RUNGE_KUTTA_MERSON;
    bool fixed = !isnan(o->fixed_step);
    return known && (fixed || has_control) &&
           (!fixed || (o->fixed_step > 0 && isfinite(o->fixed_step))) &&
           o->accuracy > 0 &&
           (isnan(o->constraint_tolerance) || o->constraint_tolerance > 0) &&
           (isnan(o->initial_step) ||
            (o->initial_step > 0 && isfinite(o->initial_step))) &&
           o->min_step >= 0 && isfinite(o->min_step) && o->max_step > 0 &&
           o->max_step >= o->min_step;
}

/* The field without constraints is evaluated in the replay's own precision, so that rounding
 * is as in double. */
static enum ref_status make_readers(ref_mechanical *r) {
    struct model *m = r->model;
    r->field_program = model_field_program(m);
    r->map_program = model_map_program(m);
    if (r->field_program == NULL || r->map_program == NULL)
        return REF_NO_MEMORY;
    enum problem_status status = eval_mpfr_alloc(&r->field, m->graph, r->field_program,
                                                 r->bits, r->options.constants);
    if (status == PROBLEM_OK)
        status = eval_mpfr_alloc(&r->map, m->graph, r->map_program, r->bits,
                                 r->options.constants);
    return ref_from_problem_status(status);
}

static enum ref_status make_unmap(ref_mechanical *r) {
    if (r->model->map_is_identity)
        return REF_OK;
    enum problem_status made = model_unmap_program(r->model, &r->unmap_program);
    if (made != PROBLEM_OK)
        return ref_from_problem_status(made);
    if (r->unmap_program == NULL)
        return REF_NOT_APPLICABLE;
    return ref_from_problem_status(eval_mpfr_alloc(
        &r->unmap, r->model->graph, r->unmap_program, r->bits, r->options.constants));
}

static enum ref_status make_vectors(ref_mechanical *r) {
    mpfr_t **const vectors[] = {
        &r->x,     &r->trial,        &r->slope,       &r->end_slope,
        &r->error, &r->scale,        &r->before,      &r->told,
        &r->small, &r->before_slope, &r->entry_state, &r->iterate_before};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = room_numbers(&r->room, r->nx + r->nv, r->bits);
    for (int i = 0; i <= STEP_SLOPES; i++)
        r->work[i] = room_numbers(&r->room, r->nx + r->nv, r->bits);
    r->row = room_numbers(&r->room, r->model->joints, 2 * r->bits);
    r->matrix = room_numbers(&r->room, r->model->joints * r->nx, r->joints->work);
    r->in = room_numbers(&r->room, 1 + 2 * r->nx, r->bits);
    return r->room.is_short ? REF_NO_MEMORY : REF_OK;
}

enum ref_status ref_mechanical_alloc(ref_mechanical **made, struct model *m,
                                     const struct ref_mechanical_options *options,
                                     mpfr_prec_t bits) {
    *made = NULL;
    if (!ref_precision_is_usable(bits) || !is_usable(options))
        return REF_BAD_ARGUMENT;
    ref_mechanical *r = calloc(1, sizeof *r);
    if (r == NULL)
        return REF_NO_MEMORY;
    r->model = m;
    r->options = *options;
    r->bits = bits;
    r->nq = m->nq;
    r->nv = m->nv;
    r->nx = ref_state_size(m);
    r->tolerance = isnan(options->constraint_tolerance) ? options->accuracy / TOLERANCES
                                                        : options->constraint_tolerance;
    mpfr_inits2(bits, r->t, r->t1, r->h, r->next, r->before_t, r->told_t, r->a, r->b,
                r->c, (mpfr_ptr)NULL);
    enum ref_status status =
        ref_joints_make(&r->joints, m, bits, options->rounds_joints, options->constants);
    if (status == REF_OK)
        ref_joints_replay(r->joints, r->tolerance);
    if (status == REF_OK)
        status = make_vectors(r);
    if (status == REF_OK)
        status = make_readers(r);
    if (status == REF_OK)
        status = make_unmap(r);
    if (status == REF_OK)
        *made = r;
    else
        ref_mechanical_free(r);
    return status;
}

void ref_mechanical_free(ref_mechanical *r) {
    if (r == NULL)
        return;
    room_clear(&r->room);
    ref_joints_free(r->joints);
    eval_mpfr_free(r->unmap);
    eval_mpfr_free(r->field);
    eval_mpfr_free(r->map);
    program_free(r->unmap_program);
    program_free(r->field_program);
    program_free(r->map_program);
    mpfr_clears(r->t, r->t1, r->h, r->next, r->before_t, r->told_t, r->a, r->b, r->c,
                (mpfr_ptr)NULL);
    free(r);
}

/* The original evaluates the rates twice before the first step. */
static enum ref_status evaluate_start(ref_mechanical *r) {
    r->count.realizations++;
    enum ref_status status = ref_mechanical_field(r, r->t, vector_const(r->x), r->slope);
    r->slope_is_known = status == REF_OK;
    return status;
}

static double choose_first_step(const struct ref_mechanical_options *o) {
    double step = isnan(o->initial_step) ? TIME_SCALE / FIRST_STEPS : o->initial_step;
    return fmin(fmax(step, o->min_step), o->max_step);
}

static void tell_advanced(ref_mechanical *r) {
    vector_set(r->told, vector_const(r->x), r->nx);
    mpfr_set(r->told_t, r->t, MPFR_RNDN);
}

enum ref_status ref_mechanical_start(ref_mechanical *r, mpfr_srcptr t, const mpfr_t *x) {
    enum ref_status status = ref_initial(r->model, r->options.constants, r->t, r->x);
    if (status != REF_OK)
        return status;
    if (t != NULL)
        mpfr_set(r->t, t, MPFR_RNDN);
    if (x != NULL)
        vector_set(r->x, x, r->nx);
    r->count = (struct ref_mechanical_statistics){0};
    r->is_started = false;
    if (!mpfr_number_p(r->t) || !vector_is_finite(vector_const(r->x), r->nx))
        return REF_NOT_FINITE;
    const struct ref_projection fully = {.forced = true, .limit = INFINITY};
    bool changed;
    status = ref_mechanical_project(r, r->t, r->x, &fully, NULL, &changed);
    if (status == REF_OK)
        status = evaluate_start(r);
    if (status != REF_OK)
        return status;
    mpfr_set_d(r->next, choose_first_step(&r->options), MPFR_RNDN);
    tell_advanced(r);
    r->is_started = true;
    return REF_OK;
}

/* Between steps: Merson's method on a cubic, the others on a straight line. */
static bool is_cubic(const ref_mechanical *r) {
    return r->options.method == REF_RUNGE_KUTTA_MERSON;
}

/* out := between the last step's ends at s = (time - t0)/(t1 - t0), the cubic being that
 * through values and slopes. */
static void interpolate(ref_mechanical *r, mpfr_srcptr time, mpfr_t *out) {
    mpfr_t length, s, d, m, z;
    mpfr_inits2(r->bits, length, s, d, m, z, (mpfr_ptr)NULL);
    mpfr_sub(length, r->t, r->before_t, MPFR_RNDN);
    mpfr_sub(s, time, r->before_t, MPFR_RNDN);
    mpfr_div(s, s, length, MPFR_RNDN);
    for (int i = 0; i < r->nx; i++) {
        mpfr_sub(d, r->x[i], r->before[i], MPFR_RNDN);
        mpfr_mul(out[i], d, s, MPFR_RNDN);
        mpfr_add(out[i], out[i], r->before[i], MPFR_RNDN);
        if (!is_cubic(r))
            continue;
        /* + s (s - 1) ((1 - 2 s) d + length ((s - 1) x0' + s x1')) */
        mpfr_mul_si(m, s, -2, MPFR_RNDN);
        mpfr_add_ui(m, m, 1, MPFR_RNDN);
        mpfr_mul(d, d, m, MPFR_RNDN);
        mpfr_sub_ui(z, s, 1, MPFR_RNDN);
        mpfr_mul(m, z, r->before_slope[i], MPFR_RNDN);
        mpfr_mul(r->a, s, r->slope[i], MPFR_RNDN);
        mpfr_add(m, m, r->a, MPFR_RNDN);
        mpfr_mul(m, m, length, MPFR_RNDN);
        mpfr_add(d, d, m, MPFR_RNDN);
        mpfr_mul(d, d, z, MPFR_RNDN);
        mpfr_mul(d, d, s, MPFR_RNDN);
        mpfr_add(out[i], out[i], d, MPFR_RNDN);
    }
    mpfr_clears(length, s, d, m, z, (mpfr_ptr)NULL);
}

/* A report that cannot be projected: the original is back at the start of the step then, and tells
 * that, or, where it has told of the step before, what this report has become. */
static void go_back(ref_mechanical *r, mpfr_srcptr until, const mpfr_t *unmade) {
    vector_set(r->x, vector_const(r->before), r->nx);
    mpfr_set(r->t, r->before_t, MPFR_RNDN);
    r->slope_is_known = false;
    if (mpfr_lessequal_p(r->told_t, r->t))
        return;
    vector_set(r->told, unmade, r->nx);
    mpfr_set(r->told_t, until, MPFR_RNDN);
}

static enum ref_status tell_between(ref_mechanical *r, mpfr_srcptr until) {
    enum ref_status status = REF_OK;
    mpfr_t *between = r->work[0];
    if (is_cubic(r) && !r->slope_is_known) {
        status = ref_mechanical_field(r, r->t, vector_const(r->x), r->slope);
        r->slope_is_known = status == REF_OK;
    }
    if (status != REF_OK)
        return status;
    interpolate(r, until, between);
    const struct ref_projection how = {.forced = r->options.projection == REF_EVERY_STEP,
                                       .local_only = true,
                                       .limit = INFINITY};
    bool changed;
    if (r->options.projection != REF_OFF)
        status = ref_mechanical_project(r, until, between, &how, NULL, &changed);
    if (status == REF_NOT_CONVERGED)
        go_back(r, until, vector_const(between));
    if (status != REF_OK)
        return status;
    vector_set(r->told, vector_const(between), r->nx);
    mpfr_set(r->told_t, until, MPFR_RNDN);
    return REF_OK;
}

enum ref_status ref_mechanical_run(ref_mechanical *r, mpfr_srcptr until,
                                   bool interpolated) {
    if (!r->is_started || !mpfr_number_p(until) || mpfr_less_p(until, r->told_t) ||
        mpfr_cmp_d(until, r->options.final_time) > 0)
        return REF_BAD_ARGUMENT;
    mpfr_t end;
    mpfr_init2(end, r->bits);
    mpfr_set_d(end, r->options.final_time, MPFR_RNDN);
    if (!interpolated && mpfr_less_p(until, end))
        mpfr_set(end, until, MPFR_RNDN);
    enum ref_status status = REF_OK;
    while (status == REF_OK && mpfr_less_p(r->t, until)) {
        tell_advanced(r);
        if (r->options.check != NULL)
            status = r->options.check(r->options.context);
        if (status == REF_OK)
            status = ref_mechanical_step(r, end);
    }
    mpfr_clear(end);
    if (status == REF_OK && mpfr_greater_p(r->t, until))
        return tell_between(r, until);
    if (status == REF_OK)
        tell_advanced(r);
    return status;
}

int ref_mechanical_failed_row(const ref_mechanical *r) {
    return r->joints->failed_row;
}

mpfr_srcptr ref_mechanical_time(const ref_mechanical *r) {
    return r->told_t;
}

mpfr_srcptr ref_mechanical_advanced_time(const ref_mechanical *r) {
    return r->t;
}

const mpfr_t *ref_mechanical_state(const ref_mechanical *r) {
    return vector_const(r->told);
}

struct ref_mechanical_statistics ref_mechanical_statistics(const ref_mechanical *r) {
    return r->count;
}
