# Pages of the manual and completions of shells, which the program makes from its own tables. Adds
# to the target halfstep-installed.
set(manual_folder ${PROJECT_BINARY_DIR}/harness/manual)
add_custom_command(OUTPUT ${manual_folder}/halfstep.1
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${manual_folder}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${manual_folder}
  COMMAND halfstep list --manual ${manual_folder}
  DEPENDS halfstep VERBATIM)
install(DIRECTORY ${manual_folder}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)

# documents_page(NAME SECTION SCRIPT SOURCE SUMMARY): the page NAME(SECTION), made by an awk script from
# a text that is there. Adds to `pages`.
find_program(AWK NAMES awk mawk gawk REQUIRED)
mark_as_advanced(AWK)
function(documents_page name section script source summary)
  set(page ${PROJECT_BINARY_DIR}/harness/pages/${name}.${section})
  add_custom_command(OUTPUT ${page}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/harness/pages
    COMMAND ${AWK} -v name=${name} -v section=${section} -v version=${PROJECT_VERSION}
      -v "summary=${summary}" -f ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${script} ${source} > ${page}
    DEPENDS ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${script} ${source} VERBATIM)
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT program)
  set(pages ${pages} ${page} PARENT_SCOPE)
endfunction()
documents_page(halfstep-model 5 markdown.awk ${PROJECT_SOURCE_DIR}/problems/LANGUAGE.md
  "the model language of halfstep")
documents_page(halfstep-protocol 7 markdown.awk ${PROJECT_SOURCE_DIR}/harness/plugin/PROTOCOL.md
  "the line protocol of integrators that are to be judged")
documents_page(halfstep_integrator 3 header.awk
  ${PROJECT_SOURCE_DIR}/harness/plugin/halfstep_integrator.h
  "the interface of an integrator that is to be judged")

# What a shell sources: tables from the program, then how that shell is told.
set(completions ${PROJECT_BINARY_DIR}/harness/completions)
file(MAKE_DIRECTORY ${completions})
file(GENERATE OUTPUT ${completions}/head.zsh CONTENT "#compdef halfstep\n")
add_custom_command(
  OUTPUT ${completions}/halfstep ${completions}/_halfstep ${completions}/halfstep.fish
  COMMAND halfstep list --completion sh > ${completions}/tables.sh
  COMMAND halfstep list --completion fish > ${completions}/halfstep.fish
  COMMAND ${CMAKE_COMMAND} -E cat ${completions}/tables.sh
    ${CMAKE_CURRENT_LIST_DIR}/completion.bash > ${completions}/halfstep
  COMMAND ${CMAKE_COMMAND} -E cat ${completions}/head.zsh ${completions}/tables.sh
    ${CMAKE_CURRENT_LIST_DIR}/completion.zsh > ${completions}/_halfstep
  DEPENDS halfstep ${CMAKE_CURRENT_LIST_DIR}/completion.bash
    ${CMAKE_CURRENT_LIST_DIR}/completion.zsh ${catalogue_files} VERBATIM)
install(FILES ${completions}/halfstep DESTINATION share/bash-completion/completions
  COMPONENT program)
install(FILES ${completions}/_halfstep DESTINATION share/zsh/site-functions COMPONENT program)
install(FILES ${completions}/halfstep.fish DESTINATION share/fish/vendor_completions.d
  COMPONENT program)

add_custom_target(halfstep-documents DEPENDS ${pages} ${manual_folder}/halfstep.1 ${completions}/halfstep)
add_dependencies(halfstep-installed halfstep-documents)
