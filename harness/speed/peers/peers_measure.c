/* One process of a row: ours and a library's peer take turns in it; beside a package's program ours
 * are alone in it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/message.h"
#include "harness/speed/peers/peers_found.h"
#include "harness/speed/peers/peers_request.h"

/* Another one for each process of each row. */
static unsigned long seed_of(unsigned long seed, const struct peers_row *row,
                             int process) {
    const unsigned long place = (unsigned long)(row - peers_rows);
    return seed + PEERS_MOST_PROCESSES * place + (unsigned long)process;
}

/* Puts what the program has said into its places. */
static void join(struct measured *m, struct peers_found *f,
                 const struct measurement *said) {
    for (int i = 0; i < f->row->theirs.count; i++) {
        struct measurement *its = &m->of[peers_place(f->row, PEERS_THEIRS, i)];
        record_clear(&measurement_record, its);
        if (record_copy(&measurement_record, its, &said[i]))
            message_set(&f->why, "out of memory");
    }
}

static void check(struct peers_found *f, const struct measured *m) {
    for (int i = 0; i < m->count; i++)
        if (m->of[i].failed[0] != '\0')
            message_set(&f->why, "%s", m->of[i].failed);
}

void peers_measure(struct peers_found *f, int process, const struct peers_request *r,
                   const struct bench_build *build, struct conversation *talk) {
    struct measurement said[PEERS_MOST_RUNGS] = {{.counters = NULL}};
    struct measured *m = &f->batch.process[process];
    if (talk == NULL || peers_ask_program(said, f, talk, r->seconds_limit) == 0)
        if (batch_measure(&f->batch, process, build->library[process % BENCH_RING],
                          seed_of(r->seed, f->row, process), r->seconds_limit,
                          &f->why) == 0) {
            if (talk != NULL)
                join(m, f, said);
            check(f, m);
        }
    for (int i = 0; i < PEERS_MOST_RUNGS; i++)
        json_decref(said[i].counters);
}
