/* Narrow humps of a force, a gap, a switching function and a coefficient of friction: at the
 * start, at the end, two in a step, beside the path, under a kink. The values are integrals and
 * reflections evaluated to 40 digits with other software (mpmath 1.3, bc 1.07), dense in the
 * hump, not by a way of this folder; the one of `known` 1e-11 is Runge and Kutta's, with steps
 * of 5e-9 in the hump.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "ref/tests/testing.h"
#include "ref/tests/truths.h"

enum { DIGITS = 20, BITS = 128 };

#define FREE "position x = 0\nvelocity v = 1\nx' = v\n"
#define PLANE "x' = u\ny' = w\n"

static const struct narrow {
    const char *what, *text;
    ref_truth_function *way; /* the cheapest that has it */
    double time;
    int component;
    const char *value;
    double known;
} narrow[] = {
    {"a force at the start, its middle before it",
     "state z = 0\nz' = 1e5*exp(-1e10*(t + 1e-5)^2)\n", ref_enclosure_truth, 2, 0,
     "0.1394027926403309882496163055387195860443", 0},
    {"a force cut by the end", "state z = 0\nz' = 1e5*exp(-1e10*(t - 2)^2)\n",
     ref_truth_alloc, 2, 0, "0.8862269254527580136490837416705725913988", 0},
    {"two forces, 1e-4 apart, the second against the first",
     "state z = 0\nz' = 1e6*exp(-1e12*(t - 2)^2) - 2e6*exp(-1e12*(t - 2 - 1/10000)^2)\n",
     ref_truth_alloc, 4, 0, "-1.772453850905516027298167483341145182798", 0},
    {"a gap that is closed for a moment",
     FREE "v' = 0\ncontact shutter { gap = 3/2 - x + 10*(1 - exp(-1e6*(t - 2)^2)); "
          "restitution = 1 }\n",
     ref_enclosure_truth, 4, 0, "-17210.85685446154117462674155027398126457", 0},
    {"two hills in a step, the second one high enough",
     "position x = 0, y = 0.05\nvelocity u = 3, w = 0\n" PLANE
     "u' = 0\nw' = 0\ncontact hills { gap = y - 0.04*exp(-1e4*(x - 3)^2) - "
     "0.06*exp(-1e4*(x - 4)^2); restitution = 1 }\n",
     ref_enclosure_truth, 3, 1, "2.27209061974546138476158955076502584931", 0},
    {"a switching function, whose force turns back what it meets",
     FREE "v' = -1e3*max(exp(-1e6*(x - 2)^2) - 1/2, 0)\n", ref_enclosure_truth, 5, 0,
     "-0.99512656112553412731141737693370817", 0},
    {"a hump under a kink that moves",
     "state z = 1\nz' = -1/4 + 100*max(exp(-1e8*(t - 3)^2) - z/2, 0)\n",
     ref_enclosure_truth, 3.5, 0, "0.13828987039889518", 1e-11},
    {"a coefficient of friction with two humps",
     "position x = 0\nvelocity u = 3\nx' = u\nu' = -10*(1/20 + 10*exp(-1e6*(x - 2)^2) + "
     "10*exp(-1e6*(x - 2 - 1/200)^2))*sign(u)\n",
     ref_enclosure_truth, 2, 1, "1.8624118339143031207597448639904427", 0},
    {"two switches in a step, one against the other",
     "state z = 0\nz' = 1e3*(max(exp(-1e10*(t - 1)^2) - 1/2, 0) - "
     "max(exp(-1e10*(t - 1 - 1/10000)^2) - 3/4, 0))\n",
     ref_enclosure_truth, 3, 0, "0.0034261136187748019996536082797148053", 0},
    {"a switch that is on at the end",
     "state z = 0\nz' = 1e4*max(exp(-1e8*(t - 1)^2) - 1/2, 0)\n", ref_enclosure_truth, 1,
     0, "0.25811312162945078872735214650899233", 0},
    {"a force beside the path, met after the turn",
     "position x = 0, y = 0\nvelocity u = 1, w = 1/1000\n" PLANE
     "u' = -x/4\nw' = 1e3*exp(-1e6*(x + 3/2)^2)\n",
     ref_enclosure_truth, 8, 1, "0.063441826006407658271330760162468908", 0},
    {"a smooth step, far from which nothing changes",
     "state z = 0\nz' = tanh(1e8*(t - 1.3))\n", ref_enclosure_truth, 2, 0, "-0.6", 0},
    {"the same, of exponentials", "state z = 0\nz' = 2/(1 + exp(-2e8*(t - 1.3))) - 1\n",
     ref_enclosure_truth, 2, 0, "-0.6", 0},
    {"a pulse whose sides are exponentials",
     "state z = 0\nz' = 1e6/cosh(1e6*(t - 1.25))^2\n", ref_enclosure_truth, 2, 0, "2", 0},
    {"friction of exponentials, against that of tanh",
     FREE "v' = -9*x - 0.5*(2/(1 + exp(-2e6*v)) - 1)\n", ref_enclosure_truth, 3, 0,
     "5.6735442173293110919768728051617756783399e-2", 1e-35},
    {"a gap that touches zero at rest",
     "position x = 1\nvelocity v = 0\nx' = v\nv' = 0\ncontact ceiling { "
     "gap = 2 - x - exp(-1e6*(t - 2)^2); restitution = 1/2 }\n",
     ref_event_truth, 3, 0, "1", 0},
    {"a force that makes a block slip which sticks",
     "position x = 0, y = 0\nvelocity u = 0, w = 0\n" PLANE
     "u' = 300*exp(-1e4*(t - 1)^2)\nw' = -10\ncontact floor { gap = y; slide = u; "
     "friction = 0.4 }\n",
     ref_event_truth, 1.5, 2, "3.2254797686572336697738750470920291833509", 0},
};

Test(narrow, what_is_narrow_is_not_stepped_over) {
    for (size_t k = 0; k < sizeof narrow / sizeof *narrow; k++) {
        const struct narrow *n = &narrow[k];
        struct model *m = testing_model(n->text);
        struct ref_truth *truth = truths_make(n->way, m, DIGITS, 1, &n->time);
        mpfr_t off, bound;
        mpfr_inits2(BITS, off, bound, (mpfr_ptr)NULL);
        mpfr_set_str(off, n->value, 10, MPFR_RNDN);
        mpfr_sub(off, off, truth->state[n->component], MPFR_RNDA);
        mpfr_add_d(bound, truth->component[n->component], n->known, MPFR_RNDU);
        cr_expect(mpfr_cmpabs(off, bound) <= 0, "%s: %g off", n->what,
                  mpfr_get_d(off, MPFR_RNDN));
    }
}
