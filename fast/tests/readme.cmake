# README.md's example, built by README.md's command: the library's sources, the C library and
# libm are all it takes. Needs COMPILER, ROOT (of the project) and FOLDER (to work in).
file(READ ${ROOT}/fast/README.md readme)
string(REGEX MATCH "```c\n(.*)\n```\n\nprints\n\n```\n([^`]*)\n```" found "${readme}")
if(NOT found)
  message(FATAL_ERROR "README.md has no example with what it prints")
endif()
set(printed "${CMAKE_MATCH_2}")
file(MAKE_DIRECTORY ${FOLDER})
file(WRITE ${FOLDER}/example.c "${CMAKE_MATCH_1}\n")
file(GLOB sources ${ROOT}/fast/*.c ${ROOT}/fast/linear/*.c ${ROOT}/fast/system/*.c
  ${ROOT}/fast/pair/*.c ${ROOT}/fast/pair/*/*.c)
execute_process(
  COMMAND ${COMPILER} -std=c11 -Wall -Wextra -Wpedantic -Werror -O2 -ffp-contract=off
          -I${ROOT} ${FOLDER}/example.c ${sources} -lm -o ${FOLDER}/example
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${FOLDER}/example OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
if(NOT output STREQUAL "${printed}\n")
  message(FATAL_ERROR "the example prints\n${output}")
endif()
