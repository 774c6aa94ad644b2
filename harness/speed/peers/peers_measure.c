/* One process of a row: ours and a library's peer take turns in it; beside a package's program ours
 * are alone in it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/message.h"
#include "harness/speed/peers/peers_found.h"

/* Another one for each process of each row. */
static unsigned long seed_of(unsigned long seed, const struct peers_row *row,
                             int process) {
    const unsigned long place = (unsigned long)(row - peers_rows);
    return seed + PEERS_MOST_PROCESSES * place + (unsigned long)process;
}

/* Puts what the program has said into its places of the answer. */
static void join(json_t *answer, const struct peers_found *f, const json_t *said) {
    json_t *contestants = json_object_get(answer, "contestants");
    for (int i = 0; i < f->row->theirs.count && said != NULL; i++)
        json_array_set(contestants, (size_t)peers_place(f->row, PEERS_THEIRS, i),
                       json_array_get(said, (size_t)i));
}

static void check(struct peers_found *f, int process) {
    const struct measured *m = &f->batch.process[process];
    for (int i = 0; i < m->count; i++)
        if (m->of[i].failed[0] != '\0')
            message_set(&f->why, "%s", m->of[i].failed);
}

void peers_measure(struct peers_found *f, int process, const struct peers_request *r,
                   const struct bench_build *build, struct conversation *talk) {
    json_t *said = talk != NULL && f->why.text[0] == '\0'
                       ? peers_ask_program(f, talk, r->seconds_limit)
                       : NULL;
    json_t *answer =
        f->why.text[0] == '\0'
            ? batch_measure(&f->batch, process, build->library[process % BENCH_RING],
                            seed_of(r->seed, f->row, process), r->seconds_limit, &f->why)
            : NULL;
    join(answer, f, said);
    if (answer != NULL && batch_take(&f->batch, process, answer, &f->why) == 0)
        check(f, process);
    json_decref(answer);
    json_decref(said);
}
