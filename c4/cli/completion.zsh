#compdef c4
_c4_completion() {
    local kind word about
    local -a ended open
    while IFS=$'\t' read -r kind word about; do
        case $kind in
            plain) ended+=("${word//:/\\:}${about:+:$about}") ;;
            open) open+=("${word//:/\\:}${about:+:$about}") ;;
            dir) _path_files -/ ;;
            file) _path_files -f ;;
        esac
    done < <(COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT-1)) _C4_COMPLETE=zsh_complete c4)
    (( $#ended )) && _describe -V c4 ended -U
    (( $#open )) && _describe -V c4 open -U -S ''
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _c4_completion "$@"
else
    (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
    compdef _c4_completion c4
fi
