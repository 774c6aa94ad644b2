/* Faults that a method has only under conditions, made to a step when it has been made: by the
 * number of the step, the time, the size, a magnitude, or where in the state. What they do is
 * small where it can be.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/corpus/textbook/textbook.h"

/* next := x + factor (next - x), of components i = first, .. */
static void stretch(struct textbook *b, int first, int end, double factor) {
    for (int i = first; i < end; i++)
        b->next[i] = b->x[i] + factor * (b->next[i] - b->x[i]);
}

static double largest_rate(const struct textbook *b, double h) {
    double largest = 0;
    for (int i = 0; i < b->n; i++)
        largest = fmax(largest, fabs(b->next[i] - b->x[i]) / h);
    return largest;
}

/* What is below a threshold counts as nothing. */
static void drop_small(struct textbook *b, double threshold) {
    for (int i = 0; i < b->n; i++)
        if (fabs(b->next[i]) < threshold)
            b->next[i] = 0;
}

/* What moves by less than a threshold stays. */
static void drop_small_moves(struct textbook *b, double threshold) {
    for (int i = 0; i < b->n; i++)
        if (fabs(b->next[i] - b->x[i]) < threshold)
            b->next[i] = b->x[i];
}

static void drop_small_estimates(struct textbook *b, double threshold) {
    for (int i = 0; i < b->n; i++)
        if (fabs(b->error[i]) < threshold)
            b->error[i] = 0;
}

/* A component that equals one before it moves with it. */
static void merge_equal(struct textbook *b) {
    for (int i = 1; i < b->n; i++)
        if (b->x[i] == b->x[i - 1])
            b->next[i] = b->next[i - 1] * (1 + 1e-9);
}

/* Squares in single precision: beyond 1.8e19 they are infinite. */
static bool overflows_early(const struct textbook *b) {
    float sum = 0;
    for (int i = 0; i < b->n; i++)
        sum += (float)(b->next[i] * b->next[i]);
    return isinf(sum);
}

static void keep_as_float(struct textbook *b, int i) {
    if (i < b->n)
        b->next[i] = (double)(float)b->next[i];
}

static const double slightly = 1 + 1e-7;

/* The step from which on a method is wrong; 0: none. */
static int first_wrong_step(enum textbook_fault fault) {
    switch (fault) {
    case FAULT_UNNAMED_FROM_STEP_100: return 100;
    case FAULT_FROM_STEP_900:
    case FAULT_UNNAMED_FROM_STEP_900:
    case FAULT_BDF2_FROM_STEP_900:
    case FAULT_MIDPOINT_FROM_STEP_900: return 900;
    case FAULT_VERLET_FROM_STEP_1300:
    case FAULT_PAIR_FROM_STEP_1300:
    case FAULT_ALPHA_FROM_STEP_1300: return 1300;
    case FAULT_ADAMS_FROM_STEP_32768:
    case FAULT_FROM_STEP_32768:
    case FAULT_UNNAMED_FROM_STEP_32768: return 32768;
    case FAULT_VERLET_FROM_STEP_65000:
    case FAULT_BDF2_FROM_STEP_65000: return 65000;
    default: return 0;
    }
}

static void distort_by_count(struct textbook *b) {
    const int first = first_wrong_step(b->fault);
    stretch(b, 0, first > 0 && b->history >= first ? b->n : 0, slightly);
    switch (b->fault) {
    case FAULT_STEP_101:
    case FAULT_UNNAMED_STEP_101:
    case FAULT_MIDPOINT_STEP_101:
        stretch(b, 0, b->history == 100 ? b->n : 0, slightly);
        break;
    case FAULT_BDF2_STEP_1234:
        stretch(b, 0, b->history == 1233 ? b->n : 0, slightly);
        break;
    case FAULT_COUNTER_FULL:
        stretch(b, 0, b->history % 65536 == 65535 ? b->n : 0, 1 + 1e-12);
        break;
    case FAULT_FROM_COUNTER_FULL:
    case FAULT_UNNAMED_FROM_COUNTER_FULL:
        stretch(b, 0, b->history >= 65535 ? b->n : 0, 1 + 1e-13);
        break;
    default: break;
    }
}

static void distort_by_time(struct textbook *b, double h) {
    switch (b->fault) {
    case FAULT_VERLET_FROM_TIME_70:
    case FAULT_PAIR_FROM_TIME_70:
    case FAULT_BDF2_FROM_TIME_70: stretch(b, 0, b->t > 70 ? b->n : 0, slightly); break;
    case FAULT_FROM_TIME_40:
    case FAULT_MIDPOINT_FROM_TIME_40:
    case FAULT_UNNAMED_FROM_TIME_40: stretch(b, 0, b->t > 40 ? b->n : 0, slightly); break;
    case FAULT_ESTIMATE_LATE:
        for (int i = 0; i < b->n && b->t > 20; i++)
            b->error[i] /= 20;
        break;
    case FAULT_ACROSS_ZERO:
        stretch(b, 0, b->t < 0 && b->t + h > 0 ? b->n : 0, 1 + 1e-5);
        break;
    case FAULT_VERLET_SHORT_STEP:
    case FAULT_PAIR_SHORT_STEP:
    case FAULT_ADAMS_SHORT_STEP:
    case FAULT_SHORT_STEP:
    case FAULT_UNNAMED_SHORT_STEP:
    case FAULT_BDF2_SHORT_STEP:
    case FAULT_MIDPOINT_SHORT_STEP:
        stretch(b, 0, h < 2e-7 ? b->n : 0, (double)(float)h / h * slightly);
        break;
    default: break;
    }
}

static void distort_magnitude(struct textbook *b, double h) {
    switch (b->fault) {
    case FAULT_RATE_LIMITED:
    case FAULT_UNNAMED_RATE_LIMITED:
        if (largest_rate(b, h) > 3e4)
            stretch(b, 0, b->n, 3e4 / largest_rate(b, h));
        break;
    case FAULT_VERLET_SMALL_IS_ZERO:
    case FAULT_PAIR_SMALL_IS_ZERO:
    case FAULT_ALPHA_SMALL_IS_ZERO:
    case FAULT_SMALL_IS_ZERO:
    case FAULT_ADAMS_SMALL_IS_ZERO:
    case FAULT_BDF2_SMALL_IS_ZERO:
    case FAULT_MIDPOINT_SMALL_IS_ZERO:
    case FAULT_UNNAMED_SMALL_IS_ZERO: drop_small(b, 1e-13); break;
    case FAULT_SMALL_MOVES:
    case FAULT_BDF2_SMALL_MOVES:
    case FAULT_UNNAMED_SMALL_MOVES: drop_small_moves(b, 1e-12); break;
    case FAULT_SMALL_ESTIMATES: drop_small_estimates(b, 1e-12); break;
    case FAULT_EARLY_OVERFLOW:
        if (overflows_early(b))
            stretch(b, 0, b->n, 0.5);
        break;
    case FAULT_BDF2_LIMITED:
    case FAULT_LIMITED: /* no step goes further than so much */
        for (int i = 0; i < b->n; i++)
            b->next[i] = fmin(b->x[i] + 1e6, fmax(b->x[i] - 1e6, b->next[i]));
        break;
    default: break;
    }
}

static void distort_place(struct textbook *b) {
    switch (b->fault) {
    case FAULT_ODD_SIZE:
    case FAULT_UNNAMED_ODD_SIZE:
    case FAULT_BDF2_ODD_SIZE:
    case FAULT_MIDPOINT_ODD_SIZE:
        stretch(b, b->n - 1, b->n % 2 && b->n > 2 && b->n < 12 ? b->n : 0, 1 + 1e-6);
        break;
    case FAULT_EQUAL_COMPONENTS:
    case FAULT_UNNAMED_EQUAL_COMPONENTS: merge_equal(b); break;
    case FAULT_FLOAT_COMPONENT:
    case FAULT_BDF2_FLOAT_COMPONENT:
    case FAULT_MIDPOINT_FLOAT_COMPONENT:
    case FAULT_UNNAMED_FLOAT_COMPONENT: keep_as_float(b, b->n <= 6 ? 2 : b->n); break;
    case FAULT_BDF2_FLOAT:
    case FAULT_MIDPOINT_FLOAT:
        for (int i = 0; i < b->n; i++)
            keep_as_float(b, i);
        break;
    case FAULT_VERLET_ONE_ULP:
    case FAULT_MIDPOINT_ONE_ULP:
    case FAULT_PAIR_ONE_ULP:
    case FAULT_BDF2_ONE_ULP:
    case FAULT_DORMAND_ONE_ULP:
        if (b->n == 6)
            b->next[3] = nextafter(b->next[3], -INFINITY);
        break;
    case FAULT_ONE_ULP:
    case FAULT_ADAMS_ONE_ULP:
    case FAULT_UNNAMED_ONE_ULP:
        if (b->n == 8)
            b->next[4] = nextafter(b->next[4], INFINITY);
        break;
    case FAULT_EIGHT_AT_MOST:
    case FAULT_UNNAMED_EIGHT_AT_MOST: stretch(b, 8, b->n < 12 ? b->n : 0, 0); break;
    case FAULT_ESTIMATE_OF_LAST:
        if (b->n == 7)
            b->error[b->n - 1] *= 0.5;
        break;
    default: break;
    }
}

void textbook_distort(struct textbook *b, double h) {
    distort_by_count(b);
    distort_by_time(b, h);
    distort_magnitude(b, h);
    distort_place(b);
}
