/* The known methods with their names and sources. `order` is the one with which step
 * doubling divides; that of the Verlet methods holds where v' = f(t, q) and N = I.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/known_table.h"

#define DRAKE "Drake's class text of VelocityImplicitEulerIntegrator, equations (3), (4)"
#define SIMBODY "Simbody's SemiExplicitEulerTimeStepper and SemiExplicitEulerIntegrator"
#define LUBICH "Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), "
#define WANNER                                                                           \
    "Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I (1993), "
#define STIFF "Hairer, Wanner, Solving Ordinary Differential Equations II (1996), "

static const struct known_method methods[] = {
    {"velocity-implicit-euler", "backward Euler in two half steps, with step doubling",
     DRAKE, 1, &known_backward_euler_pair},
    {"implicit-euler", "backward Euler in two half steps, with step doubling", DRAKE, 1,
     &known_backward_euler_pair},
    {"backward-euler", "backward Euler", WANNER "II.7", 1, &known_backward_euler},
    {"bdf1", "backward Euler, with the estimate of a BDF code's first step",
     "Shampine, Reichelt, SIAM J. Sci. Comput. 18 (1997), section 2", 1, &known_bdf1},
    {"ndf1", "NDF1 with kappa = -0.185",
     "Shampine, Reichelt, SIAM J. Sci. Comput. 18 (1997), section 2", 1, &known_ndf1},
    {"explicit-euler", "explicit Euler", WANNER "I.7", 1, &known_explicit_euler},
    {"explicit-euler-trapezoid", "explicit Euler, compared with the trapezoidal rule",
     "Simbody's ExplicitEulerIntegrator; " WANNER "I.7", 1,
     &known_explicit_euler_trapezoid},
    {"theta-2/3", "the theta method with theta = 2/3", STIFF "IV.3", 1,
     &known_theta_two_thirds},
    {"theta-3/4", "the theta method with theta = 3/4", STIFF "IV.3", 1,
     &known_theta_three_quarters},

    {"semi-explicit-euler-gaming", "semi-explicit Euler, velocities first, all explicit",
     SIMBODY, 1, &known_gaming},
    {"semi-explicit-euler-2",
     "semi-explicit Euler in two half steps, velocities first, with step doubling",
     SIMBODY, 1, &known_gaming_pair},
    {"semi-explicit-euler-position-implicit",
     "semi-explicit Euler, positions first and implicit (symplectic Euler)",
     SIMBODY ", form 1; " LUBICH "VI.3", 1, &known_position_implicit},
    {"semi-explicit-euler-velocity-implicit",
     "semi-explicit Euler, velocities first and implicit (symplectic Euler)",
     SIMBODY ", form 2; " LUBICH "VI.3", 1, &known_velocity_implicit},
    {"semi-explicit-euler-velocity-implicit-begin",
     "semi-explicit Euler, velocities first and implicit, forces at the begin's time",
     SIMBODY ", form 2; " LUBICH "VI.3", 1, &known_velocity_implicit_begin},
    {"semi-explicit-euler-position-first",
     "semi-explicit Euler, positions first, all explicit", LUBICH "I.1.2", 1,
     &known_position_first},
    {"stoermer-verlet", "the Stoermer-Verlet method, implicit where N or f ask for it",
     LUBICH "VI.3, equation (3.4)", 2, &known_stoermer_verlet},
    {"velocity-verlet", "the explicit velocity Verlet method", LUBICH "I.1.4", 2,
     &known_velocity_verlet},
    {"position-verlet", "the explicit position Verlet method", LUBICH "I.1.4", 2,
     &known_position_verlet},

    {"explicit-midpoint", "the explicit midpoint rule",
     "Runge, Math. Ann. 46 (1895); " WANNER "II.1", 2, &known_explicit_midpoint},
    {"heun", "Heun's method of order 2, with Euler's inside", WANNER "II.1", 2,
     &known_heun},
    {"ralston", "Ralston's method of order 2", "Ralston, Math. Comp. 16 (1962)", 2,
     &known_ralston},
    {"heun-3", "Heun's method of order 3", WANNER "II.1, table 1.1", 3, &known_heun_3},
    {"kutta-3", "Kutta's method of order 3, with the midpoint rule inside",
     "Kutta, Z. Math. Phys. 46 (1901)", 3, &known_kutta_3},
    {"shu-osher-3", "Shu's and Osher's method of order 3",
     "Shu, Osher, J. Comput. Phys. 77 (1988)", 3, &known_shu_osher_3},
    {"bogacki-shampine", "Bogacki's and Shampine's pair of order 3(2)",
     "Bogacki, Shampine, Appl. Math. Lett. 2 (1989)", 3, &known_bogacki_shampine},
    {"runge-kutta-4", "the classical Runge-Kutta method",
     "Kutta, Z. Math. Phys. 46 (1901); " WANNER "II.1, table 1.2", 4,
     &known_runge_kutta_4},
    {"three-eighths", "the 3/8 rule",
     "Kutta, Z. Math. Phys. 46 (1901); " WANNER "II.1, table 1.2", 4,
     &known_three_eighths},
    {"zonneveld", "Zonneveld's pair of order 4(3)",
     "Zonneveld, Automatic Numerical Integration (1963); " WANNER "II.4, table 4.2", 4,
     &known_zonneveld},
    {"runge-kutta-merson", "Merson's method of order 4",
     "Merson (1957); " WANNER "II.4, table 4.1", 4, &known_merson},
    {"fehlberg-45", "Fehlberg's pair of order 4(5)",
     "Fehlberg, Computing 6 (1970); " WANNER "II.5, table 5.1", 4, &known_fehlberg_4},
    {"fehlberg-54", "Fehlberg's pair, the fifth order propagated",
     "Fehlberg, Computing 6 (1970); " WANNER "II.5, table 5.1", 5, &known_fehlberg_5},
    {"cash-karp", "Cash's and Karp's pair of order 5(4)",
     "Cash, Karp, ACM Trans. Math. Softw. 16 (1990)", 5, &known_cash_karp},
    {"dormand-prince", "Dormand's and Prince's pair of order 5(4)",
     "Dormand, Prince, J. Comput. Appl. Math. 6 (1980); " WANNER "II.5, table 5.2", 5,
     &known_dormand_prince},

    {"implicit-midpoint", "the implicit midpoint rule", WANNER "II.7", 2,
     &known_implicit_midpoint},
    {"trapezoid", "the trapezoid rule", WANNER "II.7", 2, &known_trapezoid},
    {"sdirk-2-1", "a singly diagonally implicit pair of order 2(1), gamma = 1",
     "SUNDIALS, ARKODE user guide, SDIRK-2-1-2", 2, &known_sdirk_rational},
    {"sdirk-2", "Alexander's singly diagonally implicit method of order 2",
     "Alexander, SIAM J. Numer. Anal. 14 (1977)", 2, &known_sdirk_2},
    {"tr-bdf2", "the trapezoid rule and BDF2 in one step",
     "Hosea, Shampine, Appl. Numer. Math. 20 (1996)", 2, &known_trapezoid_bdf2},
    {"noersett-3", "Norsett's diagonally implicit method of order 3", STIFF "IV.6", 3,
     &known_noersett_3},
    {"radau-2a-3", "Radau IIA of order 3", STIFF "IV.5, table 5.5", 3, &known_radau_2a_3},
    {"radau-2a-5", "Radau IIA of order 5", STIFF "IV.5, table 5.6", 5, &known_radau_2a_5},
    {"lobatto-3c-2", "Lobatto IIIC of order 2", STIFF "IV.5, table 5.11", 2,
     &known_lobatto_3c_2},
    {"gauss-4", "Gauss's method of order 4", STIFF "IV.5, table 5.1", 4, &known_gauss_4},
    {"gauss-6", "Gauss's method of order 6", STIFF "IV.5, table 5.2", 6, &known_gauss_6},
    {NULL, NULL, NULL, 0, NULL},
};

const struct known_method *known_methods(void) {
    return methods;
}
