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

/* gamma = 1 - 1/sqrt(2), b = 1/2 */
const struct known_table known_sdirk_2_half = {
    .stages = 2, .a = "1-1/2r2; -1+1r2 1-1/2r2", .b = "1/2 1/2"};

/* gamma^3 - 3 gamma^2 + 3/2 gamma - 1/6 = 0, a_21 = (1 - gamma)/2, b_1 = -(6 gamma^2 - 16 gamma
 * + 1)/4, b_2 = (6 gamma^2 - 20 gamma + 5)/4 */
#define ALEXANDER_GAMMA                                                                  \
    "0.4358665215084589994160194511935568425292940929384256"                             \
    "424854767733016413965885833337355163257206996626"
#define ALEXANDER_A21                                                                    \
    "0.2820667392457705002919902744032215787353529535307871"                             \
    "787572616133491793017057083331322418371396501686"
#define ALEXANDER_B1                                                                     \
    "1.2084966491760100703364776840633231114953875232657169"                             \
    "702484613013281716888714167214914448863889362404"
#define ALEXANDER_B2                                                                     \
    "-0.644363170684469069752497135256879954024681616204142"                             \
    "6127339380746298130854600000552269612121096359030"
const struct known_table known_alexander_3 = {
    .stages = 3,
    .a = ALEXANDER_GAMMA "; " ALEXANDER_A21 " " ALEXANDER_GAMMA "; " ALEXANDER_B1
                         " " ALEXANDER_B2 " " ALEXANDER_GAMMA,
    .b = ALEXANDER_B1 " " ALEXANDER_B2 " " ALEXANDER_GAMMA};

const struct known_table known_sdirk_4 = {
    .stages = 5,
    .a = "1/4; 1/2 1/4; 17/50 -1/25 1/4; 371/1360 -137/2720 15/544 1/4"
         "; 25/24 -49/48 125/16 -85/12 1/4",
    .b = "25/24 -49/48 125/16 -85/12 1/4",
    .other = "59/48 -17/96 225/32 -85/12"};

const struct known_table known_lobatto_3a_4 = {
    .stages = 3, .a = "; 5/24 1/3 -1/24; 1/6 2/3 1/6", .b = "1/6 2/3 1/6"};

const struct known_table known_lobatto_3b_4 = {
    .stages = 3, .a = "1/6 -1/6; 1/6 1/3; 1/6 5/6", .b = "1/6 2/3 1/6"};

/* Positions by IIIA, velocities by IIIB. */
const struct known_table known_lobatto_3a_3b_4 = {
    .stages = 3,
    .part[TABLEAU_QQ] = "; 5/24 1/3 -1/24; 1/6 2/3 1/6",
    .part[TABLEAU_QV] = "1/6 -1/6; 1/6 1/3; 1/6 5/6",
    .part[TABLEAU_VQ] = "; 5/24 1/3 -1/24; 1/6 2/3 1/6",
    .part[TABLEAU_VV] = "1/6 -1/6; 1/6 1/3; 1/6 5/6",
    .c = "0 1/2 1",
    .b = "1/6 2/3 1/6"};

const struct known_table known_lobatto_3c_4 = {
    .stages = 3, .a = "1/6 -1/3 1/6; 1/6 5/12 -1/12; 1/6 2/3 1/6", .b = "1/6 2/3 1/6"};

const struct known_table known_radau_1a_3 = {
    .stages = 2, .a = "1/4 -1/4; 1/4 5/12", .b = "1/4 3/4"};

const struct known_table known_radau_1a_5 = {.stages = 3,
                                             .a = "1/9 -1/18-1/18r6 -1/18+1/18r6"
                                                  "; 1/9 11/45+7/360r6 11/45-43/360r6"
                                                  "; 1/9 11/45+43/360r6 11/45-7/360r6",
                                             .b = "1/9 4/9+1/36r6 4/9-1/36r6"};
