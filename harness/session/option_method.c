/* The option that names a method.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/session/option_method.h"

#include "harness/integrators/methods/method.h"
#include "harness/methods/method_row.h"
#include "harness/session/arguments.h"

int option_method(double *value, const struct option_definition *o, const char *text,
                  struct diagnostic *d) {
    const struct method *m = method_find(text, d);
    (void)o;
    if (m == NULL)
        return -1;
    *value = (double)(m - method_table());
    return 0;
}

const char *option_method_word(int i) {
    return method_table()[i].name;
}

const struct method *option_method_named(const struct arguments *a) {
    return arguments_has(a, "method") ? &method_table()[arguments_whole(a, "method")]
                                      : NULL;
}
