/* What the processor has.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_PROCESSOR_H
#define FAST_PROCESSOR_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether the processor is known to have AVX2, vectors of four numbers: then functions that are compiled
 * with them may be given as callbacks. False also where the C library cannot tell. Results do not
 * depend on it. */
bool fast_has_wide_vectors(void);

#ifdef __cplusplus
}
#endif

#endif
