/* A solution from dense LU factors of the order N, which is defined before each inclusion, with
 * all loops written out: the vector stays in registers, and what is left is the wait for one
 * quotient after the other. The operations on each entry are those of dense.c in their order.
 * What is subtracted from the other panel is multiplied as soon as a factor is there, beside
 * the wait for the next one.
 *
 * No vectors: the load of two numbers that have been stored one by one waits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define JOIN_NAMES(name, n) name##n
#define JOIN(name, n) JOIN_NAMES(name, n)
#define WRITTEN_OUT _Pragma("GCC unroll 16")

static void JOIN(solve_, N)(const double *lu, const int *permutation, const double *b,
                            double *solution) {
    enum { first = N < panel ? N : panel, from = N - first };
    double x[N], sum[N], product[panel][panel];
    WRITTEN_OUT
    for (int i = 0; i < N; i++)
        x[i] = b[permutation[i]];
    WRITTEN_OUT
    for (int k = 0; k < first; k++) {
        WRITTEN_OUT
        for (int i = k + 1; i < first; i++)
            x[i] -= x[k] * lu[k * N + i];
        WRITTEN_OUT
        for (int i = first; i < N; i++)
            sum[i] = k == 0 ? lu[i] * x[0] : sum[i] + lu[k * N + i] * x[k];
    }
    WRITTEN_OUT
    for (int i = first; i < N; i++)
        x[i] -= sum[i];
    WRITTEN_OUT
    for (int k = first; k < N; k++) {
        WRITTEN_OUT
        for (int i = k + 1; i < N; i++)
            x[i] -= x[k] * lu[k * N + i];
    }
    WRITTEN_OUT
    for (int k = N - 1; k >= from; k--) {
        x[k] /= lu[k * N + k];
        WRITTEN_OUT
        for (int i = k - 1; i >= from; i--)
            x[i] -= x[k] * lu[k * N + i];
        WRITTEN_OUT
        for (int i = from - 1; i >= 0; i--)
            product[i][k - from] = lu[k * N + i] * x[k];
    }
    WRITTEN_OUT
    for (int i = from - 1; i >= 0; i--) {
        double all = product[i][0];
        WRITTEN_OUT
        for (int k = 1; k < panel; k++)
            all += product[i][k];
        x[i] -= all;
    }
    WRITTEN_OUT
    for (int k = from - 1; k >= 0; k--) {
        x[k] /= lu[k * N + k];
        WRITTEN_OUT
        for (int i = k - 1; i >= 0; i--)
            x[i] -= x[k] * lu[k * N + i];
    }
    WRITTEN_OUT
    for (int i = 0; i < N; i++)
        solution[i] = x[i];
}

#undef JOIN_NAMES
#undef JOIN
#undef WRITTEN_OUT
#undef N
