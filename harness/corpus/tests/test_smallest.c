/* How small a fault is seen. The limits follow from the tolerance of a weight, 16
 * units in the last place, and the coefficient's share in it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>

#include "harness/corpus/smallest.h"
#include "problems/base/status.h"

/* In double and at 256 bits; of the time alone, whose rounding is that of t0. */
static const double coarsest = 2e-14, coarsest_precise = 2e-74;
static const double coarsest_time = 2e-13, coarsest_time_precise = 2e-73;

Test(smallest, faults_of_1e_14_in_double_and_1e_74_at_256_bits_are_seen, .timeout = 120) {
    int count, tried = 0;
    const struct variant *v = variants(&count);
    gsl_set_error_handler_off();
    for (int i = 0; i < count; i++) {
        struct diagnostic d = {""};
        int in_double, precise;
        if (v[i].seen != SEEN_BY_SIZE)
            continue;
        cr_assert(smallest_find(&in_double, &v[i], 0, &d) == 0, "%s", d.text);
        cr_assert(smallest_find(&precise, &v[i], SMALLEST_BITS, &d) == 0, "%s", d.text);
        const bool of_time = strncmp(v[i].tree, "v[t", 3) == 0;
        cr_expect(ldexp(1, -in_double) <= (of_time ? coarsest_time : coarsest),
                  "%s: 2^-%d", v[i].id, in_double);
        cr_expect(ldexp(1, -precise) <=
                      (of_time ? coarsest_time_precise : coarsest_precise),
                  "%s: 2^-%d", v[i].id, precise);
        tried++;
    }
    cr_expect(tried == 10);
}

/* N22 of the list: in double 0.5 + 1e-30 is 0.5. */
Test(smallest, a_half_step_off_by_1e_30_is_seen_at_256_bits) {
    struct diagnostic d = {""};
    int k;
    cr_assert(smallest_find(&k, variant_find("SIZE_HALF"), SMALLEST_BITS, &d) == 0);
    cr_expect(ldexp(1, -k) < 2e-30);
}
