/* What Simbody's integrators did, read from data/mechanical.json, and the same to be done
 * again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_MECHANICAL_RECORDS_H
#define FAST_TESTS_MECHANICAL_RECORDS_H

#include <jansson.h>

#include "fast/options.h"
#include "fast/tests/projected_systems.h"

/* The whole file; json_decref gives it back. Ends the test when it cannot be read. */
json_t *projected_records(void);

/* What is recorded under a name; NaN and "" if there is nothing. */
double record_number(const json_t *record, const char *name);
double record_entry(const json_t *record, const char *name, size_t i);
const char *record_text(const json_t *record, const char *name);

/* An integrator started as in a record; the body is what springs and pendulums are of,
 * and `moved` how far the angle of a rod's start is to be off. Ends the test when there
 * is none. */
struct projected *record_begin(const json_t *record, enum fast_mode mode,
                               struct body *body, double moved);

#endif
