/* Tableaux of implicit Runge-Kutta methods (Hairer, Wanner, Solving ODEs II, section IV.5 and
 * IV.6, where known_methods.c does not name another source). "r2" is sqrt(2).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/known/known_table.h"

const struct known_table known_implicit_midpoint = {.stages = 1, .a = "1/2", .b = "1"};

const struct known_table known_trapezoid = {
    .stages = 2, .a = "; 1/2 1/2", .b = "1/2 1/2"};

const struct known_table known_sdirk_rational = {
    .stages = 2, .a = "1; -1 1", .b = "1/2 1/2", .other = "1 0"};

/* gamma = 1 - 1/sqrt(2) */
const struct known_table known_sdirk_2 = {
    .stages = 2, .a = "1-1/2r2; 1/2r2 1-1/2r2", .b = "1/2r2 1-1/2r2"};

/* The trapezoid rule over 2 - sqrt(2) of the step, then the second BDF. */
const struct known_table known_trapezoid_bdf2 = {
    .stages = 3,
    .a = "; 1-1/2r2 1-1/2r2; 1/4r2 1/4r2 1-1/2r2",
    .b = "1/4r2 1/4r2 1-1/2r2",
    .other = "1/3-1/12r2 1/3+1/4r2 1/3-1/6r2"};

/* gamma = 1/2 + sqrt(3)/6 */
const struct known_table known_noersett_3 = {
    .stages = 2, .a = "1/2+1/6r3; -1/3r3 1/2+1/6r3", .b = "1/2 1/2"};

const struct known_table known_radau_2a_3 = {
    .stages = 2, .a = "5/12 -1/12; 3/4 1/4", .b = "3/4 1/4"};

const struct known_table known_radau_2a_5 = {
    .stages = 3,
    .a = "11/45-7/360r6 37/225-169/1800r6 -2/225+1/75r6"
         "; 37/225+169/1800r6 11/45+7/360r6 -2/225-1/75r6"
         "; 4/9-1/36r6 4/9+1/36r6 1/9",
    .b = "4/9-1/36r6 4/9+1/36r6 1/9"};

const struct known_table known_lobatto_3c_2 = {
    .stages = 2, .a = "1/2 -1/2; 1/2 1/2", .b = "1/2 1/2"};

const struct known_table known_gauss_4 = {
    .stages = 2, .a = "1/4 1/4-1/6r3; 1/4+1/6r3 1/4", .b = "1/2 1/2"};

const struct known_table known_gauss_6 = {.stages = 3,
                                          .a = "5/36 2/9-1/15r15 5/36-1/30r15"
                                               "; 5/36+1/24r15 2/9 5/36-1/24r15"
                                               "; 5/36+1/30r15 2/9+1/15r15 5/36",
                                          .b = "5/18 4/9 5/18"};
