/* The two moves of the default mode, for sizes NQ and NY that are defined before each
 * inclusion: numbers, so that the compiler can keep vectors in registers, or expressions.
 *
 *     follow    the linear model about a point (linear_model.c)
 *     iterate   Newton's iteration with f evaluated (true_iteration.c)
 *
 * MAPPED says whether q' = N(q) v, or q' = v. SUFFIX makes the names. VECTOR(name, n, room)
 * defines a vector: of its own, which may stay in registers, or in the room given.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define JOIN_NAMES(name, suffix) name##_##suffix
#define JOIN(name, suffix) JOIN_NAMES(name, suffix)
#define SIZED(name) JOIN(name, SUFFIX)

/* y += dy, and q of x; *distance := |scale (x - from)|. */
static inline enum fast_status SIZED(arrive)(struct pair *integrator,
                                             const struct fast_move *move,
                                             const double *from, const double *dy,
                                             double *distance) {
    const int nq = NQ, ny = NY;
    const double h = move->h, *xn = move->xn, *scale = integrator->default_mode->scale;
    double *x = move->x, *change = integrator->change, norm = 0, sum = 0;
    for (int i = 0; i < ny; i++)
        x[nq + i] += dy[i];
    if (MAPPED) {
        enum fast_status status = fast_place(integrator, h, xn, x);
        if (status != FAST_OK)
            return status;
    } else {
        for (int i = 0; i < nq; i++)
            x[i] = xn[i] + h * x[nq + i];
    }
    for (int i = 0; i < nq + ny; i++) {
        const double dx = x[i] - from[i], size = fabs(scale[i] * dx);
        change[i] = dx;
        norm = size > norm ? size : norm;
        sum += size;
    }
    *distance = isfinite(sum) ? norm : sum; /* NaN, too */
    return FAST_OK;
}

static enum fast_status SIZED(follow)(struct pair *integrator,
                                      struct fast_factored *matrix,
                                      const struct fast_move *move, double *distance) {
    const int nq = NQ, ny = NY;
    const double h = move->h, *xn = move->xn, *base = move->from, *rates = move->rates;
    const struct fast_default *default_mode = integrator->default_mode;
    double *x = move->x;
    VECTOR(dq, NQ, integrator->change);
    VECTOR(residual, NY, default_mode->residual);
    VECTOR(dy, NY, default_mode->update);
    for (int i = 0; i < ny; i++) {
        x[nq + i] = base[nq + i];
        residual[i] = xn[nq + i] - base[nq + i] + h * rates[i];
    }
    if (MAPPED) {
        enum fast_status status = find_position(integrator, h, xn, base, x);
        if (status != FAST_OK)
            return status;
    }
    for (int i = 0; i < nq; i++)
        dq[i] = MAPPED ? x[i] - base[i] : xn[i] + h * base[nq + i] - base[i];
    if (default_mode->fq.pattern != NULL) {
        fast_multiply_add(ny, nq, default_mode->fq.pattern, default_mode->fq.values, h,
                          dq, residual);
    } else {
        const double *fq = default_mode->fq.values;
        for (int j = 0; j < nq; j++)
            for (int i = 0; i < ny; i++)
                residual[i] += fq[j * ny + i] * (h * dq[j]);
    }
    enum fast_status status = solve_sized(ny, integrator, matrix, h, residual, dy);
    return status == FAST_OK ? SIZED(arrive)(integrator, move, base, dy, distance)
                             : status;
}

static enum fast_status SIZED(iterate)(struct pair *integrator,
                                       struct fast_factored *matrix,
                                       const struct fast_move *move, double *distance) {
    const int nq = NQ, ny = NY;
    const double h = move->h, *xn = move->xn, *x = move->x;
    const struct fast_default *default_mode = integrator->default_mode;
    double *before = default_mode->before, *rates = integrator->rates;
    VECTOR(residual, NY, default_mode->residual);
    VECTOR(dy, NY, default_mode->update);
    integrator->statistics.newton_iters++;
    for (int i = 0; i < nq + ny; i++)
        before[i] = x[i];
    enum fast_status status = fast_evaluate(integrator, move->t, x, rates);
    if (status == FAST_OK && integrator->options.newton == FAST_FULL)
        status = fast_form_split(integrator, move->t, before, rates);
    if (status != FAST_OK)
        return status;
    for (int i = 0; i < ny; i++)
        residual[i] = xn[nq + i] - x[nq + i] + h * rates[i];
    status = solve_sized(ny, integrator, matrix, h, residual, dy);
    return status == FAST_OK ? SIZED(arrive)(integrator, move, before, dy, distance)
                             : status;
}

#undef JOIN_NAMES
#undef JOIN
#undef SIZED
#undef NQ
#undef NY
#undef SUFFIX
