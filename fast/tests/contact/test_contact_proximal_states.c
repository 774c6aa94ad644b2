/* Tests of contact/proximal.c against all answers that the laws have: in the plane each
 * contact is open, sticks, or slides to one side or the other, and for each choice the
 * impulses solve a linear system.
 *
 * Seen to fail: the shift mu |u_t| left out of E; 1 - mu^2 in the projection; r_n < 0
 * left; factors used for another K; no exchange of rows.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/tests/constrained.h"
#include "fast/tests/contact/posed.h"

enum { most_contacts = 5, most_rows = 2 * most_contacts, most_nv = 2 * most_rows };
enum choice { open, stick, slide_up, slide_down, choices };

/* W = J M^-1 J^T and u at r = 0. */
struct dense {
    int rows;
    long double W[most_rows][most_rows], u[most_rows];
};

static struct dense find_dense(const struct posed *p) {
    const int nv = p->problem.nv;
    struct dense dense = {.rows = p->problem.rows};
    for (int j = 0; j < dense.rows; j++) {
        long double M[most_nv * most_nv], x[most_nv];
        for (int i = 0; i < nv * nv; i++)
            M[i] = p->M[i];
        for (int i = 0; i < nv; i++)
            x[i] = p->J[j * nv + i];
        cr_assert(solve_long(nv, M, x));
        dense.u[j] = p->offset[j];
        for (int i = 0; i < nv; i++)
            dense.u[j] += p->J[j * nv + i] * (long double)p->v_free[i];
        for (int k = 0; k < dense.rows; k++)
            for (int i = 0; i < nv; i++)
                dense.W[k][j] += p->J[k * nv + i] * x[i];
    }
    return dense;
}

/* r of these choices; false: they do not fit the laws, by more than slack. */
static bool answer_fits(const struct posed *p, const struct dense *dense,
                        const enum choice *choice, long double slack, long double *r) {
    const int n = dense->rows;
    long double a[most_rows * most_rows] = {0};
    for (int c = 0; c < p->problem.contacts; c++) {
        const int i = p->first[c];
        const bool slides = p->first[c + 1] > i + 1;
        r[i] = choice[c] == open ? 0 : -dense->u[i];
        for (int k = 0; k < n; k++)
            a[k * n + i] = choice[c] == open ? k == i : dense->W[i][k];
        if (!slides)
            continue;
        r[i + 1] = choice[c] == stick ? -dense->u[i + 1] : 0;
        for (int k = 0; k < n; k++)
            a[k * n + i + 1] = choice[c] == stick ? dense->W[i + 1][k] : k == i + 1;
        if (choice[c] != stick) {
            const long double side = choice[c] == slide_up ? 1 : -1;
            a[i * n + i + 1] += side * p->friction[c];
            r[i + 1] = -side * p->friction[c] * (long double)p->known[c];
        }
    }
    if (!solve_long(n, a, r))
        return false;
    for (int c = 0; c < p->problem.contacts; c++) {
        const int i = p->first[c];
        long double u[2] = {dense->u[i], 0};
        for (int k = 0; k < n; k++)
            u[0] += dense->W[i][k] * r[k];
        if (r[i] < -slack || u[0] < -slack)
            return false;
        if (p->first[c + 1] == i + 1)
            continue;
        u[1] = dense->u[i + 1];
        for (int k = 0; k < n; k++)
            u[1] += dense->W[i + 1][k] * r[k];
        const long double radius = p->friction[c] * (r[i] + (long double)p->known[c]);
        if (choice[c] == stick && fabsl(r[i + 1]) > radius + slack)
            return false;
        if (choice[c] == slide_up && u[1] < -slack)
            return false;
        if (choice[c] == slide_down && u[1] > slack)
            return false;
    }
    return true;
}

/* How far the answer's impulses are from the nearest that fits. */
static long double find_distance(const struct posed *p, int *answers) {
    const struct dense dense = find_dense(p);
    const int contacts = p->problem.contacts;
    long double nearest = INFINITY;
    int total = 1;
    for (int c = 0; c < contacts; c++)
        total *= choices;
    *answers = 0;
    for (int code = 0; code < total; code++) {
        enum choice choice[most_contacts];
        long double r[most_rows], distance = 0;
        for (int c = 0, rest = code; c < contacts; c++, rest /= choices)
            choice[c] = (enum choice)(rest % choices);
        if (!answer_fits(p, &dense, choice, 1e-13L, r))
            continue;
        ++*answers;
        for (int i = 0; i < dense.rows; i++)
            distance = fmaxl(distance, fabsl(r[i] - p->answer.impulse[i]));
        nearest = fminl(nearest, distance);
    }
    return nearest;
}

static void compare(struct random *random, int trials, double friction) {
    int several = 0;
    for (int k = 0; k < trials; k++) {
        const int contacts = 1 + (int)(random_bits(random) % most_contacts);
        int slides[most_contacts], answers;
        for (int c = 0; c < contacts; c++)
            slides[c] = friction > 0 && random_bits(random) % 4 != 0;
        struct posed p;
        posed_open(&p, 2 * contacts + 2, contacts, slides, 0);
        posed_fill(&p, random);
        for (int c = 0; c < contacts; c++)
            p.friction[c] = random_between(random, 0, friction);
        posed_solve(&p);
        cr_assert(p.answer.verdict <= CONTACT_VERIFIED, "seed %llu, trial %d: E %g of %g",
                  (unsigned long long)random->seed, k, p.answer.residual, p.answer.scale);
        const long double distance = find_distance(&p, &answers);
        several += answers > 1;
        cr_assert(distance < 1e-9L, "seed %llu, trial %d: %Lg from the nearest of %d",
                  (unsigned long long)random->seed, k, distance, answers);
    }
    cr_assert(several < trials);
}

Test(contact_proximal_states, frictionless_answers_are_those_of_enumeration) {
    struct random random = random_open();
    compare(&random, 200, 0);
}

Test(contact_proximal_states, answers_with_little_friction_are_those_of_enumeration) {
    struct random random = random_open();
    compare(&random, 100, 0.4);
}

Test(contact_proximal_states, answers_with_much_friction_are_among_those_of_enumeration) {
    struct random random = random_open();
    compare(&random, 100, 1.5);
}
