/* Faults of the textbook methods, one line each:
 *
 *     id, method, what is changed, the check that sees it: "study/quantity"
 *
 * The quantity is a pattern; one failed result that fits it is enough; "nothing": none of the
 * checks sees it, and SURVIVORS.md says why. A method looks for its faults with textbook_has(b,
 * FAULT_ID).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CORPUS_TEXTBOOK_FAULT_LIST_H
#define HARNESS_CORPUS_TEXTBOOK_FAULT_LIST_H

/* clang-format off */
#define TEXTBOOK_FAULT_LIST(F)                                                           \
    F(WEIGHT_MISTYPED, "dormand-prince", "500/1113 is 500/1131", "fingerprint/*")          \
    F(WEIGHT_LAST_DIGITS, "dormand-prince", "-2187/6784 is 4e-15 larger", "fingerprint/*")\
    F(ESTIMATE_OF_VELOCITIES, "dormand-prince", "half of it in velocities", "declared/*")\
    F(ESTIMATE_OF_ONE, "dormand-prince", "half of it in one component", "declared/*")\
    F(BDF2_RATIO_IGNORED, "bdf2", "coefficients of equal steps on any", "fingerprint/*")  \
    F(BDF2_RATIO_CLAMPED, "bdf2", "a ratio of steps below 1/2 is taken for 1/2", "law/step-roundoff") \
    F(TWO_ITERATIONS, "implicit-midpoint", "Newton's iteration ends with its second update", "conditions/step") \
    F(TWO_ITERATIONS_PAIR, "pair", "Newton's iteration ends with its second update", "conditions/step") \
    F(BDF2_LATE, "bdf2", "2/3 is 0.1 % larger after t = 3", "law/step-roundoff")        \
    F(BDF2_WEIGHT_MISTYPED, "bdf2", "0.667 for 2/3", "fingerprint/*")                     \
    F(BDF2_OLD_TIME, "bdf2", "the rate is taken at the old time", "fingerprint/*")        \
    F(ADAMS_SIGN, "adams-bashforth-3", "+16/12 for -16/12", "fingerprint/*")              \
    F(ADAMS_MISTYPED, "adams-bashforth-3", "22/12 for 23/12", "fingerprint/*")            \
    F(PREDICTOR_MISTYPED, "adams-bashforth-moulton-4", "-58/24 for -59/24", "fingerprint/*") \
    F(PREDICTOR_LATE, "adams-bashforth-moulton-4", "-59/24 is 0.1 % larger after t = 3", "law/step-roundoff") \
    F(NORDSIECK_MISTYPED, "nordsieck", "l_0 is 6.006/11", "fingerprint/*") \
    F(NORDSIECK_UNSCALED, "nordsieck", "the array is not scaled to another step", "fingerprint/*") \
    F(MIDPOINT_HALVED, "two-step-midpoint", "h f for 2 h f", "fingerprint/*")             \
    F(VERLET_LAST_KICK, "velocity-verlet", "the last kick is of h", "fingerprint/*") \
    F(VERLET_FIRST_KICK, "velocity-verlet", "positions go with the velocity after h", "fingerprint/*") \
    F(VERLET_OLD_TIME, "velocity-verlet", "the last force at the old time", "fingerprint/*") \
    F(VERLET_OLD_FORCE, "velocity-verlet", "the last force at the old positions", "fingerprint/*") \
    F(VERLET_OLD_DRIFT, "position-verlet", "the second drift with the old velocity", "fingerprint/*") \
    F(CARRIED_RATIO, "velocity-verlet-carried", "the half kick carried over is that of the step before, however long", "fingerprint/*") \
    F(CARRIED_START, "velocity-verlet-carried", "it begins without the first half kick, as leapfrog may", "fingerprint/*") \
    F(VERLET_MIDDLE_TIME, "velocity-verlet", "the last force at the time of the middle", "fingerprint/*") \
    F(VERLET_LAGGED, "velocity-verlet", "positions go with the velocity before the kick", "fingerprint/*") \
    F(POSITION_VERLET_OLD_TIME, "position-verlet", "the force at the old time", "fingerprint/*") \
    F(POSITION_VERLET_END_TIME, "position-verlet", "the force at the time of the end", "fingerprint/*") \
    F(POSITION_VERLET_LAGGED, "position-verlet", "the second drift with N(q) of the start", "declared/*") \
    F(STOERMER_OLD_TIME, "stoermer-verlet", "the last force at the old time", "fingerprint/*") \
    F(STOERMER_MISTYPED, "stoermer-verlet", "1.0001 for the weight of h^2 f", "fingerprint/*") \
    F(HEUN_OLD_TIME, "heun", "the second stage at the old time", "fingerprint/*") \
    F(UNNAMED_OLD_TIME, "unnamed", "the second stage at the old time", "fingerprint/*") \
    F(MIDPOINT_OLD_TIME, "explicit-midpoint", "the second stage at the old time", "fingerprint/*") \
    F(SYMPLECTIC_OLD, "symplectic-euler", "positions go with the old velocity", "declared/*") \
    F(SYMPLECTIC_END_TIME, "symplectic-euler", "the force at the time of the end", "declared/*") \
    F(LEAPFROG_LATE, "symplectic-euler", "a first kick of h/2, and velocities told as they are", "fingerprint/*") \
    F(ALPHA_SWAPPED, "generalized-alpha", "alpha_m and alpha_f interchanged", "fingerprint/*") \
    F(ALPHA_GAMMA, "generalized-alpha", "gamma is 1/2", "fingerprint/*")                  \
    F(ALPHA_RHO, "generalized-alpha", "rho is 7/10", "declared/*")                        \
    F(ALPHA_START, "generalized-alpha", "it begins with acceleration 0", "fingerprint/*") \
    F(ALPHA_LATE, "generalized-alpha", "gamma is 1 % larger after t = 3", "law/step-roundoff") \
    F(ALPHA_TIME, "generalized-alpha", "forces at the end's time", "fingerprint/*") \
    F(UNDAMPED_GAMMA, "undamped-alpha", "gamma is 0.502", "fingerprint/*") \
    F(UNDAMPED_ALPHA_M, "undamped-alpha", "alpha_m is 0.49, and what follows from it", "declared/*") \
    F(NEWMARK_GAMMA, "newmark", "gamma is 0.51", "declared/*") \
    F(NEWMARK_BETA, "newmark", "beta is 1/6", "declared/*") \
    F(FROM_STEP_900, "runge-kutta-4", "from step 900 on 1e-7 too far", "conditions/step") \
    F(UNNAMED_FROM_STEP_900, "unnamed", "from step 900 on 1e-7 too far", "conditions/late") \
    F(UNNAMED_FROM_STEP_100, "unnamed", "from step 100 on 1e-7 too far", "conditions/late") \
    F(VERLET_FROM_STEP_1300, "velocity-verlet", "from step 1300 on 1e-7 too far", "conditions/late") \
    F(PAIR_FROM_STEP_1300, "pair", "from step 1300 on 1e-7 too far", "conditions/late") \
    F(ALPHA_FROM_STEP_1300, "generalized-alpha", "from step 1300 on 1e-7 too far", "nothing") \
    F(VERLET_FROM_STEP_65000, "position-verlet", "from step 65000 on 1e-7 too far", "conditions/late") \
    F(BDF2_FROM_STEP_65000, "bdf2", "from step 65000 on 1e-7 too far", "conditions/late") \
    F(FROM_STEP_32768, "heun", "the same from step 32768 on", "conditions/step") \
    F(UNNAMED_FROM_STEP_32768, "unnamed", "the same from step 32768 on", "conditions/late") \
    F(STEP_101, "runge-kutta-4", "step 101 alone goes 1e-7 too far", "conditions/late") \
    F(UNNAMED_STEP_101, "unnamed", "step 101 alone goes 1e-7 too far", "conditions/late") \
    F(MIDPOINT_STEP_101, "implicit-midpoint", "step 101 alone goes 1e-7 too far", "conditions/late") \
    F(BDF2_STEP_1234, "bdf2", "step 1234 alone goes 1e-7 too far", "conditions/late") \
    F(COUNTER_FULL, "heun", "where a counter of 16 bits is 0xffff, 1e-12 too far", "conditions/late") \
    F(FROM_COUNTER_FULL, "dormand-prince", "from step 65536 on 1e-13 too far", "conditions/late") \
    F(UNNAMED_FROM_COUNTER_FULL, "unnamed", "from step 65536 on 1e-13 too far", "conditions/late") \
    F(FROM_TIME_40, "dormand-prince", "the same after t = 40", "conditions/step") \
    F(UNNAMED_FROM_TIME_40, "unnamed", "the same after t = 40", "conditions/translation") \
    F(VERLET_FROM_TIME_70, "velocity-verlet", "the same after t = 70", "conditions/step") \
    F(PAIR_FROM_TIME_70, "pair", "the same after t = 70", "conditions/step") \
    F(BDF2_FROM_TIME_70, "bdf2", "the same after t = 70", "conditions/late") \
    F(ACROSS_ZERO, "heun", "a step across t = 0 is 1e-5 too long", "conditions/step") \
    F(SHORT_STEP, "runge-kutta-4", "h below 2e-7 is rounded to single precision", "conditions/step") \
    F(UNNAMED_SHORT_STEP, "unnamed", "h below 2e-7 is rounded to single precision", "conditions/scaling") \
    F(RATE_LIMITED, "dormand-prince", "no rate is larger than 3e4", "conditions/scaling") \
    F(UNNAMED_RATE_LIMITED, "unnamed", "no rate is larger than 3e4", "conditions/scaling") \
    F(RATES_CUT, "runge-kutta-4", "accelerations beyond 1500 are cut to that", "conditions/scaling") \
    F(PAIR_RATES_CUT, "pair", "accelerations beyond 1500 are cut to that", "conditions/scaling") \
    F(MIDPOINT_RATES_CUT, "implicit-midpoint", "accelerations beyond 1500 are cut to that", "conditions/scaling") \
    F(BDF2_RATES_CUT, "bdf2", "accelerations beyond 1500 are cut to that", "conditions/scaling") \
    F(VERLET_RATES_CUT, "velocity-verlet", "accelerations beyond 1500 are cut to that", "conditions/scaling") \
    F(ALPHA_RATES_CUT, "generalized-alpha", "accelerations beyond 1500 are cut to that", "conditions/scaling") \
    F(UNNAMED_RATES_CUT, "unnamed", "accelerations beyond 1500 are cut to that", "conditions/scaling") \
    F(HIGH_RATES_CUT, "dormand-prince", "accelerations beyond 2e6 are cut to that", "conditions/scaling") \
    F(BDF2_HIGH_RATES_CUT, "bdf2", "accelerations beyond 2e6 are cut to that", "conditions/scaling") \
    F(VERLET_HIGH_RATES_CUT, "position-verlet", "accelerations beyond 2e6 are cut to that", "conditions/scaling") \
    F(UNNAMED_HIGH_RATES_CUT, "unnamed", "accelerations beyond 2e6 are cut to that", "conditions/scaling") \
    F(SMALL_IS_ZERO, "runge-kutta-4", "values below 1e-13 are zero", "conditions/step") \
    F(UNNAMED_SMALL_IS_ZERO, "unnamed", "values below 1e-13 are zero", "conditions/scaling") \
    F(SMALL_MOVES, "runge-kutta-4", "what moves by less than 1e-12 stays", "conditions/step") \
    F(BDF2_SMALL_MOVES, "bdf2", "what moves by less than 1e-12 stays", "conditions/scaling") \
    F(UNNAMED_SMALL_MOVES, "unnamed", "what moves by less than 1e-12 stays", "conditions/scaling") \
    F(SMALL_ESTIMATES, "dormand-prince", "estimates below 1e-12 are zero", "conditions/estimate") \
    F(EARLY_OVERFLOW, "heun", "half a step where squares overflow in single precision", "conditions/step") \
    F(LIMITED, "dormand-prince", "no step goes further than 1e6", "conditions/step") \
    F(ODD_SIZE, "runge-kutta-4", "of 3, 5, .. 11 components the last goes 1e-6 too far", "conditions/step") \
    F(UNNAMED_ODD_SIZE, "unnamed", "of 3, 5, .. 11 components the last goes 1e-6 too far", "conditions/copies") \
    F(EQUAL_COMPONENTS, "heun", "a component that equals the one before moves with it", "conditions/copies") \
    F(UNNAMED_EQUAL_COMPONENTS, "unnamed", "a component that equals the one before moves with it", "conditions/copies") \
    F(FLOAT_COMPONENT, "dormand-prince", "of up to six components the third is kept in single precision", "conditions/step") \
    F(UNNAMED_FLOAT_COMPONENT, "unnamed", "of up to six components the third is kept in single precision", "conditions/linearity") \
    F(ONE_ULP, "runge-kutta-4", "of eight components the fifth is one unit in the last place too large", "conditions/copies") \
    F(UNNAMED_ONE_ULP, "unnamed", "of eight components the fifth is one unit in the last place too large", "conditions/copies") \
    F(VERLET_ONE_ULP, "velocity-verlet", "of six components the fourth is one unit in the last place too small", "conditions/copies") \
    F(MIDPOINT_ONE_ULP, "implicit-midpoint", "of six components the fourth is one unit in the last place too small", "nothing") \
    F(PAIR_ONE_ULP, "pair", "of six components the fourth is one unit in the last place too small", "nothing") \
    F(BDF2_ONE_ULP, "bdf2", "of six components the fourth is one unit in the last place too small", "nothing") \
    F(DORMAND_ONE_ULP, "dormand-prince", "of six components the fourth is one unit in the last place too small", "conditions/copies") \
    F(EIGHT_AT_MOST, "heun", "of nine to eleven components those beyond eight stay", "conditions/step") \
    F(UNNAMED_EIGHT_AT_MOST, "unnamed", "of nine to eleven components those beyond eight stay", "conditions/copies") \
    F(ESTIMATE_OF_LAST, "dormand-prince", "of seven components the last estimate is half", "conditions/estimate") \
    F(BDF2_FROM_STEP_900, "bdf2", "from step 900 on 1e-7 too far", "conditions/late") \
    F(BDF2_SHORT_STEP, "bdf2", "h below 2e-7 is rounded to single precision", "conditions/scaling") \
    F(VERLET_SHORT_STEP, "position-verlet", "h below 2e-7 is rounded to single precision", "conditions/step") \
    F(PAIR_SHORT_STEP, "pair", "h below 2e-7 is rounded to single precision", "conditions/step") \
    F(ADAMS_SHORT_STEP, "adams-bashforth-3", "h below 2e-7 is rounded to single precision", "conditions/scaling") \
    F(BDF2_SMALL_IS_ZERO, "bdf2", "values below 1e-13 are zero", "conditions/scaling") \
    F(VERLET_SMALL_IS_ZERO, "velocity-verlet", "values below 1e-13 are zero", "conditions/step") \
    F(PAIR_SMALL_IS_ZERO, "pair", "values below 1e-13 are zero", "conditions/step") \
    F(ALPHA_SMALL_IS_ZERO, "generalized-alpha", "values below 1e-13 are zero", "nothing") \
    F(BDF2_ODD_SIZE, "bdf2", "of 3, 5, .. 11 components the last goes 1e-6 too far", "conditions/copies") \
    F(BDF2_FLOAT_COMPONENT, "bdf2", "of up to six components the third is kept in single precision", "conditions/copies") \
    F(BDF2_FLOAT, "bdf2", "the state is kept in single precision", "fingerprint/*") \
    F(MIDPOINT_FROM_STEP_900, "implicit-midpoint", "from step 900 on 1e-7 too far", "conditions/step") \
    F(MIDPOINT_FROM_TIME_40, "implicit-midpoint", "the same after t = 40", "conditions/step") \
    F(MIDPOINT_SHORT_STEP, "implicit-midpoint", "h below 2e-7 is rounded to single precision", "conditions/step") \
    F(MIDPOINT_SMALL_IS_ZERO, "implicit-midpoint", "values below 1e-13 are zero", "conditions/step") \
    F(MIDPOINT_ODD_SIZE, "implicit-midpoint", "of 3, 5, .. 11 components the last goes 1e-6 too far", "conditions/step") \
    F(MIDPOINT_FLOAT_COMPONENT, "implicit-midpoint", "of up to six components the third is kept in single precision", "conditions/step") \
    F(MIDPOINT_FLOAT, "implicit-midpoint", "the state is kept in single precision", "conditions/step") \
    F(ADAMS_FROM_STEP_32768, "adams-bashforth-3", "from step 32768 on 1e-7 too far", "conditions/late") \
    F(ADAMS_SMALL_IS_ZERO, "adams-bashforth-3", "values below 1e-13 are zero", "conditions/scaling") \
    F(ADAMS_ONE_ULP, "adams-bashforth-3", "of eight components the fifth is one unit in the last place too large", "conditions/copies") \
    F(BDF2_LIMITED, "bdf2", "no step goes further than 1e6", "conditions/scaling") \
    F(NO_PIVOTS, "implicit-midpoint", "from five components on no pivots", "conditions/step") \
    F(PAIR_NO_PIVOTS, "pair", "from five components on no pivots", "conditions/step") \
    F(BDF2_NO_PIVOTS, "bdf2", "from five components on no pivots", "nothing") \
    F(KEEPS_STATE, "dormand-prince", "a rejected attempt's state is kept",               \
      "control/repeat")                                                                  \
    F(KEEPS_STATE_RK4, "runge-kutta-4", "a rejected attempt's state is kept",            \
      "control/repeat")                                                                  \
    F(KEEPS_STATE_PAIR, "pair", "a rejected attempt's state is kept", "control/repeat")  \
    F(KEEPS_STATE_BDF2, "bdf2-controlled", "a rejected attempt's state is kept", "control/formula") \
    F(KEEPS_STATE_HEUN, "heun", "a rejected attempt's state is kept", "control/repeat") \
    F(KEEPS_STATE_NORDSIECK, "nordsieck", "a rejected attempt's state is kept", "control/accuracy:error") \
    F(MOVES_TIME, "heun", "a rejected attempt moves the time", "control/repeat")         \
    F(MOVES_TIME_DORMAND, "dormand-prince", "a rejected attempt moves the time", "control/repeat") \
    F(MOVES_TIME_PAIR, "pair", "a rejected attempt moves the time", "control/repeat") \
    F(MOVES_TIME_BDF2, "bdf2-controlled", "a rejected attempt moves the time", "control/formula") \
    F(KEEPS_STAGE, "dormand-prince",                                                     \
      "the last stage of a rejected attempt is the first one of the next",               \
      "control/repeat")                                                                  \
    F(STEP_SURVIVES, "heun", "the size of the next step survives start",                 \
      "control/restart")                                                                 \
    F(STAGE_SURVIVES, "dormand-prince", "the last stage survives start",                 \
      "control/restart")                                                                 \
    F(STEP_SURVIVES_PAIR, "pair", "the size of the next step survives start", "control/restart") \
    F(STEP_SURVIVES_RK4, "runge-kutta-4", "the size of the next step survives start", "control/restart") \
    F(HISTORY_SURVIVES_NORDSIECK, "nordsieck", "the array survives start", "control/restart") \
    F(HISTORY_SURVIVES_BDF2, "bdf2-controlled", "the states before survive start", "control/restart") \
    F(PI_SURVIVES, "dormand-prince-pi", "the error before survives start", "control/restart") \
    F(NAN_ACCEPTED, "heun", "an error that is not a number is not too large",            \
      "control/incidents")                                                               \
    F(NAN_OVERLOOKED, "dormand-prince",                                                  \
      "the norm's maximum passes over what is not a number", "control/incidents")        \
    F(TEN_TIMES, "dormand-prince", "ten times the accuracy is accepted",                 \
      "control/accepted-error")                                                          \
    F(TEN_TIMES_HEUN, "heun", "ten times the accuracy is accepted",                      \
      "control/accepted-error")                                                          \
    F(TEN_TIMES_LARGEST, "dormand-prince-of-largest", "ten times the accuracy is accepted", "control/accepted-error") \
    F(TEN_TIMES_PAIR, "pair", "ten times the accuracy is accepted", "control/accepted-error") \
    F(TEN_TIMES_BDF2, "bdf2-controlled", "ten times the accuracy is accepted", "control/accepted-error") \
    F(TEN_TIMES_RK4, "runge-kutta-4", "ten times the accuracy is accepted", "control/accepted-error") \
    F(TEN_TIMES_NORDSIECK, "nordsieck", "ten times the accuracy is accepted", "control/accepted-error") \
    F(ACCURACY_LIMITED, "dormand-prince", "an accuracy below 1e-6 is taken for 1e-6", "control/accuracy:power") \
    F(LENIENT_LATE, "dormand-prince", "a twentieth of the error is looked at after t = 20", "control/accepted-error:late") \
    F(LENIENT_LATE_BDF2, "bdf2-controlled", "a twentieth of the error is looked at after t = 20", "control/accepted-error:late") \
    F(ESTIMATE_LATE, "heun", "the estimate is a twentieth after t = 20", "control/repeat:late") \
    F(POSITIONS_ALONE, "dormand-prince", "the norm is over positions alone",             \
      "control/accepted-error")                                                          \
    F(STATES_FORGOTTEN, "dormand-prince", "the norm is over positions and velocities alone", "control/accepted-error:state") \
    F(SQUARES_IN_NORM, "dormand-prince", "errors are divided by 1 + x^2", "control/accepted-error:large") \
    F(FIRST_FORGOTTEN, "dormand-prince", "the norm begins with the second component", "control/accepted-error:each") \
    F(LAST_FORGOTTEN, "dormand-prince", "the norm ends before the last component", "control/accepted-error:each") \
    F(FIRST_TAKEN, "dormand-prince", "the first step is accepted whatever its error", "control/accepted-error:first") \
    F(LAST_TAKEN, "dormand-prince", "a step cut at the end is accepted whatever its error", "control/accepted-error:last") \
    F(GIVES_IN, "heun", "after ten rejected attempts the next one is accepted", "control/accepted-error:first") \
    F(STRETCHED, "heun", "a step that nearly reaches the end is stretched to it, beyond max-step", "control/max-step") \
    F(INTERPOLATES_SQUARES, "dormand-prince", "states within a step go as the square of the part of it", "control/dense:order") \
    F(INTERPOLATES_CROSSED, "dormand-prince", "the slopes at both ends of the cubic within a step are interchanged", "control/dense:curve") \
    F(INTERPOLATES_BEYOND, "heun", "the state within a step is that at its end", "control/dense:ends") \
    F(INTERPOLATES_NAN, "heun", "the last component within a step is not a number", "control/dense:ends") \
    F(END_TAKEN, "dormand-prince", "an end less than 1e-8 ahead is taken for reached", "control/repeat:end") \
    F(STAGE_BY_STATE, "dormand-prince", "the last stage survives a start in the same state", "conditions/restart") \
    F(POSITIONS_ALONE_PAIR, "pair", "the norm is over positions alone", "control/accepted-error") \
    F(POSITIONS_ALONE_BDF2, "bdf2-controlled", "the norm is over positions alone", "control/accepted-error") \
    F(POSITIONS_ALONE_RK4, "runge-kutta-4", "the norm is over positions alone", "control/accepted-error") \
    F(POSITIONS_ALONE_NORDSIECK, "nordsieck", "the norm is over positions alone", "control/accepted-error:large") \
    F(RELATIVE_ALONE, "runge-kutta-4", "the error is relative only",                     \
      "control/controller")                                                              \
    F(RELATIVE_ALONE_HEUN, "heun", "the error is relative only", "control/controller") \
    F(RELATIVE_ALONE_PAIR, "pair", "the error is relative only", "control/controller") \
    F(THIRD_FOR_HALF, "heun", "the exponent is 1/3 for 1/2", "control/controller")       \
    F(THIRD_FOR_FIFTH, "dormand-prince", "the exponent is 1/3 for 1/5",                  \
      "control/control-order")                                                           \
    F(THIRD_FOR_HALF_PAIR, "pair", "the exponent is 1/3 for 1/2", "control/controller") \
    F(HALF_FOR_THIRD_BDF2, "bdf2-controlled", "the exponent is 1/2 for 1/3", "control/controller") \
    F(PI_TURNED, "dormand-prince-pi", "the power of the error before has the other sign", "control/controller") \
    F(PI_INTERCHANGED, "dormand-prince-pi", "the powers of the error and of that before are interchanged", "control/end") \
    F(SHRINKS, "dormand-prince", "a step is at most 0.97 times the one before", "control/accuracy:error") \
    F(FILTER_WITHOUT_RATIO, "heun-filtered", "the ratio of steps is left out", "control/controller") \
    F(NO_SAFETY, "dormand-prince", "the safety factor is 1", "control/controller")       \
    F(NO_SAFETY_HEUN, "heun", "the safety factor is 1", "control/controller") \
    F(NO_SAFETY_PAIR, "pair", "the safety factor is 1", "control/controller") \
    F(NO_SAFETY_BDF2, "bdf2-controlled", "the safety factor is 1", "control/controller") \
    F(NO_LIMIT, "heun", "growth has no limit", "control/controller")                     \
    F(NO_LIMIT_RK4, "runge-kutta-4", "growth has no limit", "control/controller")        \
    F(NO_LIMIT_PAIR, "pair", "growth has no limit", "control/controller") \
    F(NO_LIMIT_BDF2, "bdf2-controlled", "growth has no limit", "control/controller") \
    F(NEVER_GROWS, "dormand-prince", "a step never grows again", "control/controller")   \
    F(NEVER_GROWS_PAIR, "pair", "a step never grows again", "control/controller") \
    F(NEVER_GROWS_BDF2, "bdf2-controlled", "a step never grows again", "control/controller") \
    F(LEAST_STEP, "dormand-prince", "steps below 1e-5 are always accepted",              \
      "control/accepted-error:short")                                                    \
    F(LEAST_STEP_HEUN, "heun", "steps below 1e-8 are always accepted",                   \
      "control/accepted-error:short")                                                    \
    F(LEAST_STEP_PAIR, "pair", "steps below 1e-5 are always accepted", "control/accepted-error:short") \
    F(LEAST_STEP_BDF2, "bdf2-controlled", "steps below 1e-5 are always accepted", "control/accepted-error:short") \
    F(MAX_STEP_IGNORED, "runge-kutta-4", "max-step is not looked at",                    \
      "control/max-step")                                                                \
    F(MAX_STEP_IGNORED_PAIR, "pair", "max-step is not looked at", "control/max-step") \
    F(MAX_STEP_IGNORED_BDF2, "bdf2-controlled", "max-step is not looked at", "control/max-step") \
    F(MAX_STEP_FIRST, "heun", "max-step limits the first attempt, and not growth",       \
      "control/max-step")                                                                \
    F(BEYOND_END, "dormand-prince", "the last step is not cut", "control/end")           \
    F(BEYOND_END_HEUN, "heun", "the last step is not cut", "control/end") \
    F(BEYOND_END_PAIR, "pair", "the last step is not cut", "control/end") \
    F(BEYOND_END_BDF2, "bdf2-controlled", "the last step is not cut", "control/end") \
    F(FIRST_ADVANCE_FAILS, "heun", "error control rejects whatever it tries",             \
      "control/error-control")                                                           \
    F(KEEPS_FIRST_STAGE, "heun", "the first stage under error control is that of the step before", \
      "control/repeat")                                                                  \
    F(STALE_STAGE, "dormand-prince", "the first stage of a step is the last but one of that before", \
      "fingerprint/*")                                                                   \
    F(REJECTED_UNCOUNTED, "heun", "rejected attempts are not counted",                   \
      "control/counters:rejected_steps")                                                 \
    F(REJECTED_UNCOUNTED_PAIR, "pair", "rejected attempts are not counted", "nothing") \
    F(REJECTED_UNCOUNTED_BDF2, "bdf2-controlled", "rejected attempts are not counted", "nothing") \
    F(REJECTED_AS_STEPS, "runge-kutta-4", "rejected attempts are counted as steps",      \
      "control/counters:steps")                                                          \
    F(HALF_COUNTED, "runge-kutta-4",                                                     \
      "the evaluations of the large step are not counted",                               \
      "control/counters:evaluations")
/* clang-format on */

/* Which of these are the same slip in error control (textbook_control.c), made by the steps of
 * different methods. */
/* clang-format off */
#define TEXTBOOK_SLIP_LIST(S) \
    S(KEEPS_STATE, KEEPS_STATE) \
    S(KEEPS_STATE_RK4, KEEPS_STATE) \
    S(KEEPS_STATE_PAIR, KEEPS_STATE) \
    S(KEEPS_STATE_BDF2, KEEPS_STATE) \
    S(TEN_TIMES, TEN_TIMES) \
    S(TEN_TIMES_HEUN, TEN_TIMES) \
    S(TEN_TIMES_LARGEST, TEN_TIMES) \
    S(TEN_TIMES_PAIR, TEN_TIMES) \
    S(TEN_TIMES_BDF2, TEN_TIMES) \
    S(POSITIONS_ALONE, POSITIONS_ALONE) \
    S(STATES_FORGOTTEN, STATES_FORGOTTEN) \
    S(POSITIONS_ALONE_PAIR, POSITIONS_ALONE) \
    S(POSITIONS_ALONE_BDF2, POSITIONS_ALONE) \
    S(THIRD_FOR_HALF, ANOTHER_ORDER) \
    S(THIRD_FOR_FIFTH, ANOTHER_ORDER) \
    S(THIRD_FOR_HALF_PAIR, ANOTHER_ORDER) \
    S(HALF_FOR_THIRD_BDF2, ANOTHER_ORDER) \
    S(NO_LIMIT, NO_LIMIT) \
    S(NO_LIMIT_RK4, NO_LIMIT) \
    S(LEAST_STEP, LEAST_STEP) \
    S(LEAST_STEP_HEUN, LEAST_STEP) \
    S(STEP_SURVIVES, STEP_SURVIVES) \
    S(STEP_SURVIVES_PAIR, STEP_SURVIVES) \
    S(STAGE_SURVIVES, HISTORY_SURVIVES) \
    S(LENIENT_LATE, LENIENT_LATE) \
    S(LENIENT_LATE_BDF2, LENIENT_LATE) \
    S(HISTORY_SURVIVES_BDF2, HISTORY_SURVIVES) \
    S(KEEPS_STATE_HEUN, KEEPS_STATE) \
    S(KEEPS_STATE_NORDSIECK, KEEPS_STATE) \
    S(MOVES_TIME, MOVES_TIME) \
    S(MOVES_TIME_DORMAND, MOVES_TIME) \
    S(MOVES_TIME_PAIR, MOVES_TIME) \
    S(MOVES_TIME_BDF2, MOVES_TIME) \
    S(TEN_TIMES_RK4, TEN_TIMES) \
    S(TEN_TIMES_NORDSIECK, TEN_TIMES) \
    S(POSITIONS_ALONE_RK4, POSITIONS_ALONE) \
    S(POSITIONS_ALONE_NORDSIECK, POSITIONS_ALONE) \
    S(RELATIVE_ALONE, RELATIVE_ALONE) \
    S(RELATIVE_ALONE_HEUN, RELATIVE_ALONE) \
    S(RELATIVE_ALONE_PAIR, RELATIVE_ALONE) \
    S(NO_SAFETY, NO_SAFETY) \
    S(NO_SAFETY_HEUN, NO_SAFETY) \
    S(NO_SAFETY_PAIR, NO_SAFETY) \
    S(NO_SAFETY_BDF2, NO_SAFETY) \
    S(NO_LIMIT_PAIR, NO_LIMIT) \
    S(NO_LIMIT_BDF2, NO_LIMIT) \
    S(NEVER_GROWS, NEVER_GROWS) \
    S(NEVER_GROWS_PAIR, NEVER_GROWS) \
    S(NEVER_GROWS_BDF2, NEVER_GROWS) \
    S(LEAST_STEP_PAIR, LEAST_STEP) \
    S(LEAST_STEP_BDF2, LEAST_STEP) \
    S(MAX_STEP_IGNORED, MAX_STEP_IGNORED) \
    S(MAX_STEP_IGNORED_PAIR, MAX_STEP_IGNORED) \
    S(MAX_STEP_IGNORED_BDF2, MAX_STEP_IGNORED) \
    S(BEYOND_END, BEYOND_END) \
    S(BEYOND_END_HEUN, BEYOND_END) \
    S(BEYOND_END_PAIR, BEYOND_END) \
    S(BEYOND_END_BDF2, BEYOND_END) \
    S(REJECTED_UNCOUNTED, REJECTED_UNCOUNTED) \
    S(REJECTED_UNCOUNTED_PAIR, REJECTED_UNCOUNTED) \
    S(REJECTED_UNCOUNTED_BDF2, REJECTED_UNCOUNTED) \
    S(STEP_SURVIVES_RK4, STEP_SURVIVES) \
    S(HISTORY_SURVIVES_NORDSIECK, HISTORY_SURVIVES)
/* clang-format on */

#endif
