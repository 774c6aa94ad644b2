/* Gathering what the probes measure.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/evidence/evidence.h"

#include <math.h>
#include <stdio.h>

#include "harness/base/message.h"

enum { A, B, C, D };

enum { small_order = 3, slow_order = 4 };

/* An estimate's weight that is no rounding. */
static const double least_estimate = 1e-9;

/* The trees of up to so many nodes, which stand first. */
static struct forest forest_up_to(const struct forest *f, int order) {
    struct forest part = *f;
    part.count = 0;
    while (part.count < f->count && f->tree[part.count].order <= order)
        part.count++;
    return part;
}

void evidence_small(struct evidence *small, const struct evidence *e) {
    *small = *e;
    small->forest = forest_up_to(&e->forest, small_order);
    small->judge.forest = &small->forest;
}

/* In a dense basis the small trees show what the others would, at a fraction of the cost; but
 * an estimate is shown by trees that are large enough for it to have a weight. */
static struct forest forest_of_dense(const struct evidence *e) {
    const struct weights *a = &e->of[A].weights;
    int order = small_order;
    for (int i = 0; i < e->forest.count && a->estimate != NULL; i++)
        if (fabs(mpfr_get_d(a->estimate[i], MPFR_RNDN)) > least_estimate) {
            order = e->forest.tree[i].order;
            break;
        }
    return forest_up_to(&e->forest, order > small_order ? order : small_order);
}

/* Each probe is made with the largest S that works; A's first. */
static void measure_all(struct evidence *e, const struct bench *b, struct diagnostic *d) {
    static const char letters[EVIDENCE_PROBES] = {'A', 'B', 'C', 'D'};
    for (int i = 0; i < EVIDENCE_PROBES; i++) {
        struct diagnostic why = {""};
        struct evidence_probe *p = &e->of[i];
        struct forest dense = i == C ? forest_of_dense(e) : e->forest;
        p->probe = probe_standard(letters[i], 0);
        p->made =
            measure_weights(&p->weights, b, &dense, e->family, &p->probe, &why) == 0;
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

void evidence_measure_slow(struct weights *w, const struct evidence *e,
                           const struct bench *b) {
    struct forest part = forest_up_to(&e->forest, slow_order);
    struct probe p = probe_standard('A', EVIDENCE_SLOWER);
    struct diagnostic ignored;
    if (measure_weights(w, b, &part, e->family, &p, &ignored) || w->halvings > 0)
        weights_free(w);
}
