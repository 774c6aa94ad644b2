/* Backward differentiation formulas with projection, fast/bdf.h, as an integrator under test.
 * Its steps are its own: step() is refused, advance() and run() take as long ones as error
 * control has them; a step ends at each time that is to be told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/subject_native.h"
#include "harness/integrators/subject_options.h"

int subject_open_bdf(struct subject *s, struct model *m,
                     const struct subject_options *options, struct diagnostic *d) {
    struct subject_options its = *options;
    its.integrator.fixed_step = false;
    struct subject_native *native = subject_native_alloc(m, options);
    int failure = native == NULL ? subject_refuse_status(m, FAST_NO_MEMORY, d)
                                 : subject_native_make_joined(native, &its, false,
                                                              integrator_of_bdf, d);
    return subject_native_open(s, native, options, failure);
}
