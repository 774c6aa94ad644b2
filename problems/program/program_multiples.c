/* Instructions that only multiply by a known power of two: x / c for c = +-2^k is x * (1/c),
 * and x * 1 is x, to the last bit for every x, since the reciprocal is exact and so both are
 * the same real number, rounded once. A multiplication takes a third of a division's time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "problems/program/program.h"

/* The value of a slot; false: it is no constant. */
static bool find_constant(const struct program *p, int slot, const double *constant,
                          double *value) {
    if (slot < p->inputs || slot >= p->inputs + p->constants)
        return false;
    *value = constant[slot - p->inputs];
    return true;
}

/* Whether c is a power of two whose reciprocal is one, too. */
static bool is_power_of_two(double c) {
    int exponent;
    return isnormal(c) && isnormal(1 / c) && fabs(frexp(c, &exponent)) == 0.5;
}

bool program_is_multiple(const struct program *p, int i, const double *constant,
                         struct program_multiple *multiple) {
    const struct instruction *code = &p->code[i];
    double value;
    if (code->operation == EXPR_DIV && find_constant(p, code->b, constant, &value) &&
        is_power_of_two(value)) {
        *multiple = (struct program_multiple){code->a, 1 / value};
        return true;
    }
    if (code->operation != EXPR_MUL)
        return false;
    for (int side = 0; side < 2; side++) {
        const int factor = side == 0 ? code->a : code->b;
        if (find_constant(p, factor, constant, &value) && value == 1) {
            *multiple = (struct program_multiple){side == 0 ? code->b : code->a, 1};
            return true;
        }
    }
    return false;
}
