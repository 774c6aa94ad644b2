/* Solutions of the orders 5 to 16, up to two panels, one by one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/linear/dense.h"
#include "fast/linear/dense_panel.h"

enum { panel = fast_panel };

#define N 5
#include "fast/linear/dense_solve_sized.h"
#define N 6
#include "fast/linear/dense_solve_sized.h"
#define N 7
#include "fast/linear/dense_solve_sized.h"
#define N 8
#include "fast/linear/dense_solve_sized.h"
#define N 9
#include "fast/linear/dense_solve_sized.h"
#define N 10
#include "fast/linear/dense_solve_sized.h"
#define N 11
#include "fast/linear/dense_solve_sized.h"
#define N 12
#include "fast/linear/dense_solve_sized.h"
#define N 13
#include "fast/linear/dense_solve_sized.h"
#define N 14
#include "fast/linear/dense_solve_sized.h"
#define N 15
#include "fast/linear/dense_solve_sized.h"
#define N 16
#include "fast/linear/dense_solve_sized.h"

void fast_dense_solve_panels(int n, const double *factors, const int *permutation,
                             const double *b, double *x) {
    switch (n) {
    case 5: solve_5(factors, permutation, b, x); break;
    case 6: solve_6(factors, permutation, b, x); break;
    case 7: solve_7(factors, permutation, b, x); break;
    case 8: solve_8(factors, permutation, b, x); break;
    case 9: solve_9(factors, permutation, b, x); break;
    case 10: solve_10(factors, permutation, b, x); break;
    case 11: solve_11(factors, permutation, b, x); break;
    case 12: solve_12(factors, permutation, b, x); break;
    case 13: solve_13(factors, permutation, b, x); break;
    case 14: solve_14(factors, permutation, b, x); break;
    case 15: solve_15(factors, permutation, b, x); break;
    default: solve_16(factors, permutation, b, x); break;
    }
}
