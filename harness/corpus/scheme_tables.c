/* Explicit Runge-Kutta tables: Heun; Kutta's third-order rule with the midpoint rule
 * beside it; Bogacki and Shampine (1989); the classical rule; Merson (1957); Dormand
 * and Prince (1980). Hairer, Norsett, Wanner, Solving ODEs I, sections II.1, II.4,
 * II.5. The weights e are those of the result minus those of the rule beside it (Merson's:
 * minus a fifth of that, which is the result's error on linear equations).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/corpus/scheme.h"

const struct table heun_table = {.stages = 2,
                                 .c = {0, 1},
                                 .a = {{0}, {1}},
                                 .b = {1 / 2.0, 1 / 2.0},
                                 .e = {-1 / 2.0, 1 / 2.0}};

const struct table kutta_3_table = {.stages = 3,
                                    .c = {0, 1 / 2.0, 1},
                                    .a = {{0}, {1 / 2.0}, {-1, 2}},
                                    .b = {1 / 6.0, 2 / 3.0, 1 / 6.0},
                                    .e = {1 / 6.0, -1 / 3.0, 1 / 6.0}};

const struct table bogacki_shampine_table = {
    .stages = 4,
    .c = {0, 1 / 2.0, 3 / 4.0, 1},
    .a = {{0}, {1 / 2.0}, {0, 3 / 4.0}, {2 / 9.0, 1 / 3.0, 4 / 9.0}},
    .b = {2 / 9.0, 1 / 3.0, 4 / 9.0, 0},
    .e = {-5 / 72.0, 1 / 12.0, 1 / 9.0, -1 / 8.0}};

const struct table runge_kutta_4_table = {.stages = 4,
                                          .c = {0, 1 / 2.0, 1 / 2.0, 1},
                                          .a = {{0}, {1 / 2.0}, {0, 1 / 2.0}, {0, 0, 1}},
                                          .b = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0}};

const struct table merson_table = {.stages = 5,
                                   .c = {0, 1 / 3.0, 1 / 3.0, 1 / 2.0, 1},
                                   .a = {{0},
                                         {1 / 3.0},
                                         {1 / 6.0, 1 / 6.0},
                                         {1 / 8.0, 0, 3 / 8.0},
                                         {1 / 2.0, 0, -3 / 2.0, 2}},
                                   .b = {1 / 6.0, 0, 0, 2 / 3.0, 1 / 6.0},
                                   .e = {1 / 15.0, 0, -3 / 10.0, 4 / 15.0, -1 / 30.0}};

const struct table dormand_prince_table = {
    .stages = 7,
    .c = {0, 1 / 5.0, 3 / 10.0, 4 / 5.0, 8 / 9.0, 1, 1},
    .a = {{0},
          {1 / 5.0},
          {3 / 40.0, 9 / 40.0},
          {44 / 45.0, -56 / 15.0, 32 / 9.0},
          {19372 / 6561.0, -25360 / 2187.0, 64448 / 6561.0, -212 / 729.0},
          {9017 / 3168.0, -355 / 33.0, 46732 / 5247.0, 49 / 176.0, -5103 / 18656.0},
          {35 / 384.0, 0, 500 / 1113.0, 125 / 192.0, -2187 / 6784.0, 11 / 84.0}},
    .b = {35 / 384.0, 0, 500 / 1113.0, 125 / 192.0, -2187 / 6784.0, 11 / 84.0, 0},
    .e = {71 / 57600.0, 0, -71 / 16695.0, 71 / 1920.0, -17253 / 339200.0, 22 / 525.0,
          -1 / 40.0}};
