/* A start for Newton's method: Gauss-Seidel's iteration over contacts, in doubles,
 *
 *     r_n := max(0, r_n - u_n / W_nn),   r_t := P(r_t - u_t / tr W_tt),
 *
 * P onto the disc of radius mu (r_n + known) (J. J. Moreau, Unilateral contact and dry friction
 * in finite freedom dynamics (1988), section 3; F. Jourdan, P. Alart, M. Jean, Comput. Methods
 * Appl. Mech. Engrg. 155 (1998) 31).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "ref/contact/cone.h"

/* Multiplications spent at most, so that large systems do not take for ever; and when the
 * changes of a sweep are below what doubles resolve. */
enum { MAX_SWEEPS = 20000 };
static const double MAX_WORK = 2e8, SETTLED = 1e-15;

struct sweep {
    const struct ref_cone *cone;
    double *W, *b, *r; /* rows x rows by rows, [rows], [rows] */
    double change, size;
};

static double find_velocity(const struct sweep *s, int i) {
    int rows = s->cone->rows;
    double u = s->b[i];
    for (int j = 0; j < rows; j++)
        u += s->W[i * rows + j] * s->r[j];
    return u;
}

static void change_impulse(struct sweep *s, int i, double r) {
    s->change = fmax(s->change, fabs(r - s->r[i]));
    s->size = fmax(s->size, fabs(r));
    s->r[i] = r;
}

static void rub(struct sweep *s, int contact) {
    const struct ref_cone *c = s->cone;
    int n = c->first[contact], end = c->first[contact + 1];
    double trace = 0, size = 0, y[2] = {0, 0};
    for (int t = n + 1; t < end; t++)
        trace += s->W[t * c->rows + t];
    if (!(trace > 0))
        return;
    for (int t = n + 1; t < end; t++) {
        y[t - n - 1] = s->r[t] - find_velocity(s, t) / trace;
        size = hypot(size, y[t - n - 1]);
    }
    double radius = mpfr_get_d(c->friction[contact], MPFR_RNDN) *
                    (s->r[n] + mpfr_get_d(c->known[contact], MPFR_RNDN));
    double share = size > radius ? radius / size : 1;
    for (int t = n + 1; t < end; t++)
        change_impulse(s, t, share * y[t - n - 1]);
}

static void sweep_contacts(struct sweep *s) {
    const struct ref_cone *c = s->cone;
    s->change = s->size = 0;
    for (int i = 0; i < c->contacts; i++) {
        int n = c->first[i];
        double diagonal = s->W[n * c->rows + n];
        if (c->part[i] == REF_WHOLE_PART && diagonal > 0)
            change_impulse(s, n, fmax(0, s->r[n] - find_velocity(s, n) / diagonal));
        if (ref_cone_has_friction(c, i))
            rub(s, i);
    }
}

enum ref_status ref_cone_start(struct ref_cone *c) {
    int rows = c->rows;
    size_t room = (size_t)rows * ((size_t)rows + 2);
    double *numbers = calloc(room + 1, sizeof *numbers);
    if (numbers == NULL)
        return REF_NO_MEMORY;
    struct sweep s = {.cone = c,
                      .W = numbers,
                      .b = numbers + rows * rows,
                      .r = numbers + rows * (rows + 1)};
    for (int i = 0; i < rows; i++) {
        s.b[i] = mpfr_get_d(c->b[i], MPFR_RNDN);
        for (int j = 0; j < rows; j++)
            s.W[i * rows + j] = mpfr_get_d(ref_cone_entry(c, i, j), MPFR_RNDN);
    }
    double limit = fmin(MAX_SWEEPS, MAX_WORK / (1.0 + (double)rows * rows));
    for (int k = 0; k < limit; k++) {
        sweep_contacts(&s);
        if (s.change <= SETTLED * s.size)
            break;
    }
    for (int i = 0; i < rows; i++)
        mpfr_set_d(c->r[i], isfinite(s.r[i]) ? s.r[i] : 0, MPFR_RNDN);
    free(numbers);
    return REF_OK;
}
