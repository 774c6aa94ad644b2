/* One process of a row: ours and a library's peer take turns in it, paired round by round; beside
 * a package's program ours are alone in it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/base/message.h"
#include "harness/speed/benchmarks/bench.h"
#include "harness/speed/benchmarks/measurement.h"
#include "harness/speed/peers/peers_found.h"

enum { warm_up = 2 };

/* Long enough that reading the clock is nothing, short enough to fall between two interruptions. */
static const double block_ns = 20e3;

/* Theirs first, where they are in a library: the first one's length chooses the clock. */
static int first_side(const struct peers_found *f) {
    return f->row->host == PEERS_LIBRARY ? PEERS_THEIRS : PEERS_OURS;
}

static json_t *list_workloads(const struct peers_found *f) {
    json_t *workloads = json_array();
    for (int side = first_side(f); side >= 0; side--)
        for (int i = 0; i < f->rungs[side]; i++)
            json_array_append_new(workloads, peers_workload(f->row, (enum peers_side)side,
                                                            f->rung[side][i].setting));
    return workloads;
}

/* Exact Jacobians count by their columns, as evaluations do that a difference is made of. */
static double evaluations_in(const struct measurement *m, int columns) {
    const double count = measurement_count(m, "evaluations");
    const double jacobians = measurement_count(m, "jacobians");
    return isnan(measurement_count(m, "evaluations_for_jacobian")) && jacobians > 0
               ? count + columns * jacobians
               : count;
}

/* Times are paired with the first one's round by round. */
static void take(struct peers_found *f, struct peers_rung *rung, int process,
                 const struct measurement *m, double first_ns) {
    if (m->failed[0] != '\0') {
        message_set(&f->why, "%s", m->failed);
        return;
    }
    rung->error = peers_problem_error(&f->problem, json_object_get(m->counters, "end"));
    rung->steps = measurement_count(m, "steps");
    rung->evaluations = evaluations_in(m, f->problem.nx);
    rung->ns[process] = first_ns * exp(m->log_ratio);
}

static void take_all(struct peers_found *f, int process, const json_t *answer) {
    struct measured found;
    int next = 0;
    if (measured_read(&found, answer, &f->why) == 0)
        for (int side = first_side(f); side >= 0; side--)
            for (int i = 0; i < f->rungs[side]; i++)
                take(f, &f->rung[side][i], process, measured_at(&found, next++),
                     measured_at(&found, 0)->ns);
    measured_clear(&found);
}

/* Another one for each process of each row. */
static unsigned long seed_of(unsigned long seed, const struct peers_row *row,
                             int process) {
    const unsigned long place = (unsigned long)(row - peers_rows);
    return seed + PEERS_MOST_PROCESSES * place + (unsigned long)process;
}

static void measure_in_turns(struct peers_found *f, int process,
                             const struct peers_request *r,
                             const struct peers_effort *effort,
                             const struct bench_build *build) {
    const struct bench_request how = {
        .rounds = peers_row_is_fixed(f->row) ? effort->rounds : effort->curve_rounds,
        .warm_up = warm_up,
        .block_ns = block_ns,
        .seed = seed_of(r->seed, f->row, process),
        .seconds = r->seconds_limit};
    json_t *found, *workloads = list_workloads(f);
    if (bench_turns(&found, &how, build->library[process % BENCH_RING], workloads,
                    &f->why) == 0)
        take_all(f, process, found);
    json_decref(workloads);
    json_decref(found);
}

void peers_measure(struct peers_found *f, int process, const struct peers_request *r,
                   const struct peers_effort *effort, const struct bench_build *build,
                   struct conversation *talk) {
    if (f->why.text[0] != '\0')
        return;
    if (talk != NULL && peers_ask_program(f, process, effort, talk, r->seconds_limit))
        return;
    measure_in_turns(f, process, r, effort, build);
}
