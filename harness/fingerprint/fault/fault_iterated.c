/* Implicit methods whose stage equations are left after a few iterations. Time bushes, which no
 * iteration changes, tell of which method; of fixed points the first wrong chain tells how many.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fault/fault.h"

#include <stdio.h>

#include "harness/fingerprint/known/known_table.h"
#include "ref/vector.h"

enum { most_newton = 4 };

struct search {
    struct fault *fault;
    const struct evidence *evidence;
    const struct known_method *method;
    struct tableau tableau;
    bool is_triangular;
};

static bool is_triangular(const struct tableau *t) {
    bool is = true;
    for (int i = 0; i < t->stages; i++)
        for (int j = i + 1; j < t->stages; j++)
            is = is && mpq_sgn(t->a[TABLEAU_VV][i * t->stages + j]) == 0;
    return is;
}

static void describe(struct search *s, const struct tableau_iteration *how) {
    const bool is_newton = how->is_newton;
    const int made = how->count + !is_newton;
    char title[NAME_TEXT];
    name_title(title, s->method, KNOWN_AS_IT_IS);
    *s->fault = (struct fault){.found = true, .size = made};
    snprintf(s->fault->id, sizeof s->fault->id, "%s",
             is_newton ? "newton-iterations" : "fixed-point-iterations");
    snprintf(s->fault->text, sizeof s->fault->text,
             "%.160s, with only %d %s iteration%s in each step%s", title, made,
             is_newton ? "Newton" : "fixed-point", made > 1 ? "s" : "",
             is_newton ? ", with the start's Jacobian" : "");
    name_key(s->fault->base_key, s->method, KNOWN_AS_IT_IS);
}

static int try_iteration(struct search *s, const struct tableau_iteration *how) {
    const struct evidence *e = s->evidence;
    struct tableau t;
    struct judge_weights w = {0};
    bool agree = false;
    if (s->fault->found)
        return 0;
    int failed =
        tableau_iterated(&t, &s->tableau, how) || judge_tableau(&w, &e->judge, &t);
    if (!failed && judge_all(&e->judge, evidence_result(e), vector_const(w.result)))
        failed = families_agree_with(&agree, e->families, &t, e->judge.units, true);
    if (agree)
        describe(s, how);
    judge_weights_free(&w);
    tableau_free(&t);
    return failed;
}

/* So many iterations of one kind, of all stages together or of one after the other. */
static int try_count(struct search *s, struct tableau_iteration how, int count) {
    how.count = count;
    int failed = try_iteration(s, &how);
    how.one_by_one = true;
    return failed || !s->is_triangular ? failed : try_iteration(s, &how);
}

/* From both guesses; last those of Newton's that evaluate F once more, which have the towers of
 * one iteration more. */
static int try_counts(struct search *s, int least, int most, bool is_newton) {
    int failed = 0;
    for (int way = 0; way < (is_newton ? 4 : 2); way++) {
        const struct tableau_iteration how = {.is_newton = is_newton,
                                              .is_predicted = way % 2 == 1,
                                              .is_evaluated = way / 2 == 1};
        for (int count = least; count <= most && !failed; count++)
            failed = try_count(s, how, count);
    }
    return failed;
}

/* The first wrong chain of n nodes tells of n - 2 fixed-point iterations and what follows them, or
 * of one less with a predictor; stages that see others need fewer for it. */
static int try_method(struct search *s) {
    const struct evidence *e = s->evidence;
    const struct families *f = e->families;
    const struct judge judge = families_judge(f, e->judge.units);
    struct judge_weights w;
    int failed = judge_tableau(&w, &judge, &s->tableau);
    if (!failed && families_count_same(f, &judge, vector_const(w.result), f->time_bush,
                                       FAMILIES_BUSHES) == FAMILIES_BUSHES) {
        const int wrong = families_count_same(f, &judge, vector_const(w.result), f->chain,
                                              FAMILIES_CHAINS);
        const bool is_newton = wrong == FAMILIES_CHAINS;
        const int least = is_newton ? 1 : wrong > 3 ? wrong - 3 : 0;
        const int most = is_newton ? most_newton : wrong;
        failed = try_counts(s, least, most, is_newton);
    }
    judge_weights_free(&w);
    return failed;
}

static int find_of(struct fault *fault, const struct evidence *e,
                   const struct known_method *m) {
    struct search s = {.fault = fault, .evidence = e, .method = m};
    if (!known_is_runge_kutta(m) || m->table->in_two_halves)
        return 0;
    int failed = known_build(&s.tableau, m, KNOWN_AS_IT_IS);
    if (!failed && tableau_is_uniform(&s.tableau) &&
        !tableau_is_explicit(&s.tableau, TABLEAU_VV)) {
        s.is_triangular = is_triangular(&s.tableau);
        failed = try_method(&s);
    }
    tableau_free(&s.tableau);
    return failed;
}

int fault_find_iterated(struct fault *fault, const struct evidence *e,
                        const struct known_method *of) {
    int failed = 0;
    if (e->families == NULL || !e->families->made)
        return 0;
    if (of != NULL)
        return find_of(fault, e, of);
    for (const struct known_method *m = known_methods();
         m->name != NULL && !failed && !fault->found; m++)
        failed = find_of(fault, e, m);
    return failed;
}
