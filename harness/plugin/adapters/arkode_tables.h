/* The Butcher tables of ARKODE (SUNDIALS 6.4) that its adapter offers, explicit and diagonally
 * implicit ones, by the library's names without ARKODE_.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef ADAPTERS_ARKODE_TABLES_H
#define ADAPTERS_ARKODE_TABLES_H

#define ARKODE_TABLES(EXPLICIT, IMPLICIT)                                                \
    EXPLICIT(HEUN_EULER_2_1_2)                                                           \
    EXPLICIT(BOGACKI_SHAMPINE_4_2_3)                                                     \
    EXPLICIT(ARK324L2SA_ERK_4_2_3)                                                       \
    EXPLICIT(ZONNEVELD_5_3_4)                                                            \
    EXPLICIT(ARK436L2SA_ERK_6_3_4)                                                       \
    EXPLICIT(SAYFY_ABURUB_6_3_4)                                                         \
    EXPLICIT(CASH_KARP_6_4_5)                                                            \
    EXPLICIT(FEHLBERG_6_4_5)                                                             \
    EXPLICIT(DORMAND_PRINCE_7_4_5)                                                       \
    EXPLICIT(ARK548L2SA_ERK_8_4_5)                                                       \
    EXPLICIT(VERNER_8_5_6)                                                               \
    EXPLICIT(FEHLBERG_13_7_8)                                                            \
    EXPLICIT(KNOTH_WOLKE_3_3)                                                            \
    EXPLICIT(ARK437L2SA_ERK_7_3_4)                                                       \
    EXPLICIT(ARK548L2SAb_ERK_8_4_5)                                                      \
    IMPLICIT(SDIRK_2_1_2)                                                                \
    IMPLICIT(BILLINGTON_3_3_2)                                                           \
    IMPLICIT(TRBDF2_3_3_2)                                                               \
    IMPLICIT(KVAERNO_4_2_3)                                                              \
    IMPLICIT(ARK324L2SA_DIRK_4_2_3)                                                      \
    IMPLICIT(CASH_5_2_4)                                                                 \
    IMPLICIT(CASH_5_3_4)                                                                 \
    IMPLICIT(SDIRK_5_3_4)                                                                \
    IMPLICIT(KVAERNO_5_3_4)                                                              \
    IMPLICIT(ARK436L2SA_DIRK_6_3_4)                                                      \
    IMPLICIT(KVAERNO_7_4_5)                                                              \
    IMPLICIT(ARK548L2SA_DIRK_8_4_5)                                                      \
    IMPLICIT(ARK437L2SA_DIRK_7_3_4)                                                      \
    IMPLICIT(ARK548L2SAb_DIRK_8_4_5)                                                     \
    IMPLICIT(ESDIRK324L2SA_4_2_3)                                                        \
    IMPLICIT(ESDIRK325L2SA_5_2_3)                                                        \
    IMPLICIT(ESDIRK32I5L2SA_5_2_3)                                                       \
    IMPLICIT(ESDIRK436L2SA_6_3_4)                                                        \
    IMPLICIT(ESDIRK43I6L2SA_6_3_4)                                                       \
    IMPLICIT(QESDIRK436L2SA_6_3_4)                                                       \
    IMPLICIT(ESDIRK437L2SA_7_3_4)                                                        \
    IMPLICIT(ESDIRK547L2SA_7_4_5)                                                        \
    IMPLICIT(ESDIRK547L2SA2_7_4_5)

#endif
