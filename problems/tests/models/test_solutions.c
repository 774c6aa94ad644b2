/* A closed form satisfies the model's equations identically and begins at its start, at any
 * setting of the parameters.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "problems/tests/models/checks.h"
#include "problems/tests/models/models.h"

enum { TIMES = 100 };

static const struct {
    const char *model, *settings;
} setups[] = {
    {"spring", ""},
    {"spring", "m=1 k=1 x0=0.1 v0=0"},
    {"spring", "m=0.37 k=1e7 x0=-1.3 v0=71"},
    {"spring_damper", ""},
    {"spring_damper", "m=1 k=1e6 c=1e3 x0=0.1 v0=0"},
    {"spring_damper", "m=1 k=1e4 c=1e3 x0=0.1 v0=0"},
    {"spring_damper", "m=1 k=4 c=4"}, /* critical */
    {"spring_damper", "m=0.37 k=0.71 c=0"},
    {"smd_work", ""},
    {"smd_work", "m=2 k=1e10 c=1e8 x0=1 v0=0.1 z0=0"},
    {"smd_work", "m=1 k=4 c=4"},
    {"double_mass", ""},
    {"double_mass", "k1=750 k2=1e20 x1=0.5 x2=1.5 u1=0 u2=0"},
    {"double_mass", "k1=0.37 k2=0.071 u1=1.9"},
    {"pendulum", ""},
    {"pendulum", "a0=3 w0=0.1 l=0.83"},
    {"pendulum", "a0=-3 w0=0.3"},
    {"pendulum", "a0=0.7 w0=-0.25"},
    {"pendulum", "a0=0.7 w0=-9"},
    {"pendulum", "a0=-1.9 w0=9 g=1.6"},
    {"pendulum", "a0=0 w0=1e-3"},
    {"kepler", ""},
    {"kepler", "e=0.9 M0=-4"},
    {"kepler", "GM=0.37 a=1.9 e=0.999 M0=0.001"},
    {"euler_top", ""},
    {"euler_top", "A=1/2 B=-1 C=1/2 R1=cos(1.1) R3=sin(1.1)"},
    {"euler_top", "A=-1.37 B=0.83 C=-0.71 R1=1.7 R3=0.3 phase=0.4"}, /* m > 1 */
    {"quadratic", ""},
    {"quadratic", "S=7 z0=3"},
    {"spherical_pendulum", ""},
    {"spherical_pendulum", "m=1 l=1 tilt=pi/3 phase=0"},
    {"spherical_pendulum", "tilt=1.3 phase=-0.71 g=1.6"},
    {"rod_pendulum", ""},
    {"rod_pendulum", "m=1.37 l=0.83 a0=-0.7 w0=9"},
    {"rod_pendulum", "a0=2.5"},
    {"circle_pendulum", ""},
    {"circle_pendulum", "m=1.37 l=0.83 x=0.83 g=1.6"},
    {"doubled_rod", ""},
    {"doubled_rod", "m=0.37 l=1.9 a0=-1.9 w0=0.3"},
    {"rotating_wire", ""},
    {"rotating_wire", "m=0.37 omega=-0.7 phase=1.9 r0=-1.3 s0=0.29"},
    {"skate", ""},
    {"skate", "m=0.37 J=1.9 slope=-0.7 a0=1.9 turn=-0.71 s0=0"},
    {"four_bar", ""},
    {"four_bar", "n=5 m=0.37 l=1.9 a0=0.3 w0=0.7"},
    {"four_bar_reduced", ""},
    {"four_bar_reduced", "cranks=7 m=0.37 l=1.9 a0=0.3 w0=0.7"},
    {"bouncing_ball", ""},
    {"bouncing_ball", "z0=0.43 v0=1.3 e=0.37 impacts=7"},
    {"bouncing_ball", "e=0 impacts=1"},
    {"bouncing_ball", "e=1 g=1.6"},
    {"shaken_dimer", ""},
    {"shaken_dimer", "m=0.37 l=1.3 A=0.29 W=4.7 e=0.8 impacts=5"},
};
enum { SETUPS = sizeof setups / sizeof *setups };

Test(solutions, a_closed_form_satisfies_the_equations) {
    struct sample s = sample_begin();
    for (int i = 0; i < SETUPS; i++) {
        struct model *m = models_read(setups[i].model, setups[i].settings);
        double residual = checks_solution_residual(m, &s, TIMES);
        cr_expect(residual <= CHECKS_TOLERANCE, "%s %s: %g, TEST_SEED=%llu",
                  setups[i].model, setups[i].settings, residual,
                  (unsigned long long)s.seed);
    }
}

Test(solutions, a_closed_form_begins_at_the_initial_values) {
    for (int i = 0; i < SETUPS; i++) {
        struct model *m = models_read(setups[i].model, setups[i].settings);
        double difference = checks_solution_start(m);
        cr_expect(difference <= CHECKS_TOLERANCE, "%s %s: %g", setups[i].model,
                  setups[i].settings, difference);
    }
}
