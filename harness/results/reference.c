/* What an integrator is set to, as options of the reference's replays.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/reference.h"

#include <math.h>

#include "fast/options.h"

struct ref_replay_options reference_pair(const struct integrator_options *o) {
    static const enum ref_method methods[] = {[FAST_VELOCITY_IMPLICIT_EULER] =
                                                  REF_VELOCITY_IMPLICIT_EULER,
                                              [FAST_IMPLICIT_EULER] = REF_IMPLICIT_EULER};
    static const enum ref_jacobian jacobians[] = {
        [FAST_FORWARD_DIFFERENCES] = REF_FORWARD,
        [FAST_CENTRAL_DIFFERENCES] = REF_CENTRAL,
        [FAST_EXACT_JACOBIAN] = REF_EXACT};
    static const enum ref_newton newtons[] = {
        [FAST_REUSE] = REF_REUSE, [FAST_FRESH] = REF_FRESH, [FAST_FULL] = REF_FULL};
    struct ref_replay_options its = ref_replay_default_options();
    its.method = methods[o->method];
    its.fixed_step = o->fixed_step;
    its.accuracy = o->accuracy;
    its.max_step = o->max_step;
    its.min_step = o->min_step;
    its.initial_step = o->initial_step;
    its.throw_on_min_step = o->throw_on_min_step;
    its.jacobian = jacobians[o->jacobian];
    its.newton = newtons[o->newton];
    its.weights_v = o->weights_v;
    its.weights_z = o->weights_z;
    return its;
}

struct ref_mechanical_options reference_projected(const struct integrator_options *o) {
    static const enum ref_mechanical_projection projections[] = {
        [PROJECTED_LAZY] = REF_LAZY,
        [PROJECTED_EVERY_STEP] = REF_EVERY_STEP,
        [PROJECTED_OFF] = REF_OFF};
    struct ref_mechanical_options its = ref_mechanical_default_options();
    its.method = reference_method(o);
    its.fixed_step = o->fixed_step ? o->step : NAN;
    its.accuracy = isnan(o->accuracy) ? its.accuracy : o->accuracy;
    its.constraint_tolerance = o->constraint_tolerance;
    its.projection = projections[o->projection];
    its.infinity_norm = o->norm == PROJECTED_INFINITY;
    its.initial_step = o->initial_step;
    its.min_step = o->min_step;
    its.max_step = isnan(o->max_step) ? its.max_step : o->max_step;
    return its;
}

enum fast_status reference_failure(enum ref_status status) {
    switch (status) {
    case REF_NOT_CONVERGED: return FAST_PROJECTION;
    case REF_NOT_FINITE: return FAST_NOT_FINITE;
    case REF_CONTRADICTORY: return FAST_CONTRADICTORY;
    case REF_BELOW_MIN_STEP: return FAST_BELOW_MIN_STEP;
    default: return FAST_OK;
    }
}

enum ref_mechanical_method reference_method(const struct integrator_options *o) {
    static const enum ref_mechanical_method forms[] = {
        [PROJECTED_POSITION_IMPLICIT] = REF_SEMI_EXPLICIT_EULER_POSITION_IMPLICIT,
        [PROJECTED_VELOCITY_IMPLICIT] = REF_SEMI_EXPLICIT_EULER_VELOCITY_IMPLICIT,
        [PROJECTED_GAMING] = REF_SEMI_EXPLICIT_EULER_GAMING};
    static const enum ref_mechanical_method methods[] = {
        [PROJECTED_SEMI_EXPLICIT_EULER_2] = REF_SEMI_EXPLICIT_EULER_2,
        [PROJECTED_EXPLICIT_EULER] = REF_EXPLICIT_EULER,
        [PROJECTED_RUNGE_KUTTA_MERSON] = REF_RUNGE_KUTTA_MERSON};
    _Static_assert(sizeof methods / sizeof *methods == BDF_VARIABLE_ORDER,
                   "each projected method has its reference's");
    return o->method == PROJECTED_SEMI_EXPLICIT_EULER ? forms[o->form]
                                                      : methods[o->method];
}
