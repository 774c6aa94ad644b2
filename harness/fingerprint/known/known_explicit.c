/* Tableaux of explicit Runge-Kutta methods, as printed in the papers that known_methods.c
 * names.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/known/known_table.h"

const struct known_table known_explicit_midpoint = {
    .stages = 2, .a = "; 1/2", .b = "0 1"};

const struct known_table known_heun = {
    .stages = 2, .a = "; 1", .b = "1/2 1/2", .other = "1 0"};

const struct known_table known_ralston = {.stages = 2, .a = "; 2/3", .b = "1/4 3/4"};

const struct known_table known_heun_3 = {
    .stages = 3, .a = "; 1/3; 0 2/3", .b = "1/4 0 3/4"};

const struct known_table known_kutta_3 = {
    .stages = 3, .a = "; 1/2; -1 2", .b = "1/6 2/3 1/6", .other = "0 1 0"};

const struct known_table known_shu_osher_3 = {
    .stages = 3, .a = "; 1; 1/4 1/4", .b = "1/6 1/6 2/3"};

const struct known_table known_bogacki_shampine = {.stages = 4,
                                                   .a = "; 1/2; 0 3/4; 2/9 1/3 4/9",
                                                   .b = "2/9 1/3 4/9 0",
                                                   .other = "7/24 1/4 1/3 1/8"};

/* Bogacki's and Shampine's without the stage of the estimate. */
const struct known_table known_ralston_3 = {
    .stages = 3, .a = "; 1/2; 0 3/4", .b = "2/9 1/3 4/9"};

const struct known_table known_runge_kutta_4 = {
    .stages = 4, .a = "; 1/2; 0 1/2; 0 0 1", .b = "1/6 1/3 1/3 1/6"};

const struct known_table known_three_eighths = {
    .stages = 4, .a = "; 1/3; -1/3 1; 1 -1 1", .b = "1/8 3/8 3/8 1/8"};

const struct known_table known_zonneveld = {
    .stages = 5,
    .a = "; 1/2; 0 1/2; 0 0 1; 5/32 7/32 13/32 -1/32",
    .b = "1/6 1/3 1/3 1/6 0",
    .other = "-1/2 7/3 7/3 13/6 -16/3"};

/* The estimate is (stage 5 - result)/5, which on linear equations with constant coefficients is
 * the result's error, -h^5 x^(5)/720, as that of stage 5 is -h^5 x^(5)/120 (Hairer, Norsett,
 * Wanner, II.4). */
const struct known_table known_merson = {.stages = 5,
                                         .a = "; 1/3; 1/6 1/6; 1/8 0 3/8; 1/2 0 -3/2 2",
                                         .b = "1/6 0 0 2/3 1/6",
                                         .other = "1/2 0 -3/2 2 0",
                                         .factor = "-1/5"};

#define FEHLBERG                                                                         \
    "; 1/4"                                                                              \
    "; 3/32 9/32"                                                                        \
    "; 1932/2197 -7200/2197 7296/2197"                                                   \
    "; 439/216 -8 3680/513 -845/4104"                                                    \
    "; -8/27 2 -3544/2565 1859/4104 -11/40"
#define FEHLBERG_FOURTH "25/216 0 1408/2565 2197/4104 -1/5 0"
#define FEHLBERG_FIFTH "16/135 0 6656/12825 28561/56430 -9/50 2/55"

const struct known_table known_fehlberg_4 = {
    .stages = 6, .a = FEHLBERG, .b = FEHLBERG_FOURTH, .other = FEHLBERG_FIFTH};

const struct known_table known_fehlberg_5 = {
    .stages = 6, .a = FEHLBERG, .b = FEHLBERG_FIFTH, .other = FEHLBERG_FOURTH};

const struct known_table known_cash_karp = {
    .stages = 6,
    .a = "; 1/5"
         "; 3/40 9/40"
         "; 3/10 -9/10 6/5"
         "; -11/54 5/2 -70/27 35/27"
         "; 1631/55296 175/512 575/13824 44275/110592 253/4096",
    .b = "37/378 0 250/621 125/594 0 512/1771",
    .other = "2825/27648 0 18575/48384 13525/55296 277/14336 1/4"};

#define DORMAND_PRINCE_FIFTH "35/384 0 500/1113 125/192 -2187/6784 11/84"

const struct known_table known_dormand_prince = {
    .stages = 7,
    .a = "; 1/5"
         "; 3/40 9/40"
         "; 44/45 -56/15 32/9"
         "; 19372/6561 -25360/2187 64448/6561 -212/729"
         "; 9017/3168 -355/33 46732/5247 49/176 -5103/18656"
         "; " DORMAND_PRINCE_FIFTH,
    .b = DORMAND_PRINCE_FIFTH,
    .other = "5179/57600 0 7571/16695 393/640 -92097/339200 187/2100 1/40"};

const struct known_table known_fehlberg_12 = {.stages = 3,
                                              .a = "; 1/2; 1/256 255/256",
                                              .b = "1/512 255/256 1/512",
                                              .other = "1/256 255/256"};

const struct known_table known_wray_3 = {
    .stages = 3, .a = "; 8/15; 1/4 5/12", .b = "1/4 0 3/4"};

const struct known_table known_ssp_43 = {
    .stages = 4, .a = "; 1/2; 1/2 1/2; 1/6 1/6 1/6", .b = "1/6 1/6 1/6 1/2"};

const struct known_table known_gill = {.stages = 4,
                                       .a = "; 1/2; -1/2+1/2r2 1-1/2r2; 0 -1/2r2 1+1/2r2",
                                       .b = "1/6 1/3-1/6r2 1/3+1/6r2 1/6"};

const struct known_table known_ralston_4 = {
    .stages = 4,
    .a = "; 2/5; -2889/1024+1428/1024r5 3785/1024-1620/1024r5"
         "; -3365/6040+2094/6040r5 -975/2552-3046/2552r5 467040/240845+203968/240845r5",
    .b = "263/1812+24/1812r5 125/3828-1000/3828r5 3426304/5924787+1661952/5924787r5"
         " 30/123-4/123r5"};

const struct known_table known_england = {.stages = 6,
                                          .a = "; 1/2; 1/4 1/4; 0 -1 2; 7/27 10/27 0 1/27"
                                               "; 28/625 -1/5 546/625 54/625 -378/625",
                                          .b = "1/6 0 2/3 1/6",
                                          .other = "14/336 0 0 35/336 162/336 125/336"};

/* Two and four steps of the two-step midpoint rule, begun with Euler's, extrapolated. */
const struct known_table known_gragg_4 = {.stages = 5,
                                          .a = "; 1/2; 1/4; 0 0 1/2; 1/4 0 0 1/2",
                                          .b = "0 -1/3 2/3 0 2/3",
                                          .other = "0 0 1/2 0 1/2"};

const struct known_table known_kutta_nystrom_5 = {
    .stages = 6,
    .a = "; 1/3; 4/25 6/25; 1/4 -3 15/4; 2/27 10/9 -50/81 8/81; 2/25 12/25 2/15 8/75",
    .b = "23/192 0 125/192 0 -27/64 125/192"};

const struct known_table known_butcher_5 = {
    .stages = 6,
    .a = "; 1/4; 1/8 1/8; 0 -1/2 1; 3/16 0 0 9/16; -3/7 2/7 12/7 -12/7 8/7",
    .b = "7/90 0 32/90 12/90 32/90 7/90"};

#define FEHLBERG_78_A                                                                    \
    "; 2/27; 1/36 1/12; 1/24 0 1/8; 5/12 0 -25/16 25/16; 1/20 0 0 1/4 1/5"               \
    "; -25/108 0 0 125/108 -65/27 125/54; 31/300 0 0 0 61/225 -2/9 13/900"               \
    "; 2 0 0 -53/6 704/45 -107/9 67/90 3"                                                \
    "; -91/108 0 0 23/108 -976/135 311/54 -19/60 17/6 -1/12"                             \
    "; 2383/4100 0 0 -341/164 4496/1025 -301/82 2133/4100 45/82 45/164 18/41"            \
    "; 3/205 0 0 0 0 -6/41 -3/205 -3/41 3/41 6/41"                                       \
    "; -1777/4100 0 0 -341/164 4496/1025 -289/82 2193/4100 51/82 33/164 12/41 0 1"
#define FEHLBERG_7 "41/840 0 0 0 0 34/105 9/35 9/35 9/280 9/280 41/840"
#define FEHLBERG_8 "0 0 0 0 0 34/105 9/35 9/35 9/280 9/280 0 41/840 41/840"
const struct known_table known_fehlberg_78 = {
    .stages = 13, .a = FEHLBERG_78_A, .b = FEHLBERG_7, .other = FEHLBERG_8};
const struct known_table known_fehlberg_87 = {
    .stages = 13, .a = FEHLBERG_78_A, .b = FEHLBERG_8, .other = FEHLBERG_7};

const struct known_table known_verner_65 = {
    .stages = 8,
    .a = "; 1/6; 4/75 16/75; 5/6 -8/3 5/2; -165/64 55/6 -425/64 85/96"
         "; 12/5 -8 4015/612 -11/36 88/255"
         "; -8263/15000 124/75 -643/680 -81/250 2484/10625"
         "; 3501/1720 -300/43 297275/52632 -319/2322 24068/84065 0 3850/26703",
    .b = "3/40 0 875/2244 23/72 264/1955 0 125/11592 43/616",
    .other = "13/160 0 2375/5984 5/16 12/85 3/44"};

const struct known_table known_williamson_3 = {
    .stages = 3, .a = "; 1/3; -3/16 15/16", .b = "1/6 3/10 8/15"};
