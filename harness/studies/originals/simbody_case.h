/* What Simbody's integrators and its time stepper for contacts did on recorded scenes, to be done
 * again by an integrator under test in faithful mode.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SIMBODY_CASE_H
#define HARNESS_SIMBODY_CASE_H

#include <stdbool.h>

#include <jansson.h>

#include "harness/integrators/subject_options.h"
#include "harness/studies/originals/original_case.h"

struct catalogue;         /* problems/catalogue.h */
struct originals_request; /* study_originals.h */
struct simbody_scene;     /* simbody_scene.h */

/* The parts of such a file; ends with NULL. Whether that is one; whether a file has one. */
extern const char *const simbody_parts[];
bool simbody_is_part(const char *name);
bool simbody_is_file(const json_t *records);

/* The method of a record, of that part, on the command line; NULL: one that we have not. */
const char *simbody_method(const char *part, const json_t *record);

/* A case's settings as options for a subject. The member that is unknown or does not fit; NULL:
 * all is well. */
const char *simbody_read_options(struct subject_options *options, const char *part,
                                 const json_t *record);

/* The size of fixed steps, INFINITY under error control; when a case ends, from its start at
 * t = 0. NaN: it is not said; INFINITY: after more steps than anybody waits for. */
enum { SIMBODY_MOST_STEPS = 10000000 };
double simbody_step(const json_t *record);
double simbody_end(const char *part, const json_t *record);

/* Whether every part is as it should be, of scenes that we have; nonzero: *d says which case
 * lacks what. */
int simbody_check(const char *path, json_t *records, const struct catalogue *c,
                  struct diagnostic *d);

/* Carries a case out with s->open_subject, on s->model, which has the record's numbers. Nonzero:
 * no integrator could be had, as *d says. */
int simbody_repeat(struct original_outcome *o, const struct study *s,
                   const struct simbody_scene *scene, const json_t *record,
                   const char *id, struct diagnostic *d);

/* The same of each case of the study's model, by name, and method that is in the share. */
int simbody_repeat_all(const struct study *s, const json_t *records,
                       const struct originals_request *r, original_counted *counted,
                       void *context, struct diagnostic *d);

#endif
