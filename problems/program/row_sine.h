/* Sines and cosines of a row of numbers, each with the bits that the C library gives for it alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_ROW_SINE_H
#define PROBLEMS_ROW_SINE_H

/* How long a row is. */
enum { ROW_SINE_LENGTH = 32 };

/* sine := sin(x). Nothing overlaps. Compiled for vectors of eight numbers where the compiler has
 * such: to be called where fast_vector_length() is 8. */
void row_sine(const double *restrict x, double *restrict sine);
void row_cosine(const double *restrict x, double *restrict cosine);

#endif
