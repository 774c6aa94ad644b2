/* What goes with a state whose contacts may be closed: by an enclosure of the motion up to the
 * time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_CONTACT_H
#define HARNESS_TRUTH_CONTACT_H

#include <jansson.h>

#include "ref/truth.h"

/* Each nonzero one of REF_BESIDES := a list as in truth_with.h, or a text why there is none;
 * digits: of the state that the enclosure aims at. The caller frees them. */
void truth_contact_describe(json_t *list[REF_BESIDES], struct model *m, mpfr_srcptr time,
                            int digits);

#endif
