/* The series of the elementary functions, against closed forms of their coefficients that
 * are computed here in rational arithmetic:
 *
 *     e^t: 1/k!     (1+t)^p: binomial(p, k)     log(1+t): (-1)^(k+1)/k
 *     tan t: T_m/(2m-1)! with the tangent numbers T_m (Knuth, Buckholtz, Math. Comp. 21
 *     (1967) 663)   asin t: binomial(2m, m)/(4^m (2m+1))   atan t: (-1)^m/(2m+1)
 *     1/(1-t-t^2): Fibonacci numbers
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "problems/graph/expr.h"
#include "problems/tests/jet_support.h"
#include "problems/tests/random_expressions.h"

enum { BITS = 160, ORDER = 41 };

/* Each order loses a few roundings of what came before. */
static const double TOLERANCE = 1e-45;

/* Coefficient k of a series in t, as a rational. */
typedef void coefficient(mpq_t c, int k);

static void factorial(mpz_t f, int k) {
    mpz_fac_ui(f, (unsigned long)k);
}

static void exponential(mpq_t c, int k) {
    mpz_set_ui(mpq_numref(c), 1);
    factorial(mpq_denref(c), k);
}

static void sinh_coefficient(mpq_t c, int k) {
    exponential(c, k);
    if (k % 2 == 0)
        mpq_set_ui(c, 0, 1);
}

static void cosh_coefficient(mpq_t c, int k) {
    exponential(c, k);
    if (k % 2 == 1)
        mpq_set_ui(c, 0, 1);
}

static void alternate(mpq_t c, int k) {
    if (k / 2 % 2 == 1)
        mpq_neg(c, c);
}

static void sin_coefficient(mpq_t c, int k) {
    sinh_coefficient(c, k);
    alternate(c, k);
}

static void cos_coefficient(mpq_t c, int k) {
    cosh_coefficient(c, k);
    alternate(c, k);
}

/* T_m by the triangle of Knuth and Buckholtz: t[j] = (j - i) t[j-1] + (j - i + 2) t[j]. */
static void tan_coefficient(mpq_t c, int k) {
    mpq_set_ui(c, 0, 1);
    if (k % 2 == 0)
        return;
    const int m = (k + 1) / 2;
    mpz_t t[ORDER];
    mpz_init_set_ui(t[1], 1);
    for (int i = 2; i <= m; i++) {
        mpz_init(t[i]);
        mpz_mul_ui(t[i], t[i - 1], (unsigned long)(i - 1));
    }
    for (int i = 2; i <= m; i++)
        for (int j = i; j <= m; j++) {
            mpz_mul_ui(t[j], t[j], (unsigned long)(j - i + 2));
            mpz_addmul_ui(t[j], t[j - 1], (unsigned long)(j - i));
        }
    mpz_set(mpq_numref(c), t[m]);
    factorial(mpq_denref(c), k);
    mpq_canonicalize(c);
    for (int i = 1; i <= m; i++)
        mpz_clear(t[i]);
}

static void tanh_coefficient(mpq_t c, int k) {
    tan_coefficient(c, k);
    alternate(c, k);
}

static void atan_coefficient(mpq_t c, int k) {
    mpq_set_ui(c, k % 2 == 1, k % 2 == 1 ? (unsigned long)k : 1);
    alternate(c, k);
}

static void asin_coefficient(mpq_t c, int k) {
    mpq_set_ui(c, 0, 1);
    if (k % 2 == 0)
        return;
    const unsigned long m = (unsigned long)k / 2;
    mpz_bin_uiui(mpq_numref(c), 2 * m, m);
    mpz_ui_pow_ui(mpq_denref(c), 4, m);
    mpz_mul_ui(mpq_denref(c), mpq_denref(c), (unsigned long)k);
    mpq_canonicalize(c);
}

static void acos_coefficient(mpq_t c, int k) { /* but for k = 0: pi/2 */
    asin_coefficient(c, k);
    mpq_neg(c, c);
}

static void log_coefficient(mpq_t c, int k) {
    mpq_set_si(c, k == 0 ? 0 : k % 2 == 1 ? 1 : -1, k == 0 ? 1 : (unsigned long)k);
}

/* binomial(p, k) = p (p - 1) ... (p - k + 1)/k! with p = numerator/denominator. */
static void binomial(mpq_t c, int k, long numerator, unsigned long denominator) {
    mpq_t factor;
    mpq_init(factor);
    mpq_set_ui(c, 1, 1);
    for (int j = 0; j < k; j++) {
        mpq_set_si(factor, numerator - j * (long)denominator,
                   denominator * (unsigned long)(j + 1));
        mpq_canonicalize(factor);
        mpq_mul(c, c, factor);
    }
}

static void sqrt_coefficient(mpq_t c, int k) {
    binomial(c, k, 1, 2);
}

static void power_coefficient(mpq_t c, int k) {
    binomial(c, k, -17, 7);
}

static void fibonacci(mpq_t c, int k) {
    mpz_fib_ui(mpq_numref(c), (unsigned long)k + 1);
    mpz_set_ui(mpq_denref(c), 1);
}

/* Compares e(t) with t = scale tau with the coefficients, scaled. */
static void compare(graph *g, expr e, coefficient *known, const char *name, int first) {
    const double scale = 0.75; /* exact, and no power of two */
    struct jet_run r = jet_begin(g, 1, 1, &e, BITS, ORDER);
    mpq_t c;
    mpfr_t expected, power;
    mpq_init(c);
    mpfr_inits2(2 * BITS, expected, power, (mpfr_ptr)NULL);
    mpfr_set_ui(power, 1, MPFR_RNDN);
    jet_set(&r, 0, 0, scale, 0);
    jet_compute(&r);
    for (int k = 0; k <= ORDER; k++) {
        known(c, k);
        mpfr_mul_q(expected, power, c, MPFR_RNDN);
        if (k >= first)
            cr_assert(relative_distance(eval_jet_output(r.jet, 0)[k], expected, 1e-30) <
                          TOLERANCE,
                      "%s, coefficient %d", name, k);
        mpfr_mul_d(power, power, scale, MPFR_RNDN);
    }
}

Test(jet_functions, coefficients_are_the_known_ones) {
    static const struct {
        enum expr_operation function;
        coefficient *known;
        int shift, first; /* f(shift + t); the first coefficient to compare */
    } table[] = {
        {EXPR_EXP, exponential, 0, 0},       {EXPR_SIN, sin_coefficient, 0, 0},
        {EXPR_COS, cos_coefficient, 0, 0},   {EXPR_TAN, tan_coefficient, 0, 0},
        {EXPR_SINH, sinh_coefficient, 0, 0}, {EXPR_COSH, cosh_coefficient, 0, 0},
        {EXPR_TANH, tanh_coefficient, 0, 0}, {EXPR_ASIN, asin_coefficient, 0, 0},
        {EXPR_ACOS, acos_coefficient, 0, 1}, {EXPR_ATAN, atan_coefficient, 0, 0},
        {EXPR_LOG, log_coefficient, 1, 0},   {EXPR_SQRT, sqrt_coefficient, 1, 0}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        graph *g = graph_alloc();
        expr t = expr_add(g, expr_variable(g, 0), expr_integer(g, table[i].shift));
        compare(g, expr_apply(g, table[i].function, t), table[i].known,
                expr_operation_name(table[i].function), table[i].first);
    }
}

Test(jet_functions, powers_and_quotients_have_the_known_coefficients) {
    graph *g = graph_alloc();
    expr t = expr_variable(g, 0), one = expr_integer(g, 1);
    compare(g, expr_pow(g, expr_add(g, t, one), fraction(g, -17, 7)), power_coefficient,
            "power", 0);
    expr denominator = expr_sub(g, expr_sub(g, one, t), expr_mul(g, t, t));
    compare(g, expr_div(g, one, denominator), fibonacci, "quotient", 0);
}

/* Identities, as expressions that are zero for every x, and the terms that they come from. */
enum { IDENTITIES = 14 };

static expr identity(graph *g, int i, expr x) {
    expr one = expr_integer(g, 1), s = expr_apply(g, EXPR_SIN, x);
    expr c = expr_apply(g, EXPR_COS, x), sh = expr_apply(g, EXPR_SINH, x);
    expr ch = expr_apply(g, EXPR_COSH, x), l = expr_apply(g, EXPR_LOG, x);
    expr p = fraction(g, 29, 10), root = expr_apply(g, EXPR_SQRT, x);
    switch (i) {
    case 0: return expr_sub(g, expr_add(g, expr_mul(g, s, s), expr_mul(g, c, c)), one);
    case 1:
        return expr_sub(g, expr_sub(g, expr_mul(g, ch, ch), expr_mul(g, sh, sh)), one);
    case 2: return expr_sub(g, expr_apply(g, EXPR_EXP, l), x);
    case 3: return expr_sub(g, expr_apply(g, EXPR_LOG, expr_apply(g, EXPR_EXP, x)), x);
    case 4: return expr_sub(g, expr_apply(g, EXPR_TAN, x), expr_div(g, s, c));
    case 5: return expr_sub(g, expr_apply(g, EXPR_TANH, x), expr_div(g, sh, ch));
    case 6: return expr_sub(g, expr_mul(g, root, root), x);
    case 7: return expr_sub(g, expr_apply(g, EXPR_ATAN, expr_apply(g, EXPR_TAN, x)), x);
    case 8: return expr_sub(g, expr_apply(g, EXPR_ASIN, s), x);
    case 9: return expr_sub(g, expr_apply(g, EXPR_ACOS, c), x);
    case 10:
        return expr_sub(g, expr_pow(g, x, p), expr_apply(g, EXPR_EXP, expr_mul(g, p, l)));
    case 11: return expr_sub(g, expr_mul(g, expr_div(g, s, ch), ch), s);
    case 12: return expr_sub(g, expr_div(g, expr_mul(g, x, ch), x), ch);
    default: return expr_sub(g, expr_apply(g, EXPR_EXP, x), expr_add(g, sh, ch));
    }
}

/* x(tau) has a middle between 0.3 and 1.2, so that all of it is defined; its own
 * coefficients are small, or the terms that cancel would be large. */
Test(jet_functions, identities_hold_in_every_order) {
    struct sample s = sample_begin();
    for (int i = 0; i < IDENTITIES; i++)
        for (int trial = 0; trial < 10; trial++) {
            graph *g = graph_alloc();
            expr e = identity(g, i, expr_variable(g, 0));
            struct jet_run r = jet_begin(g, 1, 1, &e, BITS, 30);
            jet_set(&r, 0, sample_uniform(&s, 0.3, 1.2), sample_uniform(&s, -0.2, 0.2),
                    sample_uniform(&s, -0.03, 0.03));
            jet_compute(&r);
            for (int k = 0; k <= 30; k++) {
                mpfr_srcptr c = eval_jet_output(r.jet, 0)[k];
                cr_assert(mpfr_number_p(c) && mpfr_cmpabs_ui(c, 1) < 0);
                cr_assert(fabs(mpfr_get_d(c, MPFR_RNDN)) < 1e-43,
                          "identity %d, order %d, seed %llu: %g", i, k,
                          (unsigned long long)s.seed, mpfr_get_d(c, MPFR_RNDN));
            }
        }
}
