/* How much errors grow along a motion, against linear systems, whose growth has closed forms.
 *
 * Where x is 1 and y' = f(t) y, y = 0 at the start, a tangent's y grows from s to t by exp
 * int_s^t f, and nothing else of it grows. The tangents begin in directions whose y is more than
 * three quarters of the largest component, so that at most 0.42 bits are missing; and a
 * hundredth, by the steps' tolerance.
 *
 * Seen to fail: growth since the start, not since the least; to the last time, not the worst; of
 * |w|, not |w|/|x|; errors of tangents not looked at.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/growth.h"

#include <criterion/criterion.h>
#include <math.h>

#include "ref/tests/testing.h"
#include "ref/vector.h"

static const double pi = 3.14159265358979323846, ln2 = 0.69314718055994530942;

/* Bits of what grows by e^power. */
static double bits_of(double power) {
    return power / ln2;
}

static double grown(const char *text, int times, const double *time) {
    double bits = NAN;
    struct model *m = testing_model(text);
    mpfr_t *t = testing_doubles(times, 53, time);
    cr_assert(ref_growth(&bits, m, times, vector_const(t)) == REF_OK);
    return bits;
}

/* Told is the next whole number above `expected` bits, less what directions hide. */
static void check(const char *text, int times, const double *time, double expected) {
    static const double hidden = 0.42;
    const double bits = grown(text, times, time), slack = expected / 100;
    cr_assert(bits >= ceil(expected - hidden - slack) &&
                  bits <= ceil(expected + slack) + (expected == 0),
              "%g bits in place of %g: %s", bits, expected, text);
}

/* Beside an equilibrium, too, where the motion itself asks for no short steps. */
Test(growth, of_what_grows_at_a_constant_rate) {
    check("state x = 1\nstate y = 0\nx' = 0\ny' = 3*y\n", 1, (double[]){4}, bits_of(12));
    check("state x = 1\nstate y = 0\nx' = 0\ny' = 20*y\n", 1, (double[]){2}, bits_of(40));
}

Test(growth, is_relative_to_the_state) {
    check("state x = 1\nstate y = 0\nx' = -x\ny' = 3*y\n", 1, (double[]){4}, bits_of(16));
    check("state x = 1\nstate y = 0\nx' = 2*x\ny' = 3*y\n", 1, (double[]){4}, bits_of(4));
    check("state x = 1\nx' = 5*x\n", 1, (double[]){4}, 0);
}

/* int_0^t f = -6 sin t is least at pi/2. */
Test(growth, is_from_the_worst_moment_to_the_worst_of_the_times) {
    static const char text[] =
        "state x = 1\nstate y = 0\nx' = 8 - 8*x\ny' = -6*cos(t)*y\n";
    check(text, 1, (double[]){1.5 * pi}, bits_of(12));
    check(text, 2, (double[]){1.5 * pi, 2.5 * pi}, bits_of(12));
    check(text, 1, (double[]){2.5 * pi}, 0);
}

Test(growth, that_cannot_be_told_is_none) {
    cr_assert(grown("state x = 1\nx' = x*x\n", 1, (double[]){2}) == 0);
    cr_assert(grown("state x = 1\nstate y = 0\nx' = sin(1e9*t)\ny' = y\n", 1,
                    (double[]){20}) == 0);
}
