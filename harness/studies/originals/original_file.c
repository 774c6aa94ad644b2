/* A file of recorded runs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/originals/original_file.h"

#include "harness/base/input.h"
#include "harness/base/message.h"
#include "harness/studies/originals/simbody_recorder.h"

int original_open(json_t **records, const char *path, struct diagnostic *d) {
    *records = input_json(path, JSON_REJECT_DUPLICATES, d);
    if (*records == NULL)
        return -1;
    if (simbody_read_recorder(*records) == 0)
        return 0;
    json_decref(*records);
    return message_set(d, "out of memory");
}
