/* Simbody's SemiExplicitEulerTimeStepper on a scene (peer_simbody_scene.h). Debian's library is
 * built with assertions, and has other class layouts with NDEBUG: this is compiled as the library
 * is, without NDEBUG. In such a build the stepper's projection of positions is lost, and it tells
 * each phase on std::cout and on stdout, which are silenced while it steps; what it computes and
 * formats for these texts is in its times all the same.
 *
 * Points are sliders along x on the ground. Bricks are free bodies whose frame is in the middle of
 * the top face, because PointPlaneContact enforces a plane of height 0 whatever its height; y is
 * up.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "simbody_scene.h"

#include "peer_simbody_scene.h"

namespace {

class Stack : public simbody_scene {
  public:
    explicit Stack(const peer_scene &given)
        : scene(given), gravity(forces, matter, down(), given.gravity) {
        for (int i = 0; i < scene.bodies; i++)
            add_body(i);
        for (int i = 0; i < scene.bodies; i++)
            if (i > 0 || scene.has_floor)
                add_contacts(i);
        start = system.realizeTopology();
        system.realizeModel(start);
        set_start();
        stepper.reset(new SemiExplicitEulerTimeStepper(system));
        stepper->setConstraintTolerance(scene.tolerance);
        stepper->setRestitutionModel(SemiExplicitEulerTimeStepper::Poisson);
        stepper->setInducedImpactModel(SemiExplicitEulerTimeStepper::Simultaneous);
        stepper->setPositionProjectionMethod(SemiExplicitEulerTimeStepper::Bilateral);
        stepper->setImpulseSolverType(scene.solver == PEER_SCENE_PGS
                                          ? SemiExplicitEulerTimeStepper::PGS
                                          : SemiExplicitEulerTimeStepper::PLUS);
    }

    void run(long steps) {
        const Silence silence;
        stepper->initialize(start);
        for (long i = 1; i <= steps; i++)
            stepper->stepTo(static_cast<double>(i) * scene.step);
    }

    void read(double *heights, double *speeds) const {
        const State &state = stepper->getState();
        system.realize(state, Stage::Velocity);
        for (int i = 0; i < scene.bodies; i++) {
            const Vec3 centre = is_bricks() ? Vec3(0, -scene.half_height, 0) : Vec3(0);
            heights[i] = body[i].findStationLocationInGround(state, centre)[up()];
            speeds[i] = body[i].findStationVelocityInGround(state, centre)[up()];
        }
    }

  private:
    bool is_bricks() const {
        return scene.shape == PEER_SCENE_BRICKS;
    }
    int up() const {
        return is_bricks() ? 1 : 0;
    }
    UnitVec3 down() const {
        return -UnitVec3(CoordinateAxis(up()));
    }

    void add_body(int i) {
        MobilizedBody &ground = matter.updGround();
        const Real m = scene.mass[i];
        if (!is_bricks()) {
            const Body::Rigid rigid(MassProperties(m, Vec3(0), Inertia(m)));
            body.push_back(MobilizedBody::Slider(ground, rigid));
            return;
        }
        const Vec3 centre(0, -scene.half_height, 0);
        const Inertia central(scene.inertia[i]);
        const Inertia about_top = central.shiftFromMassCenter(-centre, m);
        const Body::Rigid rigid(MassProperties(m, centre, about_top));
        body.push_back(MobilizedBody::Free(ground, rigid));
    }

    void add_contacts(int i) {
        MobilizedBody &below = i == 0 ? matter.updGround() : body[i - 1];
        const Real h = scene.half_height, a = scene.half_width;
        const UnitVec3 normal = -down();
        if (!is_bricks()) {
            matter.adoptUnilateralContact(
                new PointPlaneFrictionlessContact(below, normal, i == 0 ? 0 : h, body[i],
                                                  Vec3(-h, 0, 0), scene.restitution));
            return;
        }
        for (int x = -1; x <= 1; x += 2)
            for (int z = -1; z <= 1; z += 2)
                matter.adoptUnilateralContact(new PointPlaneContact(
                    below, normal, 0, body[i], Vec3(x * a, -2 * h, z * a),
                    scene.restitution, scene.friction, scene.friction, 0));
    }

    void set_start() {
        for (int i = 0; i < scene.bodies; i++) {
            const Real top = is_bricks() ? scene.half_height : 0;
            Vec3 place(0), speed(0);
            place[up()] = scene.height[i] + top;
            speed[up()] = scene.speed[i];
            if (is_bricks()) {
                body[i].setQToFitTranslation(start, place);
                body[i].setUToFitLinearVelocity(start, speed);
            } else {
                body[i].setOneQ(start, 0, place[0]);
                body[i].setOneU(start, 0, speed[0]);
            }
        }
    }

    const peer_scene scene; /* its arrays are read by the constructor only */
    Force::Gravity gravity;
    State start;
    std::unique_ptr<SemiExplicitEulerTimeStepper> stepper;
};

void *open_stack(const peer_scene *scene, char *why, size_t room) {
    try {
        return new Stack(*scene);
    } catch (const std::exception &failure) {
        std::snprintf(why, room, "%s", failure.what());
        return nullptr;
    }
}

void close_stack(void *self) {
    delete static_cast<Stack *>(self);
}

int run_stack(void *self, long steps) {
    Stack *stack = static_cast<Stack *>(self);
    return guard(stack, [=] { stack->run(steps); });
}

void read_stack(void *self, double *heights, double *speeds) {
    static_cast<Stack *>(self)->read(heights, speeds);
}

} // namespace

const struct peer_simbody_functions peer_simbody_functions = {
    open_stack, close_stack, run_stack, why_failed, read_stack};
