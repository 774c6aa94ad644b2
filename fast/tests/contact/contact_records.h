/* What Simbody's time stepper did, read from data/contact.json, and the same to be done again.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_CONTACT_RECORDS_H
#define FAST_TESTS_CONTACT_RECORDS_H

#include "fast/tests/contact_bodies.h"
#include "fast/tests/projected_records.h"

/* The whole file; json_decref gives it back. Ends the test when it cannot be read. */
json_t *contact_records(void);

/* A stepper of the record's options for a system, started at t = 0. Ends the test when
 * there is none. */
contact_stepper *contact_record_begin(const json_t *record,
                                      const struct integrator_system *system,
                                      const double *x);

/* Step number i, from 1, of h: to i h, as the original's was. */
enum fast_status contact_record_step(contact_stepper *stepper, double h, int i);

/* The solves of one step, of its positions only unilateral ones, in the original's order and
 * signs: of the contacts that were near, all normals, then pairs of frictions. */
enum { MOST_SOLVES = 64, MOST_ROWS = 3 * MOST_CONTACTS };
struct contact_log {
    const struct integrator_system *system;
    bool near[MOST_CONTACTS]; /* to be set before a step */
    /* e where the record's velocities have Newton's addition e u of those who approach
     * faster than the capture velocity; 0: none. */
    double newton, capture;
    bool has_positions;
    int solves, rows;
    struct logged_solve {
        enum contact_phase phase;
        double p[MOST_ROWS], expansion[MOST_ROWS], before[MOST_ROWS], after[MOST_ROWS];
        int state[MOST_CONTACTS];
        enum contact_verdict verdict;
        double residual, scale;
    } solve[MOST_SOLVES];
};
void contact_log_begin(struct contact_log *log, const struct integrator_system *system,
                       const contact_stepper *stepper, const json_t *record);
contact_listener contact_log_listen;

/* The largest difference between a logged solve and a recorded one, in p, expansion and the
 * velocities; NaN if they have not the same sizes. */
double contact_log_distance(const struct contact_log *log, int i, const json_t *recorded);

#endif
