/* The control study: error control watched from outside (study_control_watch.h), and
 *
 *     recovery       whether a step that follows shorter ones is as good as the same step
 *                    of an integrator that has just started, though what is kept of the
 *                    shorter ones leads its iteration astray
 *
 * both on systems of its own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_CONTROL_H
#define HARNESS_STUDY_CONTROL_H

#include <stdbool.h>

struct diagnostic; /* problems/base/status.h */
struct subject;    /* harness/integrators/subject.h */
struct results;    /* harness/results/result_list.h */
struct study;      /* harness/results/study.h */

/* Appends what is found of error control (README.md) and "recovery".
 * s->model is not looked at. Nonzero: it could not be carried out, and *d says why. */
int study_control(const struct study *s, struct results *results, struct diagnostic *d);

/* Its second part, about a model that is parsed for it. */
int study_control_recovery(const struct study *s, struct results *results,
                           struct diagnostic *d);

/* Dense output, about the model of control_moving: "dense:ends", "dense:order" (VERDICTS.md). */
int study_control_dense(const struct study *s, struct results *results,
                        struct diagnostic *d);

/* The study's integrator, of fixed steps or under error control. Nonzero: *d says why. */
int study_control_open(struct subject *subject, const struct study *s, double accuracy,
                       bool fixed, struct diagnostic *d);

#endif
