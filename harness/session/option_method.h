/* The option that names a method.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_OPTION_METHOD_H
#define HARNESS_OPTION_METHOD_H

#include "harness/session/option.h"

struct arguments; /* harness/session/arguments.h */
struct method;    /* harness/methods/method_row.h */

/* The type of such an option, and the names of all methods. */
option_reader option_method;
const char *option_method_word(int i);

#define OPTION_METHOD(about)                                                             \
    OPTION("method", VALUE, "M", about, .read = option_method, .word = option_method_word)

/* The method of --method; NULL: none is named. */
const struct method *option_method_named(const struct arguments *a);

#endif
