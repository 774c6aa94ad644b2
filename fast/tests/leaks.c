/* Whether everything that is allocated is given back, also when any one allocation fails: a
 * program of its own, as one that forks cannot tell. The linker sends its calls, and the
 * library's, of the allocation functions through counted_blocks.c (--wrap).
 *
 * Seen to fail: the record not freed with the integrator; the structure not freed when the
 * factors cannot be had.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/pair.h"
#include "fast/tests/counted_blocks.h"
#include "fast/tests/systems.h"

struct trial {
    const char *problem;
    int nq, nv, nz;
    struct parameters parameters;
    double x0[most_states];
};

static struct trial trials[] = {
    {"pendulum", 1, 1, 0, {{9.81, 0.83, 0.1}}, {2.1, -0.7}},
    {"chain8", 8, 8, 0, {{1.37, 1e3, 9, 8}}, {0.011, 0.019}},
    {"heavy_top", 4, 3, 0, {{1, 1.2, 0.3, 4.905}}, {1, 0.1, 0, 0, 0.4, -0.3, 2}},
    {"robertson", 0, 0, 3, {{0}}, {1, 0, 0}},
};

enum { choice_count = 12 };
static struct integrator_options choose(int i) {
    struct integrator_options options = pair_default_options();
    options.method = (enum integrator_method)(i % 2);
    options.mode = i / 2 % 2 ? FAST_FAITHFUL : FAST_DEFAULT;
    options.jacobian = (enum pair_jacobian)(i / 4 % 3);
    return options;
}

/* Allocates, records, steps, and frees, the `which`th allocation failing (0: none). Returns
 * how many allocations there were. */
static int live(int i, int which) {
    struct trial *trial = &trials[i / choice_count];
    const struct integrator_options options = choose(i % choice_count);
    const struct family *family = find_family(trial->problem);
    struct integrator_system system =
        make_system(family, trial->nq, trial->nv, trial->nz, &trial->parameters);
    struct pair *integrator;
    allocations = 0;
    failing = which;
    enum fast_status status = pair_alloc(&integrator, &system, &options);
    if (status != FAST_OK) {
        expect(which > 0 && status == FAST_NO_MEMORY, "pair_alloc fails otherwise");
        expect(integrator == NULL && blocks == 0, "a block is lost");
        return allocations;
    }
    status = pair_start(integrator, 0, trial->x0);
    expect(status == FAST_OK, "pair_start fails");
    for (int record = 0; record < 2; record++) { /* the second in place of the first */
        status = pair_dense_start(integrator, 5);
        expect(status == FAST_OK || which > 0, "pair_dense_start fails");
        expect(status == FAST_OK || status == FAST_NO_MEMORY, "otherwise");
        status = pair_run(integrator, 0.01 * (1 + record));
        expect(status == FAST_OK || status == FAST_NO_MEMORY, "pair_run fails");
        pair_dense_stop(integrator);
    }
    if (which % 2 == 1) /* which frees the record, too */
        pair_reset(integrator);
    pair_free(integrator);
    expect(blocks == 0, "a block is lost");
    return allocations;
}

int main(void) {
    return live_all(sizeof trials / sizeof *trials * choice_count, live);
}
