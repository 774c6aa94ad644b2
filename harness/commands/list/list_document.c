/* The documents of the catalogue and of the methods, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/commands/list/list_catalogue.h"
#include "harness/program/run/describe.h"

static const struct record_field option_fields[] = {
    FIELD_TEXT("name", "as --option has it"),
    FIELD_TEXT("type", "of its value"),
    FIELD_ARRAY("values", "all that it may be, if it is one of some words",
                .items = "string", .or_null = true),
    FIELD_TEXT("default", "where it is not given"),
    FIELD_TEXT("meaning", "what it is about"),
    {.key = NULL},
};
static const struct record option = {"option", "An option of a method.", 0,
                                     option_fields};

static const struct record_field method_fields[] = {
    FIELD_TEXT("name", "on the command line"),
    FIELD_TEXT("title", "what it is"),
    FIELD_TEXT("source", "where it comes from"),
    FIELD_ARRAY("options", "in the order of help", .of = &option),
    {.key = NULL},
};
static const struct record method = {"method", "A method of ours.", 0, method_fields};

#define METHODS                                                                          \
    FIELD_ARRAY("methods", "all, or none where models were chosen", .of = &method)

static const struct record_field methods_fields[] = {METHODS, {.key = NULL}};
const struct record list_methods_record = {"methods", "What list methods --json prints.",
                                           0, methods_fields};

static const struct record_field fields[] = {
    FIELD_ARRAY("models", "in the order of their names", .of = &describe_listed_record),
    METHODS,
    {.key = NULL},
};
const struct record list_document_record = {"list", "What list --json prints.", 0,
                                            fields};
