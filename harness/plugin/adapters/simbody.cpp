/* The integrators of Simbody as a plug-in:
 *
 *     c++ -std=c++11 -O2 -fPIC -shared -I harness/plugin -isystem /usr/include/simbody \
 *         -DSIMBODY_VERSION='"3.7"' harness/plugin/adapters/simbody.cpp -lSimTKmath -lSimTKcommon -o simbody.so
 *     ./halfstep fingerprint --integrator ./simbody.so \
 *         --option integrator=SemiExplicitEuler2
 *
 * The system is one of Simbody's own kind: q, u = v and z, q' = N(q) u, so that the
 * semi-explicit methods and the error norms meet N and its inverse where they ask for it;
 * Verlet's q'' = N u' + N' u is made from the exact Jacobian. A step has the size as
 * smallest and largest one, which no error test shortens; Simbody does not show its error
 * estimate, so there is none. A run is Simbody's own loop, with its defaults: stepTo from the start
 * to the end without returns in between. Debian's library is built with assertions, and has other
 * class layouts with NDEBUG: a client must be compiled as the library is, without NDEBUG.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "adapter.h"
#include "simbody_system.h"

namespace {

using SimTK::State;

/* The first steps' size is set by start and step. */
SimTK::Integrator *make_integrator(const std::string &name, const SimTK::System &system) {
    if (name == "SemiExplicitEuler")
        return new SimTK::SemiExplicitEulerIntegrator(system, 1);
    if (name == "SemiExplicitEuler2")
        return new SimTK::SemiExplicitEuler2Integrator(system);
    if (name == "ExplicitEuler")
        return new SimTK::ExplicitEulerIntegrator(system);
    if (name == "RungeKutta2")
        return new SimTK::RungeKutta2Integrator(system);
    if (name == "RungeKutta3")
        return new SimTK::RungeKutta3Integrator(system);
    if (name == "RungeKuttaMerson")
        return new SimTK::RungeKuttaMersonIntegrator(system);
    if (name == "RungeKuttaFeldberg")
        return new SimTK::RungeKuttaFeldbergIntegrator(system);
    if (name == "Verlet")
        return new SimTK::VerletIntegrator(system);
    return nullptr;
}

struct Adapter {
    enum { most_returns = 3 };
    explicit Adapter(const halfstep_system &given)
        : system(given), name("SemiExplicitEuler2"), accuracy(1e-3), max_step(INFINITY),
          mechanics(nullptr), t(0), step_size(0), run_size(-1), advances(false),
          has_begun(false) {
    }
    /* A step is of this size, and no other, until it is told of another one. */
    void begin_steps(double h) {
        make();
        integrator->setFixedStepSize(h);
        integrator->setAccuracy(accuracy);
        begin();
        step_size = h;
        advances = false;
    }
    void begin_advances() {
        make();
        if (!integrator->methodHasErrorControl())
            throw std::runtime_error(name + " has no error control");
        integrator->setAccuracy(accuracy);
        if (max_step < INFINITY)
            integrator->setMaximumStepSize(max_step);
        begin();
        step_size = 0;
        advances = true;
    }
    /* To t_final; what an integrator has been made for goes on to serve for runs of the same h. */
    void run(double h, double t_final) {
        if (run_size != h) {
            make();
            integrator->setReturnEveryInternalStep(false);
            if (h > 0)
                integrator->setFixedStepSize(h);
            else
                integrator->setAccuracy(accuracy);
            run_state.reset(new State(simbody->getDefaultState()));
            simbody->realizeModel(*run_state);
        }
        run_size = h;
        step_size = 0;
        advances = false;
        run_state->setTime(t);
        mechanics->write(*run_state, x.data());
        integrator->setFinalTime(t_final);
        integrator->initialize(*run_state);
        integrator->resetAllStatistics();
        has_begun = true;
        while (integrator->getAdvancedTime() < t_final)
            integrator->stepTo(t_final);
        mechanics->read(integrator->getAdvancedState());
        mechanics->copy_last_read(x.data());
        t = t_final;
    }
    /* In fixed steps Simbody goes on with what has not converged. */
    void move_by_step(double h) {
        int before = integrator->getNumConvergenceTestFailures();
        std::vector<double> old = x;
        double old_time = t;
        move(t + h);
        if (integrator->getNumConvergenceTestFailures() == before)
            return;
        x = old;
        t = old_time;
        throw std::runtime_error("the step's iteration did not converge");
    }
    /* Calls stepTo until it has gone on, but not beyond t_final: the first call after a
     * beginning only tells of that. */
    void move(double t_final) {
        for (int i = 0; i < most_returns && !(integrator->getAdvancedTime() > t); i++)
            integrator->stepTo(t_final);
        mechanics->read(integrator->getAdvancedState());
        for (double number : std::vector<double>(mechanics->last_read(), end_read()))
            if (!std::isfinite(number))
                throw std::runtime_error("the step's result is not finite");
        x.assign(mechanics->last_read(), end_read());
        t = integrator->getAdvancedTime();
    }
    const double *end_read() const {
        return mechanics->last_read() + x.size();
    }

    const halfstep_system &system;
    std::string name, why;
    double accuracy, max_step;
    Mechanics *mechanics; /* owned by simbody */
    std::unique_ptr<MechanicalSystem> simbody;
    std::unique_ptr<SimTK::Integrator> integrator; /* none: it is to be made */
    double t;
    std::vector<double> x;
    double step_size; /* that the integrator is set to; 0: none */
    double run_size;  /* that of the run it was made for; negative: for none */
    std::unique_ptr<State> run_state;
    bool advances;  /* it is set to error control */
    bool has_begun; /* before, it has no counters */

  private:
    void make() {
        has_begun = false;
        run_size = -1;
        integrator.reset();
        mechanics = new Mechanics(system);
        if (name == "Verlet")
            mechanics->need_second_derivatives();
        simbody.reset(new MechanicalSystem(mechanics));
        integrator.reset(make_integrator(name, *simbody));
        integrator->setAllowInterpolation(false);
        integrator->setReturnEveryInternalStep(true);
    }
    void begin() {
        State state = simbody->getDefaultState();
        simbody->realizeModel(state);
        state.setTime(t);
        mechanics->write(state, x.data());
        integrator->initialize(state);
        has_begun = true;
    }
};

/* What the attempt throws is the reason of a failure. */
template <class Attempt> int guard(Adapter *a, Attempt attempt) {
    try {
        attempt();
        return 0;
    } catch (const std::exception &e) {
        a->why = e.what();
    } catch (...) {
        a->why = "an exception that says nothing";
    }
    a->step_size = 0; /* begin anew */
    a->run_size = -1;
    a->advances = false;
    return -1;
}

void *create(const halfstep_system *system) {
    try {
        return new Adapter(*system);
    } catch (...) {
        return nullptr;
    }
}

void destroy(void *self) {
    delete static_cast<Adapter *>(self);
}

int set_positive(double *number, const char *text) {
    char *end;
    double value = std::strtod(text, &end);
    if (end == text || *end != '\0' || !(value > 0))
        return -1;
    *number = value;
    return 0;
}

int set_option(void *self, const char *name, const char *value) {
    static const char *const NAME[] = {
        "SemiExplicitEuler", "SemiExplicitEuler2", "ExplicitEuler",      "RungeKutta2",
        "RungeKutta3",       "RungeKuttaMerson",   "RungeKuttaFeldberg", "Verlet"};
    Adapter *a = static_cast<Adapter *>(self);
    a->run_size = -1;
    if (std::strcmp(name, "accuracy") == 0)
        return set_positive(&a->accuracy, value);
    if (std::strcmp(name, "max-step") == 0)
        return set_positive(&a->max_step, value);
    if (std::strcmp(name, "integrator") == 0)
        for (const char *known : NAME)
            if (std::strcmp(value, known) == 0)
                return guard(a, [=] { a->name = value; });
    return -1;
}

int start(void *self, double t, const double *x) {
    Adapter *a = static_cast<Adapter *>(self);
    return guard(a, [=] {
        a->t = t;
        a->x.assign(x, x + a->system.nq + a->system.nv + a->system.nz);
        if (a->run_size < 0)
            a->integrator.reset();
        a->has_begun = false;
        a->step_size = 0;
        a->advances = false;
    });
}

int step(void *self, double h) {
    Adapter *a = static_cast<Adapter *>(self);
    return guard(a, [=] {
        if (a->step_size != h)
            a->begin_steps(h);
        a->move_by_step(h);
    });
}

int run(void *self, double h, double t_final) {
    Adapter *a = static_cast<Adapter *>(self);
    return guard(a, [=] { a->run(h, t_final); });
}

int advance(void *self, double t_final) {
    Adapter *a = static_cast<Adapter *>(self);
    return guard(a, [=] {
        if (!a->advances)
            a->begin_advances();
        a->move(t_final);
    });
}

void state(void *self, double *t, double *x) {
    const Adapter *a = static_cast<const Adapter *>(self);
    *t = a->t;
    std::memcpy(x, a->x.data(), a->x.size() * sizeof *x);
}

/* Of the integrator since it was made: by the first step, by a step of another size, or
 * by the first advance. */
int statistic(void *self, int i, const char **name, double *value) {
    static const struct {
        const char *name;
        int (SimTK::Integrator::*number)() const;
    } COUNTER[] = {
        {"steps", &SimTK::Integrator::getNumStepsTaken},
        {"attempts", &SimTK::Integrator::getNumStepsAttempted},
        {"realizations", &SimTK::Integrator::getNumRealizations},
        {"error_test_failures", &SimTK::Integrator::getNumErrorTestFailures},
        {"convergence_failures", &SimTK::Integrator::getNumConvergenceTestFailures},
    };
    const Adapter *a = static_cast<const Adapter *>(self);
    if (i < 0 || i >= static_cast<int>(sizeof COUNTER / sizeof *COUNTER) || !a->has_begun)
        return -1;
    *name = COUNTER[i].name;
    *value = (a->integrator.get()->*COUNTER[i].number)();
    return 0;
}

const char *why(void *self) {
    return static_cast<const Adapter *>(self)->why.c_str();
}

const char *version() {
    return SIMBODY_VERSION;
}

} // namespace

static adapter_table describe() {
    adapter_table table = {};
    struct halfstep_integrator &it = table.integrator;
    it.interface_version = HALFSTEP_INTERFACE;
    it.name = "Simbody";
    it.create = create;
    it.destroy = destroy;
    it.start = start;
    it.step = step;
    it.state = state;
    it.advance = advance;
    it.set_option = set_option;
    it.statistic = statistic;
    it.why = why;
    table.version = version;
    table.run = run;
    return table;
}

const struct adapter_table adapter_simbody = describe();

const struct halfstep_integrator *halfstep_integrator() {
    return &adapter_simbody.integrator;
}
