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

/* line[SIMBODY_LINE_ROOM] := "solve MODEL ..." that repeats a record with its samples: of a ball,
 * of sliders and of bodies on one another, of sliders in a row, of a rod's two ends. */
void simbody_ball_line(const json_t *record, char *line);
void simbody_stack_line(const json_t *record, char *line);
void simbody_free_line(const json_t *record, char *line);  /* of bricks, of spheres */
void simbody_block_line(const json_t *record, char *line); /* of a block on a slope */
void simbody_cradle_line(const json_t *record, char *line);
void simbody_rod_line(const json_t *record, char *line);
/* Of a rod's one end with friction. */
void simbody_impact_line(const json_t *record, char *line);

#endif
