/* Documents that several others have in them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/record/record.h"

static const struct record_field state_fields[] = {
    FIELD_ARRAY("q", "positions"),
    FIELD_ARRAY("v", "velocities"),
    FIELD_ARRAY("z", "other states"),
    {.key = NULL},
};
const struct record record_state = {
    "state", "Numbers in double, or decimal strings of MPFR's, by parts of the state.", 0,
    state_fields};
