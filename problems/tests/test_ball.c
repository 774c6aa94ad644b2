/* Balls: the result of an operation on members of balls is a member of the resulting ball.
 * The member is evaluated by MPFR with 300 bits more than the ball has.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "problems/readers/ball.h"
#include "problems/readers/mpfr_operation.h"
#include "problems/tests/sample.h"

enum { EXTRA_BITS = 300 };

/* A ball, and in `member` a random point of it, often at its end. */
static void random_ball(struct sample *s, struct ball *x, mpfr_t member) {
    static const double middle[] = {0, 1, -1, 0.5, 2, 3, 1.37};
    double m =
        sample_choice(s, 3) ? sample_uniform(s, -3, 3) : middle[sample_choice(s, 7)];
    if (sample_choice(s, 8) == 0)
        m = ldexp(m, sample_choice(s, 40) - 20);
    double r = sample_choice(s, 4) == 0
                   ? 0
                   : ldexp(sample_uniform(s, 0, 1), -sample_choice(s, 60));
    mpfr_set_d(x->mid, m, MPFR_RNDN);
    mpfr_set_d(x->rad, r, MPFR_RNDU);
    double part = sample_choice(s, 3) - 1;
    if (sample_choice(s, 2))
        part = sample_uniform(s, -1, 1);
    mpfr_set(member, x->rad, MPFR_RNDN);
    mpfr_mul_d(member, member, part, MPFR_RNDN);
    mpfr_add(member, member, x->mid, MPFR_RNDN);
}

static bool contains(const struct ball *x, mpfr_t member) {
    mpfr_t distance;
    mpfr_init2(distance, mpfr_get_prec(member));
    mpfr_sub(distance, member, x->mid, MPFR_RNDZ);
    bool inside = mpfr_cmpabs(distance, x->rad) <= 0;
    mpfr_clear(distance);
    return inside;
}

Test(ball, every_operation_contains_the_results_on_members) {
    struct sample s = sample_begin();
    for (int operation = EXPR_ADD; operation <= EXPR_SELECT; operation++) {
        int known = 0;
        for (int trial = 0; trial < 4000; trial++) {
            const mpfr_prec_t bits = 2 + sample_choice(&s, 80);
            struct ball x[3], r;
            mpfr_t member[3], result;
            ball_init(&r, bits);
            mpfr_init2(result, bits + EXTRA_BITS);
            for (int i = 0; i < 3; i++) {
                ball_init(&x[i], bits);
                mpfr_init2(member[i], bits + EXTRA_BITS);
                random_ball(&s, &x[i], member[i]);
            }
            ball_apply(&r, (enum expr_operation)operation, &x[0], &x[1], &x[2]);
            mpfr_operate(result, (enum expr_operation)operation, member[0], member[1],
                         member[2]);
            if (mpfr_number_p(r.mid) && mpfr_number_p(result)) {
                known++;
                cr_assert(contains(&r, result), "%s: seed %llu trial %d",
                          expr_operation_name((enum expr_operation)operation),
                          (unsigned long long)s.seed, trial);
            }
            for (int i = 0; i < 3; i++) {
                ball_clear(&x[i]);
                mpfr_clear(member[i]);
            }
            ball_clear(&r);
            mpfr_clear(result);
        }
        cr_assert_gt(known, 400, "%s",
                     expr_operation_name((enum expr_operation)operation));
    }
}

/* At a point, and away from singularities, the radius is the last place of the middle. */
Test(ball, a_point_becomes_no_wider_than_one_rounding) {
    for (int operation = EXPR_ADD; operation <= EXPR_SELECT; operation++) {
        struct ball x, y, r;
        ball_init(&x, 90);
        ball_init(&y, 90);
        ball_init(&r, 90);
        mpfr_set_d(x.mid, 0.83, MPFR_RNDN);
        mpfr_set_d(y.mid, 1.37, MPFR_RNDN);
        ball_apply(&r, (enum expr_operation)operation, &x, &y, &y);
        cr_assert(mpfr_number_p(r.mid));
        cr_assert(mpfr_cmp_d(r.rad, ldexp(1, -87)) < 0, "%s",
                  expr_operation_name((enum expr_operation)operation));
        ball_clear(&x);
        ball_clear(&y);
        ball_clear(&r);
    }
}

/* The radius of f(m +- r) is close to |f'(m)| r: not a bound that is true because it is
 * huge. */
Test(ball, a_small_radius_grows_with_the_slope_only) {
    static const struct {
        enum expr_operation function;
        double slope; /* a bound of |f'| around 0.83 */
    } known[] = {{EXPR_SQRT, 1.1}, {EXPR_EXP, 2.3},  {EXPR_LOG, 1.21}, {EXPR_SIN, 1.0},
                 {EXPR_COS, 1.0},  {EXPR_TAN, 2.2},  {EXPR_ASIN, 1.8}, {EXPR_ACOS, 1.8},
                 {EXPR_ATAN, 1.0}, {EXPR_SINH, 1.4}, {EXPR_COSH, 1.4}, {EXPR_TANH, 1.0}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct ball x, r;
        ball_init(&x, 200);
        ball_init(&r, 200);
        mpfr_set_d(x.mid, 0.83, MPFR_RNDN);
        mpfr_set_d(x.rad, 1e-20, MPFR_RNDU);
        ball_apply(&r, known[i].function, &x, NULL, NULL);
        cr_assert(mpfr_cmp_d(r.rad, known[i].slope * 1.001e-20) < 0, "%s",
                  expr_operation_name(known[i].function));
        ball_clear(&x);
        ball_clear(&r);
    }
}

Test(ball, rounds_only_when_all_members_round_alike) {
    struct ball x;
    mpfr_t value;
    ball_init(&x, 100);
    mpfr_init2(value, 53);
    mpfr_set_d(value, 7, MPFR_RNDN);
    mpfr_set_d(x.mid, 1.5, MPFR_RNDN);
    mpfr_set_d(x.rad, ldexp(1, -53),
               MPFR_RNDU); /* reaches the midpoint: tie to even, 1.5 */
    cr_assert(ball_round(value, &x));
    cr_assert_eq(mpfr_cmp_d(value, 1.5), 0);
    mpfr_set_d(value, 7, MPFR_RNDN);
    mpfr_nextabove(x.rad);
    cr_assert_not(ball_round(value, &x));
    mpfr_set_nan(x.mid);
    cr_assert_not(ball_round(value, &x));
    cr_assert_eq(mpfr_cmp_ui(value, 7), 0);
    ball_clear(&x);
    mpfr_clear(value);
}
