/* Whether everything that is allocated for mechanical integrators is given back, also
 * when any one allocation fails, and that steps allocate nothing: a program of its own,
 * as one that forks cannot tell. The linker sends its calls, and the library's, of the
 * allocation functions through counted_blocks.c (--wrap).
 *
 * Seen to fail: the patterns' copies not freed; newton's factors not freed when its
 * values cannot be had; a step that allocates.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/projected.h"
#include "fast/tests/counted_blocks.h"
#include "fast/tests/projected_systems.h"
#include "fast/tests/systems.h"

/* Systems: on a rod, a body, a chain of springs with patterns of its derivatives, a top
 * whose N+ is found from N. */
enum { system_count = 4 };
static struct parameters parameters[] = {{{1.37, 1e3, 9, 8}}, {{1, 1.2, 0.3, 4.905}}};
static const int chain_start[] = {0, 8, 16, 24, 32, 40, 48, 56, 64};
static int chain_rows[64];
static const struct fast_pattern chain_pattern = {8, 8, chain_start, chain_rows};

static struct integrator_system find_system(int i, const double **start) {
    static const double rod[] = {0.6, -0.8, 0, 0.8, 0.6, 0.3};
    static const double body[] = {1, 0, 0, 0, 0.4, 2.3, -0.7};
    static const double chain[16] = {0.011, 0.019};
    struct integrator_system system = {0};
    if (i < 2) {
        *start = i == 0 ? rod : body;
        return i == 0 ? point_on_rod : free_body;
    }
    *start = i == 2 ? chain : body;
    system = make_system(find_family(i == 2 ? "chain8" : "heavy_top"), i == 2 ? 8 : 4,
                         i == 2 ? 8 : 3, 0, &parameters[i - 2]);
    for (int e = 0; e < 64; e++)
        chain_rows[e] = e % 8;
    if (i == 2)
        system.fq_pattern = system.fy_pattern = &chain_pattern;
    system.unmap = NULL;
    return system;
}

enum { choice_count = 12 };
static struct integrator_options choose(int i) {
    struct integrator_options options = projected_default_options();
    options.method = (enum integrator_method)(PROJECTED_SEMI_EXPLICIT_EULER + i / 3);
    options.form = (enum projected_form)(i % 3);
    options.mode = i % 2 == 0 ? FAST_DEFAULT : FAST_FAITHFUL;
    options.projection = i % 2 == 0 ? PROJECTED_LAZY : PROJECTED_EVERY_STEP;
    if (i / 3 == 0 || i % 3 == 2)
        options.fixed_step = true, options.step = 0.001;
    return options;
}

/* Allocates, steps, and frees, the `which`th allocation failing (0: none). Returns how
 * many allocations there were. */
static int live(int trial, int which) {
    const int i = trial / choice_count, choice = trial % choice_count;
    const double *start;
    const struct integrator_system system = find_system(i, &start);
    const struct integrator_options options = choose(choice);
    enum projected_stop stop;
    struct projected *m;
    allocations = 0;
    failing = which;
    enum fast_status status = projected_alloc(&m, &system, &options);
    failing = 0;
    if (status != FAST_OK) {
        expect(which > 0 && status == FAST_NO_MEMORY, "it fails otherwise");
        expect(m == NULL && blocks == 0, "a block is lost");
        return allocations;
    }
    const int needed = allocations;
    status = projected_start(m, 0, start);
    if (status == FAST_OK)
        status = projected_run(m, 0.05);
    for (int k = 1; k < 9 && status == FAST_OK; k++)
        status = projected_step_to(m, 0.05 + 0.003 * k, 1, &stop);
    if (status == FAST_OK)
        status = projected_step(m, 1e-3);
    projected_position_error(m);
    projected_velocity_error(m);
    projected_multipliers(m);
    expect(status == FAST_OK, fast_status_text(status));
    expect(allocations == needed, "a step allocates");
    projected_free(m);
    expect(blocks == 0, "a block is lost");
    return needed;
}

int main(void) {
    return live_all(system_count * choice_count, live);
}
