
# Sets method to the one that the line names.
_halfstep_find_method() {
    local i
    method=
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ ${COMP_WORDS[i]} == --method ]]; then
            method=${COMP_WORDS[i + 1]}
            [[ $method != = ]] || method=${COMP_WORDS[i + 2]}
        fi
    done
}

# bash takes '=' for a word: name is the word before it, and option the one before that.
_halfstep() {
    local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} name=
    local command=${COMP_WORDS[1]} method words=
    if [[ $cur == = ]]; then
        cur= name=$option option=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $option == = ]]; then
        name=${COMP_WORDS[COMP_CWORD - 2]} option=${COMP_WORDS[COMP_CWORD - 3]}
    fi
    [[ $name != --* ]] || option=$name name=
    _halfstep_find_method
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        words="$(_halfstep_commands) --help --version"
    elif [[ $command == help ]]; then
        words=$(_halfstep_commands)
    elif [[ $option == --option && -n $name ]]; then
        words=$(_halfstep_values "$method" "$name")
    elif [[ $option == --option ]]; then
        words=$(_halfstep_settings "$method")
        compopt -o nospace
        COMPREPLY=($(compgen -S = -W "$words" -- "$cur"))
        return
    elif [[ " $(_halfstep_valued "$command") " == *" $option "* ]]; then
        words=$(_halfstep_words "$command" "$option")
    elif [[ $cur == -* ]]; then
        words="$(_halfstep_flags "$command") $(_halfstep_valued "$command")"
    else
        words=$(_halfstep_models)
    fi
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _halfstep halfstep
