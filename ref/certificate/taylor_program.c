/* Programs in Taylor models, instruction by instruction.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/readers/eval_arb.h"
#include "ref/certificate/claim.h"
#include "ref/model.h"

static enum ref_status set_constants(struct taylor_program *t, const graph *g,
                                     enum eval_constants constants) {
    enum problem_status status = PROBLEM_OK;
    for (int i = 0; i < t->program->constants && status == PROBLEM_OK; i++) {
        struct taylor_model *slot = &t->slot[t->program->inputs + i];
        status = eval_arb_constant(g, t->program->constant[i], t->space.bits, constants,
                                   slot->own);
        if (!arb_is_finite(slot->own))
            taylor_unknown(slot);
    }
    return ref_from_problem_status(status);
}

static enum ref_status begin(struct taylor_program *t, const struct program *p,
                             slong bits, int room) {
    *t = (struct taylor_program){
        .program = p, .room = room, .space = {.room = room, .bits = bits}};
    t->space.size = _mag_vec_init(room + 1);
    t->slot = calloc((size_t)program_slots(p) + 1, sizeof *t->slot);
    if (t->slot == NULL)
        return REF_NO_MEMORY;
    for (; t->slots < program_slots(p); t->slots++) {
        t->slot[t->slots].length = 1;
        mag_init(t->slot[t->slots].rest);
    }
    return REF_OK;
}

enum ref_status taylor_program_init(struct taylor_program *t, const graph *g,
                                    const struct program *p, slong bits, int room,
                                    enum eval_constants constants) {
    enum ref_status status = begin(t, p, bits, room);
    for (int i = 0; i < t->slots && status == REF_OK; i++)
        t->slot[i].c = t->slot[i].own = _arb_vec_init(room);
    return status == REF_OK ? set_constants(t, g, constants) : status;
}

enum ref_status taylor_program_init_series(struct taylor_program *t, const graph *g,
                                           const struct program *p, slong bits, int room,
                                           enum eval_constants constants) {
    enum ref_status status = begin(t, p, bits, room);
    t->open = *p;
    t->open.outputs = t->slots;
    t->open.output = calloc((size_t)t->slots + 1, sizeof *t->open.output);
    if (t->open.output == NULL || status != REF_OK)
        return REF_NO_MEMORY;
    for (int i = 0; i < t->slots; i++)
        t->open.output[i] = i;
    status = ref_from_problem_status(
        eval_arb_jet_alloc(&t->series, g, &t->open, bits, room, constants));
    for (int i = 0; i < t->slots && status == REF_OK; i++) {
        t->slot[i].c = eval_arb_jet_output(t->series, i);
        if (i >= p->inputs && i < p->inputs + p->constants &&
            !arb_is_finite(t->slot[i].c))
            taylor_unknown(&t->slot[i]);
    }
    return status;
}

void taylor_program_clear(struct taylor_program *t) {
    if (t->space.size == NULL)
        return;
    for (int i = 0; i < t->slots; i++) {
        if (t->slot[i].own != NULL)
            _arb_vec_clear(t->slot[i].own, t->room);
        mag_clear(t->slot[i].rest);
    }
    eval_arb_jet_free(t->series);
    free(t->open.output);
    free(t->slot);
    _mag_vec_clear(t->space.size, t->room + 1);
}

void taylor_program_time(struct taylor_program *t, const arf_t time, const arf_t h) {
    struct taylor_model *in = &t->slot[0];
    if (in->own != NULL) {
        arb_set_arf(in->own, time);
        arb_set_arf(in->own + 1, h);
    }
    in->length = 2;
}

void taylor_program_input(struct taylor_program *t, int i, arb_srcptr c, int length,
                          const mag_t more) {
    struct taylor_model *in = &t->slot[i];
    mag_t term;
    mag_init(term);
    in->length = length < t->space.room ? length : t->space.room;
    if (in->own != NULL)
        _arb_vec_set(in->own, c, in->length);
    mag_set(in->rest, more);
    for (int k = in->length; k < length; k++) {
        arb_get_mag(term, c + k);
        mag_add(in->rest, in->rest, term);
    }
    while (in->length > 1 && arb_is_zero(in->c + in->length - 1))
        in->length--;
    mag_clear(term);
}

/* The series' terms up to the last that does not vanish. */
static void find_length(struct taylor_model *r, int room) {
    r->length = room;
    while (r->length > 1 && arb_is_zero(r->c + r->length - 1))
        r->length--;
}

bool taylor_program_run(struct taylor_program *t) {
    const struct program *p = t->program;
    const int first = p->inputs + p->constants;
    bool known = true;
    for (int i = 0; i < p->length; i++) {
        const struct instruction *code = &p->code[i];
        if (t->series != NULL)
            find_length(&t->slot[first + i], t->space.room);
        taylor_operate(&t->slot[first + i], code->operation, &t->slot[code->a],
                       &t->slot[code->b >= 0 ? code->b : code->a],
                       &t->slot[code->c >= 0 ? code->c : code->a], &t->space);
    }
    for (int i = 0; i < p->outputs; i++)
        known = known && !mag_is_inf(taylor_program_output(t, i)->rest);
    return known;
}

const struct taylor_model *taylor_program_output(const struct taylor_program *t, int i) {
    return &t->slot[t->program->output[i]];
}
