/* Messages for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdio.h>

#include "harness/base/message.h"
#include "problems/base/status.h"

int message_set(struct diagnostic *d, const char *format, ...) {
    struct diagnostic made = {""};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(made.text, sizeof made.text, format, arguments);
    va_end(arguments);
    *d = made;
    return -1;
}
