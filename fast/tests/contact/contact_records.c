/* Reading data/contact.json.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/tests/contact/contact_records.h"

json_t *contact_records(void) {
    json_error_t error;
    json_t *records =
        json_load_file(TEST_DATA "/contact.json", JSON_REJECT_DUPLICATES, &error);
    cr_assert_not_null(records, "%s, line %d", error.text, error.line);
    return records;
}

static bool is_text(const json_t *record, const char *name, const char *text) {
    return strcmp(record_text(record, name), text) == 0;
}

static double number_or(const json_t *record, const char *name, double other) {
    const double value = record_number(record, name);
    return isnan(value) ? other : value;
}

/* The options of a record: its "config" and h. */
static struct integrator_options contact_record_options(const json_t *record) {
    const json_t *config = json_object_get(record, "config");
    struct integrator_options options =
        contact_faithful_options(record_number(record, "h"));
    if (is_text(config, "restitution", "Newton"))
        options.restitution = CONTACT_NEWTON;
    if (is_text(config, "restitution", "NoRestitution"))
        options.restitution = CONTACT_NO_RESTITUTION;
    if (is_text(config, "induced", "Sequential"))
        options.induced = CONTACT_SEQUENTIAL;
    if (is_text(config, "induced", "Mixed"))
        options.induced = CONTACT_MIXED;
    if (is_text(config, "solver", "PGS"))
        options.solver = CONTACT_PGS;
    if (is_text(config, "projection", "Unilateral"))
        options.contact_projection = CONTACT_UNILATERAL;
    if (is_text(config, "projection", "NoPositionProjection"))
        options.contact_projection = CONTACT_NO_PROJECTION;
    options.constraint_tolerance = record_number(config, "consTol");
    options.capture_velocity = record_number(config, "captureV");
    options.min_restitution_velocity = record_number(config, "minCORV");
    options.transition_velocity = record_number(config, "transV");
    options.max_induced = (int)number_or(config, "maxInduced", options.max_induced);
    return options;
}

contact_stepper *contact_record_begin(const json_t *record,
                                      const struct integrator_system *system,
                                      const double *x) {
    const struct integrator_options options = contact_record_options(record);
    contact_stepper *stepper;
    enum fast_status status = contact_alloc(&stepper, system, &options);
    if (status == FAST_OK)
        status = contact_start(stepper, 0, x);
    cr_assert(status == FAST_OK, "%s", fast_status_text(status));
    return stepper;
}

enum fast_status contact_record_step(contact_stepper *stepper, double h, int i) {
    return contact_step(stepper, i * h - contact_time(stepper));
}

void contact_log_begin(struct contact_log *log, const struct integrator_system *system,
                       const contact_stepper *stepper, const json_t *record) {
    const double tolerance = contact_thresholds(stepper).constraint_tolerance;
    const json_t *config = json_object_get(record, "config");
    const bool is_newton = is_text(config, "restitution", "Newton");
    const double *gap = contact_gaps(stepper);
    log->system = system;
    log->capture = contact_thresholds(stepper).capture_velocity;
    log->newton = is_newton ? record_number(record, "COR") : 0;
    log->has_positions = is_text(config, "projection", "Unilateral");
    log->solves = log->rows = 0;
    for (int i = 0; i < system->contacts; i++) {
        log->near[i] = gap[i] <= tolerance;
        if (log->near[i])
            log->rows += 1 + system->slides[i];
    }
}

/* to := from's rows in the original's order, times sign. */
static void order_rows(const struct contact_log *log, double sign, const double *from,
                       double *to) {
    int normal = 0, tangent = 0;
    for (int i = 0; i < log->system->contacts; i++)
        tangent += log->near[i];
    for (int i = 0, row = 0; i < log->system->contacts; i++) {
        const int slides = log->system->slides[i];
        if (log->near[i]) {
            to[normal++] = from != NULL ? sign * from[row] : 0;
            for (int j = 0; j < slides; j++)
                to[tangent++] = from != NULL ? sign * from[row + 1 + j] : 0;
        }
        row += 1 + slides;
    }
}

void contact_log_listen(void *context, const struct contact_event *event) {
    struct contact_log *log = context;
    if (log->solves == MOST_SOLVES ||
        (event->phase == CONTACT_POSITION && !log->has_positions))
        return;
    struct logged_solve *solve = &log->solve[log->solves++];
    solve->phase = event->phase;
    order_rows(log, -1, event->answer->impulse, solve->p);
    order_rows(log, -1, event->expansion, solve->expansion);
    order_rows(log, 1, event->before, solve->before);
    order_rows(log, 1, event->after, solve->after);
    for (int i = 0; i < log->system->contacts; i++)
        solve->state[i] = (int)event->answer->state[i];
    solve->verdict = event->answer->verdict;
    solve->residual = event->answer->residual;
    solve->scale = event->answer->scale;
}

/* The largest difference of a, with what is added before or after it was found, from the
 * recorded b; NaN if the sizes differ. */
static double distance_of(const double *a, const double *added, const double *subtracted,
                          const json_t *b, int rows) {
    double apart = 0;
    if ((int)json_array_size(b) != rows)
        return NAN;
    for (int i = 0; i < rows; i++) {
        const double recorded = json_number_value(json_array_get(b, (size_t)i));
        const double difference = fabs(a[i] + added[i] - (recorded - subtracted[i]));
        if (!(difference <= apart))
            apart = difference;
    }
    return apart;
}

static void form_addition(const struct contact_log *log, const struct logged_solve *solve,
                          double *addition) {
    int normals = 0;
    for (int i = 0; i < log->system->contacts; i++)
        normals += log->near[i];
    if (solve->phase == CONTACT_COMPRESSION)
        for (int i = 0; i < normals; i++)
            if (-solve->before[i] > log->capture)
                addition[i] = log->newton * solve->before[i];
}

double contact_log_distance(const struct contact_log *log, int i,
                            const json_t *recorded) {
    const struct logged_solve *solve = &log->solve[i];
    static const double nothing[MOST_ROWS];
    double addition[MOST_ROWS] = {0}, apart = 0;
    form_addition(log, solve, addition);
    const struct {
        const double *a, *added, *subtracted;
        const char *name;
    } part[] = {{solve->p, nothing, nothing, "pi"},
                {solve->expansion, nothing, nothing, "piExpand"},
                {solve->before, addition, nothing, "verr_in"},
                {solve->after, nothing, addition, "verr_out"}};
    for (size_t k = 0; k < sizeof part / sizeof *part; k++) {
        const double difference =
            distance_of(part[k].a, part[k].added, part[k].subtracted,
                        json_object_get(recorded, part[k].name), log->rows);
        if (!(difference <= apart))
            apart = difference;
    }
    return apart;
}
