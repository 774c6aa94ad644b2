/* Drifts of positions and kicks of velocities in turns. Where it matters whether a drift or a kick
 * comes first, there is a table for each; what begins with a kick has 0 for its first drift.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/known/known_table.h"

const struct known_table known_mclachlan_atela_2 = {
    .stages = 3, .is_splitting = true, .bq = "0 1/2r2 1-1/2r2", .bv = "1-1/2r2 1/2r2 0"};

/* With the factor that makes the third-order error least, to the digits of the source. */
#define LAMBDA "1931833275037836/10000000000000000"
#define MIDDLE "6136333449924328/10000000000000000"
const struct known_table known_omelyan_2 = {.stages = 3,
                                            .is_splitting = true,
                                            .bq = "0 1/2 1/2",
                                            .bv = LAMBDA " " MIDDLE " " LAMBDA};

const struct known_table known_ruth_3 = {
    .stages = 4, .is_splitting = true, .bq = "0 2/3 -2/3 1", .bv = "7/24 3/4 -1/24 0"};

/* Three steps of Verlet's method, of w, 1 - 2 w and w, w = 1/(2 - cbrt(2)). */
#define W "2/3+1/3c2+1/6c4"
#define W_HALF "1/3+1/6c2+1/12c4"
#define W_BETWEEN "1/6-1/6c2-1/12c4"
#define W_BACK "-1/3-2/3c2-1/3c4"
const struct known_table known_forest_ruth = {.stages = 4,
                                              .is_splitting = true,
                                              .bq = W_HALF " " W_BETWEEN " " W_BETWEEN
                                                           " " W_HALF,
                                              .bv = W " " W_BACK " " W " 0"};
const struct known_table known_forest_ruth_velocity = {
    .stages = 4,
    .is_splitting = true,
    .bq = "0 " W " " W_BACK " " W,
    .bv = W_HALF " " W_BETWEEN " " W_BETWEEN " " W_HALF};

/* The same with the drifts, or the kicks, of neighbouring steps apart, which is not the same where
 * N depends on q, or f on v. */
#define W_BACK_HALF "-1/6-1/3c2-1/6c4"
const struct known_table known_forest_ruth_steps = {
    .stages = 6,
    .is_splitting = true,
    .bq = W_HALF " " W_HALF " " W_BACK_HALF " " W_BACK_HALF " " W_HALF " " W_HALF,
    .bv = W " 0 " W_BACK " 0 " W " 0"};
const struct known_table known_forest_ruth_velocity_steps = {
    .stages = 6,
    .is_splitting = true,
    .bq = "0 " W " 0 " W_BACK " 0 " W,
    .bv = W_HALF " " W_HALF " " W_BACK_HALF " " W_BACK_HALF " " W_HALF " " W_HALF};

/* Five of them, of p, p, 1 - 4 p, p and p, p = 1/(4 - cbrt(4)). */
#define P "4/15+1/15c4+1/60c16"
#define P_HALF "2/15+1/30c4+1/120c16"
#define P_BETWEEN "1/10-1/10c4-1/40c16"
#define P_BACK "-1/15-4/15c4-1/15c16"
const struct known_table known_suzuki_4 = {.stages = 6,
                                           .is_splitting = true,
                                           .bq = P_HALF " " P " " P_BETWEEN " " P_BETWEEN
                                                        " " P " " P_HALF,
                                           .bv = P " " P " " P_BACK " " P " " P " 0"};
const struct known_table known_suzuki_4_velocity = {
    .stages = 6,
    .is_splitting = true,
    .bq = "0 " P " " P " " P_BACK " " P " " P,
    .bv = P_HALF " " P " " P_BETWEEN " " P_BETWEEN " " P " " P_HALF};

#define P_BACK_HALF "-1/30-2/15c4-1/30c16"
const struct known_table known_suzuki_4_steps = {
    .stages = 10,
    .is_splitting = true,
    .bq = P_HALF " " P_HALF " " P_HALF " " P_HALF " " P_BACK_HALF " " P_BACK_HALF
                 " " P_HALF " " P_HALF " " P_HALF " " P_HALF,
    .bv = P " 0 " P " 0 " P_BACK " 0 " P " 0 " P " 0"};
const struct known_table known_suzuki_4_velocity_steps = {
    .stages = 10,
    .is_splitting = true,
    .bq = "0 " P " 0 " P " 0 " P_BACK " 0 " P " 0 " P,
    .bv = P_HALF " " P_HALF " " P_HALF " " P_HALF " " P_BACK_HALF " " P_BACK_HALF
                 " " P_HALF " " P_HALF " " P_HALF " " P_HALF};
