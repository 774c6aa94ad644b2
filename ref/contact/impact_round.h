/* One round of an impact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_IMPACT_ROUND_H
#define REF_IMPACT_ROUND_H

#include "ref/contact/impact.h"

/* With the parts chosen and u_before of v: v := after compression and restitution. */
enum ref_status ref_impact_round(struct ref_collision *s);

#endif
