/* A known method that is made several times inside a step, h/n each. Of x' = z x a step of it leads
 * R(z/n)^n times as far, which its chains tell for every n at once; then all weights are compared.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/known/known_table.h"
#include "harness/fingerprint/name/name.h"
#include "ref/vector.h"

enum { MOST_STEPS = 32, MOST_STAGES = 64, STAGES = 32 };

/* Chains that are nearer than this are compared in full. */
static const double near = 1e-9;

/* chain[k] := b A^k 1 for k = 0, 1, ..., of velocities. */
static void find_chains(double chain[FAMILIES_CHAINS], const struct tableau *t) {
    const int s = t->stages;
    const mpq_t *a = (const mpq_t *)t->a[TABLEAU_VV];
    double x[STAGES], next[STAGES];
    for (int i = 0; i < s; i++)
        x[i] = 1;
    for (int k = 0; k < FAMILIES_CHAINS; k++) {
        chain[k] = 0;
        for (int i = 0; i < s; i++) {
            chain[k] += mpq_get_d(t->bv[i]) * x[i];
            next[i] = 0;
            for (int j = 0; j < s; j++)
                next[i] += mpq_get_d(a[i * s + j]) * x[j];
        }
        for (int i = 0; i < s; i++)
            x[i] = next[i];
    }
}

/* power *= 1 + sum chain_k (z/n)^k, up to z^FAMILIES_CHAINS. */
static void multiply(double power[FAMILIES_CHAINS + 1], const double *chain, int n) {
    for (int k = FAMILIES_CHAINS; k > 0; k--)
        for (int i = 1; i <= k; i++)
            power[k] += power[k - i] * chain[i - 1] * pow(n, -i);
}

static bool has_chains(const struct families *f, const double *chain, int n) {
    double power[FAMILIES_CHAINS + 1] = {1};
    bool has = true;
    for (int m = 0; m < n; m++)
        multiply(power, chain, n);
    for (int k = 0; k < FAMILIES_CHAINS && has; k++)
        has = fabs(power[k + 1] -
                   mpfr_get_d(f->weights.result[f->chain[k]], MPFR_RNDN)) <= near;
    return has;
}

/* *repeated := n >= 2 steps of h/n. Nonzero: out of memory; else freed with tableau_free. */
static int repeat(struct tableau *repeated, const struct tableau *t, int n) {
    struct tableau longer;
    mpq_t one, others;
    mpq_inits(one, others, NULL);
    int failed = 0;
    for (int m = 2; m <= n && !failed; m++) {
        mpq_set_ui(one, 1, (unsigned long)m);
        mpq_set_ui(others, (unsigned long)m - 1, (unsigned long)m);
        failed = tableau_compose(&longer, t, one, m == 2 ? t : repeated, others);
        if (m > 2)
            tableau_free(repeated);
        if (!failed)
            *repeated = longer;
    }
    mpq_clears(one, others, NULL);
    return failed;
}

static int has_weights(bool *has, const struct evidence *e, const struct tableau *t,
                       int n) {
    struct tableau repeated;
    struct judge_weights w = {0};
    if (repeat(&repeated, t, n))
        return -1;
    int failed = families_agree_with(has, e->families, &repeated, e->judge.units, true);
    if (!failed && *has) {
        failed = judge_tableau(&w, &e->judge, &repeated);
        *has =
            !failed && judge_all(&e->judge, evidence_result(e), vector_const(w.result));
        judge_weights_free(&w);
    }
    tableau_free(&repeated);
    return failed;
}

static int try_method(char text[NAME_TEXT], const struct evidence *e,
                      const struct known_method *m) {
    struct tableau t;
    double chain[FAMILIES_CHAINS];
    bool has = false;
    int failed = known_build(&t, m, KNOWN_AS_IT_IS);
    if (!failed && t.stages <= STAGES) {
        find_chains(chain, &t);
        for (int n = 2; n <= MOST_STEPS && n * t.stages <= MOST_STAGES && !has && !failed;
             n++) {
            if (has_chains(e->families, chain, n))
                failed = has_weights(&has, e, &t, n);
            if (has)
                snprintf(text, NAME_TEXT, "%d equal steps of %.120s", n, m->title);
        }
    }
    tableau_free(&t);
    return failed;
}

int name_repeated(char text[NAME_TEXT], const struct evidence *e) {
    int failed = 0;
    text[0] = '\0';
    if (e->families == NULL || !e->families->made)
        return 0;
    for (const struct known_method *m = known_methods();
         m->name != NULL && !failed && text[0] == '\0'; m++)
        if (known_is_runge_kutta(m) && !m->table->in_two_halves)
            failed = try_method(text, e, m);
    return failed;
}
