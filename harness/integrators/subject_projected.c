/* Semi-explicit Euler and its relatives, fast/projected.h, as integrators under test; and what
 * they share with other methods for systems with joints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include "harness/integrators/bind/bind_joints.h"
#include "harness/integrators/subject_native.h"
#include "harness/integrators/subject_options.h"

static void free_binding(void *binding) {
    bind_joints_free(binding);
}

int subject_native_make_joined(struct subject_native *native,
                               const struct subject_options *o, bool with_jacobian,
                               subject_make *make, struct diagnostic *d) {
    struct model *m = native->model;
    struct bind_joints *binding;
    enum problem_status bound = bind_joints_alloc(&binding, m, with_jacobian);
    if (bound != PROBLEM_OK)
        return subject_refuse_problem(m, bound, d);
    native->binding = binding;
    native->free_binding = free_binding;
    enum fast_status status = subject_native_make(
        native, make, counted_choose(&native->counted, bind_joints_system(binding), o),
        &o->integrator);
    return status == FAST_OK ? 0 : subject_refuse_status(m, status, d);
}

int subject_open_projected(struct subject *s, struct model *m,
                           const struct subject_options *options, struct diagnostic *d) {
    const bool implicit = options->integrator.method == PROJECTED_SEMI_EXPLICIT_EULER &&
                          options->integrator.form != PROJECTED_GAMING;
    struct subject_native *native = subject_native_alloc(m, options);
    int failure = native == NULL ? subject_refuse_status(m, FAST_NO_MEMORY, d)
                                 : subject_native_make_joined(native, options, implicit,
                                                              integrator_of_projected, d);
    return subject_native_open(s, native, options, failure);
}
