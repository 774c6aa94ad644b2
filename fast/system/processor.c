/* The processor, as the C library knows it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h> /* defines __GLIBC__ where it is that; without it no vectors are used */
#include "fast/processor.h"

#if defined __x86_64__ && defined __GLIBC__
#if __GLIBC_PREREQ(2, 33)
#include <sys/platform/x86.h>
#ifdef CPU_FEATURE_ACTIVE
#define KNOWS_THE_PROCESSOR
#endif
#endif
#endif

#ifdef KNOWS_THE_PROCESSOR
/* As x86_cpu_active, which for the last bit of a word (AVX-512 VL) shifts into a sign. */
static bool is_active(unsigned feature) {
    enum { word = 32, leaf = 4 * word };
    const struct cpuid_feature *has = __x86_get_cpuid_feature_leaf(feature / leaf);
    return (has->active_array[feature % leaf / word] >> feature % word & 1) != 0;
}
#endif

bool fast_has_wide_vectors(void) {
#ifdef KNOWS_THE_PROCESSOR
    return is_active(x86_cpu_AVX2);
#else
    return false;
#endif
}

int fast_vector_length(void) {
#ifdef KNOWS_THE_PROCESSOR
    if (is_active(x86_cpu_AVX512F) && is_active(x86_cpu_AVX512DQ) &&
        is_active(x86_cpu_AVX512BW) && is_active(x86_cpu_AVX512VL) &&
        is_active(x86_cpu_FMA))
        return 8;
#endif
    return fast_has_wide_vectors() ? 4 : 2;
}
