/* The processor, as the C library knows it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h> /* defines __GLIBC__ where it is that */

#include "fast/processor.h"

#if defined __x86_64__ && defined __GLIBC__
#if __GLIBC_PREREQ(2, 33)
#include <sys/platform/x86.h>
#ifdef CPU_FEATURE_ACTIVE
#define KNOWS_THE_PROCESSOR
#endif
#endif
#endif

bool fast_has_wide_vectors(void) {
#ifdef KNOWS_THE_PROCESSOR
    return CPU_FEATURE_ACTIVE(AVX2);
#else
    return false;
#endif
}

int fast_vector_length(void) {
#ifdef KNOWS_THE_PROCESSOR
    if (CPU_FEATURE_ACTIVE(AVX512F) && CPU_FEATURE_ACTIVE(AVX512DQ) &&
        CPU_FEATURE_ACTIVE(AVX512BW) && CPU_FEATURE_ACTIVE(AVX512VL) &&
        CPU_FEATURE_ACTIVE(FMA))
        return 8;
#endif
    return fast_has_wide_vectors() ? 4 : 2;
}
