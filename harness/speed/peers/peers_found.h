/* What is found about a row of comparisons, process by process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PEERS_FOUND_H
#define HARNESS_PEERS_FOUND_H

#include "harness/speed/measure/estimate.h"
#include "harness/speed/peers/conversation.h"
#include "harness/speed/peers/peers_problem.h"
#include "harness/speed/peers/peers_rows.h"
#include "harness/speed/timing/batch.h"

enum peers_side { PEERS_OURS, PEERS_THEIRS, PEERS_SIDES };

enum { PEERS_MOST_PROCESSES = 9 };

struct peers_request; /* harness/speed/peers/peers_request.h */

struct peers_found {
    const struct peers_row *row;
    struct peers_problem problem;
    /* Of the rungs of both sides; what a package's program says of its own is taken as if it had
     * been measured. */
    struct batch batch;
    bool is_missing;                              /* theirs is not installed */
    struct diagnostic why;                        /* "": all is well */
    char version[PEERS_TEXT], system[PEERS_TEXT]; /* of theirs; "" */
    double rates_off, energy_off, overhead_ns;    /* NaN: not known */
};

/* How much is measured. */
struct peers_effort {
    int processes, rounds, curve_rounds;
};

/* A row before anything is measured: its problem is opened, unless theirs is known to be missing.
 * Cleared in any case; f->why tells what is wrong. */
void peers_found_open(struct peers_found *f, const struct peers_row *row,
                      const struct peers_request *r, const struct peers_effort *effort);
void peers_found_clear(struct peers_found *f);

/* The ladder of a side; the step or accuracy of a rung; where the rung is in the batch: theirs come
 * first where they are in a library, for the first one's length chooses the clock. */
const struct peers_ladder *peers_ladder_of(const struct peers_row *row,
                                           enum peers_side side);
double peers_setting(const struct peers_row *row, enum peers_side side, int rung);
int peers_place(const struct peers_row *row, enum peers_side side, int rung);

/* Of a pass in a process, paired with the batch's first workload round by round. */
batch_number peers_ns;

/* Of a rung: the error at the end; evaluations of a pass, exact Jacobians by their columns. NaN:
 * not known. */
double peers_error(const struct peers_found *f, enum peers_side side, int rung);
double peers_evaluations(const struct peers_found *f, enum peers_side side, int rung);

/* One process of the row with our own build, a library of benchmarks at its place in the ring. A
 * failure is noted in f->why, and nothing more is measured then. `talk`: to the program of the
 * row's package; NULL where it has none. */
void peers_measure(struct peers_found *f, int process, const struct peers_request *r,
                   const struct bench_build *build, struct conversation *talk);

/* Asks the program for the peer's side of a row, rung by rung, each answered within so many
 * seconds; the counters are the caller's to free. Nonzero: f->why says why. */
int peers_ask_program(struct measurement *said, struct peers_found *f,
                      struct conversation *talk, double seconds);

/* Begins to talk to a package's program. Nonzero: *d says why, how to install it among others. */
int peers_start_program(struct conversation *talk, enum peers_host host,
                        const struct peers_request *r, char version[PEERS_TEXT],
                        struct diagnostic *d);

/* The row in numbers: theirs over ours, NaN where there is none. */
struct peers_ratio {
    int processes;
    double value[PEERS_MOST_PROCESSES]; /* of time, of each process that has found one */
    double evaluations;
    double error[PEERS_SIDES], ns[PEERS_SIDES],
        count[PEERS_SIDES];         /* of what it is told of */
    double first_level, last_level; /* of equal errors */
};
struct peers_ratio peers_ratio_of(const struct peers_found *f);

/* *told := a row, cleared with record_clear in any case; nonzero: out of memory. */
struct peers_told; /* harness/speed/peers/peers_told.h */
int peers_tell(struct peers_told *told, const struct peers_found *f);

/* A rung's setting as it is told: "step" or "accuracy". */
const char *peers_setting_name(const struct peers_row *row, enum peers_side side);

#endif
