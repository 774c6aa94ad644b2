/* Circles of files that there are by calls: recursions over a grammar, which stay.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/program/circles.h"

#include <stddef.h>

const struct circles_one circles_of_calls[] = {
    {"terms within terms are typeset",
     {"problems/typeset/mathml_condition", "problems/typeset/mathml_function",
      "problems/typeset/mathml_name", "problems/typeset/mathml_pair",
      "problems/typeset/mathml_term", "problems/typeset/mathml_times"}},
    {"double( ) has an expression, which may have another",
     {"problems/elaboration/elaborate_constant",
      "problems/elaboration/elaborate_expression",
      "problems/elaboration/elaborate_literal"}},
    {"terms within terms are parsed",
     {"problems/language/parse_name", "problems/language/parse_primary",
      "problems/language/parse_term"}},
    {"a name has indices, which have names",
     {"problems/elaboration/elaborate_integer", "problems/elaboration/elaborate_name"}},
    {"statements within statements are parsed",
     {"problems/language/parse_block", "problems/language/parse_statement"}},
    {NULL, {NULL}}};
