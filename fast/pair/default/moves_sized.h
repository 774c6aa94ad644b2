/* The moves of the default mode: the step of implicit Euler that the linear model
 *
 *     f(t, x) ~ F + fq (q - qb) + fy (y - yb)
 *
 * about a point b leads to, which costs no evaluation, and Newton's iteration, which costs
 * one. Both solve for y with the residual of (4),
 *
 *     (I - h J) dy = -(y - yn - h f),
 *
 * taken from the model at yb, or from f, and both end at the q that goes with y, by (3).
 * Up to most_sized unknowns their vectors stay in registers.
 *
 * Part of attempt_sized.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
/* residual += h fq dq, where fq is full: each row's sum stays in a register. Zeros of its pattern,
 * which take less time than to look for what is there, change no bit. */
static inline void SIZED(add_full_product)(const struct pair *integrator,
                                           const double *fq, const double h,
                                           const double *dq, double *residual) {
    double multiple[most_sized];
    (void)integrator; /* whose sizes they are, if any */
    for (int j = 0; j < NQ; j++)
        multiple[j] = h * dq[j];
    for (int i = 0; i < NY; i++) {
        double sum = residual[i];
        for (int j = 0; j < NQ; j++)
            sum += fq[j * NY + i] * multiple[j];
        residual[i] = sum;
    }
}

/* residual += h fq dq. */
static inline void SIZED(product)(const struct pair *integrator, double h,
                                  const double *dq, double *residual) {
    const struct fast_default *default_mode = integrator->default_mode;
    const struct fast_matrix *fq = &default_mode->fq;
    const bool is_small = NQ <= most_sized && NY <= most_sized;
    if (is_small && !MAPPED) /* N is 1: fq N is fq, and full */
        SIZED(add_full_product)(integrator, default_mode->fqn.values, h, dq, residual);
    else if (is_small && fq->pattern == NULL)
        SIZED(add_full_product)(integrator, fq->values, h, dq, residual);
    else if (NY > most_sized && default_mode->balance != NULL)
        fast_balance_push(default_mode->balance, NQ, h, dq); /* the next solution's */
    else
        fast_multiply_add(NY, NQ, fq->pattern, fq->values, h, dq, residual);
}

/* Whether the moves are those of square_moves.h. */
static inline bool SIZED(is_square)(const struct pair *integrator,
                                    const struct fast_factored *matrix) {
    return !MAPPED && NQ == NY && NY >= fast_least_square && NY <= fast_most_square &&
           matrix->inverse != NULL && integrator->default_mode->square != NULL;
}

/* df/dq by columns; NULL: not all of it is kept. */
static inline const double *SIZED(full_product)(const struct pair *integrator) {
    const struct fast_default *default_mode = integrator->default_mode;
    return NY <= most_sized                   ? default_mode->fqn.values
           : default_mode->fq.pattern == NULL ? default_mode->fq.values
                                              : NULL;
}

/* dy := inverse r. */
static inline void SIZED(multiply)(const struct pair *integrator, const double *inverse,
                                   const double *r, double *dy) {
    const int stride = fast_inverse_stride(NY);
    (void)integrator;
    if (NY > most_written_out) {
        fast_inverse_multiply(NY, inverse, r, dy);
        return;
    }
    for (int i = 0; i < NY; i++) {
        double sum = inverse[i] * r[0];
        for (int j = 1; j < NY; j++)
            sum += inverse[j * stride + i] * r[j];
        dy[i] = sum;
    }
}

/* dy := (I - h J)^-1 r, as fast_solve_update does it. */
static inline enum fast_status SIZED(solve)(struct pair *integrator,
                                            struct fast_factored *matrix, double h,
                                            const double *r, double *dy) {
    struct fast_default *default_mode = integrator->default_mode;
    if (matrix->inverse != NULL) {
        default_mode->solves++;
        SIZED(multiply)(integrator, matrix->inverse, r, dy);
        return FAST_OK;
    }
    for (int i = 0; i < NY; i++)
        default_mode->residual[i] = r[i];
    const enum fast_status status = fast_solve_update(integrator, matrix, h);
    for (int i = 0; i < NY; i++)
        dy[i] = default_mode->update[i];
    return status;
}

/* y := from's + dy, and q of x; *distance := |scale (x - from)|. */
static inline enum fast_status SIZED(arrive)(struct pair *integrator,
                                             const struct fast_move *move,
                                             const double *from, const double *dy,
                                             double *distance) {
    const double h = move->h, *xn = move->xn, *scale = integrator->default_mode->scale;
    double *restrict x = move->x;
    for (int i = 0; i < NY; i++)
        x[NQ + i] = from[NQ + i] + dy[i];
    if (MAPPED) {
        const enum fast_status status = fast_place(integrator, h, xn, x);
        if (status != FAST_OK)
            return status;
    } else {
        for (int i = 0; i < NQ; i++)
            x[i] = xn[i] + h * x[NQ + i];
    }
    *distance = fast_scaled_move(NQ + NY, scale, x, from);
    return FAST_OK;
}

/* By the linear model; from xn itself it is a guess. */
static enum fast_status SIZED(follow)(struct pair *integrator,
                                      struct fast_factored *matrix,
                                      const struct fast_move *move, double *distance) {
    const double h = move->h, *xn = move->xn, *base = move->from, *rates = move->rates;
    struct fast_default *default_mode = integrator->default_mode;
    double room[3 * most_sized], *x = move->x;
    double *dq = NQ <= most_sized ? room : integrator->change; /* nq > ny is possible */
    double *residual = NY <= most_sized ? room + most_sized : default_mode->residual;
    double *dy = NY <= most_sized ? room + 2 * most_sized : default_mode->update;
    if (SIZED(is_square)(integrator, matrix) && SIZED(full_product)(integrator) != NULL) {
        default_mode->products++;
        default_mode->solves++;
        *distance = default_mode->square->follow(h, xn, base, rates,
                                                 SIZED(full_product)(integrator),
                                                 matrix->inverse, default_mode->scale, x);
        return FAST_OK;
    }
    if (CHAIN) {
        bool takes;
        const enum fast_status status =
            follow_diagonals(integrator, matrix, move, 0, NULL, NULL, distance, &takes);
        if (takes || status != FAST_OK)
            return status;
    }
    if (MAPPED) {
        for (int i = 0; i < NY; i++)
            x[NQ + i] = base[NQ + i];
        const enum fast_status status = find_position(integrator, h, xn, base, x);
        if (status != FAST_OK)
            return status;
    }
    for (int i = 0; i < NY; i++)
        residual[i] = xn[NQ + i] - base[NQ + i] + h * rates[i];
    for (int i = 0; i < NQ; i++)
        dq[i] = MAPPED ? x[i] - base[i] : xn[i] + h * base[NQ + i] - base[i];
    default_mode->products += NQ > 0;
    SIZED(product)(integrator, h, dq, residual);
    const enum fast_status status = SIZED(solve)(integrator, matrix, h, residual, dy);
    return status == FAST_OK ? SIZED(arrive)(integrator, move, base, dy, distance)
                             : status;
}

/* From the end of a step of h_before from `before`: rates[ny] := y' there, which are move's. */
static inline enum fast_status SIZED(follow_on)(struct pair *integrator,
                                                struct fast_factored *matrix,
                                                const struct fast_move *move,
                                                double h_before, const double *before,
                                                double *rates, double *distance) {
    if (CHAIN) {
        bool takes;
        const enum fast_status status = follow_diagonals(
            integrator, matrix, move, h_before, before, rates, distance, &takes);
        if (takes || status != FAST_OK)
            return status;
    }
    if (SIZED(is_square)(integrator, matrix) && SIZED(full_product)(integrator) != NULL) {
        struct fast_default *default_mode = integrator->default_mode;
        default_mode->products++;
        default_mode->solves++;
        *distance =
            default_mode->square->go_on(h_before, before, move->h, move->xn, move->from,
                                        rates, SIZED(full_product)(integrator),
                                        matrix->inverse, default_mode->scale, move->x);
        return FAST_OK;
    }
    for (int i = 0; i < NY; i++)
        rates[i] = (move->from[NQ + i] - before[NQ + i]) / h_before;
    return SIZED(follow)(integrator, matrix, move, distance);
}

/* With one evaluation: Newton's next iterate. Leaves the one before in `before`, and f there in
 * integrator->rates. */
static enum fast_status SIZED(iterate)(struct pair *integrator,
                                       struct fast_factored *matrix,
                                       const struct fast_move *move, double *distance) {
    const double h = move->h, *xn = move->xn, *x = move->x;
    const struct fast_default *default_mode = integrator->default_mode;
    double room[2 * most_sized], *before = default_mode->before;
    double *residual = NY <= most_sized ? room : default_mode->residual;
    double *dy = NY <= most_sized ? room + most_sized : default_mode->update;
    integrator->statistics.newton_iters++;
    enum fast_status status = fast_evaluate(integrator, move->t, x, integrator->rates);
    if (status == FAST_OK && integrator->options.newton == FAST_FULL)
        status = fast_form_split(integrator, move->t, x, integrator->rates);
    if (status != FAST_OK)
        return status;
    if (CHAIN) {
        bool takes;
        status = iterate_diagonals(integrator, matrix, move, distance, &takes);
        if (takes || status != FAST_OK)
            return status;
    }
    if (SIZED(is_square)(integrator, matrix)) {
        for (int i = 0; i < NY; i++)
            residual[i] = xn[NQ + i] - x[NQ + i] + h * integrator->rates[i];
        integrator->default_mode->solves++;
        *distance = default_mode->square->iterate(h, xn, residual, matrix->inverse,
                                                  default_mode->scale, move->x, before);
        return FAST_OK;
    }
    for (int i = 0; i < NQ + NY; i++)
        before[i] = x[i];
    for (int i = 0; i < NY; i++)
        residual[i] = xn[NQ + i] - before[NQ + i] + h * integrator->rates[i];
    status = SIZED(solve)(integrator, matrix, h, residual, dy);
    return status == FAST_OK ? SIZED(arrive)(integrator, move, before, dy, distance)
                             : status;
}

/* |scale (a - b)|. */
static inline double SIZED(distance)(const struct pair *integrator, const double *a,
                                     const double *b) {
    const struct fast_default *default_mode = integrator->default_mode;
    return SIZED(is_square)(integrator, &default_mode->whole)
               ? default_mode->square->distance(default_mode->scale, a, b)
               : fast_scaled_distance(NQ + NY, default_mode->scale, a, b);
}

/* Whether the last iteration's update of x is rounding. */
static inline bool SIZED(is_zero)(const struct pair *integrator, const double *x) {
    return fast_move_is_zero(NQ + NY, x, integrator->default_mode->before);
}
