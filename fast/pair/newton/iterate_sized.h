/* The iterations of iterate.c and whole_iterate.c for fixed sizes: before each
 * inclusion NQ and NY are defined, and MAPPED, which says whether q' = N(q) v or q' =
 * v, each of the NQ positions being the integral of one of the NY velocities and other
 * states. With every loop's length known the compiler keeps vectors in registers, and
 * an iteration waits for memory only where a callback reads and writes. The
 * operations, and their order, are those of the general iterations.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define JOIN_NAMES(name, nq, ny) name##_##nq##_##ny
#define JOIN(name, nq, ny) JOIN_NAMES(name, nq, ny)
#define SIZED(name) JOIN(name, NQ, NY)

static inline enum fast_status SIZED(iterate)(struct pair *integrator,
                                              const struct fast_sub_step *step,
                                              const double *qk, double *norm) {
    const double h = step->h, *xn = step->xn;
    double *x = step->x, *change = integrator->change;
    double residual[NY], dx[NQ + NY];
    const double *qdot = MAPPED ? integrator->qdot : x + NQ;
    integrator->statistics.newton_iters++;
    if (qk != x) {
        if (MAPPED && fast_map(integrator, qk, x + NQ, integrator->qdot) != FAST_OK)
            return FAST_CALLBACK;
        for (int i = 0; i < NQ; i++)
            x[i] = xn[i] + h * qdot[i];
    }
    if (fast_evaluate(integrator, step->tf, x, integrator->rates) != FAST_OK)
        return FAST_CALLBACK;
    for (int i = 0; i < NY; i++)
        residual[i] = -((x[NQ + i] - xn[NQ + i]) - h * integrator->rates[i]);
    solve_sized(NY, integrator->factors, residual, dx + NQ);
    for (int i = 0; i < NY; i++)
        x[NQ + i] += dx[NQ + i];
    if (MAPPED && fast_map(integrator, qk, x + NQ, integrator->qdot) != FAST_OK)
        return FAST_CALLBACK;
    for (int i = 0; i < NQ; i++) {
        const double next = xn[i] + h * qdot[i];
        dx[i] = next - qk[i];
        x[i] = next;
    }
    for (int i = 0; i < NQ + NY; i++)
        change[i] = dx[i];
    *norm = fast_norm(NQ + NY, dx);
    return FAST_OK;
}

static enum fast_status SIZED(iterate_whole)(struct pair *integrator,
                                             const struct fast_sub_step *step,
                                             const double *qk, double *norm) {
    const double h = step->h, *xn = step->xn, *rates = integrator->rates;
    double *x = step->x, *change = integrator->change;
    double residual[NQ + NY], dx[NQ + NY];
    const double *qdot = MAPPED ? integrator->qdot : x + NQ;
    (void)qk;
    integrator->statistics.newton_iters++;
    if (MAPPED && fast_map(integrator, x, x + NQ, integrator->qdot) != FAST_OK)
        return FAST_CALLBACK;
    if (fast_evaluate(integrator, step->tf, x, integrator->rates) != FAST_OK)
        return FAST_CALLBACK;
    for (int i = 0; i < NQ; i++)
        residual[i] = -((x[i] - xn[i]) - h * qdot[i]);
    for (int i = 0; i < NY; i++)
        residual[NQ + i] = -((x[NQ + i] - xn[NQ + i]) - h * rates[i]);
    solve_whole(NQ, NY, MAPPED, integrator, residual, dx);
    for (int i = 0; i < NQ + NY; i++)
        change[i] = dx[i];
    const enum fast_status status =
        measure_sized(NQ, NY, MAPPED, integrator, x, MAPPED ? change : dx, norm);
    for (int i = 0; i < NQ + NY; i++)
        x[i] += dx[i];
    return status;
}

static enum fast_status SIZED(try)(struct pair *integrator,
                                   const struct fast_sub_step *step, int trial) {
    return fast_try_with(SIZED(iterate), NQ, NQ, NY, MAPPED, integrator, step, trial);
}

static enum fast_status SIZED(try_whole)(struct pair *integrator,
                                         const struct fast_sub_step *step, int trial) {
    return fast_try_with(SIZED(iterate_whole), 0, NQ, NY, false, integrator, step, trial);
}

#undef JOIN_NAMES
#undef JOIN
#undef SIZED
#undef NQ
#undef NY
