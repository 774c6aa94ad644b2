/* The table of faults and that of methods.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <string.h>

#include "harness/corpus/textbook/textbook.h"

#define INFO(id, method, text, check) {#id, method, text, check},
static const struct textbook_fault_info infos[FAULTS] = {{"", "", "", ""},
                                                         TEXTBOOK_FAULT_LIST(INFO)};

const struct textbook_fault_info *textbook_fault_info(enum textbook_fault fault) {
    return &infos[fault];
}

const struct textbook_method *const textbook_methods[] = {
    &textbook_heun,
    &textbook_runge_kutta_4,
    &textbook_dormand_prince,
    &textbook_bdf2,
    &textbook_bdf3,
    &textbook_adams_bashforth,
    &textbook_adams_moulton,
    &textbook_predictor_corrector,
    &textbook_two_step_midpoint,
    &textbook_nordsieck,
    &textbook_generalized_alpha,
    &textbook_undamped_alpha,
    &textbook_hht,
    &textbook_newmark,
    &textbook_damped_newmark,
    &textbook_velocity_verlet,
    &textbook_carried_verlet,
    &textbook_position_verlet,
    &textbook_stoermer_verlet,
    &textbook_symplectic_euler,
    &textbook_unnamed,
    &textbook_midpoint,
    &textbook_explicit_midpoint,
    &textbook_dormand_prince_pi,
    &textbook_heun_filtered,
    &textbook_heun_of_whole,
    &textbook_dormand_prince_of_largest,
    &textbook_runge_kutta_4_per_time,
    &textbook_pair,
    &textbook_controlled_bdf2,
    &textbook_gear,
    &textbook_swept_midpoint,
    NULL};

const struct textbook_method *textbook_method_find(const char *name) {
    for (int i = 0; textbook_methods[i] != NULL; i++)
        if (strcmp(textbook_methods[i]->name, name) == 0)
            return textbook_methods[i];
    return NULL;
}
