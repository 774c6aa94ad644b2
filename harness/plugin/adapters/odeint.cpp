/* Steppers of Boost.Numeric.Odeint as a plug-in:
 *
 *     c++ -std=c++17 -O2 -fPIC -shared -I harness/plugin harness/plugin/adapters/odeint.cpp \
 *         -o odeint.so
 *     ./halfstep fingerprint --integrator ./odeint.so --option stepper=rosenbrock4
 *
 * A step is one do_step of a stepper, in place, as integrate_const makes it; what a stepper
 * remembers is forgotten by start. There is no advance: this shows methods, not controllers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include <boost/numeric/odeint.hpp>
#include <boost/numeric/ublas/matrix.hpp>
#include <boost/numeric/ublas/vector.hpp>
#include <boost/version.hpp>

#include "halfstep_integrator.h"

namespace {

namespace odeint = boost::numeric::odeint;
using Vector = boost::numeric::ublas::vector<double>; // implicit steppers take no other
using Matrix = boost::numeric::ublas::matrix<double>;
using System = const halfstep_system *;

void require(int failed) {
    if (failed)
        throw std::runtime_error("the rates have no value");
}

struct Rates {
    System system;
    void operator()(const Vector &x, Vector &dxdt, double t) const {
        require(system->derivative(system->context, t, &x[0], &dxdt[0]));
    }
};

/* F_t, which the interface does not have, is a central difference over a part of the step. */
struct Jacobian {
    System system;
    double step;
    void operator()(const Vector &x, Matrix &j, double t) const {
        require(system->jacobian(system->context, t, &x[0], &j(0, 0)));
    }
    void operator()(const Vector &x, Matrix &j, double t, Vector &dfdt) const {
        const double apart = 1e-5 * step;
        Vector before(x.size());
        (*this)(x, j, t);
        Rates{system}(x, dfdt, t + apart);
        Rates{system}(x, before, t - apart);
        dfdt = (dfdt - before) / (2 * apart);
    }
};

/* x := x at t + h; false: no error is told. */
using Step = std::function<bool(System s, double t, double h, Vector &x, Vector &error)>;
using Make = std::function<Step()>;

template <bool is_implicit> auto functions_of(System s, double h) {
    if constexpr (is_implicit)
        return std::make_pair(Rates{s}, Jacobian{s, h});
    else
        return Rates{s};
}

template <class Kind, bool is_implicit, bool tells_error> Step make() {
    const auto kind = std::make_shared<Kind>();
    return [kind](System s, double t, double h, Vector &x, Vector &error) {
        if constexpr (tells_error)
            kind->do_step(functions_of<is_implicit>(s, h), x, t, h, error);
        else
            kind->do_step(functions_of<is_implicit>(s, h), x, t, h);
        return tells_error;
    };
}

/* Its iteration ends at 1e-6 as usual. */
struct ImplicitEuler : odeint::implicit_euler<double> {
    ImplicitEuler() : implicit_euler(1e-14) {
    }
};

const std::map<std::string, Make> steppers = {
    {"euler", make<odeint::euler<Vector>, false, false>},
    {"runge_kutta4", make<odeint::runge_kutta4<Vector>, false, false>},
    {"cash_karp54", make<odeint::runge_kutta_cash_karp54<Vector>, false, true>},
    {"dopri5", make<odeint::runge_kutta_dopri5<Vector>, false, true>},
    {"fehlberg78", make<odeint::runge_kutta_fehlberg78<Vector>, false, true>},
    {"adams_bashforth2", make<odeint::adams_bashforth<2, Vector>, false, false>},
    {"adams_bashforth_moulton4",
     make<odeint::adams_bashforth_moulton<4, Vector>, false, false>},
    {"implicit_euler", make<ImplicitEuler, true, false>},
    {"rosenbrock4", make<odeint::rosenbrock4<double>, true, true>}};

struct Integrator {
    explicit Integrator(System s) : system(s) {
    }
    System system;
    Make make = steppers.at("runge_kutta4");
    Step make_step;
    bool has_error = false;
    double t = 0;
    Vector x, error;
    std::string why;
};

Integrator &of(void *self) {
    return *static_cast<Integrator *>(self);
}

int start(void *self, double t, const double *x) {
    Integrator &i = of(self);
    i.make_step = i.make();
    i.has_error = false;
    i.t = t;
    i.x.resize(static_cast<std::size_t>(i.system->nq + i.system->nv + i.system->nz));
    i.error.resize(i.x.size());
    std::copy_n(x, i.x.size(), i.x.begin());
    return 0;
}

/* No exception may leave it: the caller is C. */
int step(void *self, double h) try {
    Integrator &i = of(self);
    Vector x = i.x;
    if (!(h > 0))
        throw std::runtime_error("a step has to be positive");
    i.has_error = i.make_step(i.system, i.t, h, x, i.error);
    i.x = x;
    i.t += h;
    return 0;
} catch (const std::exception &e) {
    of(self).why = e.what();
    return -1;
}

int set_option(void *self, const char *name, const char *value) {
    const auto found = steppers.find(value);
    if (std::strcmp(name, "stepper") != 0 || found == steppers.end())
        return -1;
    of(self).make = found->second;
    return 0;
}

} // namespace

extern "C" const struct halfstep_integrator *halfstep_integrator(void) {
    static struct halfstep_integrator it = {};
    it.interface_version = HALFSTEP_INTERFACE;
    it.name = "Boost odeint";
    it.version = BOOST_LIB_VERSION;
    it.create = [](System s) -> void * { return new Integrator(s); };
    it.destroy = [](void *self) { delete &of(self); };
    it.start = start;
    it.step = step;
    it.state = [](void *self, double *t, double *x) {
        *t = of(self).t;
        std::copy(of(self).x.begin(), of(self).x.end(), x);
    };
    it.estimate = [](void *self, double *error) {
        std::copy(of(self).error.begin(), of(self).error.end(), error);
        return of(self).has_error ? 0 : -1;
    };
    it.set_option = set_option;
    it.why = [](void *self) { return of(self).why.c_str(); };
    return &it;
}
