/* Weights by one step from a probe, which is read as a model file is; again with S halved,
 * while the step fails.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/fingerprint/measure/measure.h"
#include "harness/fingerprint/measure/measure_attempt.h"
#include "harness/fingerprint/measure/probe.h"
#include "problems/model.h"
#include "ref/vector.h"

/* The smallest S h that is tried. */
static const double SHORTEST = 0x1p-10;

/* (S h)^order, and in the Hadamard basis sums, are formed with more bits than the weights
 * have, so that only the last rounding counts. */
enum { DOUBLE_BITS = 53, MORE_BITS = 64 };

void weights_free(struct weights *w) {
    vector_free(w->result, w->count);
    vector_free(w->estimate, w->count);
    *w = (struct weights){.count = 0};
}

static struct model *read_probe(const struct probe_layout *l, const struct probe *p,
                                struct diagnostic *d) {
    struct model *m = NULL;
    char *text = probe_text(l, p);
    if (text == NULL)
        message_set(d, "out of memory");
    else
        model_parse(&m, "fingerprint.model", text, strlen(text), 0, NULL, d);
    free(text);
    return m;
}

static int allocate_weights(struct weights *w, int count, bool has_estimate,
                            mpfr_prec_t bits) {
    *w = (struct weights){.count = count};
    w->result = vector_alloc(count, bits);
    if (has_estimate)
        w->estimate = vector_alloc(count, bits);
    if (w->result != NULL && (!has_estimate || w->estimate != NULL))
        return 0;
    weights_free(w);
    return -1;
}

/* The weights that the states of a probe have. */
static enum measure_status take_weights(struct weights *w, struct measure_end *end,
                                        const struct probe_layout *l,
                                        const struct probe *p, int trees,
                                        mpfr_prec_t bits, struct diagnostic *d) {
    if (allocate_weights(w, trees, end->has_estimate, bits))
        return message_set(d, "out of memory"), MEASURE_FAILED;
    probe_read(w->result, trees, l, p, end->x);
    if (end->has_estimate)
        probe_read(w->estimate, trees, l, p, end->e);
    return MEASURE_OK;
}

/* With S as it is. */
static enum measure_status attempt(struct weights *w, const struct bench *b,
                                   const struct probe_layout *l, const struct probe *p,
                                   int trees, struct diagnostic *d) {
    mpfr_prec_t bits = b->bits == 0 ? DOUBLE_BITS : b->bits;
    int nx = l->nq + l->nv + l->nz;
    struct model *m = read_probe(l, p, d);
    struct measure_end end = {vector_alloc(nx, bits + MORE_BITS),
                              vector_alloc(nx, bits + MORE_BITS), false};
    enum measure_status status = MEASURE_FAILED;
    if (m != NULL && end.x != NULL && end.e != NULL)
        status = b->bits == 0 ? measure_in_double(&end, b, m, p, d)
                              : measure_by_reference(&end, b, m, p, d);
    if (status == MEASURE_OK)
        status = take_weights(w, &end, l, p, trees, bits, d);
    vector_free(end.x, nx);
    vector_free(end.e, nx);
    model_free(m);
    return status;
}

int measure_weights(struct weights *w, const struct bench *b, const struct forest *f,
                    enum forest_family family, const struct probe *p,
                    struct diagnostic *d) {
    struct probe_layout l;
    struct probe shorter = *p;
    enum measure_status status = MEASURE_AGAIN;
    *w = (struct weights){.count = 0};
    if (probe_layout_init(&l, f, family, p)) {
        probe_layout_free(&l);
        return message_set(d, "out of memory");
    }
    int halvings = 0;
    while (status == MEASURE_AGAIN &&
           (halvings == 0 || fabs(shorter.scale * p->h) >= SHORTEST)) {
        status = attempt(w, b, &l, &shorter, f->count, d);
        w->halvings = halvings++;
        shorter.scale /= 2;
    }
    probe_layout_free(&l);
    return status == MEASURE_OK ? 0 : -1;
}
