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

/* Symmetric methods of order 4 whose sources print decimals. These are the numbers nearest to them
 * that satisfy the order conditions, by Gauss and Newton, within 4e-15 of those printed; xi, the
 * first coefficient of the two by Omelyan, Mryglod and Folk, is taken as it stands. */
#define PRINTED 3e-14
#define PEFRL_DRIFT_1 "0.1786178958448091"
#define VEFRL_KICK_1 "0.1644986515575760"
#define PEFRL_DRIFT_2                                                                    \
    "-0.066264582669818234292666534060906183152796853341819"                             \
    "54275003554586702388191443554492457298485594966105"
#define PEFRL_DRIFT_3                                                                    \
    "0.7752933736500182685853330681218123663055937066836390"                             \
    "855000710917340477638288710898491459697118993221"
#define PEFRL_KICK_1                                                                     \
    "0.7123418310626061162212669163280542754452292875069307"                             \
    "074512681909406403039271234633413396527612389516"
#define PEFRL_KICK_2                                                                     \
    "-0.212341831062606116221266916328054275445229287506930"                             \
    "7074512681909406403039271234633413396527612389516"
#define VEFRL_DRIFT_1                                                                    \
    "0.5209433391039897236829753065581704832463089210176747"                             \
    "515465146158026129066195564797959248532260125518"
#define VEFRL_DRIFT_2                                                                    \
    "-0.020943339103989723682975306558170483246308921017674"                             \
    "75154651461580261290661955647979592485322601255176"
#define VEFRL_KICK_2                                                                     \
    "1.2356926511389196249435148452550330354235621635456365"                             \
    "91832694325007997232412723449156108276701105237"
#define VEFRL_KICK_3                                                                     \
    "-1.800382605392991249887029690510066070847124327091273"                             \
    "183665388650015994464825446898312216553402210475"
#define BLANES_MOAN_DRIFT_1                                                              \
    "0.0792036964311956694336634958882723834961732497260690"                             \
    "6051696396180215861498507540746777780079402432991"
#define BLANES_MOAN_DRIFT_2                                                              \
    "0.3531729060497739884810613115731205382436305428481235"                             \
    "076230272177978806740731192322550425331147146294"
#define BLANES_MOAN_DRIFT_3                                                              \
    "-0.042065080357719535368110298302515829151598499719841"                             \
    "22446150862050265653123811542315216232139535314021"
#define BLANES_MOAN_DRIFT_4                                                              \
    "0.2193769557534997549067709816822458148235894142912973"                             \
    "126430348818052344843598415668586839749732283617"
#define BLANES_MOAN_KICK_1                                                               \
    "0.2095151066133620212740726400295067152310592989675736"                             \
    "362123784560160365582736619740881722706061049327"
#define BLANES_MOAN_KICK_2                                                               \
    "-0.143851773179818008275115057856530490199388306339969"                             \
    "4079448673070857465451673622540535258638508076985"
#define BLANES_MOAN_KICK_3                                                               \
    "0.4343366665664559870010424178270237749683290073723957"                             \
    "717324888510697099868937002799653535932447027658"

const struct known_table known_pefrl = {
    .stages = 5,
    .is_splitting = true,
    .bq = PEFRL_DRIFT_1 " " PEFRL_DRIFT_2 " " PEFRL_DRIFT_3 " " PEFRL_DRIFT_2
                        " " PEFRL_DRIFT_1,
    .bv = PEFRL_KICK_1 " " PEFRL_KICK_2 " " PEFRL_KICK_2 " " PEFRL_KICK_1,
    .printed = PRINTED};
const struct known_table known_vefrl = {
    .stages = 5,
    .is_splitting = true,
    .bq = "0 " VEFRL_DRIFT_1 " " VEFRL_DRIFT_2 " " VEFRL_DRIFT_2 " " VEFRL_DRIFT_1,
    .bv =
        VEFRL_KICK_1 " " VEFRL_KICK_2 " " VEFRL_KICK_3 " " VEFRL_KICK_2 " " VEFRL_KICK_1,
    .printed = PRINTED};
const struct known_table known_blanes_moan_4 = {
    .stages = 7,
    .is_splitting = true,
    .bq = BLANES_MOAN_DRIFT_1 " " BLANES_MOAN_DRIFT_2 " " BLANES_MOAN_DRIFT_3
                              " " BLANES_MOAN_DRIFT_4 " " BLANES_MOAN_DRIFT_3
                              " " BLANES_MOAN_DRIFT_2 " " BLANES_MOAN_DRIFT_1,
    .bv = BLANES_MOAN_KICK_1 " " BLANES_MOAN_KICK_2 " " BLANES_MOAN_KICK_3
                             " " BLANES_MOAN_KICK_3 " " BLANES_MOAN_KICK_2
                             " " BLANES_MOAN_KICK_1,
    .printed = PRINTED};
