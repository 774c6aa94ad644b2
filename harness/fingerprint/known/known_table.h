/* A method as its tableau stands in print: coefficients in texts, separated by blanks, the
 * rows of a matrix by ';'. What a row leaves out at its end is 0. A coefficient is a rational,
 * "-3/4", or a sum of such times roots: "1/4-1/6r3" is 1/4 - sqrt(3)/6, "2/3+1/3c2" 2/3 +
 * cbrt(2)/3; or an irrational number to TABLEAU_BITS, "0.43586...".
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_KNOWN_TABLE_H
#define HARNESS_KNOWN_TABLE_H

#include <stdbool.h>

#include "harness/fingerprint/trees/tableau.h"

/* Steps of which a method is composed. Where the last drift, or kick, of one and the first of the
 * next are not taken together, that is another method if N depends on q, or f on v. */
enum known_form {
    KNOWN_NOT_COMPOSED,
    KNOWN_POSITIONS_FIRST, /* of position Verlet, neighbouring drifts taken together */
    KNOWN_VELOCITIES_FIRST,
    KNOWN_OF_POSITION_VERLET,
    KNOWN_OF_VELOCITY_VERLET,
    KNOWN_OF_MIDPOINT /* of the implicit midpoint rule */
};

struct known_table {
    int stages;
    const char *a;                   /* the same for all pairs of colours, or ... */
    const char *part[TABLEAU_PARTS]; /* ... one for each; NULL: 0 */
    const char *gamma;               /* of a Rosenbrock method; NULL: it is none */
    const char *c;                   /* NULL: the sums of the rows of a */
    const char *b;                   /* of both colours, or ... */
    const char *bq, *bv;             /* ... one for each */
    const char *other;               /* the embedded method's b; NULL: none */
    const char *factor;              /* the estimate is factor (b - other); NULL: 1 */
    /* bq are drifts q := q + h bq_i N(q) v, bv kicks v := v + h bv_i f(t, q, v), in turns, a
     * drift first. */
    bool is_splitting;
    enum known_form form;
    const char *sizes; /* of a composition: the first half of its steps' sizes */
    /* How far weights may be off that come from coefficients as the source prints them. */
    double printed;
    /* The method is two half steps of this one, and the estimate big - small. */
    bool in_two_halves;
};

/* known_compose.c: the coefficients of a composition of steps of these sizes, bq and bv of a
 * splitting. */
void known_compose(struct tableau *t, enum known_form form, const mpq_t *size, int steps);

/* How many steps a composition has, and their sizes, of which the second half mirrors the first
 * and that in the middle makes the sum 1. */
int known_steps(const struct known_table *table);
void known_sizes(mpq_t *size, const struct known_table *table);

/* *t := the composition with other sizes. Nonzero: out of memory. */
int known_table_of_sizes(struct tableau *t, const struct known_table *table,
                         const mpq_t *size);

/* The rest of a splitting's tableau from its drifts bq and kicks bv: stage i is the i-th drift from
 * where those before it and the kicks before it lead, then the i-th kick from there. */
void known_spread(struct tableau *t);

/* *t := the tableau, without regard to in_two_halves. Nonzero: out of memory. */
int known_table_read(struct tableau *t, const struct known_table *table);

#define COMPOSED_ENTRIES(ENTRY, name)                                                    \
    ENTRY(name)                                                                          \
    ENTRY(name##_velocity)                                                               \
    ENTRY(name##_steps)                                                                  \
    ENTRY(name##_velocity_steps)                                                         \
    ENTRY(name##_midpoint)

/* The tables, by the file they are in. */
#define KNOWN_TABLE_LIST(ENTRY)                                                          \
    /* known_euler.c */                                                                  \
    ENTRY(backward_euler)                                                                \
    ENTRY(backward_euler_pair)                                                           \
    ENTRY(bdf1)                                                                          \
    ENTRY(ndf1)                                                                          \
    ENTRY(explicit_euler)                                                                \
    ENTRY(explicit_euler_trapezoid)                                                      \
    ENTRY(theta_two_thirds)                                                              \
    ENTRY(theta_three_quarters)                                                          \
    /* known_partitioned.c */                                                            \
    ENTRY(gaming)                                                                        \
    ENTRY(gaming_pair)                                                                   \
    ENTRY(position_implicit)                                                             \
    ENTRY(velocity_implicit)                                                             \
    ENTRY(velocity_implicit_begin)                                                       \
    ENTRY(position_first)                                                                \
    ENTRY(stoermer_verlet)                                                               \
    ENTRY(velocity_verlet)                                                               \
    ENTRY(velocity_verlet_predicted)                                                     \
    ENTRY(velocity_verlet_old)                                                           \
    ENTRY(velocity_verlet_middle)                                                        \
    ENTRY(position_verlet_old_map)                                                       \
    ENTRY(position_verlet)                                                               \
    ENTRY(nystrom_4)                                                                     \
    /* known_splitting.c */                                                              \
    ENTRY(mclachlan_atela_2)                                                             \
    ENTRY(omelyan_2)                                                                     \
    ENTRY(ruth_3)                                                                        \
    ENTRY(pefrl)                                                                         \
    ENTRY(vefrl)                                                                         \
    ENTRY(blanes_moan_4)                                                                 \
    /* known_composed.c */                                                               \
    COMPOSED_ENTRIES(ENTRY, forest_ruth)                                                 \
    COMPOSED_ENTRIES(ENTRY, suzuki_4)                                                    \
    COMPOSED_ENTRIES(ENTRY, yoshida_6)                                                   \
    COMPOSED_ENTRIES(ENTRY, kahan_li_6)                                                  \
    COMPOSED_ENTRIES(ENTRY, yoshida_8)                                                   \
    COMPOSED_ENTRIES(ENTRY, suzuki_umeno_8)                                              \
    /* known_explicit.c */                                                               \
    ENTRY(explicit_midpoint)                                                             \
    ENTRY(heun)                                                                          \
    ENTRY(ralston)                                                                       \
    ENTRY(heun_3)                                                                        \
    ENTRY(kutta_3)                                                                       \
    ENTRY(shu_osher_3)                                                                   \
    ENTRY(bogacki_shampine)                                                              \
    ENTRY(ralston_3)                                                                     \
    ENTRY(runge_kutta_4)                                                                 \
    ENTRY(three_eighths)                                                                 \
    ENTRY(zonneveld)                                                                     \
    ENTRY(merson)                                                                        \
    ENTRY(fehlberg_4)                                                                    \
    ENTRY(fehlberg_5)                                                                    \
    ENTRY(cash_karp)                                                                     \
    ENTRY(dormand_prince)                                                                \
    ENTRY(fehlberg_12)                                                                   \
    ENTRY(wray_3)                                                                        \
    ENTRY(ssp_43)                                                                        \
    ENTRY(gill)                                                                          \
    ENTRY(ralston_4)                                                                     \
    ENTRY(england)                                                                       \
    ENTRY(gragg_4)                                                                       \
    ENTRY(kutta_nystrom_5)                                                               \
    ENTRY(butcher_5)                                                                     \
    ENTRY(fehlberg_78)                                                                   \
    ENTRY(fehlberg_87)                                                                   \
    ENTRY(williamson_3)                                                                  \
    ENTRY(verner_65)                                                                     \
    /* known_many_stages.c */                                                            \
    ENTRY(gragg_4_smoothed)                                                              \
    ENTRY(gragg_6)                                                                       \
    ENTRY(gragg_6_smoothed)                                                              \
    ENTRY(gragg_8)                                                                       \
    ENTRY(gragg_8_smoothed)                                                              \
    ENTRY(ssp_32)                                                                        \
    ENTRY(ssp_42)                                                                        \
    ENTRY(ssp_93)                                                                        \
    ENTRY(ssp_104)                                                                       \
    /* known_decimals.c */                                                               \
    ENTRY(dormand_prince_853)                                                            \
    ENTRY(carpenter_kennedy_4)                                                           \
    /* known_printed.c */                                                                \
    ENTRY(tsitouras_5)                                                                   \
    ENTRY(ssp_54)                                                                        \
    /* known_implicit.c */                                                               \
    ENTRY(implicit_midpoint)                                                             \
    ENTRY(trapezoid)                                                                     \
    ENTRY(sdirk_rational)                                                                \
    ENTRY(sdirk_2)                                                                       \
    ENTRY(trapezoid_bdf2)                                                                \
    ENTRY(noersett_3)                                                                    \
    ENTRY(radau_2a_3)                                                                    \
    ENTRY(radau_2a_5)                                                                    \
    ENTRY(lobatto_3c_2)                                                                  \
    ENTRY(gauss_4)                                                                       \
    ENTRY(gauss_6)                                                                       \
    ENTRY(sdirk_2_half)                                                                  \
    ENTRY(alexander_3)                                                                   \
    ENTRY(kvaerno_3)                                                                     \
    ENTRY(kennedy_carpenter_3)                                                           \
    ENTRY(sdirk_4)                                                                       \
    ENTRY(lobatto_3a_4)                                                                  \
    ENTRY(lobatto_3b_4)                                                                  \
    ENTRY(lobatto_3a_3b_4)                                                               \
    ENTRY(lobatto_3c_4)                                                                  \
    ENTRY(radau_1a_3)                                                                    \
    ENTRY(radau_1a_5)                                                                    \
    /* known_rosenbrock.c */                                                             \
    ENTRY(rosenbrock_euler)                                                              \
    ENTRY(ros2)                                                                          \
    ENTRY(ros2_small)                                                                    \
    ENTRY(ode23s)                                                                        \
    ENTRY(ros3p)                                                                         \
    ENTRY(rodas3)                                                                        \
    ENTRY(rodas4)                                                                        \
    ENTRY(exponential_rosenbrock_euler)

#define KNOWN_TABLE_DECLARE(name) extern const struct known_table known_##name;
KNOWN_TABLE_LIST(KNOWN_TABLE_DECLARE)
#undef KNOWN_TABLE_DECLARE

#endif
