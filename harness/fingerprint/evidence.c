/* Gathering what the probes measure.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/evidence.h"

#include <stdio.h>

#include "harness/commands/message.h"
#include "harness/studies/vector.h"

enum { A, B, C, D };

enum { small_order = 3 };

void evidence_small(struct evidence *small, const struct evidence *e) {
    *small = *e;
    small->forest.count = 0;
    while (small->forest.count < e->forest.count &&
           e->forest.tree[small->forest.count].order <= small_order)
        small->forest.count++;
    small->judge.forest = &small->forest;
}

const mpfr_t *evidence_result(const struct evidence *e) {
    return vector_const(e->of[A].weights.result);
}

const mpfr_t *evidence_estimate(const struct evidence *e) {
    return e->has_estimate ? vector_const(e->of[A].weights.estimate) : NULL;
}

bool evidence_remembers(const struct evidence *e) {
    return (e->memory && e->of[D].made) || (e->course != NULL && e->course->has_memory);
}

const char *evidence_memory_why(const struct evidence *e) {
    return e->course != NULL && e->course->has_memory ? e->course->why : e->of[D].why;
}

bool evidence_is_exact(const struct evidence *e) {
    const struct judge wide = judge_wide(&e->judge);
    bool exact = true;
    mpfr_t weight;
    mpfr_init2(weight, e->judge.bits);
    for (int i = 0; i < e->forest.count && exact; i++) {
        judge_exact_flow(weight, &e->forest, i);
        exact = judge_same(&wide, i, evidence_result(e)[i], weight);
    }
    mpfr_clear(weight);
    return exact;
}

/* Each probe is made with the largest S that works; A's first. In a dense basis the small
 * trees show what the others would, at a fraction of the cost. */
static void measure_all(struct evidence *e, const struct bench *b, struct diagnostic *d) {
    static const char letters[EVIDENCE_PROBES] = {'A', 'B', 'C', 'D'};
    struct evidence small;
    evidence_small(&small, e);
    for (int i = 0; i < EVIDENCE_PROBES; i++) {
        struct diagnostic why = {""};
        struct evidence_probe *p = &e->of[i];
        p->probe = probe_standard(letters[i], 0);
        p->made = measure_weights(&p->weights, b, i == C ? &small.forest : &e->forest,
                                  e->family, &p->probe, &why) == 0;
        if (!p->made)
            snprintf(p->why, sizeof p->why, "%.200s", why.text);
        if (!p->made && i == A) {
            *d = why;
            return;
        }
    }
}

int evidence_gather(struct evidence *e, const struct bench *b, enum forest_family family,
                    int order, struct diagnostic *d) {
    *e = (struct evidence){.family = family};
    if (forest_all(&e->forest, family, order))
        return message_set(d, "out of memory");
    measure_all(e, b, d);
    if (!e->of[A].made)
        return -1;
    e->judge = judge_make(&e->forest, &e->of[A].probe, b->bits);
    e->has_estimate = e->of[A].weights.estimate != NULL;
    for (int i = B; i <= D; i++)
        e->has_estimate &= !e->of[i].made || e->of[i].weights.estimate != NULL;
    if (evidence_compare(e))
        return message_set(d, "out of memory");
    return 0;
}

void evidence_free(struct evidence *e) {
    for (int i = 0; i < EVIDENCE_PROBES; i++)
        weights_free(&e->of[i].weights);
    forest_free(&e->forest);
    *e = (struct evidence){0};
}
