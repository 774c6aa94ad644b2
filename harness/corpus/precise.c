/* One step of a scheme on the probe
 *
 *     x_t' = S prod over children x_child (S (time - t0))^(time leaves),    x(t0) = 0
 *
 * in MPFR, after which x_t = phi(t) (S h)^order. Trees stand behind their children, so
 * that a rate needs nothing but what has been found. Each coefficient is what the
 * scheme has without fault, rounded to a multiple of 1/120, plus size times its change.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/corpus/precise.h"

#include <math.h>

#include "ref/vector.h"

/* Every coefficient of the pair, the midpoint rule and Merson's method is a multiple
 * of its inverse. */
enum { DENOMINATOR = 120 };

/* Changes are found by a small size, exactly as they are linear in it. */
static const double small_size = 0x1p-20;
static const double nearly_a_multiple = 1e-9;

/* h = 1/8 and S h = 1, as in probe A. */
static const double step_length = 0.125, scale = 8;

struct precise {
    const struct forest *forest;
    struct scheme right, wrong; /* without fault, with a fault of small_size */
    mpfr_srcptr size;
    mpfr_prec_t bits;
    mpfr_t *state[STATES];
    mpfr_t *stage[STAGES];
    mpfr_t coefficient, time, product, term, sum;
    bool failed;
};

/* c := a coefficient, from its values without fault and with one of small_size. */
static void set_coefficient(struct precise *p, mpfr_t c, double right, double wrong) {
    double multiple = round(right * DENOMINATOR);
    if (fabs(multiple - right * DENOMINATOR) > nearly_a_multiple)
        p->failed = true;
    mpfr_set_d(p->term, (wrong - right) / small_size, MPFR_RNDN);
    mpfr_mul(p->term, p->term, p->size, MPFR_RNDN);
    mpfr_set_d(c, multiple, MPFR_RNDN);
    mpfr_div_ui(c, c, DENOMINATOR, MPFR_RNDN);
    mpfr_add(c, c, p->term, MPFR_RNDN);
}

#define SET_COEFFICIENT(p, c, field)                                                     \
    set_coefficient(p, c, (p)->right.field, (p)->wrong.field)

/* p->product *= old + share (new - old) */
static void multiply_between(struct precise *p, mpfr_srcptr share, mpfr_srcptr old,
                             mpfr_srcptr new) {
    mpfr_sub(p->term, new, old, MPFR_RNDN);
    mpfr_mul(p->term, p->term, share, MPFR_RNDN);
    mpfr_add(p->term, p->term, old, MPFR_RNDN);
    mpfr_mul(p->product, p->product, p->term, MPFR_RNDN);
}

/* p->product := the rate of a tree, with children between old and new by
 * share[colour], at p->time after the start. */
static void find_rate(struct precise *p, int tree, mpfr_t share[2], mpfr_t *old,
                      mpfr_t *new) {
    const struct tree *t = &p->forest->tree[tree];
    mpfr_set_d(p->product, scale, MPFR_RNDN);
    for (int i = 0; i < t->children; i++) {
        int child = t->child[i];
        multiply_between(p, share[p->forest->tree[child].colour], old[child], new[child]);
    }
    mpfr_mul_d(p->term, p->time, scale, MPFR_RNDN);
    for (int i = 0; i < t->time_leaves; i++)
        mpfr_mul(p->product, p->product, p->term, MPFR_RNDN);
}

/* The shares of one sub-step: what N sees, what f sees, of positions and of
 * velocities. */
static void set_shares(struct precise *p, enum part part, mpfr_t map[2],
                       mpfr_t force[2]) {
    SET_COEFFICIENT(p, map[TREE_Q], rule[part].map_position);
    SET_COEFFICIENT(p, map[TREE_V], rule[part].map_velocity);
    SET_COEFFICIENT(p, force[TREE_Q], rule[part].force_position);
    SET_COEFFICIENT(p, force[TREE_V], rule[part].force_velocity);
}

/* p->sum := a K(new) + (1 - a) K(old) with the share a of the tree's colour; times the
 * factor of the force. `start` is when the sub-step begins, `time` what f is told. */
static void mix_rates(struct precise *p, enum part part, int tree, mpfr_t share[2],
                      mpfr_t *old, mpfr_t *new, mpfr_srcptr start, mpfr_srcptr time) {
    const bool is_map = p->forest->tree[tree].colour == TREE_Q;
    mpfr_t none[2];
    mpfr_inits2(p->bits, none[0], none[1], (mpfr_ptr)0);
    mpfr_set_zero(none[0], 1);
    mpfr_set_zero(none[1], 1);
    if (is_map)
        SET_COEFFICIENT(p, p->coefficient, rule[part].map_share);
    else
        SET_COEFFICIENT(p, p->coefficient, rule[part].force_share);
    mpfr_set(p->time, time, MPFR_RNDN);
    find_rate(p, tree, share, old, new);
    mpfr_mul(p->sum, p->product, p->coefficient, MPFR_RNDN);
    mpfr_set(p->time, start, MPFR_RNDN);
    find_rate(p, tree, none, old, new);
    mpfr_ui_sub(p->coefficient, 1, p->coefficient, MPFR_RNDN);
    mpfr_fma(p->sum, p->product, p->coefficient, p->sum, MPFR_RNDN);
    if (!is_map) {
        SET_COEFFICIENT(p, p->coefficient, force_factor);
        mpfr_mul(p->sum, p->sum, p->coefficient, MPFR_RNDN);
    }
    mpfr_clears(none[0], none[1], (mpfr_ptr)0);
}

/* new := the state after a sub-step of `length`, which begins at `start`, both over h. */
static void make_part(struct precise *p, enum part part, mpfr_srcptr start,
                      mpfr_srcptr length, mpfr_t *old, mpfr_t *new) {
    mpfr_t map[2], force[2], begin, time, k;
    mpfr_inits2(p->bits, map[0], map[1], force[0], force[1], begin, time, k, (mpfr_ptr)0);
    set_shares(p, part, map, force);
    mpfr_mul_d(begin, start, step_length, MPFR_RNDN);
    mpfr_mul_d(k, length, step_length, MPFR_RNDN);
    SET_COEFFICIENT(p, time, rule[part].time);
    mpfr_fma(time, time, k, begin, MPFR_RNDN);
    for (int i = 0; i < p->forest->count; i++) {
        bool is_map = p->forest->tree[i].colour == TREE_Q;
        mix_rates(p, part, i, is_map ? map : force, old, new, begin, time);
        mpfr_fma(new[i], p->sum, k, old[i], MPFR_RNDN);
    }
    mpfr_clears(map[0], map[1], force[0], force[1], begin, time, k, (mpfr_ptr)0);
}

static void make_doubled_step(struct precise *p, mpfr_t *estimate) {
    mpfr_t start, length;
    mpfr_inits2(p->bits, start, length, (mpfr_ptr)0);
    mpfr_set_zero(start, 1);
    mpfr_set_ui(length, 1, MPFR_RNDN);
    make_part(p, PART_LARGE, start, length, p->state[STATE_START], p->state[STATE_LARGE]);
    if (p->right.doubled) {
        SET_COEFFICIENT(p, length, half);
        make_part(p, PART_FIRST, start, length, p->state[STATE_START],
                  p->state[STATE_MIDDLE]);
        SET_COEFFICIENT(p, start, second_start);
        SET_COEFFICIENT(p, length, second_length);
        make_part(p, PART_SECOND, start, length, p->state[p->right.second_from],
                  p->state[STATE_SMALL]);
    }
    for (int i = 0; i < p->forest->count; i++) {
        if (!p->right.doubled)
            mpfr_set(p->state[STATE_SMALL][i], p->state[STATE_LARGE][i], MPFR_RNDN);
        mpfr_sub(estimate[i], p->state[STATE_LARGE][i], p->state[STATE_SMALL][i],
                 MPFR_RNDN);
        SET_COEFFICIENT(p, p->coefficient, rate_factor);
        mpfr_mul(estimate[i], estimate[i], p->coefficient, MPFR_RNDN);
    }
    mpfr_clears(start, length, (mpfr_ptr)0);
}

/* x := h sum of weight[j] K_j for one tree; the weights are those of which table. */
static void weigh(struct precise *p, mpfr_t x, const double *right, const double *wrong,
                  int stages, int tree) {
    mpfr_set_zero(p->sum, 1);
    for (int j = 0; j < stages; j++) {
        set_coefficient(p, p->coefficient, right[j], wrong[j]);
        mpfr_fma(p->sum, p->coefficient, p->stage[j][tree], p->sum, MPFR_RNDN);
    }
    mpfr_mul_d(x, p->sum, step_length, MPFR_RNDN);
}

static void make_table_step(struct precise *p, mpfr_t *estimate) {
    const struct table *right = &p->right.table, *wrong = &p->wrong.table;
    mpfr_t one[2], *point = p->state[STATE_MIDDLE];
    mpfr_inits2(p->bits, one[0], one[1], (mpfr_ptr)0);
    mpfr_set_ui(one[0], 1, MPFR_RNDN);
    mpfr_set_ui(one[1], 1, MPFR_RNDN);
    for (int s = 0; s < right->stages; s++) {
        for (int i = 0; i < p->forest->count; i++) {
            weigh(p, point[i], right->a[s], wrong->a[s], s, i);
            set_coefficient(p, p->time, right->c[s], wrong->c[s]);
            mpfr_mul_d(p->time, p->time, step_length, MPFR_RNDN);
            find_rate(p, i, one, p->state[STATE_START], point);
            mpfr_set(p->stage[s][i], p->product, MPFR_RNDN);
        }
    }
    for (int i = 0; i < p->forest->count; i++) {
        weigh(p, p->state[STATE_SMALL][i], right->b, wrong->b, right->stages, i);
        weigh(p, estimate[i], right->e, wrong->e, right->stages, i);
    }
    mpfr_clears(one[0], one[1], (mpfr_ptr)0);
}

static int init(struct precise *p, const struct forest *f, const struct variant *v,
                mpfr_srcptr size, mpfr_prec_t bits) {
    *p = (struct precise){.forest = f, .size = size, .bits = bits};
    mpfr_inits2(bits, p->coefficient, p->time, p->product, p->term, p->sum, (mpfr_ptr)0);
    int failed = scheme_find(&p->right, v->method);
    p->wrong = p->right;
    v->change(&p->wrong, small_size);
    for (int i = 0; i < STATES; i++)
        failed |= (p->state[i] = vector_alloc(f->count, bits)) == NULL;
    for (int i = 0; i < STAGES; i++)
        failed |= (p->stage[i] = vector_alloc(f->count, bits)) == NULL;
    return failed;
}

static void clear(struct precise *p) {
    for (int i = 0; i < STATES; i++)
        vector_free(p->state[i], p->forest->count);
    for (int i = 0; i < STAGES; i++)
        vector_free(p->stage[i], p->forest->count);
    mpfr_clears(p->coefficient, p->time, p->product, p->term, p->sum, (mpfr_ptr)0);
}

int precise_weights(mpfr_t *result, mpfr_t *estimate, const struct forest *f,
                    const struct variant *v, mpfr_srcptr size) {
    struct precise p;
    int failed = init(&p, f, v, size, mpfr_get_prec(result[0]));
    if (!failed && p.right.table.stages > 0)
        make_table_step(&p, estimate);
    else if (!failed)
        make_doubled_step(&p, estimate);
    for (int i = 0; !failed && i < f->count; i++)
        mpfr_set(result[i], p.state[STATE_SMALL][i], MPFR_RNDN);
    failed |= p.failed;
    clear(&p);
    return failed ? -1 : 0;
}
