/* A mode's program: each select is replaced by the side that it is on, and what it switches on
 * becomes an output.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"
#include "problems/readers/eval_double.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/tests/random/motion_parts.h"
#include "ref/tests/random/numbers.h"

/* The expressions of a mode, features behind, flattened; selects as they are. */
static struct program *flatten(struct model *m, struct motion_mode *mode) {
    const int nx = m->nq + m->nv + m->nz;
    expr out[MOTION_OUTPUTS + 2 * MOTION_FEATURES];
    int variable[1 + MOTION_STATES];
    for (int i = 0; i <= nx; i++)
        variable[i] = i;
    mode->watches = motion_formulas(m, mode->contact, out, mode->watch, &mode->helds);
    if (mode->watches < 0)
        return NULL;
    mode->features = m->paths < MOTION_FEATURES ? m->paths : MOTION_FEATURES;
    mode->first_held = nx + mode->watches;
    const int feature = mode->first_held + mode->helds;
    mode->first_switch = feature + 2 * mode->features;
    for (int k = 0; k < mode->features; k++) {
        out[feature + 2 * k] = m->drawn[k].x;
        out[feature + 2 * k + 1] = m->drawn[k].y;
    }
    return program_alloc(m->graph, 1 + nx, variable, mode->first_switch, out);
}

/* place[] := where the value of each slot stands once selects are decided; their instructions
 * and arguments are changed to fit. */
static void decide(struct program *p, const struct program *whole,
                   const signed char *side) {
    const int first = p->inputs + p->constants, slots = program_slots(whole);
    int *place = numbers_need(malloc((size_t)slots * sizeof *place));
    int select = 0;
    for (int k = 0; k < slots; k++)
        place[k] = k;
    for (int i = 0; i < whole->length; i++) {
        struct instruction code = whole->code[i];
        code.a = code.a < 0 ? -1 : place[code.a];
        code.b = code.b < 0 ? -1 : place[code.b];
        code.c = code.c < 0 ? -1 : place[code.c];
        if (code.operation == EXPR_SELECT) {
            place[first + i] = side[select] > 0 ? code.b : code.c;
            p->output[whole->outputs + select++] = code.a;
            code = (struct instruction){EXPR_NEG, 0, -1, -1};
        }
        p->code[i] = code;
    }
    for (int k = 0; k < whole->outputs; k++)
        p->output[k] = place[whole->output[k]];
    free(place);
}

static void make_program(struct motion_mode *mode) {
    const struct program *whole = mode->whole;
    struct program *p = &mode->program;
    *p = *whole;
    p->switches = 0;
    p->switching = NULL;
    p->outputs = whole->outputs + whole->switches;
    p->code = numbers_need(malloc(((size_t)p->length + 1) * sizeof *p->code));
    p->output = numbers_need(malloc(((size_t)p->outputs + 1) * sizeof *p->output));
    decide(p, whole, mode->side);
    for (int k = 0; k < whole->switches; k++)
        mode->watch[mode->watches++] = (struct motion_watch){-1, k, false};
}

void motion_mode_free(struct motion_mode *mode) {
    eval_double_free(mode->near);
    eval_mpfr_free(mode->exact);
    free(mode->program.code);
    free(mode->program.output);
    program_free(mode->whole);
    free(mode);
}

static struct motion_mode *make_mode(struct motion *f, const enum motion_state *contact,
                                     const signed char *side) {
    struct motion_mode *mode = numbers_need(calloc(1, sizeof *mode));
    const graph *g = f->m->graph;
    memcpy(mode->contact, contact, sizeof mode->contact);
    memcpy(mode->side, side, sizeof mode->side);
    mode->whole = flatten(f->m, mode);
    if (mode->whole == NULL)
        return mode;
    const bool fits = mode->whole->switches <= MOTION_SWITCHES &&
                      mode->watches + mode->whole->switches <= MOTION_WATCHES;
    if (fits)
        make_program(mode);
    if (!fits || eval_double_alloc(&mode->near, g, &mode->program) != PROBLEM_OK ||
        eval_mpfr_alloc(&mode->exact, g, &mode->program, f->bits, EVAL_EXACT_CONSTANTS) !=
            PROBLEM_OK) {
        program_free(mode->whole);
        mode->whole = NULL;
    }
    return mode;
}

struct motion_mode *motion_find_mode(struct motion *f, const enum motion_state *contact,
                                     const signed char *side) {
    for (int i = 0; i < f->modes; i++) {
        struct motion_mode *mode = f->mode[i];
        if (memcmp(mode->contact, contact, sizeof mode->contact) == 0 &&
            memcmp(mode->side, side, sizeof mode->side) == 0)
            return mode;
    }
    if (f->modes == MOTION_MODES)
        return NULL;
    return f->mode[f->modes++] = make_mode(f, contact, side);
}

int motion_watch_place(const struct motion *f, int watch) {
    const struct motion_watch *w = &f->now->watch[watch];
    return w->contact >= 0 ? f->nx + watch : f->now->first_switch + w->select;
}

int motion_watch_side(const struct motion *f, int watch) {
    const struct motion_watch *w = &f->now->watch[watch];
    return w->contact >= 0 ? 1 : f->now->side[w->select];
}
