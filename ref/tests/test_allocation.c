/* Once allocated, nothing allocates: the program is linked so that every call of malloc,
 * calloc and realloc in the libraries under test is counted here, and MPFR's own requests
 * come through GMP's functions, which are replaced. Seen to fail: a vector made in a
 * step; NULL from the allocator not looked at; what a failing function had made not
 * freed.
 *
 * MPFR's elementary functions take temporary numbers of their own; they are excluded by
 * using models without them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/testing.h"
#include "ref/vector.h"
#include "ref/taylor/flow.h"
#include "ref/pair/series.h"

#include <criterion/criterion.h>
#include <flint/flint.h>
#include <stdlib.h>

#include "problems/model.h"

/* How many requests were made, how many blocks are in use, and which of the requests to
 * come fails, if positive. */
static long allocations, in_use, failing;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *p, size_t size);
void __real_free(void *p);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *p, size_t size);
void __wrap_free(void *p);

static bool is_granted(void) {
    allocations++;
    return failing <= 0 || --failing > 0;
}

/* p, a block that there was not before unless it is NULL. */
static void *count_block(void *p) {
    in_use += p != NULL;
    return p;
}

void *__wrap_malloc(size_t size) {
    return is_granted() ? count_block(__real_malloc(size)) : NULL;
}

void *__wrap_calloc(size_t count, size_t size) {
    return is_granted() ? count_block(__real_calloc(count, size)) : NULL;
}

void *__wrap_realloc(void *p, size_t size) {
    if (p == NULL)
        return __wrap_malloc(size);
    return is_granted() ? __real_realloc(p, size) : NULL;
}

void __wrap_free(void *p) {
    in_use -= p != NULL;
    __real_free(p);
}

static void *count_allocate(size_t size) {
    allocations++;
    return count_block(__real_malloc(size));
}

static void *count_reallocate(void *p, size_t old_size, size_t new_size) {
    (void)old_size;
    allocations++;
    return __real_realloc(p, new_size);
}

static void release(void *p, size_t size) {
    (void)size;
    free(p);
}

static const char model_text[] =
    "param k = 540, c = 2.6\nposition q[1] = 0.37, q[2] = -0.7\n"
    "velocity v[1] = 1.3, v[2] = 0.9\nq[1]' = v[1]\nq[2]' = v[2]\n"
    "v[1]' = k*max(-q[1], 0) - c*q[1]/sqrt(q[1]^2 + q[2]^2) - 9\n"
    "v[2]' = -k*q[2]^3 - t*v[2]\n";

/* A map that is not the identity. */
static const char mapped_text[] =
    "position a = 0.37, b = 0.1\nvelocity v = 1.3\nstate z = 0\n"
    "a' = v\nb' = 2*v\nv' = -a*b\nz' = t\n";

enum { NX = 4, BITS = 200 };

Test(allocation, is_counted_by_this_test) {
    mp_set_memory_functions(count_allocate, count_reallocate, release);
    long before = allocations;
    mpfr_t *x = vector_alloc(2, BITS);
    cr_assert(allocations - before >= 3, "%ld", allocations - before);
    vector_free(x, 2);
}

Test(allocation, does_not_happen_in_steps_of_the_pair) {
    mp_set_memory_functions(count_allocate, count_reallocate, release);
    struct model *m = testing_model(model_text);
    mpfr_t t, h, *x = vector_alloc(4 * NX, BITS);
    mpfr_inits2(BITS, t, h, (mpfr_ptr)NULL);
    ref_pair *p;
    cr_assert(ref_pair_alloc(&p, m, BITS, EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(ref_initial(m, EVAL_EXACT_CONSTANTS, t, x) == REF_OK);
    mpfr_set_d(h, 0.0137, MPFR_RNDN);
    long before = allocations;
    for (int i = 0; i < 40; i++) {
        cr_assert(ref_pair_step(p, t, vector_const(x), h, x + NX, x + 2 * NX,
                                x + 3 * NX) == REF_OK);
        vector_set(x, vector_const(x + 3 * NX), NX);
        mpfr_add(t, t, h, MPFR_RNDN);
    }
    cr_assert(allocations == before, "%ld", allocations - before);
    mpfr_clears(t, h, (mpfr_ptr)NULL);
    ref_pair_free(p);
    vector_free(x, 4 * NX);
}

Test(allocation, does_not_happen_in_expansions_nor_in_steps_of_the_flow) {
    mp_set_memory_functions(count_allocate, count_reallocate, release);
    struct model *m = testing_model(model_text);
    mpfr_t t, *x = vector_alloc(NX, BITS);
    mpfr_init2(t, BITS);
    ref_series *s;
    ref_flow *f;
    cr_assert(ref_series_alloc(&s, m, BITS, 20, EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(ref_flow_alloc(&f, m, BITS, 0, EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(ref_initial(m, EVAL_EXACT_CONSTANTS, t, x) == REF_OK);
    long before = allocations;
    cr_assert(ref_series_expand(s, t, vector_const(x)) == REF_OK);
    cr_assert(ref_flow_start(f, t, vector_const(x)) == REF_OK);
    mpfr_set_ui(t, 3, MPFR_RNDN);
    cr_assert(ref_flow_to(f, t, 100000) == REF_OK);
    cr_assert(ref_flow_info(f).switches > 3);
    cr_assert(allocations == before, "%ld", allocations - before);
    mpfr_clear(t);
    ref_flow_free(f);
    ref_series_free(s);
    vector_free(x, NX);
}

Test(allocation, does_not_happen_in_steps_of_the_replay) {
    mp_set_memory_functions(count_allocate, count_reallocate, release);
    struct model *m = testing_model(model_text);
    for (int i = 0; i < 2 * 3 * 3; i++) {
        struct ref_replay_options options = ref_replay_default_options();
        options.method = (enum ref_method)(i % 2);
        options.jacobian = (enum ref_jacobian)(i / 2 % 3);
        options.newton = (enum ref_newton)(i / 6);
        options.accuracy = 1e-2;
        mpfr_t t;
        mpfr_init2(t, BITS);
        mpfr_set_d(t, 0.25, MPFR_RNDN);
        ref_replay *r = testing_replay(m, &options, BITS);
        long before = allocations;
        cr_assert(ref_replay_run(r, t) == REF_OK);
        cr_assert(ref_replay_statistics(r).steps_taken > 3);
        cr_assert(allocations == before, "%ld", allocations - before);
        mpfr_clear(t);
        ref_replay_free(r);
    }
}

/* One of the functions that make something: what it made is freed at once. */
static enum ref_status make(int what, struct model *m, mpfr_srcptr t) {
    ref_pair *pair = NULL;
    ref_series *series = NULL;
    ref_flow *flow = NULL;
    struct ref_truth *truth = NULL;
    ref_replay *replay = NULL;
    struct ref_truth_options options = {.digits = 10};
    struct ref_replay_options replay_options = ref_replay_default_options();
    replay_options.jacobian = REF_EXACT;
    enum ref_status status = REF_OK;
    switch (what) {
    case 0: status = ref_pair_alloc(&pair, m, BITS, EVAL_EXACT_CONSTANTS); break;
    case 1: status = ref_series_alloc(&series, m, BITS, 5, EVAL_EXACT_CONSTANTS); break;
    case 2: status = ref_flow_alloc(&flow, m, BITS, 0, EVAL_EXACT_CONSTANTS); break;
    case 3: status = ref_replay_alloc(&replay, m, &replay_options, BITS); break;
    case 4: status = ref_truth_alloc(&truth, m, 1, (const mpfr_t *)t, &options); break;
    default:
        status = ref_collocation_truth(&truth, m, 1, (const mpfr_t *)t, &options);
        break;
    }
    cr_assert(status == REF_OK || (pair == NULL && series == NULL && flow == NULL &&
                                   replay == NULL && truth == NULL));
    ref_pair_free(pair);
    ref_series_free(series);
    ref_flow_free(flow);
    ref_replay_free(replay);
    ref_truth_free(truth);
    return status;
}

Test(allocation, failure_is_reported_and_leaves_nothing_whichever_request_fails) {
    mp_set_memory_functions(count_allocate, count_reallocate, release);
    mpfr_mp_memory_cleanup();
    mpfr_t t;
    mpfr_init2(t, BITS);
    mpfr_set_d(t, 0.01, MPFR_RNDN);
    for (int what = 0; what < 6; what++) {
        enum ref_status status = REF_NO_MEMORY;
        long request = 0;
        while (status == REF_NO_MEMORY) {
            long before = in_use;
            struct model *m = testing_model(what % 2 == 1 ? mapped_text : model_text);
            failing = ++request;
            status = make(what, m, t);
            failing = 0;
            model_free(m);
            mpfr_mp_memory_cleanup();
            flint_cleanup(); /* what Arb keeps for later */
            cr_assert(in_use == before, "%d, %ld: %ld blocks lost", what, request,
                      in_use - before);
        }
        cr_assert(status == REF_OK, "%d, %ld: %s", what, request,
                  ref_status_text(status));
        cr_assert(request > 8, "%d: %ld", what, request);
    }
    mpfr_clear(t);
}
