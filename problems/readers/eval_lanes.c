/* The reader over lanes: a loop over the instructions, each a loop over a row. A sine and a cosine
 * of the same argument are computed together, as a compiler does it in compiled code: one
 * reduction of the argument serves both, and the bits are the same.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/readers/eval_lanes.h"

#include <stdlib.h>
#include <string.h>

#include "problems/program/program.h"
#include "problems/program/row_operations.h"

/* An instruction whose slots are rows; `other`, of a sine: the cosine's row, -1: none. */
struct step {
    enum expr_operation operation;
    int a, b, c, result, other;
};

struct eval_lanes {
    const struct program *program;
    compiled_function *function; /* NULL: interpret */
    int steps;
    struct step *step;
    double *slot; /* rows: inputs, constants, results */
};

/* -1, an argument that is not there, becomes a row that is. */
static int first_place(int slot) {
    return slot < 0 ? 0 : slot * EVAL_LANES;
}

static struct step make_step(const struct program *p, int i) {
    const struct instruction *code = &p->code[i];
    return (struct step){.operation = code->operation,
                         .a = first_place(code->a),
                         .b = first_place(code->b),
                         .c = first_place(code->c),
                         .result = first_place(p->inputs + p->constants + i),
                         .other = -1};
}

/* Whether instruction i, a cosine, goes with a sine before it, or the other way round;
 * sine[slot] and cosine[slot] are the steps, from 1, that have computed such of a slot without
 * the other. */
static bool join_step(struct eval_lanes *e, const struct step *step, int slot, int *sine,
                      int *cosine) {
    const bool is_sine = step->operation == EXPR_SIN;
    if (!is_sine && step->operation != EXPR_COS)
        return false;
    int *mine = is_sine ? &sine[slot] : &cosine[slot];
    const int partner = is_sine ? cosine[slot] : sine[slot];
    *mine = e->steps + 1;
    if (partner == 0)
        return false;
    struct step *before = &e->step[partner - 1];
    before->other = is_sine ? before->result : step->result;
    before->result = is_sine ? step->result : before->result;
    before->operation = EXPR_SIN;
    return true;
}

static bool make_steps(struct eval_lanes *e) {
    const struct program *p = e->program;
    int *sine = calloc((size_t)program_slots(p) + 1, sizeof *sine);
    int *cosine = calloc((size_t)program_slots(p) + 1, sizeof *cosine);
    const bool done = sine != NULL && cosine != NULL;
    for (int i = 0; i < p->length && done; i++) {
        const struct step step = make_step(p, i);
        if (!join_step(e, &step, p->code[i].a, sine, cosine))
            e->step[e->steps++] = step;
    }
    free(sine);
    free(cosine);
    return done;
}

enum problem_status eval_lanes_alloc(struct eval_lanes **made, const struct program *p) {
    enum { cache_line = 64 };
    const size_t row = EVAL_LANES * sizeof(double);
    struct eval_lanes *e = calloc(1, sizeof *e);
    *made = NULL;
    if (e == NULL)
        return PROBLEM_NO_MEMORY;
    e->program = p;
    e->step = calloc((size_t)p->length + 1, sizeof *e->step);
    e->slot = aligned_alloc(cache_line, ((size_t)program_slots(p) + 1) * row);
    if (e->step == NULL || e->slot == NULL || !make_steps(e)) {
        eval_lanes_free(e);
        return PROBLEM_NO_MEMORY;
    }
    memset(e->slot, 0, (size_t)program_slots(p) * row);
    *made = e;
    return PROBLEM_OK;
}

void eval_lanes_free(struct eval_lanes *e) {
    if (e == NULL)
        return;
    free(e->step);
    free(e->slot);
    free(e);
}

void eval_lanes_set(struct eval_lanes *e, int lane, const double *constant) {
    const struct program *p = e->program;
    for (int i = 0; i < p->constants; i++)
        e->slot[(p->inputs + i) * EVAL_LANES + lane] = constant[i];
}

void eval_lanes_use(struct eval_lanes *e, compiled_function *function) {
    e->function = function;
}

bool eval_lanes_are_equal(const struct eval_lanes *e, int i, int k) {
    const struct program *p = e->program;
    bool equal = true;
    for (int c = p->inputs; c < p->inputs + p->constants; c++)
        equal = equal && memcmp(&e->slot[c * EVAL_LANES + i],
                                &e->slot[c * EVAL_LANES + k], sizeof *e->slot) == 0;
    return equal;
}

static void copy_rows(double *to, int rows, const double *from) {
    for (int i = 0; i < rows * EVAL_LANES; i++)
        to[i] = from[i];
}

static void sine_and_cosine(const double *a, double *restrict sine,
                            double *restrict cosine) {
    for (int k = 0; k < EVAL_LANES; k++) {
        sine[k] = sin(a[k]);
        cosine[k] = cos(a[k]);
    }
}

static inline void run_step(const struct step *step, double *slot) {
    if (step->other >= 0) {
        sine_and_cosine(slot + step->a, slot + step->result, slot + step->other);
        return;
    }
    run_operation(step->operation, (struct operands){.n = EVAL_LANES,
                                                     .r = slot + step->result,
                                                     .a = slot + step->a,
                                                     .b = slot + step->b,
                                                     .c = slot + step->c,
                                                     .da = 1,
                                                     .db = 1,
                                                     .dc = 1});
}

void eval_lanes_run(struct eval_lanes *e, const double *first, const double *second,
                    double *out) {
    const struct program *p = e->program;
    if (e->function != NULL) {
        e->function(e->slot + p->inputs * EVAL_LANES, first, second, out);
        return;
    }
    copy_rows(e->slot, p->leading, first);
    copy_rows(e->slot + p->leading * EVAL_LANES, p->inputs - p->leading, second);
    for (int i = 0; i < e->steps; i++)
        run_step(&e->step[i], e->slot);
    for (int i = 0; i < p->outputs; i++)
        copy_rows(out + i * EVAL_LANES, 1, e->slot + p->output[i] * EVAL_LANES);
}
