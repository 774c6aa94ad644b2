/* Recorded runs of Simbody's integrators, and the command lines that repeat them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_SIMBODY_H
#define HARNESS_TESTS_SIMBODY_H

#include <jansson.h>

enum { SIMBODY_LINE_ROOM = 1024 };

/* {unconstrained, constrained}; ends the test when it cannot be read. */
json_t *simbody_read(void);

/* What is recorded under a name; NaN and "" where there is nothing. */
double simbody_number(const json_t *record, const char *name);
const char *simbody_text(const json_t *record, const char *name);

/* line[SIMBODY_LINE_ROOM] := "solve MODEL --set ...", the scene of a record in that part of its
 * file; more of it; its end, and its samples' times. */
void simbody_begin_line(const char *part, const json_t *record, char *line);
void simbody_append(char *line, const char *format, ...);
void simbody_append_times(const json_t *record, double end, char *line);

/* line[SIMBODY_LINE_ROOM] := the command line that repeats a record, with its samples; that of
 * a rod starts from an angle that is off by `moved`. */
void simbody_line(const json_t *record, double moved, char *line);

/* How many counters of a document of solve are not the recorded ones, sizes of steps
 * included; tells each with the record's place in the file. */
int simbody_count_differences(const json_t *record, size_t place, const json_t *document);

/* max |found - recorded| of positions and velocities. */
double simbody_distance(const json_t *record, const json_t *state);

#endif
