/* The proof of one step.
 *
 * P is a polynomial with exact coefficients, however found; e = x - P; sigma in [0, 1]. F is
 * evaluated in Taylor models along P, which gives D_i >= |int_0^sigma (P' - h F(t, P))_i|. F and J
 * are evaluated along P +- margin: where they are known F is continuously differentiable there.
 *
 * *Existence.* Let L >= h |J| on that tube, and v_i = |e_i(0)| + D_i. Picard's operator maps e to
 *
 *     e_i(0) - int_0^sigma (P' - h F(t, P))_i + int_0^sigma (h F(t, P + e) - h F(t, P))_i,
 *
 * and functions with |e(sigma)| <= e^(sigma L) v, component by component, to such functions:
 *
 *     |..| <= v + int_0^sigma L e^(u L) v du = e^(sigma L) v,
 *
 * as long as E = e^L v is at most the margin (L >= 0: e^(sigma L) v grows with sigma). So it has a
 * fixed point among them (J. Schauder, Studia Mathematica 2 (1930)). As F is differentiable in the
 * tube the solution is unique, and every solution from the set is that one, |e| <= E.
 *
 * *The image.* J's models are Jp +- rho on the tube, Jp a polynomial of balls. With V any
 * polynomial, V(0) = I, the vector y = e - V e(0) has y(0) = 0 and, since F(P + e) - F(P) = M e
 * with M a mean of J over the tube, |M - Jp| <= rho,
 *
 *     y' = h Jp y + (h Jp V - V') e(0) + h (M - Jp) e - (P' - h F(t, P)).
 *
 * With g_i = sum_j W_ij |e_j(0)| + h sum_j rho_ij E_j + D_i, W >= |h Jp V - V'|, therefore
 * |y(sigma)| <= g + int_0^sigma L |y|, and |y| <= e^L g = rest (Gronwall's lemma: the inequality put
 * into itself n times leaves a rest of L^n/n!). So
 *
 *     x(t + h) = P(1) + V(1) e(0) + y(1),      |y(1)| <= rest.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "problems/program/program_shared.h"
#include "problems/readers/eval_arb.h"
#include "ref/certificate/claim.h"
#include "ref/model.h"

/* Of J as many coefficients are kept as P has above 2^-NEAR_BITS of it; of V at most so many. */
enum { NEAR_BITS = 40, LEAST_NEAR = 8, VARIATION_ROOM = 48 };

/* Margins of components that are small beside the largest; over errors at the start. */
enum { FLOOR_BITS = 30, WIDTH_BITS = 28 };

/* Terms below 2^-(bits - SPARE_BITS) of the largest are not worth a bit: steps are made for those. */
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

/* A program of the same functions that computes less; the first one is freed. */
static struct program *share(struct program *p) {
    struct program *shared = p != NULL ? program_shared_alloc(p) : NULL;
    program_free(p);
    return shared;
}

/* first[count], and then[others] behind them. */
static struct program *program_of(struct model *m, int count, const expr *first,
                                  int others, const expr *then) {
    expr *all = malloc(((size_t)(count + others) + 1) * sizeof *all);
    for (int i = 0; all != NULL && i < count + others; i++)
        all[i] = i < count ? first[i] : then[i - count];
    struct program *p = all != NULL ? model_program(m, count + others, all) : NULL;
    free(all);
    return p;
}

/* J's entries, and F's rates behind them: all of these have to be known in the tube. */
static struct program *jacobian_program(struct claim *c) {
    if (model_jacobian(c->m, c->n, c->mode.field, 1, c->n, &c->pattern) != PROBLEM_OK)
        return NULL;
    return program_of(c->m, c->pattern.count, c->pattern.entry, c->n, c->mode.field);
}

/* The derivatives of each watch by x. */
static struct program *slope_program(struct claim *c) {
    const size_t n = (size_t)c->n, watches = (size_t)c->mode.watches;
    expr *slope = malloc((watches * n + 1) * sizeof *slope);
    int *variable = calloc(n + 1, sizeof *variable);
    for (int j = 0; variable != NULL && j < c->n; j++)
        variable[j] = 1 + j;
    for (size_t i = 0; slope != NULL && variable != NULL && i < watches; i++)
        expr_gradient(c->m->graph, c->mode.watch[i], c->n, variable, slope + i * n);
    struct program *p = slope != NULL && variable != NULL
                            ? model_program(c->m, (int)(watches * n), slope)
                            : NULL;
    free(variable);
    free(slope);
    return p;
}

/* F, the watches, and their rates. */
static struct program *point_program(struct claim *c) {
    const int looks = claim_looks(c), n = c->n, watches = c->mode.watches;
    expr *all = malloc(((size_t)looks + 1) * sizeof *all);
    for (int i = 0; all != NULL && i < looks; i++)
        all[i] = i < n             ? c->mode.field[i]
                 : i < n + watches ? c->mode.watch[i - n]
                                   : c->mode.rate[i - n - watches];
    struct program *p = all != NULL ? model_program(c->m, looks, all) : NULL;
    free(all);
    return p;
}

static bool make_programs(struct claim *c) {
    const struct claim_mode *mode = &c->mode;
    c->field_program = share(model_program(c->m, c->n, mode->field));
    c->jacobian_program = share(jacobian_program(c));
    c->watch_program =
        share(program_of(c->m, mode->watches, mode->watch, mode->watches, mode->rate));
    c->point_program = point_program(c);
    c->slope_program = slope_program(c);
    return c->field_program != NULL && c->jacobian_program != NULL &&
           c->watch_program != NULL && c->point_program != NULL &&
           c->slope_program != NULL;
}

/* False: the mode's roots have no values. */
static bool find_roots(struct claim *c) {
    const struct claim_mode *mode = &c->mode;
    bool known = true;
    c->pinned = _arb_vec_init(mode->pins);
    for (int k = 0; k < mode->pins && known; k++)
        known = eval_arb_constant(c->m->graph, mode->root[k], c->bits, c->constants,
                                  c->pinned + k) == PROBLEM_OK &&
                arb_is_finite(c->pinned + k);
    return known;
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
    if (status != REF_OK)
        return status;
    if (!find_roots(c) || !make_programs(c) || !make_doubles(c))
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

arb_ptr claim_polynomial(const struct claim *c, int i) {
    return c->polynomial + (slong)i * (c->order + 1);
}

/* margin_i := the size of P_i, or a part of the largest one. */
static void find_sizes(struct claim *c) {
    mag_t largest, term;
    mag_init(largest);
    mag_init(term);
    for (int i = 0; i < c->n; i++) {
        mag_zero(c->margin + i);
        for (int k = 0; k <= c->terms; k++) {
            arb_get_mag(term, claim_polynomial(c, i) + k);
            mag_add(c->margin + i, c->margin + i, term);
        }
        mag_max(largest, largest, c->margin + i);
    }
    mag_mul_2exp_si(largest, largest, -FLOOR_BITS);
    if (mag_is_zero(largest))
        mag_one(largest);
    for (int i = 0; i < c->n; i++)
        mag_max(c->margin + i, c->margin + i, largest);
    mag_clear(term);
    mag_clear(largest);
}

/* margin_i := 2^-near of P_i's size, near = bits/2, or less where errors are wider than that. */
static void set_margins(struct claim *c) {
    mag_t ratio, widest;
    mag_init(ratio);
    mag_init(widest);
    find_sizes(c);
    for (int i = 0; i < c->n; i++) {
        mag_div(ratio, c->start + i, c->margin + i);
        mag_max(widest, widest, ratio);
    }
    c->near_bits = c->bits / 2;
    if (!mag_is_special(widest)) {
        const slong free_bits = -(slong)ceil(mag_get_d_log2_approx(widest)) - WIDTH_BITS;
        c->near_bits = free_bits < c->near_bits ? free_bits : c->near_bits;
    }
    for (int i = 0; i < c->n; i++)
        mag_mul_2exp_si(c->margin + i, c->margin + i, -c->near_bits);
    mag_clear(widest);
    mag_clear(ratio);
}

/* How many coefficients matter to bounds of J. */
static int choose_room(const struct claim *c) {
    int room = LEAST_NEAR;
    mag_t small, term;
    mag_init(small);
    mag_init(term);
    for (int i = 0; i < c->n; i++) {
        mag_mul_2exp_si(small, c->margin + i, c->near_bits - NEAR_BITS);
        for (int k = c->order - 1; k >= room; k--) {
            arb_get_mag(term, claim_polynomial(c, i) + k);
            if (mag_cmp(term, small) > 0)
                room = k + 1;
        }
    }
    mag_clear(term);
    mag_clear(small);
    return room < c->order ? room : c->order;
}

bool claim_run_along(struct claim *c, struct taylor_program *program, const arf_t t,
                     const arf_t h, mag_srcptr around) {
    mag_t none;
    mag_init(none);
    taylor_program_time(program, t, h);
    for (int i = 0; i < c->n; i++)
        taylor_program_input(program, 1 + i, claim_polynomial(c, i), c->order + 1,
                             around != NULL ? around + i : none);
    mag_clear(none);
    return taylor_program_run(program);
}

enum claim_outcome claim_prove(struct claim *c, const arf_t t, const arf_t h,
                               const struct claim_set *set) {
    claim_set_hull(c->start, set);
    set_margins(c);
    c->jacobian.space.room = c->watch.space.room = choose_room(c);
    if (!claim_run_along(c, &c->jacobian, t, h, c->margin))
        return CLAIM_UNDEFINED;
    if (!claim_find_rate(c, h))
        return CLAIM_TOO_LONG;
    c->field.space.room = c->terms;
    if (!claim_run_along(c, &c->field, t, h, NULL))
        return CLAIM_UNDEFINED;
    claim_find_defect(c, h);
    if (!claim_bound_error(c))
        return CLAIM_TOO_WIDE;
    claim_find_map(c, h);
    return CLAIM_HOLDS;
}
