/* What every format's reader makes its document of.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/exchange/exchange_document.h"

#include "harness/base/json_number.h"
#include "harness/base/message.h"

json_t *exchange_read(const char *text, size_t length, struct diagnostic *d) {
    json_error_t error;
    json_t *document = json_loadb(text, length, 0, &error);
    if (document == NULL)
        message_set(d, "line %d, column %d: not JSON: %s", error.line, error.column,
                    error.text);
    return document;
}

/* NULL of NULL. */
static json_t *text_of(const char *text) {
    return text == NULL ? NULL : json_text_of(text);
}

json_t *exchange_document(const char *from, const struct exchange_about *about) {
    return json_pack(
        "{s:n, s:i, s:s, s:s, s:o, s:{s:o*}, s:{s:o?, s:o, s:o*, s:o*}, s:[]}",
        "halfstep", "format", 1, "command", "import", "from", from, "taken",
        json_seconds(about->taken), "machine", "processor", text_of(about->machine),
        "build", "commit", text_of(about->commit), "committed",
        json_seconds(about->committed), "compiler", text_of(about->compiler), "flags",
        text_of(about->flags), "entries");
}

json_t *exchange_entry(json_t *document, const char *name, const char *quantity,
                       const char *unit, double value, double low, double high) {
    json_t *entry =
        json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "name", text_of(name), "quantity",
                  text_of(quantity), "unit", text_of(unit), "value", json_number(value),
                  "low", json_number(low), "high", json_number(high));
    json_array_append_new(json_object_get(document, "entries"), entry);
    return entry;
}
