/* Steps of the stepper with contacts, beside Simbody's on the same scene in the same rounds, and
 * against its recorded costs: rows of a table, measured together in each process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TIMING_CONTACTS_H
#define HARNESS_TIMING_CONTACTS_H

#include "fast/pair.h"
#include "harness/integrators/peers/peer_simbody.h"
#include "harness/speed/timing/timing_results.h"

/* Which of the models named on the command line stands for the table. */
#define TIMING_CONTACTS "bouncing_ball"
#define TIMING_CONTACTS_METHOD "contact-stepper"

/* A pass of steps of h from the model's start, begun anew each time. */
struct timing_contact_row {
    const char *model, *size;      /* of the size n; NULL: as the file has it */
    enum peer_scene_solver solver; /* Simbody's, and ours in faithful mode */
    /* Of a pass in default mode; of Simbody's and of one in faithful mode, 0: neither is
     * asked. */
    long steps, original_steps;
    double
        recorded_ns; /* a step of Simbody without assertions, on another machine; NaN */
    double most_ns;  /* that a step in default mode may take; NaN: nothing is asked */
};

extern const struct timing_contact_row timing_contact_rows[];
extern const int timing_contact_rows_count;

/* What takes part of a row: the stepper's modes, and Simbody. */
enum timing_contact_part {
    TIMING_CONTACT_DEFAULT = FAST_DEFAULT,
    TIMING_CONTACT_FAITHFUL = FAST_FAITHFUL,
    TIMING_CONTACT_SIMBODY,
    TIMING_CONTACT_PARTS
};

/* The step of all rows. */
extern const double timing_contact_step;

/* The table's workloads, of row i and part k at TIMING_CONTACT_PARTS i + k, null for what is not asked;
 * a new array. What a process has found: {"cases": [{"ns", "least", "ratio", "allocations", ...}
 * of a step or {"why"}]}; "ratio" is Simbody's time over that of the part in the same rounds, and
 * "off" the largest difference of a height between Simbody and the faithful mode at the end of
 * Simbody's pass. */
json_t *timing_contacts_workloads(void);
json_t *timing_contacts_found(const struct timing_found *f, const json_t *contestants,
                              int rounds, struct diagnostic *d);

/* ns-per-step, original-ratio and peer-ratio for each model and mode of the table. */
enum exit_status timing_results_of_contacts(const struct catalogue *catalogue,
                                            int processes, json_t *const *found,
                                            json_t *results, struct diagnostic *d);

#endif
