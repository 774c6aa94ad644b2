/* Whether everything that is allocated for the proximal solver and the judge is given
 * back, also when any one allocation fails, and that solves and measures allocate
 * nothing: a program of its own, as one that forks cannot tell. The linker sends its
 * calls, and the library's, of the allocation functions through counted_blocks.c
 * (--wrap).
 *
 * Seen to fail: patterns not freed; a solve that allocates.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "fast/tests/counted_blocks.h"
#include "fast/contact.h"

/* Two points above each other in the plane with friction, one on a rod. */
static const int first[] = {0, 2, 4}, j_start[] = {0, 1, 2, 4, 6};
static const int j_row[] = {1, 0, 1, 3, 0, 2}, m_start[] = {0, 1, 2, 3, 4};
static const int m_row[] = {0, 1, 2, 3}, g_start[] = {0, 2}, g_row[] = {2, 3};
static const struct fast_pattern J = {4, 4, j_start, j_row}, M = {4, 4, m_start, m_row};
static const struct fast_pattern G = {4, 1, g_start, g_row};
static const double matrix[] = {1, 1, -1, 1, -1, 1}, mass[] = {1.37, 1.37, 0.4, 0.4};
static const double joint[] = {0.6, 0.8}, offset[4], joint_offset[1], known[2];
static const double friction[] = {0.5, 0.3};
static const bool takes_part[] = {true, true};

static struct contact_problem pose(const double *v_free) {
    return (struct contact_problem){.nv = 4,
                                    .contacts = 2,
                                    .rows = 4,
                                    .joints = 1,
                                    .first = first,
                                    .matrix_pattern = &J,
                                    .mass_pattern = &M,
                                    .joint_pattern = &G,
                                    .matrix = matrix,
                                    .mass = mass,
                                    .joint_matrix = joint,
                                    .v_free = v_free,
                                    .offset = offset,
                                    .joint_offset = joint_offset,
                                    .friction = friction,
                                    .known = known,
                                    .takes_part = takes_part,
                                    .is_changed = true};
}

static void use(struct contact_solver *solver, contact_judge *judge) {
    double v[4], impulse[4] = {0}, joint_impulse[1] = {0};
    enum contact_state state[2];
    for (int k = 0; k < 20; k++) {
        const double v_free[] = {0.3 * k - 2, -1.1, 1.7 - 0.2 * k, -0.1 * k};
        const struct contact_problem problem = pose(v_free);
        struct contact_answer answer = {
            .v = v, .impulse = impulse, .joint_impulse = joint_impulse, .state = state};
        const int before = allocations;
        expect(solver->solve(solver->self, &problem, &answer) == FAST_OK, "no solve");
        expect(contact_measure(judge, &problem, &answer) == FAST_OK, "no measure");
        expect(answer.verdict <= CONTACT_VERIFIED, "not verified");
        expect(allocations == before, "a solve allocates");
    }
}

/* The `which`th allocation fails (0: none). How many there were. */
static int live(int trial, int which) {
    (void)trial;
    const double v_free[4] = {0};
    const struct contact_problem shape = pose(v_free);
    struct contact_solver solver = {0};
    contact_judge *judge = NULL;
    allocations = 0;
    failing = which;
    const enum fast_status made = contact_proximal_alloc(&solver, &shape);
    const enum fast_status judged = contact_judge_alloc(&judge, &shape);
    failing = 0;
    const int count = allocations;
    expect(made == FAST_OK || made == FAST_NO_MEMORY, "the solver fails otherwise");
    expect(judged == FAST_OK || judged == FAST_NO_MEMORY, "the judge fails otherwise");
    expect(which > count || which == 0 || made != FAST_OK || judged != FAST_OK,
           "it does not fail");
    if (made == FAST_OK && judged == FAST_OK)
        use(&solver, judge);
    if (made == FAST_OK)
        solver.free(solver.self);
    contact_judge_free(judge);
    expect(blocks == 0, "blocks are left");
    blocks = 0;
    return count;
}

int main(void) {
    return live_all(1, live);
}
