/* q -= N G^T (G G^T)^-1 g until g vanishes, then v -= G^T (G G^T)^-1 (G v + g_t), by Gaussian
 * elimination; over the independent joints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/models/manifold.h"

#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"

enum { MOST_ITERATIONS = 40, LOST_BITS = 50 };

/* One level of joints: residuals and G. */
struct level {
    struct program *program;
    struct eval_mpfr *eval;
    struct expr_matrix pattern;
    struct expr_columns order;
    mpfr_t *out;
    int rows;
};

struct manifold {
    struct model *model;
    mpfr_prec_t bits;
    struct level position, velocity;
    struct program *map;
    struct eval_mpfr *map_eval;
    mpfr_t *matrix, *square, *right, *step, *moved; /* G, (G G^T | rhs), ... */
    int chosen, *choice;
};

static mpfr_t *make_numbers(int count, mpfr_prec_t bits) {
    mpfr_t *x = calloc((size_t)count + 1, sizeof *x);
    for (int i = 0; x && i < count; i++)
        mpfr_init2(x[i], bits);
    return x;
}

static bool open_level(struct manifold *k, struct level *level) {
    return level->program &&
           eval_mpfr_alloc(&level->eval, k->model->graph, level->program, k->bits,
                           EVAL_EXACT_CONSTANTS) == PROBLEM_OK &&
           expr_columns_sort(&level->order, &level->pattern) &&
           (level->out = make_numbers(level->program->outputs, k->bits));
}

struct manifold *manifold_alloc(struct model *m, mpfr_prec_t bits) {
    struct manifold *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->model = m;
    k->bits = bits;
    k->position.program = model_position_program(m, &k->position.pattern);
    k->velocity.program = model_velocity_program(m, &k->velocity.pattern);
    k->position.rows = m->holonomic;
    k->velocity.rows = m->joints;
    k->map = model_map_program(m);
    k->matrix = make_numbers(m->joints * m->nv, bits);
    k->square = make_numbers(m->joints * m->joints, bits);
    k->right = make_numbers(m->joints, bits);
    k->step = make_numbers(m->nq + m->nv, bits);
    k->moved = make_numbers(m->nq, bits);
    k->choice = calloc((size_t)m->joints + 1, sizeof *k->choice);
    if (open_level(k, &k->position) && open_level(k, &k->velocity) && k->map &&
        eval_mpfr_alloc(&k->map_eval, m->graph, k->map, bits, EVAL_EXACT_CONSTANTS) ==
            PROBLEM_OK &&
        k->matrix && k->square && k->right && k->step && k->moved && k->choice)
        return k;
    return NULL;
}

/* Evaluates a level, and fills the dense rows of G and the right side of its joints. */
static void evaluate(struct manifold *k, struct level *level, const mpfr_t *tx) {
    int nv = k->model->nv;
    eval_mpfr_run(level->eval, tx, level->out);
    k->chosen = 0;
    for (int i = 0; i < level->rows; i++)
        if (k->model->joint[i].independent) {
            mpfr_set(k->right[k->chosen], level->out[i], MPFR_RNDN);
            k->choice[k->chosen++] = i;
        }
    for (int i = 0; i < level->rows * nv; i++)
        mpfr_set_zero(k->matrix[i], 1);
    for (int i = 0; i < level->pattern.count; i++) {
        int entry = level->order.entry[i];
        int place = level->pattern.row[entry] * nv + level->pattern.column[entry];
        mpfr_set(k->matrix[place], level->out[level->rows + i], MPFR_RNDN);
    }
}

static void find_square(struct manifold *k) {
    int nv = k->model->nv;
    mpfr_t term;
    mpfr_init2(term, k->bits);
    for (int a = 0; a < k->chosen; a++) {
        for (int b = 0; b < k->chosen; b++) {
            mpfr_ptr sum = k->square[a * k->chosen + b];
            mpfr_set_zero(sum, 1);
            for (int j = 0; j < nv; j++) {
                mpfr_mul(term, k->matrix[k->choice[a] * nv + j],
                         k->matrix[k->choice[b] * nv + j], MPFR_RNDN);
                mpfr_add(sum, sum, term, MPFR_RNDN);
            }
        }
    }
}

/* Subtracts from row a what makes its column `pivot` vanish. */
static void eliminate_row(struct manifold *k, int a, int pivot, mpfr_t *work) {
    int n = k->chosen;
    mpfr_div(work[0], k->square[a * n + pivot], k->square[pivot * n + pivot], MPFR_RNDN);
    for (int j = pivot; j < n; j++) {
        mpfr_mul(work[1], work[0], k->square[pivot * n + j], MPFR_RNDN);
        mpfr_sub(k->square[a * n + j], k->square[a * n + j], work[1], MPFR_RNDN);
    }
    mpfr_mul(work[1], work[0], k->right[pivot], MPFR_RNDN);
    mpfr_sub(k->right[a], k->right[a], work[1], MPFR_RNDN);
}

/* right := square^-1 right. The matrix is positive definite: no pivoting. */
static void solve(struct manifold *k) {
    mpfr_t *work = make_numbers(2, k->bits);
    if (!work)
        return;
    for (int pivot = 0; pivot < k->chosen; pivot++)
        for (int a = 0; a < k->chosen; a++)
            if (a != pivot)
                eliminate_row(k, a, pivot, work);
    for (int a = 0; a < k->chosen; a++)
        mpfr_div(k->right[a], k->right[a], k->square[a * k->chosen + a], MPFR_RNDN);
}

/* velocity := G^T (G G^T)^-1 right, for the joints of the level. */
static void find_step(struct manifold *k, mpfr_t *velocity) {
    int nv = k->model->nv;
    mpfr_t term;
    mpfr_init2(term, k->bits);
    find_square(k);
    solve(k);
    for (int j = 0; j < nv; j++) {
        mpfr_set_zero(velocity[j], 1);
        for (int a = 0; a < k->chosen; a++) {
            mpfr_mul(term, k->matrix[k->choice[a] * nv + j], k->right[a], MPFR_RNDN);
            mpfr_add(velocity[j], velocity[j], term, MPFR_RNDN);
        }
    }
}

static bool is_small(const struct manifold *k) {
    mpfr_exp_t least = -(mpfr_exp_t)k->bits + LOST_BITS;
    for (int a = 0; a < k->chosen; a++)
        if (!mpfr_number_p(k->right[a]) ||
            (!mpfr_zero_p(k->right[a]) && mpfr_get_exp(k->right[a]) > least))
            return false;
    return true;
}

static bool move_position(struct manifold *k, mpfr_t *tx) {
    int nq = k->model->nq;
    for (int i = 0; i < MOST_ITERATIONS; i++) {
        evaluate(k, &k->position, (const mpfr_t *)tx);
        if (is_small(k))
            return true;
        find_step(k, k->step + nq);
        for (int j = 0; j < nq; j++)
            mpfr_set(k->step[j], tx[1 + j], MPFR_RNDN);
        eval_mpfr_run(k->map_eval, (const mpfr_t *)k->step, k->moved);
        for (int j = 0; j < nq; j++)
            mpfr_sub(tx[1 + j], tx[1 + j], k->moved[j], MPFR_RNDN);
    }
    return false;
}

bool manifold_move(struct manifold *k, mpfr_t *tx) {
    int nq = k->model->nq, nv = k->model->nv;
    if (!move_position(k, tx))
        return false;
    evaluate(k, &k->velocity, (const mpfr_t *)tx);
    find_step(k, k->step + nq);
    for (int j = 0; j < nv; j++)
        mpfr_sub(tx[1 + nq + j], tx[1 + nq + j], k->step[nq + j], MPFR_RNDN);
    evaluate(k, &k->velocity, (const mpfr_t *)tx);
    return is_small(k);
}
