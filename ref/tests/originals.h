/* Recorded runs of Drake's integrators (data/originals.txt), and their replay.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TESTS_ORIGINALS_H
#define REF_TESTS_ORIGINALS_H

#include <stdio.h>

#include "ref/ref.h"

struct catalogue; /* problems/catalogue.h */

enum { ORIGINAL_COUNTERS = 14, ORIGINAL_MEASURES = 6, ORIGINAL_STATES = 16 };

enum original_kind { ORIGINAL_SINGLE, ORIGINAL_FIXED, ORIGINAL_CONTROLLED };

struct original {
    char problem[64], name[160];
    enum original_kind kind;
    struct ref_replay_options options; /* without weights */
    double end; /* the length of a step, or the final time under error control */
    int steps;  /* of a fixed run */
    int weights;
    double weight[ORIGINAL_STATES];
    enum ref_status outcome;
    long counter[ORIGINAL_COUNTERS];
    double measure[ORIGINAL_MEASURES];
    int robust;        /* the counters are the same in a second build of the original */
    double difference; /* of the state in that build */
    int nx, estimates;
    double x[ORIGINAL_STATES], estimate[ORIGINAL_STATES];
};

/* How a replay compares. */
struct comparison {
    enum ref_status outcome;
    int counters_off; /* how many of the counters differ */
    double state_off; /* max |x - recorded| / max(1, |recorded|) */
    double estimate_off;
    double measure_off; /* relative; Inf where one is NaN */
};

extern const char *const original_counter_name[ORIGINAL_COUNTERS];

/* The next case of the file: 1, 0 at its end, -1 when it cannot be read. */
int original_read(FILE *file, struct original *c);

/* The model of a case; NULL when there is none. Freed with model_free. */
struct model *original_model(const struct catalogue *catalogue, const struct original *c);

/* Replays a case; on REF_OK or the case's own outcome *r is to be freed. */
enum ref_status original_replay(const struct original *c, struct model *m,
                                mpfr_prec_t bits, ref_replay **r);

struct comparison original_compare(const struct original *c, const ref_replay *r,
                                   enum ref_status outcome);

/* The state's tolerance: 1e-12, or what rounding was seen to do; wider with error
 * control. Above 53 bits J's differences are taken at other places, by a last bit, and
 * their noise, some 1e-8 of J, is another one: what a loose tolerance leaves of Newton's
 * error shows it. */
double original_tolerance(const struct original *c, mpfr_prec_t bits);

/* Why the counters of the replay in 120 bits differ from those of double precision; NULL:
 * they do not. For robust cases. */
const char *original_rounding(const char *name);

/* About how much work the replay is: components of F that are evaluated. */
long original_work(const struct original *c);

/* The counters of a replay, in the order of the file. */
void original_counters(const ref_replay *r, long *counter);

#endif
