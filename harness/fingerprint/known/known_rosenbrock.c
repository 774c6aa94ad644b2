/* Tableaux of Rosenbrock methods in the form of tableau.h: A of the arguments, G of the Jacobian's
 * products. "r2" is sqrt(2).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/known/known_table.h"

const struct known_table known_rosenbrock_euler = {
    .stages = 1, .a = "0", .gamma = "1", .b = "1"};

/* gamma = 1 + 1/sqrt(2), whose stages are some times larger than their sum, and are rounded so;
 * and 1 - 1/sqrt(2) */
const struct known_table known_ros2 = {.stages = 2,
                                       .a = "; 1",
                                       .gamma = "1+1/2r2; -2-1r2 1+1/2r2",
                                       .b = "1/2 1/2",
                                       .other = "1",
                                       .printed = 1e-14};
const struct known_table known_ros2_small = {.stages = 2,
                                             .a = "; 1",
                                             .gamma = "1-1/2r2; -2+1r2 1-1/2r2",
                                             .b = "1/2 1/2",
                                             .other = "1"};

/* The third stage is that of the estimate, k3 = W^-1 (F2 - e32 (k2 - F1) - 2 (k1 - F0) + h d T)
 * with F0 and F1 written by k1 and k2. */
const struct known_table known_ode23s = {
    .stages = 3,
    .a = "; 1/2; 0 1",
    .gamma = "1-1/2r2; -1+1/2r2 1-1/2r2; 3-1r2 -5+2r2 1-1/2r2",
    .b = "0 1",
    .other = "1/6 2/3 1/6"};

/* gamma = 1/2 + sqrt(3)/6 */
const struct known_table known_ros3p = {
    .stages = 3,
    .a = "; 1; 1",
    .gamma = "1/2+1/6r3; -1 1/2+1/6r3; -1/2-1/6r3 -1/2-1/3r3 1/2+1/6r3",
    .b = "2/3 0 1/3",
    .other = "1/3 1/3 1/3"};

const struct known_table known_rodas3 = {
    .stages = 4,
    .a = "; ; 1; 3/4 -1/4 1/2",
    .gamma = "1/2; 1 1/2; -1/4 -1/4 1/2; 1/12 1/12 -2/3 1/2",
    .b = "5/6 -1/6 -1/6 1/2",
    .other = "3/4 -1/4 1/2"};

/* Hairer's and Wanner's RODAS, gamma = 1/4. Their program has the form without products with J;
 * these are its A, G, b = m' G and b - e' G, that satisfy the order conditions, by Gauss and
 * Newton, within 3e-15 of what the sixteen digits there give. */
const struct known_table known_rodas4 = {
    .stages = 6,
    .a = "; 0.386; 0.1460747075254178127839299676 0.0639252924745821872160700324; "
         "-0.3308115036677309658824553182 0.7111510251682847546786527358 "
         "0.2496604784994462112038025824; -4.552557186318030337612497308 "
         "1.71018136324133172032166106 4.014347332103172197298776561 "
         "-0.1719715090264735800079403126; 2.42863376546698910820316986 "
         "-0.3827487337647850308339623051 -1.855720330929580618183982028 "
         "0.5598352992273765408147744732 0.25",
    .gamma = "0.25; -0.3543 0.25; -0.1336025052681756260464532915 "
             "-0.01289749473182437395354670847 0.25; 1.526849173006466329612126103 "
             "-0.5336562887504572084634711478 -1.279392884256009121148654956 0.25; "
             "6.981190951785019445815667169 -2.092930097006116751155623365 "
             "-5.87006766303275281548275859 0.7318068082538501208227147858 0.25; "
             "-2.080189494180934278284537236 0.5957623556766827464186787638 "
             "1.701617798267259830077112895 -0.08851451983587981631480066805 "
             "-0.3786761399271284818964537546 0.25",
    .b = "0.3484442712860548299186326244 0.2130136219118977155847164587 "
         "-0.1541025326623207881068691336 0.4713207793914967244999738051 "
         "-0.1286761399271284818964537546 0.25",
    .other = "2.42863376546698910820316986 -0.3827487337647850308339623051 "
             "-1.855720330929580618183982028 0.5598352992273765408147744732 0.25",
    .printed = 3e-14};

/* phi_1(z) = (e^z - 1)/z = 1 + z/2 (1 + z/3 (1 + z/4 ...)), as far as the trees reach that are
 * measured: chains of 14 nodes. The result is x + h phi_1(h F_x) F, with h^2 phi_2(h F_x) F_t where
 * F depends on the time. */
const struct known_table known_exponential_rosenbrock_euler = {
    .stages = 14,
    .a = "0",
    .gamma =
        "0; 1/14; 0 1/13; 0 0 1/12; 0 0 0 1/11; 0 0 0 0 1/10; 0 0 0 0 0 1/9; "
        "0 0 0 0 0 0 1/8; 0 0 0 0 0 0 0 1/7; 0 0 0 0 0 0 0 0 1/6; 0 0 0 0 0 0 0 0 0 1/5; "
        "0 0 0 0 0 0 0 0 0 0 1/4; 0 0 0 0 0 0 0 0 0 0 0 1/3; 0 0 0 0 0 0 0 0 0 0 0 0 1/2",
    .b = "0 0 0 0 0 0 0 0 0 0 0 0 0 1"};
