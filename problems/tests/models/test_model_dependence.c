/* Which components of the state a rate uses: a list by hand, and differences at random
 * states of the catalogue's models, which must not be zero inside the pattern everywhere, and
 * must be zero outside it.
 *
 * Seen to fail: with the Jacobian in the place of the dependence, with columns counted from
 * `first` + 1, with the last variable of a row left out, with words of 63 bits, with what
 * depends on a word's variables in the order in which it is found.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "problems/tests/models/models.h"
#include "problems/tests/reading.h"
#include "problems/tests/sample.h"
#include "problems/tests/twins/twins.h"

Test(model_dependence, has_what_a_rate_uses_if_only_to_choose_a_branch) {
    struct model *m = reading_model("position a = 1, b = 2\nvelocity u = 3\nstate z = 4\n"
                                    "a' = b*u\nb' = -u\nu' = step(a)*z + t*u\n"
                                    "z' = max(b, 2) - z + a - a\n",
                                    NULL);
    static const int PLACE[][2] = {{0, 0}, {0, 2}, {0, 3}, {1, 0}, {1, 1}, {1, 3}};
    struct expr_matrix D;
    cr_assert_eq(model_dependence(m, 2, m->rates, 1, 4, &D), PROBLEM_OK);
    cr_assert(D.rows == 2 && D.columns == 4);
    cr_assert_eq(D.count, 6);
    for (int i = 0; i < D.count; i++)
        cr_expect(D.row[i] == PLACE[i][0] && D.column[i] == PLACE[i][1] &&
                      expr_is_one(m->graph, D.entry[i]),
                  "%d", i);
    expr_matrix_clear(&D);
    /* By u and z alone, and by the time. */
    cr_assert_eq(model_dependence(m, 2, m->rates, 3, 2, &D), PROBLEM_OK);
    cr_assert(D.count == 3 && D.column[0] == 0 && D.column[1] == 1 && D.row[2] == 1);
    expr_matrix_clear(&D);
    cr_assert_eq(model_dependence(m, 2, m->rates, 0, 1, &D), PROBLEM_OK);
    cr_assert(D.count == 1 && D.row[0] == 0);
}

/* More variables than a word has bits: each rate uses its own place, by detours, and that
 * across. */
Test(model_dependence, is_found_across_many_columns) {
    enum { N = 2000 };
    struct model *m = reading_model("size n = 2000\nstate z[i] = i for i in 1..n\n"
                                    "z[i]' = z[n + 1 - i]*sin(cos(z[i])) for i in 1..n\n",
                                    NULL);
    struct expr_matrix D;
    cr_assert_eq(model_dependence(m, N, m->rates, 3, N - 3, &D), PROBLEM_OK);
    int next = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N - 3; j++)
            if (j + 2 == i || j + 2 == N - 1 - i) {
                cr_assert(next < D.count);
                cr_expect(D.row[next] == i && D.column[next] == j, "%d, %d", i, j);
                next++;
            }
    cr_expect_eq(next, D.count);
}

/* The rates of a model, and what has been seen of their dependence on x. */
struct probe {
    int nx, ny;
    struct eval_double *run;
    double *in, *before, *after; /* (t, x), rates, rates */
    bool *seen;                  /* ny x nx by rows */
};

static void probe_open(struct probe *probe, const struct model *m,
                       const struct program *p) {
    probe->nx = p->inputs - 1;
    probe->ny = p->outputs;
    cr_assert_eq(eval_double_alloc(&probe->run, m->graph, p), PROBLEM_OK);
    probe->in = calloc((size_t)p->inputs, sizeof *probe->in);
    probe->before = calloc((size_t)p->outputs, sizeof *probe->before);
    probe->after = calloc((size_t)p->outputs, sizeof *probe->after);
    probe->seen = calloc((size_t)(p->outputs * p->inputs), sizeof *probe->seen);
    cr_assert(probe->in && probe->before && probe->after && probe->seen);
}

/* Changes each component of a random state and looks which rates change. */
static void probe_once(struct probe *p, struct sample *s, double size) {
    for (int j = 0; j <= p->nx; j++)
        p->in[j] = sample_uniform(s, -size, size);
    eval_double_run(p->run, p->in, p->before);
    for (int j = 0; j < p->nx; j++) {
        double kept = p->in[1 + j];
        p->in[1 + j] = sample_uniform(s, -size, size);
        eval_double_run(p->run, p->in, p->after);
        p->in[1 + j] = kept;
        for (int i = 0; i < p->ny; i++)
            p->seen[i * p->nx + j] |=
                memcmp(&p->before[i], &p->after[i], sizeof p->after[i]) != 0;
    }
}

static void expect_pattern(const struct probe *p, const struct expr_matrix *D,
                           const struct model *m, const struct sample *s) {
    int next = 0;
    for (int i = 0; i < p->ny; i++)
        for (int j = 0; j < p->nx; j++) {
            bool used = next < D->count && D->row[next] == i && D->column[next] == j;
            next += used;
            cr_expect_eq(p->seen[i * p->nx + j], used, "%s, seed %llu: rate %d by %s",
                         m->name, (unsigned long long)s->seed, i, m->state[j]);
        }
    cr_expect_eq(next, D->count);
}

Test(model_dependence, is_what_differences_show_at_random_states) {
    enum { TRIALS = 200 };
    struct sample s = sample_begin();
    for (int k = 0; twins[k]; k++) {
        struct model *m = models_read(twins[k]->model, "");
        struct program *p = model_rates_program(m);
        struct expr_matrix D;
        struct probe probe;
        cr_assert_not_null(p);
        cr_assert_eq(model_dependence(m, p->outputs, m->rates, 1, p->inputs - 1, &D),
                     PROBLEM_OK);
        probe_open(&probe, m, p);
        for (int trial = 0; trial < TRIALS; trial++)
            probe_once(&probe, &s, trial % 2 ? 0.11 : 1.7); /* contacts are small */
        expect_pattern(&probe, &D, m, &s);
    }
}
