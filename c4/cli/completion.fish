function _c4_completion
    set -lx COMP_WORDS (commandline -cp)
    set -lx COMP_CWORD (commandline -t)
    for line in (env _C4_COMPLETE=fish_complete c4)
        set -l part (string split -m 2 \t -- $line)
        switch $part[1]
            case dir
                complete -C "'' "(commandline -ct) | string match '*/'
            case file
                complete -C "'' "(commandline -ct)
            case '*'
                string join \t -- $part[2..]
        end
    end
end
complete --no-files --keep-order --command c4 --arguments "(_c4_completion)"
