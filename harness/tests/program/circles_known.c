/* Circles of files that there are: recursions over a grammar or a tree, which stay, and others,
 * which have not been taken apart.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/program/circles.h"

#include <stddef.h>

const struct circles_one circles_of_includes[] = {
#define SPEED(a, b)                                                                      \
    {                                                                                    \
        "not taken apart", {                                                             \
            "harness/speed/" a, "harness/speed/" b                                       \
        }                                                                                \
    }
    SPEED("exchange/exchange", "exchange/exchange_formats"),
    SPEED("history/history", "history/history_sql"),
    SPEED("peers/study_peers", "peers/peers_found"),
    SPEED("timing/timing_goals", "timing/goal_ask"),
    SPEED("timing/study_timing", "timing/timing_jobs"),
#undef SPEED
    {NULL, {NULL}}};

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
     {"harness/speed/compare/compare_counts", "harness/speed/compare/compare_pairs",
      "harness/speed/compare/compare_run", "harness/speed/compare/compare_stored",
      "harness/speed/compare/compare_times", "harness/speed/compare/counted",
      "harness/speed/compare/self_once"}},
    {"not taken apart",
     {"harness/speed/exchange/exchange", "harness/speed/exchange/exchange_action",
      "harness/speed/exchange/exchange_bencher", "harness/speed/exchange/exchange_csv",
      "harness/speed/exchange/exchange_google"}},
    {"not taken apart",
     {"harness/speed/benchmarks/pass", "harness/speed/benchmarks/pass_by_hand",
      "harness/speed/benchmarks/pass_kernel", "harness/speed/benchmarks/pass_pair"}},
    {"not taken apart",
     {"harness/studies/drift/study_drift", "harness/studies/drift/study_drift_order",
      "harness/studies/drift/study_drift_projected",
      "harness/studies/drift/study_drift_without"}},
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
    {"not taken apart",
     {"harness/plugin/guest/speaker", "harness/plugin/guest/speaker_lines"}},
    {"not taken apart", {"harness/solve/solve_print", "harness/solve/solve_steps"}},
    {"not taken apart",
     {"harness/speed/benchmarks/benchmarks",
      "harness/speed/benchmarks/benchmarks_kinds"}},
    {NULL, {NULL}}};
