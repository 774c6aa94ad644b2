/* Random problems of contacts. Without friction the laws have one solution in velocities, so
 * that keeping them is proof; with friction solutions are counted in another way: all
 * directions of one contact in space, all patterns of two planar ones in doubles.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "ref/linear.h"
#include "ref/tests/contact/contact_case.h"
#include "ref/vector.h"

/* Bits that may be lost of those that the answer is rounded to; answers closer to a change of
 * pattern than MARGIN are not counted. */
enum { LOST_BITS = 14 };
static const double MARGIN = 1e-6;

/* A multiple of 2^-10, so that copies and sums of rows are exact. */
static double draw(struct sample *s, double low, double high) {
    return ldexp(rint(ldexp(sample_uniform(s, low, high), 10)), -10);
}

/* M = A A^T + I / 4, rows and velocities at random. */
static void fill_case(struct contact_case *c, struct sample *s) {
    enum { MOST = 8 };
    const struct ref_contact_problem *p = &c->problem;
    double A[MOST][MOST], row[MOST];
    for (int i = 0; i < p->nv; i++)
        for (int k = 0; k < p->nv; k++)
            A[i][k] = draw(s, -1, 1);
    for (int i = 0; i < p->nv; i++) {
        for (int k = 0; k <= i; k++) {
            double m = i == k ? 0.25 : 0;
            for (int l = 0; l < p->nv; l++)
                m += A[i][l] * A[k][l];
            contact_case_mass(c, i, k, m);
        }
        mpfr_set_d(c->v_free[i], draw(s, -1, 1), MPFR_RNDN);
    }
    for (int i = 0; i < p->rows; i++) {
        for (int k = 0; k < p->nv; k++)
            row[k] = draw(s, -1, 1);
        contact_case_row(c, i, row);
    }
}

/* Row `to` := a copy of row a, or the sum of rows a and b. */
static void make_redundant(struct contact_case *c, struct sample *s, int to) {
    int a = sample_choice(s, to), b = sample_choice(s, to), rows = c->problem.rows;
    bool sum = sample_choice(s, 2) == 1;
    for (int k = 0; k < c->problem.nv; k++) {
        mpfr_set(c->J[k * rows + to], c->J[k * rows + a], MPFR_RNDN);
        if (sum)
            mpfr_add(c->J[k * rows + to], c->J[k * rows + to], c->J[k * rows + b],
                     MPFR_RNDN);
    }
}

static void check_laws(const struct contact_case *c, enum ref_status status,
                       const struct sample *s, int trial) {
    cr_assert(status == REF_OK, "seed %llu, trial %d: status %d",
              (unsigned long long)s->seed, trial, status);
    double breach = contact_case_breach(c);
    cr_assert(breach <= (double)(LOST_BITS - c->bits), "seed %llu, trial %d: breach 2^%g",
              (unsigned long long)s->seed, trial, breach);
}

Test(contact_random, without_friction_keeps_the_laws_with_ties_and_redundancy) {
    enum { TRIALS = 150 };
    struct sample s = sample_begin();
    for (int trial = 0; trial < TRIALS; trial++) {
        int nv = 1 + sample_choice(&s, 6), contacts = 1 + sample_choice(&s, 9);
        struct contact_case *c = contact_case_make(nv, contacts, 0, 0, 100);
        fill_case(c, &s);
        for (int i = 1; i < contacts; i++)
            if (sample_choice(&s, 3) == 0)
                make_redundant(c, &s, i);
        if (sample_choice(&s, 3) == 0)
            for (int k = 0; k < nv; k++)
                mpfr_set_zero(c->v_free[k], 1);
        check_laws(c, contact_case_solve(c), &s, trial);
        cr_assert(c->answer.solutions == 1);
    }
}

/* W = J M^-1 J^T and b = J v_free, in doubles. */
struct delassus {
    int n;
    double W[6][6], b[6];
};

static struct delassus form_delassus(const struct contact_case *c) {
    const struct ref_contact_problem *p = &c->problem;
    struct delassus d = {.n = p->rows};
    struct ref_linear *mass = NULL;
    ref_linear_alloc(&mass, p->nv, 100);
    for (int i = 0; i < p->nv; i++)
        for (int k = 0; k < p->nv; k++)
            mpfr_set(ref_linear_entry(mass, i, k), p->M[k * p->nv + i], MPFR_RNDN);
    ref_linear_factor(mass);
    mpfr_t *x = vector_alloc(p->nv, 100);
    for (int j = 0; j < p->rows; j++) {
        for (int k = 0; k < p->nv; k++)
            mpfr_set(x[k], p->J[k * p->rows + j], MPFR_RNDN);
        ref_linear_solve(mass, x);
        for (int i = 0; i < p->rows; i++)
            for (int k = 0; k < p->nv; k++)
                d.W[i][j] += mpfr_get_d(p->J[k * p->rows + i], MPFR_RNDN) *
                             mpfr_get_d(x[k], MPFR_RNDN);
        for (int k = 0; k < p->nv; k++)
            d.b[j] += mpfr_get_d(p->J[k * p->rows + j], MPFR_RNDN) *
                      mpfr_get_d(p->v_free[k], MPFR_RNDN);
    }
    return d;
}

/* A x = b by Gauss-Jordan; false: nearly singular. */
static bool solve_small(int n, double A[6][6], double *b) {
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k; i < n; i++)
            if (fabs(A[i][k]) > fabs(A[pivot][k]))
                pivot = i;
        if (fabs(A[pivot][k]) < MARGIN)
            return false;
        for (int j = 0; j < n; j++) {
            double swapped = A[k][j];
            A[k][j] = A[pivot][j];
            A[pivot][j] = swapped;
        }
        double swapped = b[k];
        b[k] = b[pivot];
        b[pivot] = swapped;
        for (int i = 0; i < n; i++) {
            double f = i == k ? 0 : A[i][k] / A[k][k];
            for (int j = k; j < n; j++)
                A[i][j] -= f * A[k][j];
            b[i] -= f * b[k];
        }
    }
    for (int i = 0; i < n; i++)
        b[i] /= A[i][i];
    return true;
}

/* A tally of solutions; unsure if something was nearly one, or nearly none. */
struct count {
    int solutions;
    bool unsure;
};

static void weigh_margin(struct count *t, double margin, bool *holds) {
    if (!(fabs(margin) > MARGIN))
        t->unsure = true;
    *holds = *holds && margin > 0;
}

/* One planar contact's equations: pattern 0 open, 1 stick, 2 and 3 sliding. */
static void set_planar(const struct delassus *d, int contact, int pattern, double mu,
                       double A[6][6], double *x) {
    int n = 2 * contact, t = n + 1;
    for (int j = 0; j < d->n; j++)
        A[n][j] = A[t][j] = 0;
    x[n] = x[t] = 0;
    A[n][n] = A[t][t] = 1;
    for (int j = 0; j < d->n && pattern > 0; j++)
        A[n][j] = d->W[n][j];
    for (int j = 0; j < d->n && pattern == 1; j++)
        A[t][j] = d->W[t][j];
    if (pattern > 0)
        x[n] = -d->b[n];
    if (pattern == 1)
        x[t] = -d->b[t];
    if (pattern > 1)
        A[t][n] = pattern == 2 ? -mu : mu;
}

static void count_planar(const struct delassus *d, double mu, int pattern[2],
                         struct count *t) {
    double A[6][6], r[6];
    for (int i = 0; i < 2; i++)
        set_planar(d, i, pattern[i], mu, A, r);
    if (!solve_small(d->n, A, r)) {
        t->unsure = true;
        return;
    }
    bool holds = true;
    bool unsure = t->unsure;
    for (int i = 0; i < 2; i++) {
        int n = 2 * i;
        double u[2] = {d->b[n], d->b[n + 1]};
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < d->n; j++)
                u[k] += d->W[n + k][j] * r[j];
        if (pattern[i] == 0)
            weigh_margin(t, u[0], &holds);
        else
            weigh_margin(t, r[n], &holds);
        if (pattern[i] == 1)
            weigh_margin(t, mu * r[n] - fabs(r[n + 1]), &holds);
        if (pattern[i] > 1)
            weigh_margin(t, pattern[i] == 2 ? -u[1] : u[1], &holds);
    }
    t->unsure = unsure || t->unsure;
    t->solutions += holds;
}

Test(contact_random, counts_the_solutions_of_two_planar_contacts) {
    enum { TRIALS = 300 };
    struct sample s = sample_begin();
    int several = 0, counted = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        const double mu = draw(&s, 0.1, 4);
        struct contact_case *c = contact_case_make(5, 2, 1, 0, 100);
        fill_case(c, &s);
        contact_case_friction(c, mu);
        struct delassus d = form_delassus(c);
        struct count t = {0};
        for (int i = 0; i < 16; i++)
            count_planar(&d, mu, (int[]){i % 4, i / 4}, &t);
        enum ref_status status = contact_case_solve(c);
        if (status != REF_NOT_CONVERGED)
            check_laws(c, status, &s, trial);
        int found = status == REF_OK ? c->answer.solutions : 0;
        if (!t.unsure) {
            cr_assert(found == t.solutions, "seed %llu, trial %d: %d solutions, not %d",
                      (unsigned long long)s.seed, trial, found, t.solutions);
            several += found > 1;
            counted++;
        }
    }
    cr_assert(counted > TRIALS / 2 && several > 0, "%d counted, %d with several", counted,
              several);
}

/* u_t x d where the contact slides against d = (cos a, sin a); *slides: it does slide that way.
 */
static double turn_away(const struct delassus *d, double mu, double a, bool *slides) {
    double x = -mu * cos(a), y = -mu * sin(a), u[3];
    double r = -d->b[0] / (d->W[0][0] + d->W[0][1] * x + d->W[0][2] * y);
    for (int i = 1; i < 3; i++)
        u[i] = d->b[i] + r * (d->W[i][0] + d->W[i][1] * x + d->W[i][2] * y);
    *slides = r > 0 && u[1] * cos(a) + u[2] * sin(a) > 0;
    return u[1] * sin(a) - u[2] * cos(a);
}

static struct count count_in_space(const struct delassus *d, double mu) {
    enum { STEPS = 20000, NEAR_STEPS = 50 };
    struct count t = {0};
    int found = -STEPS;
    bool holds = true, before, after;
    weigh_margin(&t, d->b[0], &holds);
    t.solutions += holds;
    double A[6][6], r[6];
    for (int i = 0; i < 3; i++) {
        r[i] = -d->b[i];
        for (int j = 0; j < 3; j++)
            A[i][j] = d->W[i][j];
    }
    holds = solve_small(3, A, r);
    weigh_margin(&t, r[0], &holds);
    weigh_margin(&t, mu * r[0] - hypot(r[1], r[2]), &holds);
    t.solutions += holds;
    const double full = 8 * atan(1);
    double last = turn_away(d, mu, 0, &before);
    for (int k = 1; k <= STEPS; k++) {
        double next = turn_away(d, mu, full * k / STEPS, &after);
        if (before && after && last * next < 0) {
            t.solutions++;
            t.unsure = t.unsure || k - found < NEAR_STEPS;
            found = k;
        }
        last = next;
        before = after;
    }
    return t;
}

Test(contact_random, counts_the_solutions_of_a_contact_in_space) {
    enum { TRIALS = 400 };
    struct sample s = sample_begin();
    int several = 0, counted = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        const double mu = draw(&s, 0.1, 3);
        struct contact_case *c = contact_case_make(4, 1, 2, 0, 100);
        fill_case(c, &s);
        contact_case_friction(c, mu);
        struct delassus d = form_delassus(c);
        struct count t = count_in_space(&d, mu);
        enum ref_status status = contact_case_solve(c);
        check_laws(c, status, &s, trial);
        if (!t.unsure) {
            cr_assert(c->answer.solutions == t.solutions,
                      "seed %llu, trial %d: %d solutions, not %d",
                      (unsigned long long)s.seed, trial, c->answer.solutions,
                      t.solutions);
            several += t.solutions > 1;
            counted++;
        }
    }
    cr_assert(counted > TRIALS / 2 && several > 0, "%d counted, %d with several", counted,
              several);
}

/* n bricks 1 x 1 x 0.5 of unit mass in a tower, four contacts a face; v of each (x, y, z,
 * turns). */
static struct contact_case *make_tower(int n, double mu, mpfr_prec_t bits) {
    const double a = 0.5, z = 0.25;
    struct contact_case *c = contact_case_make(6 * n, 4 * n, 2, 0, bits);
    double *row = calloc(6 * (size_t)n, sizeof *row);
    for (int i = 0; i < n; i++) {
        contact_case_mass(c, 6 * i + 3, 6 * i + 3, 0.1);
        contact_case_mass(c, 6 * i + 4, 6 * i + 4, 0.1);
        contact_case_mass(c, 6 * i + 5, 6 * i + 5, 0.15);
        for (int k = 0; k < 12; k++) {
            double x = k / 3 % 2 ? a : -a, y = k / 6 ? a : -a;
            for (int j = 0; j < 6 * n; j++)
                row[j] = 0;
            for (int side = 0; side < 2 && i - side >= 0; side++) {
                double *v = row + 6 * (i - side), sign = side ? -1 : 1;
                double height = side ? z : -z;
                const double J[3][6] = {{0, 0, 1, y, -x, 0},
                                        {1, 0, 0, 0, height, -y},
                                        {0, 1, 0, -height, 0, x}};
                for (int j = 0; j < 6; j++)
                    v[j] += sign * J[k % 3][j];
            }
            contact_case_row(c, 12 * i + k, row);
        }
    }
    contact_case_friction(c, mu);
    return c;
}

Test(contact_random, a_tower_of_bricks_stands) {
    enum { N = 3 };
    struct contact_case *c = make_tower(N, 0.5, 80);
    for (int i = 0; i < N; i++)
        mpfr_set_d(c->v_free[6 * i + 2], -0.0098125, MPFR_RNDN);
    check_laws(c, contact_case_solve(c), &(struct sample){0}, 0);
    for (int i = 0; i < 4 * N; i++) {
        double weight = 0.0098125 / 4 * (N - i / 4);
        cr_assert(fabs(contact_case_impulse(c, 3 * i) / weight - 1) < 1e-14);
        cr_assert(fabs(contact_case_impulse(c, 3 * i + 1)) < 1e-16);
    }
}

Test(contact_random, towers_that_are_kicked_keep_the_laws) {
    enum { TRIALS = 12 };
    struct sample s = sample_begin();
    for (int trial = 0; trial < TRIALS; trial++) {
        int n = 1 + trial % 2;
        struct contact_case *c = make_tower(n, 0.5, 60);
        for (int i = 0; i < 6 * n; i++)
            mpfr_set_d(c->v_free[i], draw(&s, -1, 1), MPFR_RNDN);
        check_laws(c, contact_case_solve(c), &s, trial);
    }
}
