/* What steps of Euler's methods do to rows of lanes, and the squares by which lanes are watched.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_LANES_EXPLICIT_MOVES_H
#define FAST_LANES_EXPLICIT_MOVES_H

/* squares += those of some rows. */
static inline void add_squares(const int n, int rows, const double *a,
                               double *restrict squares) {
    for (int i = 0; i < rows; i++, a += n)
        for (int k = 0; k < n; k++)
            squares[k] += a[k] * a[k];
}

/* x += h F of some rows. */
static inline void move_rows(const int n, int rows, double *restrict x, double h,
                             const double *F, double *restrict squares) {
    for (int i = 0; i < rows; i++, x += n, F += n)
        for (int k = 0; k < n; k++) {
            const double moved = x[k] + h * F[k];
            x[k] = moved;
            squares[k] += moved * moved;
        }
}

/* v += h v', then q += h v, row by row. */
static inline void fall(const int n, int rows, double *restrict q, double *restrict v,
                        double h, const double *rates, double *restrict squares) {
    for (int i = 0; i < rows; i++, q += n, v += n, rates += n)
        for (int k = 0; k < n; k++) {
            const double speed = v[k] + h * rates[k], place = q[k] + h * speed;
            v[k] = speed;
            q[k] = place;
            squares[k] += speed * speed + place * place;
        }
}

/* q += h v, then v += h v', row by row. */
static inline void drift(const int n, int rows, double *restrict q, double *restrict v,
                         double h, const double *rates, double *restrict squares) {
    for (int i = 0; i < rows; i++, q += n, v += n, rates += n)
        for (int k = 0; k < n; k++) {
            const double place = q[k] + h * v[k], speed = v[k] + h * rates[k];
            q[k] = place;
            v[k] = speed;
            squares[k] += speed * speed + place * place;
        }
}

#endif
