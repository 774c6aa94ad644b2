/* One problem of velocities and impulses: M (v - v_free) = J^T r + G^T lambda with the laws of
 * contacts and joints. See cone.h and elimination.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact.h"
#include "ref/contact/elimination.h"
#include "ref/vector.h"

enum { ANSWER_ABSENT, ANSWER_OPEN, ANSWER_SLIDING, ANSWER_STICKING };

static bool is_finite(const struct ref_contact_problem *p) {
    int nv = p->nv;
    return vector_is_finite(p->M, nv * nv) && vector_is_finite(p->J, p->rows * nv) &&
           vector_is_finite(p->G, p->joints * nv) && vector_is_finite(p->v_free, nv) &&
           vector_is_finite(p->offset, p->rows) &&
           vector_is_finite(p->joint_offset, p->joints) &&
           vector_is_finite(p->friction, p->contacts) &&
           vector_is_finite(p->known, p->contacts);
}

static bool is_possible(const struct ref_contact_problem *p, mpfr_prec_t bits) {
    if (!ref_precision_is_usable(bits) || p->nv < 1 || p->contacts < 0 || p->joints < 0 ||
        p->first[0] != 0 || p->first[p->contacts] != p->rows)
        return false;
    for (int i = 0; i < p->contacts; i++) {
        int rows = p->first[i + 1] - p->first[i];
        if (rows < 1 || rows > 3 || mpfr_sgn(p->friction[i]) < 0 ||
            mpfr_sgn(p->known[i]) < 0)
            return false;
    }
    return true;
}

static enum ref_status solve_by_elimination(const struct ref_contact_problem *p,
                                            struct ref_elimination *e, struct ref_cone *c,
                                            int *solutions) {
    enum ref_status status = ref_elimination_set(e, p->M, p->J, p->G);
    if (status != REF_OK)
        return status;
    ref_elimination_product(e, c);
    status = ref_elimination_begin(e, p->v_free, p->joint_offset, p->offset, c);
    if (status != REF_OK)
        return status;
    for (int i = 0; i < p->contacts; i++) {
        mpfr_set(c->friction[i], p->friction[i], MPFR_RNDN);
        mpfr_set(c->known[i], p->known[i], MPFR_RNDN);
        c->part[i] = p->takes_part[i] ? REF_WHOLE_PART : REF_NO_PART;
    }
    status = ref_cone_solve(c, REF_MOST_PATTERNS, solutions);
    if (status == REF_OK)
        ref_elimination_end(e, c);
    return status;
}

static int tell_state(const struct ref_cone *c, int i) {
    const struct ref_cone_state *state = &c->state[i];
    if (c->part[i] == REF_NO_PART)
        return ANSWER_ABSENT;
    if (!state->closed)
        return ANSWER_OPEN;
    return state->tangent == REF_STICK ? ANSWER_STICKING : ANSWER_SLIDING;
}

static void tell_answer(const struct ref_elimination *e, const struct ref_cone *c,
                        int solutions, struct ref_contact_answer *answer) {
    vector_set(answer->v, vector_const(e->v), e->nv);
    vector_set(answer->impulse, vector_const(c->r), c->rows);
    vector_set(answer->joint_impulse, vector_const(e->lambda), e->joints);
    for (int i = 0; i < c->contacts; i++)
        answer->state[i] = tell_state(c, i);
    answer->solutions = solutions;
    mpfr_set(answer->residual, c->residual, MPFR_RNDN);
}

enum ref_status ref_contact_solve(const struct ref_contact_problem *problem,
                                  mpfr_prec_t bits, struct ref_contact_answer *answer) {
    if (!is_possible(problem, bits))
        return REF_BAD_ARGUMENT;
    if (!is_finite(problem))
        return REF_NOT_FINITE;
    struct ref_cone *c = NULL;
    enum ref_status status = ref_cone_alloc(&c, problem->contacts, problem->first, bits);
    if (status != REF_OK)
        return status;
    struct ref_elimination e;
    int solutions = 0;
    status =
        ref_elimination_init(&e, problem->nv, problem->rows, problem->joints, c->work);
    if (status == REF_OK)
        status = solve_by_elimination(problem, &e, c, &solutions);
    if (status == REF_OK)
        tell_answer(&e, c, solutions, answer);
    ref_elimination_clear(&e);
    ref_cone_free(c);
    return status;
}
