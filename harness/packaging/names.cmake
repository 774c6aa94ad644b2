# Writes the functions that HEADERS declare, and those of the list MORE: to NAMES one per line, to SCRIPT as a linker's version
# script of the version VERSION. A declaration begins a line with its type; what stands inside
# braces or parentheses is indented.
set(names ${MORE})
foreach(header IN LISTS HEADERS)
  file(STRINGS ${header} lines REGEX "^[a-z][a-z0-9_ ]* \\*?[a-z0-9_]+\\(")
  file(STRINGS ${header} broken REGEX "^[a-z0-9_]+\\(")
  foreach(line IN LISTS lines broken)
    if(NOT line MATCHES "^(typedef|static) " AND line MATCHES "([a-z0-9_]+)\\(")
      list(APPEND names ${CMAKE_MATCH_1})
    endif()
  endforeach()
endforeach()
list(SORT names)
list(REMOVE_DUPLICATES names)
list(JOIN names "\n" text)
file(WRITE ${NAMES} "${text}\n")
list(JOIN names ";\n        " text)
file(WRITE ${SCRIPT} "${VERSION} {\n    global:\n        ${text};\n    local:\n        *;\n};\n")
