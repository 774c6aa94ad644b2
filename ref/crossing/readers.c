/* The readers of expressions that are evaluated again and again, by what they read. All are given
 * up when they are too many.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/crossing/readers.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_arb.h"
#include "ref/model.h"

struct kept {
    struct kept *next;
    slong bits;
    int count;
    expr *e;
    struct program *program;
    struct eval_arb *reader;
};

enum { PLACES = 1024, MOST = 8192 };

struct crossing_readers {
    struct kept *place[PLACES];
    int count;
};

static void free_kept(struct kept *k) {
    eval_arb_free(k->reader);
    program_free(k->program);
    free(k->e);
    free(k);
}

static void empty(struct crossing_readers *r) {
    for (int i = 0; i < PLACES; i++)
        for (struct kept *k = r->place[i], *next; k != NULL; k = next) {
            next = k->next;
            free_kept(k);
        }
    *r = (struct crossing_readers){.count = 0};
}

struct crossing_readers *crossing_readers_alloc(void) {
    return calloc(1, sizeof(struct crossing_readers));
}

void crossing_readers_free(struct crossing_readers *r) {
    if (r != NULL)
        empty(r);
    free(r);
}

static struct kept **find_place(struct crossing_readers *r, int count, const expr *e,
                                slong bits) {
    uint32_t hash = 2166136261u ^ (uint32_t)bits; /* Fowler, Noll, Vo */
    for (int i = 0; i < count; i++)
        hash = (hash ^ (uint32_t)e[i]) * 16777619u;
    return &r->place[(hash ^ hash >> 16) % PLACES];
}

static bool reads(const struct kept *k, int count, const expr *e, slong bits) {
    return k->bits == bits && k->count == count &&
           (count == 0 || memcmp(k->e, e, (size_t)count * sizeof *e) == 0);
}

static enum ref_status make(struct kept **made, const struct model *m, int count,
                            const expr *e, slong bits, enum eval_constants constants) {
    struct kept *k = calloc(1, sizeof *k);
    *made = NULL;
    if (k == NULL)
        return REF_NO_MEMORY;
    k->bits = bits;
    k->count = count;
    k->e = malloc(((size_t)count + 1) * sizeof *k->e);
    k->program = k->e != NULL ? model_program(m, count, e) : NULL;
    enum ref_status status = REF_NO_MEMORY;
    if (k->program != NULL)
        status = ref_from_problem_status(
            eval_arb_alloc(&k->reader, m->graph, k->program, bits, constants));
    if (status != REF_OK) {
        free_kept(k);
        return status;
    }
    memcpy(k->e, e, (size_t)count * sizeof *e);
    *made = k;
    return REF_OK;
}

enum ref_status crossing_readers_find(struct crossing_readers *r, const struct model *m,
                                      int count, const expr *e, slong bits,
                                      enum eval_constants constants,
                                      struct eval_arb **reader) {
    for (struct kept *k = *find_place(r, count, e, bits); k != NULL; k = k->next)
        if (reads(k, count, e, bits)) {
            *reader = k->reader;
            return REF_OK;
        }
    struct kept *made;
    enum ref_status status = make(&made, m, count, e, bits, constants);
    if (status != REF_OK)
        return status;
    if (r->count == MOST)
        empty(r);
    struct kept **place = find_place(r, count, e, bits);
    made->next = *place;
    *place = made;
    r->count++;
    *reader = made->reader;
    return REF_OK;
}
