/* Recorded runs of Simbody's SemiExplicitEulerTimeStepper, and the command lines that repeat
 * them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_SIMBODY_CONTACT_H
#define HARNESS_TESTS_SIMBODY_CONTACT_H

#include <jansson.h>

#include "harness/tests/solve/simbody.h"

/* {ball, block, stack, cradle, impact}; ends the test when it cannot be read. */
json_t *simbody_read_contacts(void);

/* line[SIMBODY_LINE_ROOM] := what repeats a record of that part, with its samples. */
void simbody_contact_line(const char *part, const json_t *record, char *line);

#endif
