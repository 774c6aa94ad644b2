/* Backward differentiation formulas with projection where SUNDIALS is not installed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_parts.h"

int subject_open_bdf(struct subject *s, struct model *m,
                     const struct subject_options *options, struct diagnostic *d) {
    (void)s;
    (void)m;
    (void)options;
    return message_fail(
        SUBJECT_MISSING, d,
        "method 'bdf' is not built in: install SUNDIALS 6 (Debian, Ubuntu: "
        "libsundials-dev) and build anew");
}
