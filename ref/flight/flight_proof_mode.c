/* A mode's variables, program and range.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program_shared.h"
#include "ref/flight/flight_proof.h"

/* The variables beyond x. */
static void number_variables(struct flight_writer *w) {
    struct flight *f = w->f;
    w->mode->forces = f->unknowns;
    w->mode->slides = 0;
    for (int i = 0; i < f->contacts; i++)
        for (int r = f->first[i]; r < f->first[i + 1]; r++)
            w->slide[r] = r > f->first[i] && flight_slides_with_friction(f, i)
                              ? w->mode->slides++
                              : -1;
    w->lambda = 1 + f->nx;
    w->rate = w->lambda + f->unknowns;
    w->along = w->rate + f->nv;
}

static enum ref_status make_range(struct flight_writer *w,
                                  enum eval_constants constants) {
    struct flight *f = w->f;
    struct flight_mode *mode = w->mode;
    const int inputs = w->along + mode->slides;
    int *variable = calloc((size_t)inputs + 1, sizeof *variable);
    for (int i = 0; i < inputs && variable != NULL; i++)
        variable[i] = i;
    struct program *written = NULL;
    if (variable != NULL && !graph_failed(w->g))
        written = program_alloc(w->g, inputs, variable, w->outputs, w->out);
    if (written != NULL)
        mode->program = program_shared_alloc(written);
    program_free(written);
    free(variable);
    if (mode->program == NULL)
        return REF_NO_MEMORY;
    if (mode->program->switches > 0)
        return REF_NOT_APPLICABLE;
    enum ref_status status =
        ref_range_alloc(&mode->range, w->g, mode->program, mode->residuals,
                        w->derivative_of, f->work, f->order, constants);
    return status == REF_OK
               ? ref_range_watch_outputs(mode->range, w->may_vanish + mode->residuals)
               : status;
}

static enum ref_status write_mode(struct flight_writer *w,
                                  enum eval_constants constants) {
    number_variables(w);
    flight_write_equations(w);
    w->mode->residuals = w->outputs;
    flight_write_watches(w);
    w->mode->watches = w->outputs - w->mode->residuals;
    return make_range(w, constants);
}

enum ref_status flight_mode_make(struct flight_mode *mode, struct flight *f,
                                 enum eval_constants constants) {
    const size_t most = (size_t)(f->nx + 2 * f->rows + f->joints + 4 * f->contacts) + 1;
    *mode = (struct flight_mode){.state =
                                     calloc((size_t)f->contacts + 1, sizeof *mode->state),
                                 .output = calloc(most, sizeof *mode->output)};
    struct room room = {.last = NULL};
    struct flight_writer w = {
        .f = f,
        .mode = mode,
        .g = f->m->graph,
        .slide = room_take(&room, (size_t)f->rows + 1, sizeof *w.slide),
        .out = room_take(&room, most, sizeof *w.out),
        .derivative_of = room_take(&room, most, sizeof *w.derivative_of),
        .may_vanish = room_take(&room, most, sizeof *w.may_vanish)};
    enum ref_status status = REF_NO_MEMORY;
    if (mode->state != NULL && mode->output != NULL && !room.is_short) {
        for (int i = 0; i < f->contacts; i++)
            mode->state[i] = f->state[i];
        status = write_mode(&w, constants);
    }
    room_clear(&room);
    return status;
}

void flight_mode_clear(struct flight_mode *mode) {
    ref_range_free(mode->range);
    program_free(mode->program);
    free(mode->state);
    free(mode->output);
}
