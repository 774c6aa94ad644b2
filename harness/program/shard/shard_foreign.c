/* An integrator of another's that shards have studied.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/program/shard/shard_foreign.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"

static int refuse(struct diagnostic *d) {
    return message_set(d, "what the shards say about their integrator cannot be read");
}

/* The name is the caller's to free, as of foreign.c's own. */
static int restore_option(struct foreign *f, const char *name, const json_t *value,
                          struct diagnostic *d) {
    if (!json_is_string(value))
        return refuse(d);
    char *copy = malloc(strlen(name) + 1);
    if (copy == NULL)
        return message_set(d, "out of memory");
    strcpy(copy, name);
    f->option[f->plugin.options_count++] =
        (struct plugin_option){copy, json_string_value(value)};
    return 0;
}

static int restore_options(struct foreign *f, json_t *options, struct diagnostic *d) {
    const char *name;
    json_t *value;
    f->option = calloc(json_object_size(options) + 1, sizeof *f->option);
    if (f->option == NULL)
        return message_set(d, "out of memory");
    f->plugin.options = f->option;
    json_object_foreach(options, name, value) {
        if (restore_option(f, name, value, d))
            return -1;
    }
    return 0;
}

int shard_foreign_restore(struct foreign *f, const json_t *description,
                          struct diagnostic *d) {
    int has_estimate, has_advance, has_statistics;
    json_t *options;
    *f = (struct foreign){.is_given = false};
    if (description == NULL)
        return 0;
    if (json_unpack((json_t *)description, "{s:s, s:s, s:o, s:b, s:b, s:b}", "name",
                    &f->plugin.name, "place", &f->plugin.place, "options", &options,
                    "has_estimate", &has_estimate, "has_advance", &has_advance,
                    "has_statistics", &has_statistics) ||
        !json_is_object(options))
        return refuse(d);
    f->traits.has_estimate = has_estimate;
    f->traits.has_advance = has_advance;
    f->traits.has_statistics = has_statistics;
    f->is_given = true;
    return restore_options(f, options, d);
}
