/* What errors are counted from: |x|; or 1, where all of x is less than what the goal tells apart
 * from zero beside 1. What rests until a pulse arrives, exp(-((t - c)/w)^2), is known to
 * relative digits in steps as short as its growth asks for; what is told in small units has no
 * others.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/enclosure/enclosure.h"

#include <math.h>

bool enclosure_is_vanishing(const struct enclosure_task *task,
                            const struct enclosure_run *run) {
    return task->counting == ENCLOSURE_UNDECIDED && isfinite(run->size) &&
           run->size < -run->goal;
}

bool enclosure_counts_otherwise(struct enclosure_task *task,
                                const struct enclosure_run *run, enum ref_status status) {
    if (status == REF_OK || status == REF_OUT_OF_TIME || status == REF_TOO_LONG ||
        status == REF_NO_MEMORY)
        return false;
    if (status == REF_UNABLE && enclosure_is_vanishing(task, run)) {
        task->counting = ENCLOSURE_FROM_ONE;
        task->nothing = -run->goal;
        return true;
    }
    const bool small = task->counting == ENCLOSURE_FROM_ONE && run->size < task->nothing;
    if (small)
        task->counting = ENCLOSURE_FROM_STATE;
    return small;
}
