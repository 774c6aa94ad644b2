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

/* With Alexander's gamma, a_31 = (-4 gamma^2 + 6 gamma - 1)/(4 gamma), a_32 = (1 - 2 gamma)/(4
 * gamma), b_1 = (6 gamma - 1)/(12 gamma), b_2 = -1/((24 gamma - 12) gamma), b_3 = (-6 gamma^2 + 6
 * gamma - 1)/(6 gamma - 3) */
#define KVAERNO_A31                                                                      \
    "0.4905633884217805706284679584665446902307404767965"                                \
    "041490057229146773509905771250546236867235285864092"
#define KVAERNO_A32                                                                      \
    "0.0735700900697604299555125903398984672399654302650"                                \
    "702085088003120210076128342916116407969507507139282"
#define KVAERNO_B1                                                                       \
    "0.3088099699767465233481624698867005109200115232449"                                \
    "765971637332293263307957219027961197343497497620239"
#define KVAERNO_B2                                                                       \
    "1.4905633884217805706284679584665446902307404767965"                                \
    "041490057229146773509905771250546236867235285864092"
#define KVAERNO_B3                                                                       \
    "-1.235239879906986093392649879546802043680046092979"                                \
    "9063886549329173053231828876111844789373989990480957"
const struct known_table known_kvaerno_3 = {
    .stages = 4,
    .a = "; " ALEXANDER_GAMMA " " ALEXANDER_GAMMA "; " KVAERNO_A31 " " KVAERNO_A32
         " " ALEXANDER_GAMMA "; " KVAERNO_B1 " " KVAERNO_B2 " " KVAERNO_B3
         " " ALEXANDER_GAMMA,
    .b = KVAERNO_B1 " " KVAERNO_B2 " " KVAERNO_B3 " " ALEXANDER_GAMMA,
    .other = KVAERNO_A31 " " KVAERNO_A32 " " ALEXANDER_GAMMA};

/* The implicit half of the pair of additive methods; the source prints these fractions, which
 * satisfy the conditions of order 3 to some 25 digits. */
#define KENNEDY_GAMMA "1767732205903/4055673282236"
#define KENNEDY_B                                                                        \
    "1471266399579/7840856788654 -4482444167858/7529755066697 "                          \
    "11266239266428/11593286722821 " KENNEDY_GAMMA
const struct known_table known_kennedy_carpenter_3 = {
    .stages = 4,
    .a = "; " KENNEDY_GAMMA " " KENNEDY_GAMMA "; 2746238789719/10658868560708 "
         "-640167445237/6845629431997 " KENNEDY_GAMMA "; " KENNEDY_B,
    .b = KENNEDY_B,
    .other = "2756255671327/12835298489170 -10771552573575/22201958757719 "
             "9247589265047/10645013368117 2193209047091/5459859503100",
    .printed = 1e-22};

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
