/* The first coefficients of error, estimate and gap from the field alone, by differences in
 * many digits: a second opinion, which uses neither series nor exact derivatives.
 *
 * With f = (1, F) in the variables (t, x), and x'' = f' f, elementary differentials give
 * (J. C. Butcher, Numerical Methods for Ordinary Differential Equations, section 310; the
 * pair's weights are 3/4; 5/8, 1/2 for two half steps and 1 for the large one)
 *
 *     error     h^2 x''/4 + h^3 ( (7/48) f''(f, f) + (1/3) f' f' f ) + ..
 *     estimate  h^2 x''/4 + h^3 ( (3/16) f''(f, f) + (1/2) f' f' f ) + ..
 *     gap                  -h^3 ( (1/24) f''(f, f) + (1/6) f' f' f ) + ..
 *
 * and with a step d along f, or along (0, x''),
 *
 *     x''      = (F(+) - F(-)) / (2 d)                            along f
 *     f''(f,f) = (F(+) - 2 F + F(-)) / d^2                        along f
 *     f' f' f  = (F(+) - F(-)) / (2 d)                            along (0, x''),
 *
 * each with an error of d^2. Of the methods that are not the pair the error's first coefficient
 * is put together from differences along the time, along N v and along y' alone, each with
 * its weight (study_projected.h). With d = tau 2^-bits/4 that and the rounding error are 2^-bits/2.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include "harness/results/study_projected.h"
#include "harness/studies/gap/study_gap.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/vector.h"

/* d = tau 2^-bits/DIVISOR */
enum { DIVISOR = 4 };

/* Numerators over 48 of f''(f, f) and f' f' f in the h^3 coefficients. */
enum { COMMON = 48 };
static const int BUSHY[GAP_KINDS] = {7, 9, -2};
static const int TALL[GAP_KINDS] = {16, 24, -8};

struct differences {
    int nx;
    struct program *program;
    struct eval_mpfr *field;
    struct room room;
    mpfr_ptr d, product;
    mpfr_t *in;                            /* (size 1 + nx) */
    mpfr_t *at, *plus, *minus, *direction; /* (size nx) */
    mpfr_t *bushy, *tall;                  /* (size nx) */
};

static int init(struct differences *f, const struct gap_problem *g, double tau) {
    const int n = g->nx;
    const mpfr_prec_t bits = g->bits;
    *f = (struct differences){.nx = n, .program = model_field_program(g->model)};
    mpfr_t **const vectors[] = {&f->at,        &f->plus,  &f->minus,
                                &f->direction, &f->bushy, &f->tall};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = room_numbers(&f->room, n, bits);
    f->in = room_numbers(&f->room, n + 1, bits);
    f->d = room_number(&f->room, bits);
    f->product = room_number(&f->room, bits);
    if (f->room.is_short || f->program == NULL)
        return -1;
    mpfr_set_d(f->d, tau, MPFR_RNDN);
    mpfr_div_2si(f->d, f->d, (long)(bits / DIVISOR), MPFR_RNDN);
    return eval_mpfr_alloc(&f->field, g->model->graph, f->program, bits,
                           EVAL_EXACT_CONSTANTS) != PROBLEM_OK;
}

static void clear(struct differences *f) {
    eval_mpfr_free(f->field);
    program_free(f->program);
    room_clear(&f->room);
}

/* out := F(t + sign d rate, x + sign d direction), where rate is 1 or 0. */
static void evaluate(struct differences *f, const struct gap_point *p, int sign, int rate,
                     mpfr_t *out) {
    mpfr_mul_si(f->product, f->d, (long)sign * rate, MPFR_RNDN);
    mpfr_add(f->in[0], p->t, f->product, MPFR_RNDN);
    for (int i = 0; i < f->nx; i++) {
        mpfr_mul(f->product, f->d, f->direction[i], MPFR_RNDN);
        mpfr_mul_si(f->product, f->product, sign, MPFR_RNDN);
        mpfr_add(f->in[1 + i], p->x[i], f->product, MPFR_RNDN);
    }
    eval_mpfr_run(f->field, vector_const(f->in), out);
}

/* out := (plus - minus) / (2 d) */
static void divide_first(struct differences *f, mpfr_t *out) {
    for (int i = 0; i < f->nx; i++) {
        mpfr_sub(out[i], f->plus[i], f->minus[i], MPFR_RNDN);
        mpfr_div(out[i], out[i], f->d, MPFR_RNDN);
        mpfr_div_2ui(out[i], out[i], 1, MPFR_RNDN);
    }
}

/* out := (plus - 2 at + minus) / d^2 */
static void divide_second(struct differences *f, mpfr_t *out) {
    for (int i = 0; i < f->nx; i++) {
        mpfr_add(out[i], f->plus[i], f->minus[i], MPFR_RNDN);
        mpfr_mul_2ui(f->product, f->at[i], 1, MPFR_RNDN);
        mpfr_sub(out[i], out[i], f->product, MPFR_RNDN);
        mpfr_div(out[i], out[i], f->d, MPFR_RNDN);
        mpfr_div(out[i], out[i], f->d, MPFR_RNDN);
    }
}

/* second += what the part of x'' along one block of f contributes. */
static void add_part(struct differences *f, const struct gap_problem *g,
                     struct gap_point *p, enum local_part part) {
    const struct local_error *local = &g->traits->local;
    const int nq = g->model->nq;
    for (int i = 0; i < f->nx; i++) {
        if (part == (i < nq ? LOCAL_Q : LOCAL_Y))
            mpfr_set(f->direction[i], f->at[i], MPFR_RNDN);
        else
            mpfr_set_zero(f->direction[i], 1);
    }
    evaluate(f, p, 1, part == LOCAL_T, f->plus);
    evaluate(f, p, -1, part == LOCAL_T, f->minus);
    divide_first(f, f->tall);
    for (int i = 0; i < f->nx; i++) {
        int weight = (i < nq ? local->q : local->y)[part];
        mpfr_mul_si(f->tall[i], f->tall[i], weight, MPFR_RNDN);
        mpfr_div_si(f->tall[i], f->tall[i], local->divisor, MPFR_RNDN);
        mpfr_add(p->second[i], p->second[i], f->tall[i], MPFR_RNDN);
    }
}

static int find_local(struct gap_problem *g, struct gap_point *p) {
    struct differences f;
    int failed = init(&f, g, p->tau);
    if (!failed)
        evaluate(&f, p, 0, 0, f.at);
    for (int i = 0; i < g->nx; i++)
        mpfr_set_zero(p->second[i], 1);
    for (int part = 0; part < LOCAL_PARTS && !failed; part++)
        add_part(&f, g, p, (enum local_part)part);
    clear(&f);
    return failed;
}

int gap_differences(struct gap_problem *g, struct gap_point *p) {
    struct differences f;
    if (g->traits != NULL)
        return g->traits->local.divisor == 0 ? 0 : find_local(g, p);
    int failed = init(&f, g, p->tau);
    if (!failed) {
        evaluate(&f, p, 0, 0, f.at);
        vector_set(f.direction, vector_const(f.at), f.nx);
        evaluate(&f, p, 1, 1, f.plus);
        evaluate(&f, p, -1, 1, f.minus);
        divide_first(&f, p->second);
        divide_second(&f, f.bushy);
        vector_set(f.direction, vector_const(p->second), f.nx);
        evaluate(&f, p, 1, 0, f.plus);
        evaluate(&f, p, -1, 0, f.minus);
        divide_first(&f, f.tall);
    }
    for (int kind = 0; kind < GAP_KINDS && !failed; kind++) {
        for (int i = 0; i < f.nx; i++) {
            mpfr_mul_si(p->third[kind][i], f.bushy[i], BUSHY[kind], MPFR_RNDN);
            mpfr_mul_si(f.product, f.tall[i], TALL[kind], MPFR_RNDN);
            mpfr_add(p->third[kind][i], p->third[kind][i], f.product, MPFR_RNDN);
            mpfr_div_si(p->third[kind][i], p->third[kind][i], COMMON, MPFR_RNDN);
        }
    }
    clear(&f);
    return failed;
}
