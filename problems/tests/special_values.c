/* SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/special_values.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum expr_operation special_operation(const char *name) {
    for (int i = EXPR_SN; i <= EXPR_KEPLER; i++)
        if (strcmp(expr_operation_name((enum expr_operation)i), name) == 0)
            return (enum expr_operation)i;
    cr_assert(false, "no function %s", name);
    return EXPR_NUMBER;
}

int special_values(struct special_value *value) {
    FILE *file = fopen(TEST_DATA "/special.txt", "r");
    cr_assert_not_null(file);
    char line[512], name[SPECIAL_WORD];
    int count = 0;
    while (fgets(line, sizeof line, file)) {
        struct special_value *v = &value[count];
        if (line[0] == '#')
            continue;
        cr_assert_eq(sscanf(line, "%79s %79s %79s %79s", name, v->a, v->b, v->value), 4);
        v->function = special_operation(name);
        cr_assert_lt(++count, SPECIAL_VALUES);
    }
    fclose(file);
    return count;
}

/* A parameter in (0, 1): in the middle, or near to an end. */
static double sample_parameter(struct sample *s) {
    double small = exp(-sample_uniform(s, 0, 25));
    return sample_choice(s, 2) ? small : 1 - small / 2;
}

void special_sample(struct sample *s, enum expr_operation function, mpfr_ptr a,
                    mpfr_ptr b) {
    double u = sample_uniform(s, -3, 3) * exp(sample_uniform(s, -20, 6));
    double m = sample_parameter(s);
    if (function == EXPR_KEPLER && sample_choice(s, 3) == 0)
        m = -m;
    else if (function != EXPR_KEPLER && function != EXPR_ELLIPTIC_K &&
             sample_choice(s, 3) == 0)
        m = 1 / m;
    if (function == EXPR_ELLIPTIC_F && m > 1)
        u = asin(sample_uniform(s, -0.999, 0.999) / sqrt(m));
    mpfr_set_d(a, function == EXPR_ELLIPTIC_K ? m : u, MPFR_RNDN);
    mpfr_set_d(b, m, MPFR_RNDN);
}
