/* Messages for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdio.h>

#include "harness/base/message.h"

static void print(struct diagnostic *d, const char *format, va_list arguments) {
    struct diagnostic made = {""};
    vsnprintf(made.text, sizeof made.text, format, arguments);
    *d = made;
}

int message_set(struct diagnostic *d, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(d, format, arguments);
    va_end(arguments);
    return -1;
}

int message_fail(int outcome, struct diagnostic *d, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(d, format, arguments);
    va_end(arguments);
    return outcome;
}
