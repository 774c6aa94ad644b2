/* Problems of contacts for tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "fast/tests/contact/posed.h"

static void *take(int count, size_t size) {
    void *block = calloc((size_t)count + 1, size);
    cr_assert_not_null(block);
    return block;
}

static double *take_numbers(int count) {
    return take(count, sizeof(double));
}

void posed_open(struct posed *p, int nv, int contacts, const int *slides, int joints) {
    memset(p, 0, sizeof *p);
    p->first = take(contacts + 1, sizeof(int));
    for (int c = 0; c < contacts; c++)
        p->first[c + 1] = p->first[c] + 1 + slides[c];
    const int rows = p->first[contacts];
    p->J = take_numbers(rows * nv);
    p->M = take_numbers(nv * nv);
    p->G = take_numbers(joints * nv);
    p->J_marked = take(rows * nv, sizeof(bool));
    p->M_marked = take(nv * nv, sizeof(bool));
    p->v_free = take_numbers(nv);
    p->offset = take_numbers(rows);
    p->joint_offset = take_numbers(joints);
    p->friction = take_numbers(contacts);
    p->known = take_numbers(contacts);
    p->takes_part = take(contacts, sizeof(bool));
    for (int i = 0; i < nv; i++)
        p->M[i * nv + i] = 1;
    for (int c = 0; c < contacts; c++)
        p->takes_part[c] = true;
    p->problem = (struct contact_problem){.nv = nv,
                                          .contacts = contacts,
                                          .rows = rows,
                                          .joints = joints,
                                          .first = p->first,
                                          .v_free = p->v_free,
                                          .offset = p->offset,
                                          .joint_offset = p->joint_offset,
                                          .friction = p->friction,
                                          .known = p->known,
                                          .takes_part = p->takes_part,
                                          .is_changed = true};
    p->answer.v = take_numbers(nv);
    p->answer.impulse = take_numbers(rows);
    p->answer.joint_impulse = take_numbers(joints);
    p->answer.state = take(contacts, sizeof(enum contact_state));
}

/* The pattern of a matrix' transpose, which is kept by rows: columns x rows. */
static struct fast_pattern find_pattern(int rows, int columns, const double *matrix,
                                        const bool *marked) {
    int *start = take(rows + 1, sizeof(int)), *row = take(rows * columns, sizeof(int));
    int count = 0;
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++)
            if (matrix[i * columns + j] != 0 ||
                (marked != NULL && marked[i * columns + j]))
                row[count++] = j;
        start[i + 1] = count;
    }
    return (struct fast_pattern){columns, rows, start, row};
}

static void gather(const struct fast_pattern *pattern, const double *matrix,
                   double *values) {
    for (int i = 0; i < pattern->columns; i++)
        for (int e = pattern->start[i]; e < pattern->start[i + 1]; e++)
            values[e] = matrix[i * pattern->rows + pattern->row[e]];
}

void posed_pose(struct posed *p) {
    struct contact_problem *problem = &p->problem;
    const bool is_new = p->judge == NULL;
    if (is_new) {
        p->J_pattern = find_pattern(problem->rows, problem->nv, p->J, p->J_marked);
        p->M_pattern = find_pattern(problem->nv, problem->nv, p->M, p->M_marked);
        p->G_pattern = find_pattern(problem->joints, problem->nv, p->G, NULL);
        p->J_values = take_numbers(p->J_pattern.start[problem->rows]);
        p->M_values = take_numbers(p->M_pattern.start[problem->nv]);
        p->G_values = take_numbers(p->G_pattern.start[problem->joints]);
        problem->matrix_pattern = &p->J_pattern;
        problem->mass_pattern = &p->M_pattern;
        problem->joint_pattern = &p->G_pattern;
        problem->matrix = p->J_values;
        problem->mass = p->M_values;
        problem->joint_matrix = p->G_values;
    }
    gather(&p->J_pattern, p->J, p->J_values);
    gather(&p->M_pattern, p->M, p->M_values);
    gather(&p->G_pattern, p->G, p->G_values);
    if (!is_new)
        return;
    cr_assert_eq(contact_proximal_alloc(&p->solver, problem), FAST_OK);
    cr_assert_eq(contact_judge_alloc(&p->judge, problem), FAST_OK);
}

enum contact_verdict posed_solve(struct posed *p) {
    posed_pose(p);
    cr_assert_eq(p->solver.solve(p->solver.self, &p->problem, &p->answer), FAST_OK);
    cr_assert_eq(contact_measure(p->judge, &p->problem, &p->answer), FAST_OK);
    return p->answer.verdict;
}

void posed_forget(struct posed *p) {
    for (int i = 0; i < p->problem.rows; i++)
        p->answer.impulse[i] = 0;
    for (int j = 0; j < p->problem.joints; j++)
        p->answer.joint_impulse[j] = 0;
    for (int c = 0; c < p->problem.contacts; c++)
        p->answer.state[c] = CONTACT_ABSENT;
}

double posed_speed(const struct posed *p, int row) {
    double sum = p->offset[row];
    for (int j = 0; j < p->problem.nv; j++)
        sum += p->J[row * p->problem.nv + j] * p->answer.v[j];
    return sum;
}

double posed_energy(const struct posed *p, const double *v) {
    const int nv = p->problem.nv;
    double sum = 0;
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++)
            sum += v[i] * p->M[i * nv + j] * v[j] / 2;
    return sum;
}

void posed_expect_verified(struct posed *p, const char *what) {
    bool is_pushed = false;
    cr_assert(p->answer.verdict == CONTACT_TIGHT || p->answer.verdict == CONTACT_VERIFIED,
              "%s: verdict %d, residual %g of %g", what, (int)p->answer.verdict,
              p->answer.residual, p->answer.scale);
    for (int i = 0; i < p->problem.rows; i++)
        is_pushed = is_pushed || p->offset[i] != 0;
    for (int j = 0; j < p->problem.joints; j++)
        is_pushed = is_pushed || p->joint_offset[j] != 0;
    const double before = posed_energy(p, p->v_free);
    cr_assert(is_pushed || p->answer.energy_change <= 1e-12 * before,
              "%s: energy changes by %g of %g", what, p->answer.energy_change, before);
}

void posed_fill(struct posed *p, struct random *random) {
    const int nv = p->problem.nv, rows = p->problem.rows;
    double *B = take_numbers(nv * nv);
    for (int i = 0; i < nv * nv; i++)
        B[i] = random_between(random, -1, 1);
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++) {
            p->M[i * nv + j] = i == j;
            for (int k = 0; k < nv; k++)
                p->M[i * nv + j] += B[i * nv + k] * B[j * nv + k];
        }
    free(B);
    for (int i = 0; i < rows * nv; i++)
        p->J[i] = random_between(random, -1, 1);
    for (int i = 0; i < rows; i++)
        p->offset[i] = random_between(random, -1, 1);
    for (int i = 0; i < nv; i++)
        p->v_free[i] = random_between(random, -1, 1);
}
