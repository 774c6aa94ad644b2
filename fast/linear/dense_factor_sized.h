/* Dense LU factors of the order N, which is defined before each inclusion, with all loops written
 * out: the same pivots, and the same operations on each entry in the same order, as in dense.c.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define JOIN_NAMES(name, n) name##n
#define JOIN(name, n) JOIN_NAMES(name, n)
#define WRITTEN_OUT _Pragma("GCC unroll 8")

static void JOIN(exchange_rows_, N)(double *a, int *permutation, int i, int j) {
    const int row = permutation[i];
    WRITTEN_OUT
    for (int column = 0; column < N; column++) {
        const double entry = a[column * N + i];
        a[column * N + i] = a[column * N + j];
        a[column * N + j] = entry;
    }
    permutation[i] = permutation[j];
    permutation[j] = row;
}

static bool JOIN(factor_, N)(double *a, int *permutation) {
    bool singular = false;
    WRITTEN_OUT
    for (int i = 0; i < N; i++)
        permutation[i] = i;
    WRITTEN_OUT
    for (int k = 0; k < N; k++) {
        double *column = a + k * N;
        int pivot = k;
        double largest = fabs(column[k]);
        WRITTEN_OUT
        for (int i = k + 1; i < N; i++)
            if (fabs(column[i]) > largest) {
                pivot = i;
                largest = fabs(column[i]);
            }
        if (pivot != k)
            JOIN(exchange_rows_, N)(a, permutation, k, pivot);
        const double divisor = column[k];
        if (divisor == 0) {
            singular = true;
        } else {
            WRITTEN_OUT
            for (int i = k + 1; i < N; i++)
                column[i] /= divisor;
        }
        WRITTEN_OUT
        for (int j = k + 1; j < N; j++) {
            const double factor = a[j * N + k];
            WRITTEN_OUT
            for (int i = k + 1; i < N; i++)
                a[j * N + i] -= factor * column[i];
        }
    }
    return singular;
}

#undef JOIN_NAMES
#undef JOIN
#undef WRITTEN_OUT
#undef N
