/* Factors of the orders 5 to 8, one by one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/linear/dense.h"

#define N 5
#include "fast/linear/dense_factor_sized.h"
#define N 6
#include "fast/linear/dense_factor_sized.h"
#define N 7
#include "fast/linear/dense_factor_sized.h"
#define N 8
#include "fast/linear/dense_factor_sized.h"

bool fast_dense_factor_panel(int n, double *a, int *permutation) {
    switch (n) {
    case 5: return factor_5(a, permutation);
    case 6: return factor_6(a, permutation);
    case 7: return factor_7(a, permutation);
    default: return factor_8(a, permutation);
    }
}
