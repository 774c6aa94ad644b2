/* A step's matrix is asked of the integrator, column by column, by steps from (1, 0) and (0, 1),
 * and in MPFR of the reference's derivative; it is stable where (study_stability_formula.c)
 *
 *     max(D - 1, |T| - 1 - D) <= 0.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/base/message.h"
#include "harness/studies/stability/study_stability_probe.h"
#include "harness/results/study.h"
#include "harness/results/study_projected.h"
#include "problems/model.h"
#include "ref/vector.h"

static const char spring[] = "param k = 3.7, c = 0\nspan 0 .. 1\n"
                             "position x = 1\nvelocity v = 0.3\n"
                             "x' = v\nv' = -k*x - c*v\n";

/* What rounding may make of the condition. */
static const double slack = 1e-13;
enum { BITS_SPENT = 24, BISECTIONS = 60, BISECTIONS_IN_MPFR = 200 };

int probe_open(struct probe *p, double c, struct diagnostic *d) {
    const struct study *s = p->study;
    struct subject_options options = geometry_options(s, p->form);
    mpfr_ptr *const numbers[] = {&p->t,     &p->h,           &p->low,  &p->high,
                                 &p->trace, &p->determinant, &p->limit};
    char value[32];
    snprintf(value, sizeof value, "%.17g", c);
    const struct setting setting = {"c", value};
    if (stability_model(&p->model, "stability.model", spring, 1, &setting, d) ||
        s->open_subject(s->context, p->model, &options, &p->subject, d))
        return -1;
    p->opened = true;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] = room_number(&p->room, p->bits);
    p->x = room_numbers(&p->room, 2, p->bits);
    p->x1 = room_numbers(&p->room, 2, p->bits);
    p->D = room_numbers(&p->room, 4, p->bits);
    if (p->room.is_short || ref_step_alloc(&p->step, p->model, p->form->reference,
                                           p->bits, EVAL_DOUBLE_CONSTANTS) != REF_OK)
        return message_set(d, "the spring: out of memory");
    return 0;
}

void probe_close(struct probe *p) {
    if (p->opened)
        p->subject.free(p->subject.self);
    ref_step_free(p->step);
    room_clear(&p->room);
    model_free(p->model);
    p->opened = false;
    p->step = NULL;
    p->model = NULL;
}

/* A step that the integrator refuses is not stable. */
static bool is_stable_in_double(const struct probe *p, double h) {
    const struct subject *s = &p->subject;
    double column[2][2];
    for (int j = 0; j < 2; j++) {
        const double unit[2] = {j == 0, j == 1};
        if (s->start(s->self, 0, unit) || s->step(s->self, h))
            return false;
        column[j][0] = s->state(s->self)[0];
        column[j][1] = s->state(s->self)[1];
    }
    double trace = column[0][0] + column[1][1];
    double determinant = column[0][0] * column[1][1] - column[0][1] * column[1][0];
    return fmax(determinant - 1, fabs(trace) - 1 - determinant) <=
           slack * fmax(1, fabs(trace));
}

double probe_limit(const struct probe *p) {
    double high = 1e-3 / sqrt(probe_stiffness);
    if (!is_stable_in_double(p, high))
        return 0;
    while (high < 1e9 && is_stable_in_double(p, high))
        high *= 2;
    double low = high / 2;
    for (int i = 0; i < BISECTIONS; i++) {
        double middle = (low + high) / 2;
        *(is_stable_in_double(p, middle) ? &low : &high) = middle;
    }
    return low;
}

/* By the derivative of the reference's step. */
static bool is_stable(struct probe *p, mpfr_srcptr h) {
    if (ref_step_tangent(p->step, p->t, vector_const(p->x), h, p->x1, p->D) != REF_OK)
        return false;
    mpfr_add(p->trace, p->D[0], p->D[3], MPFR_RNDN);
    mpfr_abs(p->trace, p->trace, MPFR_RNDN);
    mpfr_fmms(p->determinant, p->D[0], p->D[3], p->D[1], p->D[2], MPFR_RNDN);
    mpfr_sub(p->trace, p->trace, p->determinant, MPFR_RNDN);
    mpfr_sub_ui(p->trace, p->trace, 1, MPFR_RNDN);
    mpfr_sub_ui(p->determinant, p->determinant, 1, MPFR_RNDN);
    mpfr_max(p->trace, p->trace, p->determinant, MPFR_RNDN);
    return mpfr_cmp_d(p->trace, ldexp(1, BITS_SPENT - (int)p->bits)) <= 0;
}

/* p->low := the limit, from twice the one in double. */
void probe_limit_exactly(struct probe *p, double near) {
    mpfr_set_d(p->low, near / 2, MPFR_RNDN);
    mpfr_set_d(p->high, near * 1.5, MPFR_RNDN);
    for (int i = 0; i < BISECTIONS_IN_MPFR; i++) {
        mpfr_add(p->h, p->low, p->high, MPFR_RNDN);
        mpfr_div_2ui(p->h, p->h, 1, MPFR_RNDN);
        mpfr_swap(is_stable(p, p->h) ? p->low : p->high, p->h);
    }
}

/* p->limit := the formula in MPFR, where it is one of square roots: (c + s)/k or 4/(c + s),
 * s = sqrt(c^2 + 4 k); else what it is in double. */
bool probe_formula(struct probe *p, double c) {
    double k = probe_stiffness;
    mpfr_set_d(p->limit, c, MPFR_RNDN);
    mpfr_sqr(p->limit, p->limit, MPFR_RNDN);
    mpfr_set_d(p->h, k, MPFR_RNDN);
    mpfr_mul_ui(p->h, p->h, 4, MPFR_RNDN);
    mpfr_add(p->limit, p->limit, p->h, MPFR_RNDN);
    mpfr_sqrt(p->limit, p->limit, MPFR_RNDN);
    mpfr_add_d(p->limit, p->limit, c, MPFR_RNDN);
    switch (p->form->reference) {
    case REF_SEMI_EXPLICIT_EULER_POSITION_IMPLICIT:
    case REF_SEMI_EXPLICIT_EULER_GAMING:
        mpfr_ui_div(p->limit, 4, p->limit, MPFR_RNDN);
        return true;
    case REF_SEMI_EXPLICIT_EULER_2:
        mpfr_ui_div(p->limit, 8, p->limit, MPFR_RNDN);
        return true;
    case REF_SEMI_EXPLICIT_EULER_VELOCITY_IMPLICIT:
        mpfr_div_d(p->limit, p->limit, k, MPFR_RNDN);
        return true;
    case REF_EXPLICIT_EULER:
    case REF_RUNGE_KUTTA_MERSON: break;
    }
    return false;
}
