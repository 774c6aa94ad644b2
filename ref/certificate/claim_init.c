/* What a claim consists of, made and freed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/model.h"
#include "problems/readers/eval_arb.h"
#include "ref/certificate/claim.h"
#include "ref/model.h"

/* Coefficients of V, at most. */
enum { VARIATION_ROOM = 48 };

/* Terms below 2^-(bits - SPARE_BITS) of the largest are not worth a bit: steps are made for
 * those. */
enum { SPARE_BITS = 16 };

/* False: no memory. */
static bool make_doubles(struct claim *c) {
    const size_t n = (size_t)c->n, room = (size_t)c->room,
                 entries = (size_t)c->pattern.count + 1;
    c->weight = calloc(n + 1, sizeof *c->weight);
    c->scratch = calloc(n + 1, sizeof *c->scratch);
    c->variation = calloc(n * n * room + 1, sizeof *c->variation);
    c->slope_terms = calloc(entries * (size_t)c->order, sizeof *c->slope_terms);
    c->slope_sum = calloc(entries, sizeof *c->slope_sum);
    c->slope_slack = calloc(entries, sizeof *c->slope_slack);
    c->leftover = calloc(n * n + 1, sizeof *c->leftover);
    c->tail = calloc(room + 1, sizeof *c->tail);
    return c->weight != NULL && c->scratch != NULL && c->variation != NULL &&
           c->slope_terms != NULL && c->slope_sum != NULL && c->slope_slack != NULL &&
           c->leftover != NULL && c->tail != NULL;
}

static void free_doubles(struct claim *c) {
    double *const all[] = {c->weight,    c->scratch,     c->variation, c->slope_terms,
                           c->slope_sum, c->slope_slack, c->leftover,  c->tail};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

static void make_numbers(struct claim *c) {
    const int n = c->n;
    c->polynomial = _arb_vec_init((slong)n * (c->order + 1));
    c->start = _mag_vec_init(n);
    c->margin = _mag_vec_init(n);
    c->defect = _mag_vec_init(n);
    c->error = _mag_vec_init(n);
    c->rest = _mag_vec_init(n);
    c->sum = _mag_vec_init(n);
    c->slope = _mag_vec_init(c->pattern.count);
    c->residual = _mag_vec_init((slong)n * n);
    c->value = _arb_vec_init(n);
    arb_mat_init(c->map, n, n);
    mag_init(c->rate);
}

static enum ref_status make_readers(struct claim *c, enum eval_constants constants) {
    const graph *g = c->m->graph;
    enum problem_status status =
        eval_arb_alloc(&c->point, g, c->point_program, c->bits, constants);
    if (status == PROBLEM_OK)
        status =
            eval_arb_alloc(&c->gradient, g, c->slope_program, CLAIM_LOW_BITS, constants);
    if (status == PROBLEM_OK)
        eval_arb_refuse_jumps(c->point);
    return ref_from_problem_status(status);
}

static enum ref_status make_models(struct claim *c, enum eval_constants constants) {
    const graph *g = c->m->graph;
    enum ref_status status = taylor_program_init_series(&c->field, g, c->field_program,
                                                        c->bits, c->order, constants);
    if (status == REF_OK)
        status = taylor_program_init(&c->jacobian, g, c->jacobian_program, CLAIM_LOW_BITS,
                                     c->order, constants);
    if (status == REF_OK)
        status = taylor_program_init(&c->watch, g, c->watch_program, CLAIM_LOW_BITS,
                                     c->order, constants);
    return status == REF_OK ? make_readers(c, constants) : status;
}

/* Of the mode's roots, which have to be numbers. */
static enum ref_status find_roots(struct claim *c) {
    const struct claim_mode *mode = &c->mode;
    enum problem_status status = PROBLEM_OK;
    bool finite = true;
    c->pinned = _arb_vec_init(mode->pins);
    for (int k = 0; k < mode->pins && status == PROBLEM_OK; k++) {
        status = eval_arb_constant(c->m->graph, mode->root[k], c->bits, c->constants,
                                   c->pinned + k);
        finite = finite && arb_is_finite(c->pinned + k);
    }
    return status != PROBLEM_OK ? ref_from_problem_status(status)
           : finite             ? REF_OK
                                : REF_NOT_FINITE;
}

enum ref_status claim_init(struct claim *c, struct model *m, struct crossing_scene *scene,
                           const signed char *place, slong bits, int order,
                           enum eval_constants constants) {
    *c = (struct claim){.n = ref_state_size(m),
                        .order = order,
                        .bits = bits,
                        .m = m,
                        .constants = constants,
                        .room = VARIATION_ROOM};
    enum ref_status status = claim_mode_init(&c->mode, m, scene, place);
    if (status == REF_OK)
        status = find_roots(c);
    if (status != REF_OK)
        return status;
    if (!claim_make_programs(c) || !make_doubles(c))
        return REF_NO_MEMORY;
    make_numbers(c);
    status = ref_taper_init(&c->taper, c->n, bits - SPARE_BITS);
    c->taper.pace = 0;
    return status == REF_OK ? make_models(c, constants) : status;
}

void claim_clear(struct claim *c) {
    const int n = c->n;
    taylor_program_clear(&c->field);
    taylor_program_clear(&c->jacobian);
    taylor_program_clear(&c->watch);
    eval_arb_free(c->point);
    eval_arb_free(c->gradient);
    if (c->pinned != NULL)
        _arb_vec_clear(c->pinned, c->mode.pins);
    ref_taper_clear(&c->taper);
    program_free(c->field_program);
    program_free(c->jacobian_program);
    program_free(c->watch_program);
    program_free(c->point_program);
    program_free(c->slope_program);
    free_doubles(c);
    if (c->polynomial != NULL) {
        mag_ptr *const vectors[] = {&c->start, &c->margin, &c->defect,
                                    &c->error, &c->rest,   &c->sum};
        for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
            _mag_vec_clear(*vectors[i], n);
        _arb_vec_clear(c->polynomial, (slong)n * (c->order + 1));
        _mag_vec_clear(c->slope, c->pattern.count);
        _mag_vec_clear(c->residual, (slong)n * n);
        _arb_vec_clear(c->value, n);
        arb_mat_clear(c->map);
        mag_clear(c->rate);
    }
    expr_matrix_clear(&c->pattern);
    claim_mode_clear(&c->mode);
}
