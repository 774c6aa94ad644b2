/* Compositions: steps of Verlet's methods, or of the implicit midpoint rule, of sizes
 * w_1 h .. w_s h that are the same from both ends (Hairer, Lubich, Wanner, Geometric Numerical
 * Integration (2006), V.3.2). A row below is the first half of the sizes; that in the middle makes
 * their sum 1. Where sources print decimals these are the numbers nearest to them that satisfy the
 * order conditions, by Newton, within 3e-13 of those that Yoshida prints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/known/known_table.h"

#define COMPOSED(name, count, first_half, digits)                                        \
    const struct known_table known_##name = {.stages = (count) + 1,                      \
                                             .is_splitting = true,                       \
                                             .form = KNOWN_POSITIONS_FIRST,              \
                                             .sizes = first_half,                        \
                                             .printed = digits};                         \
    const struct known_table known_##name##_velocity = {.stages = (count) + 1,           \
                                                        .is_splitting = true,            \
                                                        .form = KNOWN_VELOCITIES_FIRST,  \
                                                        .sizes = first_half,             \
                                                        .printed = digits};              \
    const struct known_table known_##name##_steps = {.stages = 2 * (count),              \
                                                     .is_splitting = true,               \
                                                     .form = KNOWN_OF_POSITION_VERLET,   \
                                                     .sizes = first_half,                \
                                                     .printed = digits};                 \
    const struct known_table known_##name##_velocity_steps = {                           \
        .stages = 2 * (count),                                                           \
        .is_splitting = true,                                                            \
        .form = KNOWN_OF_VELOCITY_VERLET,                                                \
        .sizes = first_half,                                                             \
        .printed = digits};                                                              \
    const struct known_table known_##name##_midpoint = {.stages = (count),               \
                                                        .form = KNOWN_OF_MIDPOINT,       \
                                                        .sizes = first_half,             \
                                                        .printed = digits}

#define YOSHIDA_6_1                                                                      \
    "0.7845136104775572638194976338663498757768244174514933"                             \
    "845679477989512599747954494154996798387786527749"
#define YOSHIDA_6_2                                                                      \
    "0.2355732133593581336847931829785346016864680821034011"                             \
    "190034931309562147121522226515782465630278169124"
#define YOSHIDA_6_3                                                                      \
    "-1.177679984178871006946415680964315734639269252634598"                             \
    "484475368513796741556181508926143147863197621127"
#define KAHAN_LI_6_1                                                                     \
    "0.3921614440073141392792505574226714038049331676758198"                             \
    "422719948074763955468084068682649821090558077013"
#define KAHAN_LI_6_2                                                                     \
    "0.3325991367893594385997486375000496468815883198115683"                             \
    "422415760246889523841517619927511049535387946551"
#define KAHAN_LI_6_3                                                                     \
    "-0.706246172557639359809964819549256459395510630494826"                             \
    "8870319028951066434650474500292712409153038720211"
#define KAHAN_LI_6_4                                                                     \
    "0.0822135962935508002314904481020563311032935726801514"                             \
    "9497450232481279468159521867788974594667006135888"
#define YOSHIDA_8_1                                                                      \
    "0.9148442462297915667487934898475096045181197087288583"                             \
    "717972599334464477686301354523194689070500282728"
#define YOSHIDA_8_2                                                                      \
    "0.2536933365662113541461460206899420760976531647324740"                             \
    "966322675967913413532983475806962457564755453037"
#define YOSHIDA_8_3                                                                      \
    "-1.444852236860605157694730657537390354955910101795505"                             \
    "602488906163531537182004942224002671547242842084"
#define YOSHIDA_8_4                                                                      \
    "-0.158240635368050175204066776759754247755445115675751"                             \
    "5680820983688398443029248624470130209007720613412"
#define YOSHIDA_8_5                                                                      \
    "1.9381391376225259865791864874436417609535933574476502"                             \
    "72072793116801900646343037515799784504903146652"
#define YOSHIDA_8_6                                                                      \
    "-1.960610232975310807607633376399663640792432819826005"                             \
    "301910414835998715753812352271024717367699498296"
#define YOSHIDA_8_7                                                                      \
    "0.1027998493917964406981151316012258629110156012784427"                             \
    "682717020584787917525052954639544318921192517055"
#define SUZUKI_UMENO_8_1                                                                 \
    "0.7416703643506129534482278017838063156035365100798605"                             \
    "902399317513962462132175110987191824962969297359"
#define SUZUKI_UMENO_8_2                                                                 \
    "-0.409100825800031593997300095893563417309917830234813"                             \
    "6212915619932771288415863577339393246152382181820"
#define SUZUKI_UMENO_8_3                                                                 \
    "0.1907547102962383799538762564503716627354605398725102"                             \
    "758652334118161037692997712442868562986937124200"
#define SUZUKI_UMENO_8_4                                                                 \
    "-0.573862471116082266656387726635535742159509054333269"                             \
    "4085586611103560089855817544978541797091762779871"
#define SUZUKI_UMENO_8_5                                                                 \
    "0.2990641813036559238444635406886029882258228852946239"                             \
    "827463855261958853360328532939026344037316195083"
#define SUZUKI_UMENO_8_6                                                                 \
    "0.3346249182452981837849579798821822886336919163104612"                             \
    "165374417158036618913379999563156859958164262788"
#define SUZUKI_UMENO_8_7                                                                 \
    "0.3152930923967665966320566638110024309940808647172138"                             \
    "634454531649204354050118876209181830326626748379"

/* w = 1/(2 - cbrt(2)) */
COMPOSED(forest_ruth, 3, "2/3+1/3c2+1/6c4", 0);

/* p = 1/(4 - cbrt(4)) */
COMPOSED(suzuki_4, 5, "4/15+1/15c4+1/60c16 4/15+1/15c4+1/60c16", 0);

COMPOSED(yoshida_6, 7, YOSHIDA_6_1 " " YOSHIDA_6_2 " " YOSHIDA_6_3, 3e-13);

COMPOSED(kahan_li_6, 9, KAHAN_LI_6_1 " " KAHAN_LI_6_2 " " KAHAN_LI_6_3 " " KAHAN_LI_6_4,
         3e-14);

COMPOSED(yoshida_8, 15,
         YOSHIDA_8_1 " " YOSHIDA_8_2 " " YOSHIDA_8_3 " " YOSHIDA_8_4 " " YOSHIDA_8_5
                     " " YOSHIDA_8_6 " " YOSHIDA_8_7,
         1e-10);

COMPOSED(suzuki_umeno_8, 15,
         SUZUKI_UMENO_8_1 " " SUZUKI_UMENO_8_2 " " SUZUKI_UMENO_8_3 " " SUZUKI_UMENO_8_4
                          " " SUZUKI_UMENO_8_5 " " SUZUKI_UMENO_8_6 " " SUZUKI_UMENO_8_7,
         3e-14);
