/* Circles of files that there are by calls: recursions over a grammar or a tree, which stay, and
 * others, which have not been taken apart.
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
    {"not taken apart",
     {"harness/fingerprint/trees/recipe", "harness/fingerprint/trees/recipe_iterate"}},
    {"a name has indices, which have names",
     {"problems/elaboration/elaborate_integer", "problems/elaboration/elaborate_name"}},
    {"statements within statements are parsed",
     {"problems/language/parse_block", "problems/language/parse_statement"}},
    {"not taken apart",
     {"harness/fingerprint/fault/fault", "harness/fingerprint/fault/fault_coefficient",
      "harness/fingerprint/fault/fault_coefficient_find",
      "harness/fingerprint/fault/fault_iterated",
      "harness/fingerprint/fault/fault_iteration",
      "harness/fingerprint/fault/fault_moved", "harness/fingerprint/fault/fault_recipe"}},
    {"not taken apart",
     {"harness/fingerprint/diagnosis/diagnosis",
      "harness/fingerprint/diagnosis/diagnosis_memory",
      "harness/fingerprint/diagnosis/diagnosis_unasked"}},
    {"not taken apart",
     {"harness/fingerprint/evidence/evidence",
      "harness/fingerprint/evidence/evidence_compare",
      "harness/fingerprint/evidence/evidence_scatter"}},
    {"not taken apart",
     {"harness/fingerprint/evidence/memory_fit",
      "harness/fingerprint/evidence/memory_multistep"}},
    {NULL, {NULL}}};
