# Writes a header with what the sources are: cmake -DROOT=... -DHEADER=... -DVERSION=...
# -DCOMPILER=... "-DFLAGS=..." -DCOMMIT=... -P benchmark_build.cmake. COMMIT: what the sources
# are, where they stand outside of their repository; empty: what git says. The header is left alone when nothing
# in it has changed, so that nothing is compiled anew.
#
# SPDX-License-Identifier: BSD-2-Clause
find_package(Git QUIET)

# ask(variable arguments...): what git prints; empty when there is none, or no repository.
function(ask variable)
  set(answer "")
  if(GIT_FOUND)
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${ROOT} ${ARGN} OUTPUT_VARIABLE answer
      ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
  set(${variable} "${answer}" PARENT_SCOPE)
endfunction()

ask(top rev-parse --show-toplevel)
set(differences "")
if(COMMIT STREQUAL "" AND top STREQUAL ROOT)
  ask(COMMIT rev-parse HEAD)
  ask(differences status --porcelain --untracked-files=no)
endif()
set(commit null)
set(committed null)
set(changed null)
if(NOT COMMIT STREQUAL "")
  set(commit "\\\"${COMMIT}\\\"")
  set(changed true)
  if(differences STREQUAL "")
    set(changed false)
  endif()
  ask(seconds log -1 --format=%ct ${COMMIT})
  if(seconds MATCHES "^[0-9]+$")
    set(committed ${seconds})
  endif()
endif()

string(REPLACE "\\" "\\\\" flags "${FLAGS}")
string(REPLACE "\"" "'" flags "${flags}")
set(text "{\\\"halfstep\\\": \\\"${VERSION}\\\", \\\"commit\\\": ${commit}, \\\"changed\\\": ${changed}, ")
string(APPEND text "\\\"committed\\\": ${committed}, ")
string(APPEND text "\\\"compiler\\\": \\\"${COMPILER}\\\", \\\"flags\\\": \\\"${flags}\\\"}")
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define BENCHMARK_BUILD \"${text}\"\n" @ONLY)
