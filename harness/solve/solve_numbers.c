/* Numbers of a document for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/solve/solve.h"

void solve_print_number(const json_t *number, FILE *out) {
    if (json_is_string(number))
        fprintf(out, "%s", json_string_value(number));
    else if (json_is_integer(number))
        fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(number));
    else if (json_is_real(number))
        fprintf(out, "%.17g", json_real_value(number));
    else
        fputs("-", out);
}

void solve_print_list(const char *title, const json_t *numbers, FILE *out) {
    const json_t *part;
    size_t i;
    if (json_array_size(numbers) > 0)
        fprintf(out, ", %s", title);
    json_array_foreach(numbers, i, part) {
        fputc(' ', out);
        solve_print_number(part, out);
    }
}
