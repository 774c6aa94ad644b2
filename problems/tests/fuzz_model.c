/* A libFuzzer target: any text is either a model, from which every program can be made, or
 * is refused with a message.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "problems/tests/digest.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!digest_text((const char *)data, size))
        abort();
    return 0;
}
